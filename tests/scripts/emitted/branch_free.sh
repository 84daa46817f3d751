#!/bin/bash
# No conditional branch, conditional move, predicated instruction or library call in the compiled
# network, for the cores that valgrind does not see: ARM and RISC-V by gcc and clang, every level.
# What has cost others: a mask that clang recognises as a selection (see runtime/float32/clamp.h).
. tests/scripts/lib.sh
. tests/harness/branches.sh

all_levels() {
    local level
    for level in $levels; do
        echo "at $level"
        branch_free "$1" "$level" "$2"
    done
}

selecting() {
    printf 'float f(float x);\nfloat f(float x) { return x < 1.0F ? x : 1.0F; }\n' >"$work/selecting.c"
    branch_free "$1" -O1 "$work/selecting.c"
}

for name in relu shaped mixed pruned radial; do
    make_model "$name" "$work/$name"
    while read -r target; do
        check "$name: $target" all_levels "$target" "$work/$name/model.c"
    done <<<"$branch_targets"
done
check "a selection is seen: ARM" refuted selecting "clang --target=arm-none-eabi -mcpu=cortex-m4 $arm"
check "a selection is seen: RISC-V" refuted selecting riscv64-linux-gnu-gcc
finish
