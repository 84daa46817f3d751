#!/bin/bash
# MISRA C:2012 by cppcheck's addon: no finding in emitted code, self-test included, nor in runtime/;
# and every suppression in the code is a row of runtime/MISRA.md, and the other way round.
. tests/lib.sh

# unreadVariable is no MISRA rule, and wrong about unions: writing one member to read the other is
# what they are for here.
misra() {
    cppcheck --addon=misra --std=c99 --enable=style --inline-suppr --error-exitcode=1 --quiet \
        --suppress=unusedStructMember --suppress=unreadVariable "$@"
}

suppressions() {
    grep -rhoE 'cppcheck-suppress misra-c2012-[0-9.]+' runtime templates | sed 's/.*c2012-//' | sort -u
}
documented() { sed -n 's/^| \([0-9][0-9]*\.[0-9][0-9]*\) |.*/\1/p' runtime/MISRA.md | sort -u; }
deviations_match() { diff <(suppressions) <(documented); }

violation() {
    printf 'int f(int x);\nint f(int x)\n{\n    if (x) return 1;\n    return 0;\n}\n' >"$work/bad.c"
    misra "$work/bad.c"
}

for name in one leaky mixed pruned radial; do
    make_model "$name" "$work/$name"
    check "$name: model.c" misra "$work/$name/model.c"
    check "$name: model_selftest.c" misra "$work/$name/model_selftest.c"
    check "$name: both at once" misra "$work/$name/model.c" "$work/$name/model_selftest.c"
done
check "runtime" misra runtime/float32/kernels.h
check "runtime/control" misra runtime/control/*.c
check "runtime/control, large, replacing the oldest" misra -DEPI_STORE_POLICY=1U -DEPI_N_IN=5U \
    -DEPI_N_OUT=4U -DEPI_N_U=4U -DEPI_N_X=12U runtime/control/*.c
check "runtime/control, replacing the most redundant" misra -DEPI_STORE_POLICY=2U runtime/control/*.c
check "deviations are documented" deviations_match
check "a violation is seen" refuted violation
finish
