#!/bin/bash
# The control runtime (runtime/control) under the gates of the emitted code: no warning, MISRA, no
# branch on data in the functions of the control step, the same bits on every machine.
. tests/lib.sh
. tests/harness/branches.sh

step="gain feedforward trigger supervisor watch"
small=""
large="-DEPI_N_IN=5U -DEPI_N_OUT=4U -DEPI_N_U=4U -DEPI_N_X=12U -DEPI_STORE_CAPACITY=9U"
policies="0U 1U 2U"

no_warning() {
    local file
    for file in runtime/control/*.c; do
        # shellcheck disable=SC2086
        $1 $strict $2 -O2 -c "$file" -o "$work/object.o"
    done
}

# All of the control step as one file: one compilation a level.
step_branch_free() {
    local level size
    for level in $levels; do
        for size in "$small" "$large"; do
            branch_free "$1 $size" "$level" "$work/step.c" || { echo "at $level $size"; return 1; }
        done
    done
}

# A size that the code is not made for.
size_compiles() { gcc -std=c99 "-D$1" -Iruntime -c runtime/control/store.c -o "$work/object.o"; }

# replay PREFIX RUNNER LEVEL POLICY: what tests/harness/control.c prints, which is every result as bits.
replay() {
    # shellcheck disable=SC2086
    $1 -std=c99 -ffp-contract=off $3 -DEPI_STORE_POLICY="$4" -Iruntime \
        tests/harness/control.c tests/harness/host_board.c runtime/control/*.c -o "$work/control"
    $2 "$work/control"
}

same_bits() {
    local policy level
    for policy in $policies; do
        for level in -O0 -O2 -Os; do
            cmp <(replay "$1" "$2" "$level" "$policy") "$work/expected.$policy"
        done
    done
}

board() {
    local policy
    for policy in $policies; do
        tests/target/run-program m4 "$work/board" "-DEPI_STORE_POLICY=$policy -Iruntime" \
            tests/harness/control.c runtime/control/*.c >"$work/said"
        cmp "$work/said" "$work/expected.$policy"
    done
}

for compiler in $compilers; do
    for policy in $policies; do
        check "$compiler, policy $policy: no warning" no_warning "$compiler" "-DEPI_STORE_POLICY=$policy"
    done
    check "$compiler, large: no warning" no_warning "$compiler" "$large"
done
check "a store of one point compiles" size_compiles EPI_STORE_CAPACITY=1U
for size in EPI_STORE_CAPACITY=0U EPI_STORE_CAPACITY=65536U EPI_STORE_POLICY=3U; do
    check "$size does not" refuted size_compiles "$size"
done
for name in $step store; do
    check "$name: fast-math is refused" refuted gcc -ffast-math -Iruntime -c "runtime/control/$name.c" -o "$work/object.o"
done
for name in $step; do
    echo "#include \"$PWD/runtime/control/$name.c\""
done >"$work/step.c"
while read -r target; do
    check "branch-free: $target" step_branch_free "$target"
done <<<"$branch_targets"
for policy in $policies; do
    replay gcc "" -O1 "$policy" >"$work/expected.$policy"
    check "policy $policy: the replay says something" test "$(wc -l <"$work/expected.$policy")" -gt 2000
done
check "same bits: gcc" same_bits gcc ""
check "same bits: clang" same_bits clang ""
check "same bits: ARM" same_bits "arm-linux-gnueabihf-gcc -static" qemu-arm
check "same bits: RISC-V" same_bits "riscv64-linux-gnu-gcc -static" qemu-riscv64
check "same bits: Cortex-M4 board" board
finish
