#!/bin/bash
# The house format, static analysis, shell scripts and man pages.
. tests/scripts/lib.sh
make -s compile_commands.json
# tracked PATTERN...: the tracked files, into the array `files`.
tracked() {
    tests/tracked "$@" >"$work/files"
    mapfile -t files <"$work/files"
    [ "${#files[@]}" -gt 0 ]
}
tracked '*.c' '*.h' ':!tests/golden'
sources=("${files[@]}")
tracked 'gen/*.c' 'train/*.c' 'verify/*.c' 'models/*.c' \
    ':!models/*/firmware/*' ':!models/updraft/*' # these include emitted files
analysed=("${files[@]}")
# Whatever begins with a line for bash or sh, or is sourced by such a file.
tests/tracked | xargs awk 'FNR == 1 && /^#!\/bin\/(ba)?sh/ { print FILENAME } { nextfile }' >"$work/files"
tests/tracked '*.sh' >>"$work/files"
sort -u "$work/files" >"$work/scripts"
mapfile -t scripts <"$work/scripts"

check "clang-format" clang-format --dry-run -Werror "${sources[@]}"
tidy() { printf '%s\0' "${analysed[@]}" | xargs -0 -n 8 -P 2 clang-tidy --quiet -p .; }
check "clang-tidy" tidy
check "shellcheck" shellcheck "${scripts[@]}"
check "failures that no script sees" awk -f tests/lint/shell_assertions.awk "${scripts[@]}"
tracked '*.[1-9]'
for page in "${files[@]}"; do
    check "$page" mandoc -T lint -W warning "$page"
done
finish
