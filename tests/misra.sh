#!/bin/bash
# MISRA C:2012 by cppcheck's addon: no finding in emitted code, self-test included, nor in runtime/;
# every suppression in the code is a deviation in runtime/MISRA.md and the other way round; and its table
# of guidelines is sound.
. tests/lib.sh

deviations_match() { diff <(misra_suppressions runtime templates) <(misra_deviations | sort -u); }

# The table of all guidelines: sound, and wrong ones are seen.
table_is_sound() { awk -v document=plan -f verify/misra.awk "${1:-runtime/MISRA.md}" >/dev/null; }
wrong_table() {
    sed "$1" runtime/MISRA.md >"$work/MISRA.md"
    table_is_sound "$work/MISRA.md"
}
# What the table says that the addon enforces is what the installed addon has.
addon_has_them() {
    local addon
    addon=$(dpkg -L cppcheck | grep '/misra.py$')
    comm -23 <(sed -n 's/^| \([0-9.]*\) |.*| cppcheck |.*/\1/p' runtime/MISRA.md | sort) \
        <(grep -oE 'def misra_[0-9]+_[0-9]+' "$addon" | sed 's/def misra_//; s/_/./' | sort) >"$work/unknown"
    cat "$work/unknown"
    [ ! -s "$work/unknown" ]
}

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
check "the table of guidelines is sound" table_is_sound
check "the addon has the rules that the table names" addon_has_them
check "a missing guideline is seen" refuted wrong_table '/^| 10.1 |/d'
check "a guideline enforced by nothing is seen" refuted wrong_table 's/^| 1.1 |.*/| 1.1 | required | - | nothing | - |/'
check "a required guideline disapplied is seen" refuted wrong_table 's/^\(| 5.1 | required\) | - /\1 | disapplied /'
check "a deviation without a record is seen" refuted wrong_table '/^| D2 |/d'
check "a violation is seen" refuted violation
finish
