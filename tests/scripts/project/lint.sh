#!/bin/bash
# The house format, static analysis, shell scripts and man pages.
. tests/scripts/lib.sh
make -s compile_commands.json
mapfile -t sources < <(git ls-files '*.c' '*.h' ':!tests/golden')
mapfile -t analysed < <(git ls-files 'gen/*.c' 'train/*.c' 'verify/*.c' 'models/*.c' \
    ':!models/*/firmware/*' ':!models/updraft/*') # these include emitted files
mapfile -t scripts < <(git ls-files '*.sh' tests/run tests/packages verify/target/run-program .ci/run)

check "clang-format" clang-format --dry-run -Werror "${sources[@]}"
tidy() { printf '%s\0' "${analysed[@]}" | xargs -0 -n 8 -P 2 clang-tidy --quiet -p .; }
check "clang-tidy" tidy
check "shellcheck" shellcheck "${scripts[@]}"
mapfile -t pages < <(git ls-files '*.[1-9]')
for page in "${pages[@]}"; do
    check "$page" mandoc -T lint -W warning "$page"
done
finish
