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
# What the analyser must find at the depth of this run, each behind a loop and a few branches, one in a function that is called.
planted=build/lint/planted
mkdir -p "$planted"
# sees CHECK TEXT: clang-tidy's finding in a function with this text; without it there is none.
sees() {
    cat >"$planted/planted.c" <<EOF
#include <stddef.h>
#include <stdlib.h>
int planted(const int *numbers, size_t n, int wanted);
static int at(const int *place) { return *place; }
int planted(const int *numbers, size_t n, int wanted)
{
    int sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += numbers[i] > 0 ? numbers[i] : -numbers[i];
    const int *found = NULL;
    for (size_t i = 0; i < n; i++)
        if (numbers[i] == wanted)
            found = &numbers[i];
    if (found == NULL && sum > 9)
        return 1;
    if (wanted < 0 && sum < 3)
        return 2;
    $2
    return sum + (found == NULL ? 0 : at(found));
}
EOF
    printf '[{"directory": "%s", "file": "%s", "command": "cc -std=c11 -c %s"}]\n' "$PWD" "$planted/planted.c" "$planted/planted.c" \
        >"$planted/compile_commands.json"
    if [ "$1" = nothing ]; then
        tests/lint/tidy.sh "$planted"
    else
        exits_with 123 "$1" tests/lint/tidy.sh "$planted"
    fi
}
check "clang-tidy has nothing against a sound function" sees nothing ''
check "clang-tidy sees a null pointer" sees core.NullDereference 'sum += at(found);'
check "clang-tidy sees what is never freed" sees unix.Malloc 'int *more = malloc(sizeof *more); sum += more == NULL;'
check "clang-tidy sees what was never written" sees core.uninitialized 'int odd; if (sum > 5) { odd = 1; } sum = odd;'
check "clang-tidy sees what is used behind its end" sees unix.Malloc 'int *more = calloc(1, sizeof *more); free(more); sum += more != NULL ? *more : 0;'

# A library is read anew for every script that sources it, which is three quarters of shellcheck's time. Here the scripts lie in a
# directory where a library is no more than the names that it assigns; the libraries themselves are read at their own place.
shell=$work/shell
names_of() { # LIBRARY; options of the shell count as well, what it sources, and what it reads of the environment
    awk '/^(\. |set |shopt )/
        /^(export )?[A-Za-z_0-9]+=/ { given = $0; export = /^export / ? "export " : ""
            while (match($0, /[A-Za-z_0-9]+=/)) { print export substr($0, RSTART, RLENGTH); $0 = substr($0, RSTART + RLENGTH) }
            while (match(given, /\${[A-Z_]+:-/)) { print ": \"" substr(given, RSTART, RLENGTH) "}\""; given = substr(given, RSTART + RLENGTH) } }' "$1"
}
shell_copy() {
    local library
    sed -nE 's/^\. ([a-z_./-]+)$/\1/p' "${scripts[@]}" | sort -u >"$work/libraries"
    mapfile -t libraries <"$work/libraries"
    mkdir "$shell"
    cp --parents "${scripts[@]}" "$shell"
    for library in "${libraries[@]}"; do
        { echo '# shellcheck shell=bash disable=SC2034'; names_of "$library"; } >"$shell/$library"
    done
}
# shell_judge FILE...: these, in the copy.
shell_judge() { (cd "$shell" && shellcheck -x "$@"); }
shell_is_sound() {
    shellcheck "${libraries[@]}"
    shell_judge "${scripts[@]}"
}
# What shellcheck must find in a script that sources a library; without the fault it has nothing to say.
shell_sees() { # CODE LINE
    printf '%s\n' '#!/bin/bash' '. tests/scripts/lib.sh' "$2" >"$shell/planted.sh"
    if [ "$1" = nothing ]; then
        shell_judge planted.sh
    else
        (cd "$shell" && exits_with 1 "$1" shellcheck -x planted.sh)
    fi
}
shell_copy
check "shellcheck" shell_is_sound
# shellcheck disable=SC2016
check "shellcheck knows the names of a library" shell_sees nothing 'echo "$work" "$epigen"'
# shellcheck disable=SC2016
check "shellcheck sees a name that nobody assigns" shell_sees SC2154 'echo "$wrok"'
# shellcheck disable=SC2016
check "shellcheck sees words that are split" shell_sees SC2086 'rm $work'
check "failures that no script sees" awk -f tests/lint/shell_assertions.awk "${scripts[@]}"
check "every requirement has a test, every tag a requirement" tests/lint/trace.sh
tracked '*.[1-9]'
for page in "${files[@]}"; do
    check "$page" mandoc -T lint -W warning "$page"
done
finish
