#!/bin/bash
# Models in fixed point on emulated boards: Cortex-M0, M0+, M3, M4, M7, M33 and RV32IMC, portable and written for the core: the
# self-test's bits, which are the interpreter's, one instruction count and one trace for all inputs, and as many instructions as
# epiwcet counts.
# verifies: REQ-EXACT, REQ-CONSTANT-TIME, REQ-WCET
. tests/scripts/lib.sh
. tests/harness/wcet.sh
verify/target/trace-plugin "$work/trace_plugin.so"
export TRACE_PLUGIN=$work/trace_plugin.so

# on_board CORE BOARD WCET SPEC [FORM]: the file of --core=CORE on a board, whose core epiwcet calls WCET. Every input goes
# through 300 of its patterns; `every` is large enough for all activations, `wide` for loops in all layers.
on_board() {
    local form=${5:-unrolled}
    local dir
    dir=$work/$(basename "$4" .yaml).$1.$form
    [ -f "$dir/model.c" ] || build/epigen --type=q15 --form="$form" --core="$1" "$4" --prefix=model -o "$dir"
    if [ "$form" = tiled ]; then # its loops are counted, by epiwcet and on the board
        local LOOPS=1
        export LOOPS
    fi
    CALLS=600 equals_emulation "$3" "$2" "$dir"
}
shape_spec wide >"$work/wide.yaml"
while read -r core board wcet; do
    for model in every shaped; do
        check "$model for $core on $board" on_board "$core" "$board" "$wcet" "tests/golden/good/$model.yaml"
    done
    check "wide, tiled, for $core on $board" on_board "$core" "$board" "$wcet" "$work/wide.yaml" tiled
done <<'END'
portable m0 cortex-m0
cortex-m0plus m0plus cortex-m0plus
cortex-m3 m3 cortex-m3
portable m4 cortex-m4f
cortex-m4 m4 cortex-m4f
cortex-m4 m7 cortex-m7
cortex-m4 m33 cortex-m33
rv32imc rv32imc rv32imc
END

# All 65,536 patterns of the one input.
all_patterns() {
    build/epigen --type=q15 tests/golden/good/noisy.yaml --prefix=model -o "$work/noisy"
    WORK=$work/all CALLS=131072 verify/target/run-target "$work/noisy" model m3 >"$work/line"
    cat "$work/line"
    grep -E ' calls=13[0-9]{4} .* distinct_counts=1 traces=1 selftest=0 broken=0 conditional=0 ' "$work/line"
}
check "every pattern of an input" all_patterns
finish
