#!/bin/bash
# No conditional branch, conditional move, predicated instruction or library call in the compiled
# network, for the cores that valgrind does not see: ARM and RISC-V by gcc and clang, every level.
# What has cost others: a mask that clang recognises as a selection (see runtime/float32/clamp.h).
# verifies: REQ-CONSTANT-TIME
. tests/scripts/lib.sh
. tests/harness/branches.sh

# all_levels TARGET DIR: for this machine the objects that bit_exact.sh runs.
all_levels() {
    local level object
    for level in $levels; do
        echo "at $level"
        case $1 in
        gcc | clang)
            object=$(model_object "$1" "$level" "$2")
            object_branch_free "$object"
            ;;
        *) branch_free "$1" "$level" "$2/model.c" ;;
        esac
    done
}

selecting() {
    printf 'float f(float x);\nfloat f(float x) { return x < 1.0F ? x : 1.0F; }\n' >"$work/selecting.c"
    branch_free "$1" -O1 "$work/selecting.c"
}

selecting_object() {
    printf 'int f(int x);\nint f(int x) { return x < 1 ? x : 1; }\n' >"$work/selecting.c"
    "$1" -O1 -c "$work/selecting.c" -o "$work/selecting.o"
    refuted object_branch_free "$work/selecting.o"
}

# All activations and kinds of layers; the other shapes have more or fewer of the same statements.
for name in shaped mixed radial; do
    make_model "$name" "$work/$name"
    while read -r target; do
        check "$name: $target" all_levels "$target" "$work/$name"
    done <<<"$branch_targets"
done
check "a selection is seen: an object of gcc" selecting_object gcc
check "a selection is seen: an object of clang" selecting_object clang
check "a selection is seen: ARM" refuted selecting "clang --target=arm-none-eabi -mcpu=cortex-m4 $arm"
check "a selection is seen: RISC-V" refuted selecting riscv64-linux-gnu-gcc
finish
