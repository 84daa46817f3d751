#!/bin/bash
# tidy.sh [DIRECTORY]: clang-tidy on every file of DIRECTORY/compile_commands.json, or of the one here, some in a run and as many
# runs at a time as there are cores. A file of a run without a finding is not analysed again (build/tidy-cache) until it or a header
# that it includes, how it is compiled, the checks or clang-tidy itself change. The checks are always the same; how far the analyser
# (clang-analyzer-*) looks is not. With TIDY_DEPTH=full, as `make lint` has it, it follows as many paths through a function as it
# likes, up to 225000 nodes; else, as in `make test`, 4000 nodes, a fiftieth: it then sees what short paths show
# (tests/scripts/project/lint.sh plants such faults), and may miss what only a long path through many branches does. Run from the top
# of the source tree.
set -eu -o pipefail
shopt -s inherit_errexit
export cache=build/tidy-cache where=${1:-.}
mkdir -p "$cache"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# What all files depend on.
common=$(clang-tidy --version | cat - .clang-tidy ./*/.clang-tidy "$0" | sha256sum)

# includes_of COMMAND FILE...: a line `FILE INCLUDED` for every file that is read when these are compiled. gcc finds them in a third
# of clang's time; its own headers instead of clang's, which change with clang's version only.
includes_of() {
    local command=$1 compiler=gcc
    shift
    case $command in *--target=*) compiler=clang ;; esac
    eval "set -- $command \"\$@\"" # cc FLAG... FILE...
    "$compiler" -w -M "${@:2}" |
        awk '{ gsub(/\\$/, ""); for (i = 1; i <= NF; i++) if ($i ~ /:$/) of = $(i + 1); else print of, $i }'
}

# keys_make: $work/keys, a line `KEY FILE` for every file. The key is a checksum of all that its analysis depends on, but for the
# version, which a commit changes.
keys_make() {
    local command file last='' files=()
    jq -r '.[] | (.command | sub(" -c [^ ]*$"; "")) + "\t" + .file' \
        "$where/compile_commands.json" | LC_ALL=C sort >"$work/commands"
    while IFS=$'\t' read -r command file; do
        if [ "$command" != "$last" ] && [ "${#files[@]}" -gt 0 ]; then
            includes_of "$last" "${files[@]}"
            files=()
        fi
        last=$command
        files+=("$file")
    done <"$work/commands" >"$work/includes"
    includes_of "$last" "${files[@]}" >>"$work/includes"
    cut -d ' ' -f 2 "$work/includes" | sort -u | xargs sha256sum >"$work/sums"
    # A text for each file, so that one sha256sum reads them all.
    mkdir "$work/texts"
    awk -F '\t' -v common="$common ${TIDY_DEPTH:-}" -v out="$work/texts/" '
        FILENAME ~ /sums$/ { split($0, word, "  "); sum[word[2]] = word[1]; next }
        FILENAME ~ /includes$/ { split($0, word, " "); text[word[1]] = text[word[1]] word[2] " " sum[word[2]] "\n"; next }
        { sub(/-DEPIGEN_VERSION=[^ ]*/, "", $1); name = $2; gsub("/", "|", name)
          printf "%s %s\n%s", common, $1, text[$2] >(out name); close(out name) }' "$work/sums" "$work/includes" "$work/commands"
    (cd "$work/texts" && sha256sum ./*) | sed 's|  \./| |; s/|/\//g' >"$work/keys"
}

tidy_some() { # KEY FILE KEY FILE...
    local depth=() keys=() files=()
    while [ $# -gt 0 ]; do
        if [ ! -e "$cache/$1" ]; then
            keys+=("$cache/$1")
            files+=("$2")
        fi
        shift 2
    done
    if [ "${#files[@]}" -eq 0 ]; then return; fi
    if [ "${TIDY_DEPTH:-}" != full ]; then
        depth=(--extra-arg={-Xclang,-analyzer-config,-Xclang,max-nodes=4000})
    fi
    # Of headers of others clang counts warnings that nobody asked for; a count alone would hide a finding.
    clang-tidy --quiet -p "$where" "${depth[@]}" "${files[@]}" 2>&1 | sed -E '/^[0-9]+ warnings? generated\.$/d'
    touch "${keys[@]}"
}
export -f tidy_some

keys_make
# shellcheck disable=SC2016
xargs -n 24 -P "$(nproc)" bash -eu -o pipefail -O inherit_errexit -c 'tidy_some "$@"' tidy_some <"$work/keys"
