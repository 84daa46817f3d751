#!/bin/bash
# The forms of emitted code beside the unrolled one: the same bits for every shape, gcc and clang; the
# tiled form executes the same instructions for every input and is MISRA-clean; calls that make no
# sense are refused.
. tests/scripts/lib.sh
count=${VECTORS:-4000}

# form_make NAME DIR OPTION...: a shape in a form, with the prefix `model`.
form_make() {
    local name=$1 dir=$2
    shift 2
    mkdir -p "$dir"
    "$epigen" "$work/$name.yaml" --prefix=model -o "$dir" "$@"
    rm -f "$dir/callers.o"
}

# form_is_read NAME OPTION...: epivalidate reads what form_make has made, but not the simd form.
form_is_read() {
    case "$*" in
    *--form=simd*) ;;
    *) "$epivalidate" "$work/$1.yaml" "$work/$1/model.c" ;;
    esac
}

# replays DIR ANSWERS COMPILER FLAG...: no warning, the interpreter's bits, the self-test.
replays() {
    local dir=$1 answers=$2
    shift 2
    # shellcheck disable=SC2086
    "$@" $strict -c "$dir/model.c" -o "$dir/model.o"
    [ -e "$dir/callers.o" ] || callers_compile "$dir"
    gcc "$dir/callers.o" "$dir/model.o" -o "$dir/replay"
    "$dir/replay" "$answers.inputs" "$answers.results"
    "$dir/replay"
}

# The loops are the only branches: no jump depends on the inputs, one count of instructions.
constant_time() {
    local dir=$1
    shift
    "$@" -std=c99 -ffp-contract=off -g -c "$dir/model.c" -o "$dir/timed.o"
    gcc -std=gnu99 -O1 -I "$dir" tests/harness/timing.c "$dir/timed.o" -o "$dir/timing"
    valgrind -q --error-exitcode=1 "$dir/timing" undefined
}

# Another machine with vectors.
replays_on_arm() {
    arm-linux-gnueabihf-gcc -std=c99 -ffp-contract=off -O2 -mfpu=neon -static -I "$1" verify/checks/replay.c "$1/model.c" -o "$1/arm"
    qemu-arm "$1/arm" "$2.inputs" "$2.results"
}

# batch_replays NAME LANES POINTS COMPILER FLAG...: the batch entry point, and the single one beside it.
batch_replays() {
    local name=$1 dir=$work/batch-$1-$2-$3
    form_make "$name" "$dir" --form=simd --lanes="$2" --batch="$3"
    shift 3
    replays "$dir" "$work/$name" "$@"
    gcc -std=c99 -O1 -I "$dir" tests/harness/replay_batch.c "$dir/model.o" -o "$dir/batch"
    "$dir/batch" "$work/$name.inputs" "$work/$name.results"
}

# A sum of -0 must stay -0 where the unrolled form leaves out terms of weight 0.
negative_zero() {
    cat >"$work/zero.yaml" <<'EOF'
epigen: 1
name: zero
inputs: [{name: x, min: -1, max: 1}, {name: y, min: -1, max: 1}]
layers:
  - {name: h, from: inputs, activation: tanh, weights: [[0, -1], [-1, 0], [1, 1]], bias: [-0.0, -0.0, 1]}
  - {name: mean, from: h, activation: identity, weights: [[0, 1, 0], [1, 0, 0]], bias: [-0.0, -0.0]}
  - {name: sigma, from: h, activation: exp, weights: [[1, 1, 1], [1, 2, 1]], bias: [0, -0.0]}
  - {name: eta, from: h, activation: sigmoid, weights: [[1, 1, 1]], bias: [0]}
outputs: {mean: {from: mean}, sigma: {from: sigma, floor: 0.1}, eta: {from: eta}}
EOF
    build/tools/answers "$work/zero.yaml" "$count" 42 "$work/zero.inputs" "$work/zero.results"
    # Both means are -0 for some inputs: -0 + -1 * 0, and no term of the weight 0.
    od -An -v -tx4 -w24 "$work/zero.results" | awk '{ a += $1 == "80000000"; b += $2 == "80000000" } END { exit a < 5 || b < 5 }'
    form_make zero "$work/zero" "$@"
    form_is_read zero "$@"
    replays "$work/zero" "$work/zero" gcc -O2
}
negative_zero_in_batch() {
    negative_zero --form=simd
    batch_replays zero 4 8 gcc -O2
}

# With cheaper kernels the interpreter's bits are those of the self-test's vectors; a batch gives the bits of single calls.
cheaper() {
    local dir=$work/cheaper
    form_make mixed "$dir" --accuracy=1e-3 "$@"
    selftest_main "$dir" model "$dir/self" gcc -O2 -Wno-psabi
    "$dir/self"
}
cheaper_batch() {
    local dir=$work/cheaper
    cheaper --form=simd --batch=8
    for harness in verify/checks/replay tests/harness/replay_batch; do
        gcc -std=c99 -O2 -ffp-contract=off -I "$dir" "$harness.c" "$dir/model.c" -o "$dir/$(basename "$harness")"
    done
    "$dir/replay" "$work/mixed.inputs" "$dir/results" write
    refuted cmp -s "$dir/results" "$work/mixed.results"
    "$dir/replay_batch" "$work/mixed.inputs" "$dir/results"
}

# One weight changed in a table of the batch.
batch_mutant() {
    local dir=$work/batch-mutant
    form_make one "$dir" --form=simd --batch=8
    sed -i '/_lanes(model_vector/,$s/^        {-*0\.\([1-9]\)/        {0.9\1/' "$dir/model.c"
}
batch_mutant_replays() {
    local dir=$work/batch-mutant
    gcc -std=c99 -ffp-contract=off -O1 -I "$dir" tests/harness/replay_batch.c "$dir/model.c" -o "$dir/batch"
    "$dir/batch" "$work/one.inputs" "$work/one.results"
}
# The self-test sees it too: its answer is 1, not that of a crash. A point more or less than the vectors are, or points for many
# rounds of them.
batch_selftest() { selftest_main "$1" model "$1/self" gcc -O1 -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror; }
batch_sizes() {
    for points in 95 96 97 1000; do
        form_make pruned "$work/points" --form=simd --batch="$points"
        batch_selftest "$work/points"
        "$work/points/self"
    done
}
# What the head says of the batch: the tables are what the compiler makes of them, the buffers one array.
batch_head() {
    local dir=$work/batch-$1-4-30 tables vectors
    gcc -std=c99 -ffp-contract=off -O0 -c "$dir/model.c" -o "$dir/tables.o"
    tables=$((16#0$(nm -S "$dir/tables.o" | awk '$3 == "r" {print $2}' | paste -sd+ | sed 's/+/ + 16#0/g')))
    vectors=$(sed -n '/^static void model_batch_points/,$s/^    model_vector v\[\([0-9]*\)\];/\1/p' "$dir/model.c")
    sed -n '/^ \* Batch: /,/leave out/s/^ \* //p' "$dir/model.c" | paste -sd ' ' | tee "$dir/words"
    grep -q "model_infer_batch computes 30 points: 4 at a time, the last 2 by single calls\." "$dir/words"
    grep -q "It has $tables bytes of constant tables and $((16 * vectors)) bytes of arrays on the stack" "$dir/words"
}

# One weight changed in a table.
mutant() {
    local dir=$work/mutant
    form_make one "$dir" "$@"
    sed -i '0,/^        {-*0\.\([1-9]\)/s//        {0.9\1/' "$dir/model.c"
    replays "$dir" "$work/one" gcc -O1
}

# Layers of the longest names, joined and taken apart again: all 16 lanes of a vector name them.
long_names() {
    cat >"$work/names.yaml" <<'EOF'
epigen: 1
name: names
inputs: [{name: x, min: -1, max: 1}]
layers:
  - {name: the_trunk_that_mean_and_sigma_re, from: inputs, activation: tanh, weights: [[1], [2], [3], [4], [5], [6], [7], [8], [9]], bias: [1, 2, 3, 4, 5, 6, 7, 8, 9]}
  - {name: the_trunk_that_only_eta_reads_it, from: inputs, activation: tanh, weights: [[-1], [-2], [-3], [-4], [-5], [-6], [7]], bias: [1, 2, 3, 4, 5, 6, 7]}
  - {name: mean, from: the_trunk_that_mean_and_sigma_re, activation: identity, weights: [[1, 2, 3, 4, 5, 6, 7, 8, 9]], bias: [0]}
  - {name: sigma, from: the_trunk_that_mean_and_sigma_re, activation: exp, weights: [[1, -1, 1, -1, 1, -1, 1, -1, 1]], bias: [0]}
  - {name: eta, from: the_trunk_that_only_eta_reads_it, activation: sigmoid, weights: [[1, 2, 3, 4, 5, 6, 7]], bias: [0]}
outputs: {mean: {from: mean}, sigma: {from: sigma, floor: 0.1}, eta: {from: eta}}
EOF
    build/tools/answers "$work/names.yaml" "$count" 42 "$work/names.inputs" "$work/names.results"
    batch_replays names 16 16 gcc -O1
    build/epigen-sanitized "$work/names.yaml" -o "$work/names" --form=simd --lanes=16
}

# Layers and sources of which nothing is read: no warning, and who reads them later gets them activated.
nothing_read() {
    cat >"$work/nothing.yaml" <<'EOF'
epigen: 1
name: nothing
inputs: [{name: x, min: -1, max: 1}, {name: y, min: -1, max: 1}]
layers:
  - {name: h, from: inputs, activation: tanh, weights: [[1, 2], [3, 4]], bias: [0.1, 0.2]}
  - {name: g, from: inputs, activation: relu, weights: [[0, 0], [0, 0], [0, 0]], bias: [0.1, 0.2, -0.0]}
  - {name: mean, from: [h, g], activation: identity, weights: [[0, 0, 1, 2, 3]], bias: [0.5]}
  - {name: sigma, from: h, activation: exp, weights: [[0, 0]], bias: [0.3]}
  - {name: eta, from: [g, h], activation: sigmoid, weights: [[0, 0, 0, 1, 2]], bias: [0.2]}
outputs: {mean: {from: mean}, sigma: {from: sigma, floor: 0.1}, eta: {from: eta}}
EOF
    build/tools/answers "$work/nothing.yaml" "$count" 42 "$work/nothing.inputs" "$work/nothing.results"
    form_make nothing "$work/nothing" "$@"
    form_is_read nothing "$@"
    replays "$work/nothing" "$work/nothing" gcc -O2
    replays "$work/nothing" "$work/nothing" clang -O1
}

# simd_silent FLAG...: vectors wider than the target's, with the flags that the head comment names; not a word by gcc.
simd_silent() {
    local lanes
    for lanes in 8 16; do
        form_make one "$work/silent" --form=simd --lanes=$lanes --batch=16
        grep -q '^ \* leaves this file, so -Wno-psabi may silence the note\.$' "$work/silent/model.c"
        # shellcheck disable=SC2086
        gcc $strict -O2 "$@" -c "$work/silent/model.c" -o "$work/silent/model.o" 2>&1 | tee "$work/silent/words"
        [ ! -s "$work/silent/words" ]
    done
}

# dropped N|none OPTION...: what the head comment says of weights that are 0. Averages have none; a table leaves none out, vectors those
# that they have in all lanes: here four of five.
dropped() {
    local terms=$1
    cat >"$work/dropped.yaml" <<'EOF'
epigen: 1
name: dropped
inputs: [{name: x, min: -1, max: 1}, {name: y, min: -1, max: 1}]
layers:
  - {name: a, from: inputs, activation: tanh, weights: [[0, 1], [0, 2], [0, 3], [0, 4], [5, 6], [0, 7]], bias: [1, 2, 3, 4, 5, 6]}
  - {name: b, from: inputs, activation: tanh, weights: [[1, 2], [3, 4]], bias: [1, 2]}
  - {name: c, from: inputs, activation: tanh, weights: [[5, 6], [7, 8]], bias: [1, 2]}
  - {name: d, kind: average, from: [b, c]}
  - {name: mean, from: [a, d], activation: identity, weights: [[1, 2, 3, 4, 5, 6, 7, 8]], bias: [0]}
  - {name: sigma, from: d, activation: exp, weights: [[1, -1]], bias: [0]}
  - {name: eta, from: d, activation: sigmoid, weights: [[1, 2]], bias: [0]}
outputs: {mean: {from: mean}, sigma: {from: sigma, floor: 0.1}, eta: {from: eta}}
EOF
    shift
    form_make dropped "$work/dropped" "$@"
    form_is_read dropped "$@"
    grep 'Terms left out' "$work/dropped/model.c"
    grep -q "^ \* Terms left out because their weight is 0: $terms\.$" "$work/dropped/model.c"
}

# The README's batch call, as it stands there.
readme_batch() {
    local dir=$work/readme top=$PWD arguments
    mkdir -p "$dir"
    arguments=$(sed -n 's|^For replay on a PC, .build/epigen \(.*\). adds.*|\1|p' gen/USAGE.md)
    sed -n '/^epigen: 1$/,/^```$/p' gen/USAGE.md | sed '$d' >"$dir/wind.yaml"
    # shellcheck disable=SC2086
    (cd "$dir" && "$top/build/epigen" $arguments)
    {
        printf '#include "wind.h"\nint main(void)\n{\n'
        sed -n '/^static float x\[WIND_N_BATCH\]/,/^```$/p' gen/USAGE.md | sed '$d'
        printf 'return 0;\n}\n'
    } >"$dir/call.c"
    gcc -std=c99 -ffp-contract=off -Wall -Wextra -Wpedantic -Wno-psabi -Werror -I "$dir/out" "$dir/call.c" "$dir/out/wind.c" -o "$dir/call"
    "$dir/call"
}

refuses() { exits_with 2 "$1" "$epigen" tests/golden/updraft.yaml -o "$work/none" "${@:2}" && [ ! -e "$work/none" ]; }

for name in $(shape_names); do
    shape_spec "$name" >"$work/$name.yaml"
    build/tools/answers "$work/$name.yaml" "$count" 42 "$work/$name.inputs" "$work/$name.results"
    form_make "$name" "$work/tiled-$name" --form=tiled
    check "$name tiled gcc -O2: $count vectors" replays "$work/tiled-$name" "$work/$name" gcc -O2
    check "$name tiled clang -O2: $count vectors" replays "$work/tiled-$name" "$work/$name" clang -O2
    form_make "$name" "$work/simd4-$name" --form=simd
    check "$name simd, 4 lanes, gcc -O2: $count vectors" replays "$work/simd4-$name" "$work/$name" gcc -O2
    form_make "$name" "$work/simd8-$name" --form=simd --lanes=8
    check "$name simd, 8 lanes, clang -O2: $count vectors" replays "$work/simd8-$name" "$work/$name" clang -O2
done
for name in mixed radial pruned; do
    check "$name tiled gcc -O3: $count vectors" replays "$work/tiled-$name" "$work/$name" gcc -O3
    check "$name simd, 4 lanes, clang -O0" replays "$work/simd4-$name" "$work/$name" clang -O0
    check "$name simd, 8 lanes, gcc, all that this machine has" replays "$work/simd8-$name" "$work/$name" gcc -O3 -march=native
    form_make "$name" "$work/simd16-$name" --form=simd --lanes=16
    check "$name simd, 16 lanes, gcc -O1" replays "$work/simd16-$name" "$work/$name" gcc -O1
    check "$name simd, 4 lanes, NEON" replays_on_arm "$work/simd4-$name" "$work/$name"
    check "$name simd: no jump depends on the inputs" constant_time "$work/simd4-$name" gcc -O2
done
check "16 lanes of layers with long names" long_names
check "layers that nobody reads: unrolled" nothing_read
check "layers that nobody reads: tiled" nothing_read --form=tiled
check "layers that nobody reads: simd" nothing_read --form=simd --batch=8
check "wide vectors: gcc is silent as the head comment says" simd_silent -Wno-psabi
check "terms left out: unrolled" dropped 5
check "terms left out: tiled" dropped none --form=tiled
check "terms left out: simd" dropped 4 --form=simd
check "simd: -0 stays -0" negative_zero --form=simd
for name in one shaped mixed pruned sampled radial; do
    check "$name batch of 4 lanes and 30 points, gcc -O2" batch_replays "$name" 4 30 gcc -O2
done
check "mixed batch of 8 lanes and 64 points, clang -O2" batch_replays mixed 8 64 clang -O2
check "radial batch of 16 lanes and 16 points, gcc -O1" batch_replays radial 16 16 gcc -O1
check "batch: -0 stays -0" negative_zero_in_batch
batch_mutant
batch_selftest "$work/batch-mutant"
check "a changed weight in a batch is seen" refuted batch_mutant_replays
check "a changed weight in a batch is seen by the self-test" exits_with 1 '' "$work/batch-mutant/self"
check "the self-test of batches of other sizes than it has vectors" batch_sizes
for name in mixed pruned radial; do
    check "$name batch: tables and buffers in the head comment" batch_head "$name"
done
check "simd says that it is not MISRA" grep -q 'it is not MISRA C and' "$work/simd4-one/model.c"
check "simd says where its bits may be others" grep -q 'except by clang for 32-bit$' "$work/simd4-one/model.c"
# Every form names itself in the head comment, once.
names_itself() {
    prints 1 grep -c '^ \* Form: ' "$1"
    grep -q "^ \* Form: $2[.,] " "$1"
}
form_make one "$work/unrolled-one"
for form in unrolled tiled; do
    check "$form is named in the head comment" names_itself "$work/$form-one/model.c" "$form"
done
check "the README's batch call" readme_batch
check "simd is named in the head comment" names_itself "$work/simd4-one/model.c" "simd, 4 lanes"
check "epivalidate reads the form that is named unrolled" "$epivalidate" "$work/one.yaml" "$work/unrolled-one/model.c"
check "a changed weight in a table is seen" refuted mutant --form=tiled
check "tiled: -0 stays -0" negative_zero --form=tiled
for name in shaped mixed radial; do
    check "$name tiled: no jump depends on the inputs, gcc -O2" constant_time "$work/tiled-$name" gcc -O2
    check "$name tiled: no jump depends on the inputs, clang -O3" constant_time "$work/tiled-$name" clang -O3
done
plugin_shared
for cpu in m4 rv32; do
    check "mixed tiled $cpu: one instruction sequence" env LOOPS=1 CALLS=300 verify/target/run-target "$work/tiled-mixed" model $cpu
done
check "loops are seen where none are expected" refuted verify/target/run-target "$work/tiled-one" model m4
for name in shaped radial; do
    check "$name tiled: MISRA" misra "$work/tiled-$name/model.c" "$work/tiled-$name/model_selftest.c"
    check "$name tiled: suppressions stand where the table says" misra_places "$work/tiled-$name" model
done
# epiwcet counts the loops, and to the instruction what the emulated core executes.
bound_is_executed() {
    local executed
    WORK=$work/bound OBJECT_ONLY=1 verify/target/run-target "$work/tiled-mixed" model m4
    "$epiwcet" --core cortex-m4f "$work/bound/model.o" >"$work/bound/words"
    env LOOPS=1 CALLS=10 MODEL_OBJECT="$work/bound/model.o" verify/target/run-target "$work/tiled-mixed" model m4 >"$work/bound/line"
    cat "$work/bound/line"
    head -n 5 "$work/bound/words"
    executed=$(tr ' ' '\n' <"$work/bound/line" | sed -n 's/^instructions=//p')
    [ "$executed" -gt 0 ]
    prints "$executed" sed -n 's/^instructions  \([0-9]*\), the same.*/\1/p' "$work/bound/words"
}
check "tiled: epiwcet bounds what is executed" bound_is_executed
# bounded CORE OPTION...: epiwcet follows the loops however gcc spills their pointers.
bounded() {
    local core=$1 name level
    shift
    for name in sigmoid mixed pruned sampled; do
        for level in -O2 -Os; do
            arm-none-eabi-gcc -mthumb -mfloat-abi=hard -std=c99 -ffp-contract=off "$level" "$@" -c "$work/tiled-$name/model.c" -o "$work/bounded.o"
            echo "$name $level"
            "$epiwcet" --core "$core" "$work/bounded.o" >"$work/bounded.txt"
        done
    done
}
check "tiled: epiwcet bounds it at -O2 and -Os, Cortex-M4F" bounded cortex-m4f -mcpu=cortex-m4 -mfpu=fpv4-sp-d16
check "tiled: epiwcet bounds it at -O2 and -Os, Cortex-M7" bounded cortex-m7 -mcpu=cortex-m7 -mfpu=fpv5-sp-d16
check "tiled: epiwcet bounds it at -O2 and -Os, Cortex-M33" bounded cortex-m33 -mcpu=cortex-m33 -mfpu=fpv5-sp-d16
bytes=$(wc -c <"$work/tiled-wide/model.c")
check "tiled is smaller" [ "$bytes" -lt 85000 ]
for name in $(shape_names); do
    check "epivalidate reads the tiled form of $name" "$epivalidate" "$work/$name.yaml" "$work/tiled-$name/model.c"
done
check "epivalidate names the form: simd" exits_with 1 'form: simd is not read back' "$epivalidate" \
    "$work/one.yaml" "$work/simd4-one/model.c"
check "tiled, cheaper kernels" cheaper --form=tiled
check "simd, cheaper kernels" cheaper --form=simd --lanes=8
check "batch, cheaper kernels" cheaper_batch
check "an unknown form" refuses 'expected unrolled' --form=round
check "lanes without simd" refuses 'expected --form=simd' --lanes=4
check "lanes of the tiled form" refuses 'expected --form=simd' --form=tiled --lanes=8
check "five lanes" refuses 'expected 4, 8 or 16' --form=simd --lanes=5
check "a batch without simd" refuses 'expected --form=simd' --batch=64
check "a batch smaller than a vector" refuses 'expected' --form=simd --lanes=8 --batch=7
check "32 lanes" refuses 'expected' --form=simd --lanes=32
finish
