#!/bin/bash
# The house format, static analysis, shell scripts and man pages.
. tests/lib.sh
make -s compile_commands.json
mapfile -t sources < <(git ls-files '*.c' '*.h' ':!tests/golden')
mapfile -t analysed < <(git ls-files 'gen/*.c' 'train/*.c' 'verify/*.c')
mapfile -t scripts < <(git ls-files 'tests/*.sh' tests/run tests/install-packages 'tests/*/*.sh' 'verify/*.sh' 'verify/*/*.sh' .ci/run)

check "clang-format" clang-format --dry-run -Werror "${sources[@]}"
check "clang-tidy" clang-tidy --quiet -p . "${analysed[@]}"
check "shellcheck" shellcheck "${scripts[@]}"
for page in gen/*.[1-9] train/*.[1-9] train/*/*.[1-9] verify/*/*.[1-9]; do
    check "$page" mandoc -T lint -W warning "$page"
done
finish
