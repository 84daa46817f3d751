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

# none_conditional FILE: of assembler text.
none_conditional() {
    local found
    found=$(grep -E "$conditional" "$1" | grep -vE "$always" || true)
    head -n 5 <<<"$found"
    [ -z "$found" ]
}

# branch_free COMPILER LEVEL SOURCE, and object_branch_free OBJECT for one that is compiled for this machine already.
branch_free() {
    # shellcheck disable=SC2086
    $1 -std=c99 -ffp-contract=off $2 -S "$3" -o "$work/model.s"
    none_conditional "$work/model.s"
}
object_branch_free() {
    objdump -d --no-show-raw-insn "$1" | sed 's/^ *[0-9a-f]*:\t/\t/' >"$work/model.s"
    grep -qE '^\s+ret' "$work/model.s"
    none_conditional "$work/model.s"
}
