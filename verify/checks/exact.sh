#!/bin/bash
# The self-test's vectors give the expected bits: x86-64 by gcc and clang, ARM and RISC-V Linux under
# qemu, every level; the bare Cortex-M and RV32 cores.
. verify/checks/lib.sh
need gcc clang arm-linux-gnueabihf-gcc qemu-arm riscv64-linux-gnu-gcc qemu-riscv64 \
    qemu-system-arm qemu-riscv32 || broken "a tool is missing"

targets=0
passes() { # WHAT EMULATOR COMPILER LEVEL FLAG...
    local what=$1 emulator=$2
    shift 2
    selftest_main "$code" "$name" "$out/selftest" "$@" || broken "$what $2: does not compile"
    # shellcheck disable=SC2086
    $emulator "$out/selftest" || broken "$what $2: the self-test fails"
    targets=$((targets + 1))
}

for level in $levels; do
    passes "x86-64 gcc" "" gcc "$level"
    passes "x86-64 clang" "" clang "$level"
    passes ARM qemu-arm arm-linux-gnueabihf-gcc "$level" -static
    passes RISC-V qemu-riscv64 riscv64-linux-gnu-gcc "$level" -static
done
while read -r core board _; do
    CALLS=4 OPT=-O1 tests/target/run-target "$code" "$name" "$board" >"$out/words" 2>&1 ||
        broken "$core: $(tail -n 1 "$out/words")"
    targets=$((targets + 1))
done <<<"$cores"
vectors=$(sed -n "s/^#define $(upper "$name")_N_VECTORS \([0-9]*\)$/\1/p" "$code/${name}_vectors.h")
figure targets "$targets"
figure vectors "$vectors"
summary "$vectors vectors, the expected bits on $targets targets (x86-64, ARM, RISC-V, Cortex-M4F/M7/M33, RV32)"
