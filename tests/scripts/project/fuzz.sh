#!/bin/bash
# The readers under libFuzzer, with address and undefined-behaviour sanitizers: each reads all of its seeds, and then what the fuzzer
# makes of them, for FUZZ_SECONDS (600 in `make fuzz`). Without FUZZ_SECONDS, as in `make test`, it ends after as many inputs as take
# about a second of a processor, however busy the machine is. New inputs stay in build/fuzz-corpus.
. tests/scripts/lib.sh

# fuzz READER INPUTS SEEDS...
fuzz() {
    local reader=$1 status=0 words=tests/fuzz/spec.dict limit=-runs=$2
    shift 2
    [ -z "${FUZZ_SECONDS:-}" ] || limit=-max_total_time=$FUZZ_SECONDS
    [ ! -f "tests/fuzz/$reader.dict" ] || words=tests/fuzz/$reader.dict
    mkdir -p "build/fuzz-corpus/$reader"
    "build/fuzz_$reader" "$limit" -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=1 -dict="$words" -artifact_prefix=build/fuzz- \
        "build/fuzz-corpus/$reader" "$@" >"$work/log" 2>&1 || status=$?
    tail -n 40 "$work/log"
    return "$status"
}

# Small networks compiled for each machine, as objects and linked.
make_objects() {
    local arm="arm-none-eabi-gcc -mthumb"
    mkdir "$work/objects"
    printf '%s\n' 'static const float w[4] = {0.1F, 0.7F, -2.5F, 1.0F};' 'static volatile int n;' \
        '__attribute__((noinline)) static float f(float x, int i) { n++; return x * 1.1F + w[i]; }' \
        '__attribute__((noinline)) static void l(int *p) { for (int i = 9; i > 0; i--) for (int k = 0; k < 5; k++) n += p[k]; }' \
        'float g_infer(float x, int i); float g_infer(float x, int i) { int a[5]; for (int k = 0; k < 5; k++) a[k] = i; l(a); return f(f(x, i), i + 1) / x; }' \
        >"$work/seed.c"
    for flags in "-mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16" "-mcpu=cortex-m0plus" "-mcpu=cortex-m3"; do
        for level in -O0 -Os -O2; do
            # shellcheck disable=SC2086
            $arm $flags $level -c "$work/seed.c" -o "$work/objects/${flags//[^a-z0-9]/}$level.o"
        done
    done
    # shellcheck disable=SC2086
    arm-none-eabi-gcc -mthumb -mcpu=cortex-m4 -mfloat-abi=hard -mfpu=fpv4-sp-d16 -O2 -nostdlib -Wl,-e,g_infer \
        "$work/seed.c" -o "$work/objects/linked.elf"
    for level in -O0 -O2; do
        riscv64-unknown-elf-gcc -march=rv32imafc -mabi=ilp32f $level -c "$work/seed.c" -o "$work/objects/rv32$level.o"
    done
}

# reader NAME INPUTS SEEDS...
reader() {
    rm -f "$work/log"
    check "$1" fuzz "$@"
    [ ! -f "$work/log" ] || grep -E '^(Done|stat::)' "$work/log" # with ONLY there may be none
}

reader spec 12000 tests/fuzz/corpus tests/golden/refused tests/golden/good
reader table 2500 tests/fuzz/corpus_table
# The tiled form of the model that fuzz_validate.c has, beside its unrolled form.
"$epigen" tests/golden/good/nodes.yaml --form=tiled -o "$work/tiled"
reader validate 1500 tests/golden/good "$work/tiled"
reader recipe 20000 tests/golden/recipes_refused models/*/
reader points 25000 tests/fuzz/corpus_points
reader vnnlib 5000 tests/fuzz/corpus_vnnlib
reader journal 100000 tests/fuzz/corpus_journal
reader onnx 5000 tests/import
reader nnet 25000 tests/fuzz/corpus_nnet
make_objects
reader object 1500 "$work/objects"
finish
