#!/bin/bash
# No conditional branch, conditional move, predicated instruction or library call in the compiled
# network, for the cores that valgrind does not see: ARM and RISC-V by gcc and clang, every level.
# What has cost others: a mask that clang recognises as a selection (see runtime/float32/clamp.h).
. tests/lib.sh

arm="-mthumb -mfloat-abi=hard -ffreestanding"
targets="gcc
clang
arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 $arm
arm-none-eabi-gcc -mcpu=cortex-m33 -mfpu=fpv5-sp-d16 $arm
clang --target=arm-none-eabi -mcpu=cortex-m4 $arm
clang --target=arm-none-eabi -mcpu=cortex-m33 $arm
riscv64-linux-gnu-gcc
clang --target=riscv64 -march=rv64gc -ffreestanding
clang --target=riscv32 -march=rv32imafc -ffreestanding"

# x86: jCC cmovCC setCC; ARM: it, bCC, cb(n)z, vsel; RISC-V: bCC. Not: jmp, jr, jal, b, bl, bx.
conditional='^\s+(j[a-z]+|cmov[a-z]+|set[a-z]+|it[te]*|vsel[a-z.0-9]*|cbn?z|b(eq|ne|cs|cc|hs|lo|mi|pl|vs|vc|hi|ls|ge|lt|gt|le|ltu|geu|gtu|leu|eqz|nez|ltz|gez|gtz|lez)(\.[nw])?)\s'
always='^\s+(jmp|jr|jal|jalr)\s'

branch_free() {
    local compiler=$1 level=$2 source=$3 found
    # shellcheck disable=SC2086
    $compiler -std=c99 -ffp-contract=off $level -S "$source" -o "$work/model.s"
    found=$(grep -E "$conditional" "$work/model.s" | grep -vE "$always" || true)
    head -n 5 <<<"$found"
    [ -z "$found" ]
}

all_levels() {
    local level
    for level in $levels; do
        branch_free "$1" "$level" "$2" || { echo "at $level"; return 1; }
    done
}

selecting() {
    printf 'float f(float x);\nfloat f(float x) { return x < 1.0F ? x : 1.0F; }\n' >"$work/selecting.c"
    branch_free "$1" -O1 "$work/selecting.c"
}

for name in relu leaky mixed pruned sampled radial; do
    make_model "$name" "$work/$name"
    while read -r target; do
        check "$name: $target" all_levels "$target" "$work/$name/model.c"
    done <<<"$targets"
done
check "a selection is seen: ARM" refuted selecting "clang --target=arm-none-eabi -mcpu=cortex-m4 $arm"
check "a selection is seen: RISC-V" refuted selecting riscv64-linux-gnu-gcc
finish
