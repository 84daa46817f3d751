#!/bin/bash
# The same bits on other machines: ARM (hard float) and RISC-V under qemu, Cortex-M boards and a bare RV32 core.
# verifies: REQ-EXACT
. tests/scripts/lib.sh
count=${VECTORS:-2000} # bit_exact.sh has more of them, on this machine

replay_under() {
    local prefix=$1 qemu=$2 level=$3 dir=$4
    # What calls the model does not change with the level.
    [ -e "$dir/$qemu.o" ] || "$prefix-gcc" -std=c99 -O1 -I "$dir" -c verify/checks/replay.c -o "$dir/$qemu.o"
    "$prefix-gcc" -std=c99 -ffp-contract=off "$level" -static "$dir/$qemu.o" "$dir/model.c" -o "$dir/$qemu$level"
    "$qemu" "$dir/$qemu$level" "$dir/inputs" "$dir/results"
}

for name in $(shape_names); do
    dir=$work/$name
    make_model "$name" "$dir"
    build/tools/answers "$dir/spec.yaml" "$count" 43 "$dir/inputs" "$dir/results"
    for level in -O0 -O2 -Os; do
        check "$name ARM $level: $count vectors" \
            replay_under arm-linux-gnueabihf qemu-arm "$level" "$dir"
        check "$name RISC-V $level: $count vectors" \
            replay_under riscv64-linux-gnu qemu-riscv64 "$level" "$dir"
    done
done
# Bare metal: constant instruction count and trace as well, counted by a plugin of the emulator.
plugin_shared
export CALLS=300 # and the vectors of the self-test; epiverify has 1000
for cpu in m4 m7 m33 rv32; do
    for name in shaped mixed radial; do # all activations and kinds of layers
        check "$name $cpu" verify/target/run-target "$work/$name" model "$cpu"
    done
done
finish
