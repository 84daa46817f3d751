#!/bin/bash
# dense.sh [OUT]: 21-50-50-3 tanh in fixed point beside the dense layers alone of CMSIS-NN in int8, in one run: both compiled by the
# same gcc for Cortex-M4, M3 and M0+, run on emulated boards, and their executed instructions counted with epiwcet's cycles for each
# (trace_cycles.c). Prints ratios with their bars, and writes them to OUT/dense.txt (OUT: build/bench).
# Exit status 1 if a bar fails, 77 without CMSIS_NN, the directory of CMSIS-NN's sources, with Include and Source.
# CMSIS-NN's path depends on data, so that epiwcet cannot bound it; of its levels -O2 and -O3 the better one counts.
set -eu -o pipefail
shopt -s inherit_errexit

root=$(cd "$(dirname "$0")/../../.." && pwd)
here=$root/tests/bench/dense
if [ ! -f "${CMSIS_NN:-}/Include/arm_nnfunctions.h" ]; then
    echo "dense.sh: skipped: CMSIS_NN is not a directory with CMSIS-NN's sources"
    exit 77
fi
# shellcheck source=tests/bench/table.sh
. "$root/tests/bench/table.sh"
table_begin "${1:-$root/build/bench}" dense.txt
work=$out/dense
rm -rf "$work"
mkdir -p "$work"
"$root/build/tools/make_spec" net 21 50,50 3 tanh 1 |
    sed -e '/^  - name: sigma/,/^outputs:/{/^outputs:/!d}' -e '/^  sigma: /d' -e '/^  eta: /d' >"$work/net.yaml"
"$root/verify/target/trace-plugin" "$work/trace_plugin.so"
gcc -std=c11 -O2 -I "$root/gen" -I "$root/verify" "$here/trace_cycles.c" -Wl,--start-group "$root"/build/lib/verify-wcet.a \
    "$root"/build/lib/gen-spec.a "$root"/build/lib/gen-base.a -Wl,--end-group -lelf -lcapstone -lyaml -lmd -lm -o "$work/trace_cycles"

symbol() { arm-none-eabi-nm "$1" | awk -v name="$2" '$3 == name { print $1 }'; }

# run_firmware NAME MACHINE FLAGS MEMORY: links NAME.model.o, runs it, prints what trace_cycles says of the last call.
run_firmware() {
    local elf=$work/$1.elf plugin
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $3 -mthumb -std=c11 -O2 -fno-tree-loop-distribute-patterns -nostdlib -I "$root/verify/target" -T "$root/verify/target/board.ld" \
        -Wl,--defsym=CODE=0x0,--defsym=RAM=0x20000000,$4 -Wl,--no-warn-rwx-segments,--no-warn-execstack \
        "$root/verify/target/board.c" "$here/calls.c" "$work/$1.model.o" -lgcc -o "$elf"
    plugin=$work/trace_plugin.so,entry=$(symbol "$elf" subject),begin=$(symbol "$elf" model_begin),end=$(symbol "$elf" model_end)
    timeout 300 qemu-system-arm -machine "$2" -display none -monitor none -serial none -nic none \
        -semihosting-config enable=on,target=native -kernel "$elf" \
        -plugin "$plugin,out=$work/$1.totals,profile=$work/$1.profile" >"$work/$1.said" 2>&1 </dev/null
    grep -q 'done' "$work/$1.said"
    grep -qx 'calls=20' "$work/$1.totals"
    "$work/trace_cycles" "$core" "$multiplier" "$elf" "$work/$1.profile"
}
field() { sed -n "s/.*$1=\([0-9]*\).*/\1/p" <<<"$2"; }

# Ours: the whole function, behind a call of the name that the firmware knows.
ours() {
    local flags
    "$root/build/epigen" --type=q15 --core="$core" "$work/net.yaml" -o "$work/$core"
    flags=$(sed -nE 's/^ \* Compile this file with (-std=c99 )?(-O[0-9s])(, with gcc also)?(.*)\. Its results .*/\2\4/p' "$work/$core/net.c")
    printf '#include "net.h"\nvoid subject(const int16_t *raw);\nvoid subject(const int16_t *raw)\n{\n    net_result_t r;\n    net_infer(raw, &r);\n}\n' >"$work/$core/subject.c"
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $cpu -mthumb -std=c99 $flags -c "$work/$core/net.c" -o "$work/$core/net.o"
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $cpu -mthumb -std=c99 -O2 -I "$work/$core" -c "$work/$core/subject.c" -o "$work/$core/subject.o"
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $cpu -mthumb -nostdlib -r "$work/$core/subject.o" "$work/$core/net.o" -o "$work/$core.model.o"
    run_firmware "$core" "$machine" "$cpu" "$memory"
}
# peers LEVEL
peers() {
    local source objects=
    for source in "$here/peer.c" "$CMSIS_NN"/Source/FullyConnectedFunctions/arm_fully_connected_s8.c \
        "$CMSIS_NN"/Source/NNSupportFunctions/arm_nn_vec_mat_mult_t_s8.c; do
        # shellcheck disable=SC2086
        arm-none-eabi-gcc $cpu -mthumb -std=gnu11 "$1" -fno-tree-loop-distribute-patterns -I "$CMSIS_NN/Include" -c "$source" \
            -o "$work/$(basename "$source" .c).o"
        objects="$objects $work/$(basename "$source" .c).o"
    done
    # What they need of the compiler's library is part of what is counted.
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $cpu -mthumb -nostdlib -r $objects -lgcc -o "$work/peer$core.model.o"
    run_firmware "peer$core" "$machine" "$cpu" "$memory"
}

heading "21-50-50-3 tanh, everything, beside CMSIS-NN's dense layers alone (int8), gcc, emulated, epiwcet's cycles"
while read -r core machine cpu multiplier code_size ram_size; do
    memory=--defsym=CODE_SIZE=$code_size,--defsym=RAM_SIZE=$ram_size
    mine=$(ours)
    best=
    for level in -O2 -O3; do
        said=$(peers "$level")
        info "$core: CMSIS-NN $level, instructions" "$(field instructions "$said")"
        info "$core: CMSIS-NN $level, cycles" "$(field cycles "$said")"
        cycles=$(field cycles "$said")
        if [ -z "$best" ] || [ "$cycles" -lt "$best" ]; then best=$cycles; fi
    done
    info "$core: epigen, instructions" "$(field instructions "$mine")"
    info "$core: epigen, cycles" "$(field cycles "$mine")"
    bar "$core: cycles of CMSIS-NN over those of epigen" \
        "$(awk -v a="$best" -v b="$(field cycles "$mine")" 'BEGIN { printf "%.2f", a / b }')" at-least 1.7
done <<'END'
cortex-m4 mps2-an386 -mcpu=cortex-m4 0 0x400000 0x200000
cortex-m3 mps2-an385 -mcpu=cortex-m3 0 0x400000 0x200000
cortex-m0plus microbit -mcpu=cortex-m0plus 1 0x40000 0x4000
END
exit "$failed"
