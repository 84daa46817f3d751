#!/bin/bash
# tidy.sh [DIRECTORY]: clang-tidy on every file of DIRECTORY/compile_commands.json, or of the one here, as many at a time as there
# are cores. A file without a finding is not analysed again (build/tidy-cache) until its text behind the preprocessor, comments and
# macros included, how it is compiled, the checks or clang-tidy itself change. The checks are always the same; how far the analyser
# (clang-analyzer-*) looks is not. With TIDY_DEPTH=full, as `make lint` has it, it follows as many paths through a function as it
# likes, up to 225000 nodes; else, as in `make test`, 10000 nodes, a twentieth: it then sees what short paths show
# (tests/scripts/project/lint.sh plants such faults), and may miss what only a long path through many branches does. Run from the top
# of the source tree.
set -eu -o pipefail
shopt -s inherit_errexit
export cache=build/tidy-cache where=${1:-.}
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
    if [ "${TIDY_DEPTH:-}" != full ]; then
        depth=(--extra-arg={-Xclang,-analyzer-config,-Xclang,max-nodes=10000})
    fi
    # Of headers of others clang counts warnings that nobody asked for; a count alone would hide a finding.
    clang-tidy --quiet -p "$where" "${depth[@]}" "${!#}" 2>&1 | sed -E '/^[0-9]+ warnings? generated\.$/d'
    : >"$cache/$key"
}
export -f tidy_one

jq -j '.[] | .file, "\u0000", .command, "\u0000"' "$where/compile_commands.json" | xargs -0 -n 2 -P "$(nproc)" \
    bash -eu -o pipefail -O inherit_errexit -c 'tidy_one "$@"' tidy_one
