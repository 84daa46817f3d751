#!/bin/bash
# tidy.sh: clang-tidy on every file of compile_commands.json, as many at a time as there are cores. A file without a finding is not
# analysed again (build/tidy-cache) until its text behind the preprocessor, comments and macros included, how it is
# compiled, the checks or clang-tidy itself change. The analyser follows as many paths through a function as it likes with
# TIDY_DEPTH=full, as `make lint` has it; else a third of them, or a tenth in tests/, where cmocka's macros make many. Run from
# the top of the source tree.
set -eu -o pipefail
shopt -s inherit_errexit
export cache=build/tidy-cache
mkdir -p "$cache"

# What all files depend on.
common=$(clang-tidy --version | cat - .clang-tidy ./*/.clang-tidy "$0" | sha256sum)
export common

tidy_one() { # FILE COMMAND
    local key depth=()
    eval "set -- $2 $1" # the file is the last word now, and the one before
    key=$({
        echo "$common ${TIDY_DEPTH:-} ${*/-DEPIGEN_VERSION=*/}"
        clang "${@:2:$#-4}" -E -C -dD "${!#}" 2>&1 | grep -v '^#define EPIGEN_VERSION'
    } | sha256sum | cut -d ' ' -f 1)
    if [ -e "$cache/$key" ]; then return; fi
    case ${TIDY_DEPTH:-}:${!#} in
    full:*) ;;
    :tests/*) depth=(--extra-arg={-Xclang,-analyzer-config,-Xclang,max-nodes=25000}) ;;
    *) depth=(--extra-arg={-Xclang,-analyzer-config,-Xclang,max-nodes=75000}) ;;
    esac
    clang-tidy --quiet -p . "${depth[@]}" "${!#}"
    : >"$cache/$key"
}
export -f tidy_one

jq -j '.[] | .file, "\u0000", .command, "\u0000"' compile_commands.json | xargs -0 -n 2 -P "$(nproc)" \
    bash -eu -o pipefail -O inherit_errexit -c 'tidy_one "$@"' tidy_one
