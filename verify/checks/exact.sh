#!/bin/bash
# The self-test's vectors give the expected bits: x86-64 by gcc and clang at every level; ARM and RISC-V
# Linux under qemu, the bare Cortex-M and RV32 cores at -O2.
# verifies: REQ-EXACT
# supports: AOU-14
. verify/checks/lib.sh
need gcc clang arm-linux-gnueabihf-gcc qemu-arm riscv64-linux-gnu-gcc qemu-riscv64 \
    qemu-system-arm qemu-riscv32 || broken "a tool is missing"

# Can the self-test fail at all? On a model that always answers 0 it must.
word=float
[ "$type" = float32 ] || word=int16_t
printf '#include "%s.h"\nvoid %s_infer(const '$word' *x, %s_result_t *r)\n{\n    const %s_result_t nothing = {{0}};\n    (void)x;\n    *r = nothing;\n}\n' \
    "$name" "$name" "$name" "$name" >"$out/nothing.c"
gcc -std=c99 -O0 -I "$code" "-D$(upper "$name")_SELFTEST_MAIN" "$out/nothing.c" "$code/${name}_selftest.c" \
    -o "$out/nothing" || broken "the self-test does not compile"
if "$out/nothing"; then broken "the self-test tests nothing: it passes on a model that answers 0"; fi

targets=0
# The vectors are data: their program needs no optimisation.
main() { # OUT COMPILER FLAG... : the self-test around an object of the model
    local out=$1
    shift
    "$@" -std=c99 -O1 -ffp-contract=off -I "$code" "-D$(upper "$name")_SELFTEST_MAIN" "$code/${name}_selftest.c" -o "$out"
}
# The other way round than the check builds, which needs the same objects.
for compiler in $(tr ' ' '\n' <<<"$compilers" | tac); do
    for level in $levels; do
        object=$(host_object "$compiler" "$level") || broken "x86-64 $compiler $level: does not compile"
        main "$out/selftest" "$compiler" "$object"
        "$out/selftest" || broken "x86-64 $compiler $level: the self-test fails"
        targets=$((targets + 1))
    done
done
while read -r what emulator compiler; do
    selftest_main "$code" "$name" "$out/selftest" "$compiler" -O2 -static || broken "$what: does not compile"
    "$emulator" "$out/selftest" || broken "$what: the self-test fails"
    targets=$((targets + 1))
done <<<"ARM qemu-arm arm-linux-gnueabihf-gcc
RISC-V qemu-riscv64 riscv64-linux-gnu-gcc"
while read -r core board _; do
    object=$(board_object "$board") || broken "$core: does not compile"
    CALLS=4 board_run "$object" "$board" >"$out/words" 2>&1 ||
        broken "$core: $(tail -n 1 "$out/words")"
    targets=$((targets + 1))
done <<<"$cores"
vectors=$(vectors_of "$code" "$name")
figure targets "$targets"
figure vectors "$vectors"
summary "$vectors vectors, the expected bits on $targets targets (x86-64, ARM, RISC-V, $(cut -d ' ' -f 1 <<<"$cores" | paste -sd, | sed 's/,/, /g'))"
