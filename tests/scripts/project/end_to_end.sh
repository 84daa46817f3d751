#!/bin/bash
# The whole pipeline once, as a user runs it: data, spec, C, self-test, validation, worst case.
. tests/scripts/lib.sh
target="-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -mthumb"

trained() {
    updraft_lock make -s build/updraft/updraft.yaml
    cp build/updraft/updraft.yaml "$work/updraft.yaml"
    grep -q '^name: updraft$' "$work/updraft.yaml"
}
generated() { "$epigen" "$work/updraft.yaml" -o "$work/out"; }
self_test() {
    selftest_main "$work/out" updraft "$work/self" gcc -O2
    "$work/self"
}
validated() { "$epivalidate" "$work/updraft.yaml" "$work/out/updraft.c"; }
bounded() {
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $target -std=c99 -O2 -ffp-contract=off -c "$work/out/updraft.c" -o "$work/updraft.o"
    "$epiwcet" --core=cortex-m4f --max-cycles=30000 "$work/updraft.o"
}
another_weight() {
    sed 's/0\.1\([0-9]\)/0.2\1/' "$work/updraft.yaml" >"$work/other.yaml"
    "$epivalidate" "$work/other.yaml" "$work/out/updraft.c"
}

check "train" trained
check "generate" generated
check "compile and self-test" self_test
check "validate" validated
check "validate another spec: refused" refuted another_weight
check "worst case on a Cortex-M4F" bounded
finish
