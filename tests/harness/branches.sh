# Shared by tests that look for conditional branches in the compiled code; sourced after lib.sh.
# shellcheck shell=bash disable=SC2154,SC2034
arm="-mthumb -mfloat-abi=hard -ffreestanding"
branch_targets="gcc
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
