#!/bin/bash
# The house format, static analysis, shell scripts and man pages.
. tests/scripts/lib.sh
rm -f compile_commands.json # it names all files that there are
make -s compile_commands.json
tests/lint/emitted.sh
# tracked PATTERN...: the tracked files, into the array `files`.
tracked() {
    tests/tracked "$@" >"$work/files"
    mapfile -t files <"$work/files"
    [ "${#files[@]}" -gt 0 ]
}
tracked '*.c' '*.h' ':!tests/golden'
sources=("${files[@]}")
# Whatever begins with a line for bash or sh, or is sourced by such a file.
tests/tracked | xargs awk 'FNR == 1 && /^#!\/bin\/(ba)?sh/ { print FILENAME } { nextfile }' >"$work/files"
tests/tracked '*.sh' >>"$work/files"
sort -u "$work/files" >"$work/scripts"
mapfile -t scripts <"$work/scripts"

check "clang-format" clang-format --dry-run -Werror "${sources[@]}"
# Every C file but the golden ones is analysed, and with it the headers that it includes.
all_are_analysed() {
    tracked '*.c' ':!tests/golden'
    printf '%s\n' "${files[@]}" | sort >"$work/tracked"
    jq -r '.[].file' compile_commands.json | sort | comm -23 "$work/tracked" - >"$work/left_out"
    prints '' cat "$work/left_out"
}
check "every C file is analysed" all_are_analysed
check "clang-tidy" tests/lint/tidy.sh
check "shellcheck" shellcheck "${scripts[@]}"
check "failures that no script sees" awk -f tests/lint/shell_assertions.awk "${scripts[@]}"
tracked '*.[1-9]'
for page in "${files[@]}"; do
    check "$page" mandoc -T lint -W warning "$page"
done
finish
