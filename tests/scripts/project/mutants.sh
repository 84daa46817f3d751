#!/bin/bash
# The table of `make mutants`: every fault in it can still be planted; an expression that changes nothing, or more
# than one line, is found. The faults themselves take half an hour and have `make mutants`.
. tests/scripts/lib.sh

all_can_be_planted() { tests/mutants/mutants.sh --check; }

# stale EXPRESSION: a table with it is refused.
stale() {
    printf '%s\n' 'mutant stale' 'what wrong' 'file gen/base/fail.c' "sed $1" 'tests test_command' >"$work/table"
    MUTANTS_TABLE=$work/table exits_with 1 'not planted  stale' tests/mutants/mutants.sh --check
}
fresh() {
    printf '%s\n' 'mutant fresh' 'what wrong' 'file gen/base/fail.c' "sed $1" 'tests test_command' >"$work/table"
    MUTANTS_TABLE=$work/table tests/mutants/mutants.sh --check
}

check "every fault can be planted" all_can_be_planted
check "a line that is changed" fresh 's/exit(status)/exit(0)/'
check "a line that is taken out" fresh '/exit(status)/d'
check "a line that is not there any more" stale 's/no such line//'
check "more than one line" stale 's/status/state/'
check "lines that are added" stale '/exit(status)/s/^/return;\n/'
check "a fault without a test" exits_with 1 'expected the words' env MUTANTS_TABLE=<(printf 'mutant a\nwhat b\nfile c\nsed d\n') tests/mutants/mutants.sh --check
finish
