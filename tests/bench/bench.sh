#!/bin/bash
# bench.sh [OUT]: measures what epigen promises, prints one table with every bar, its value and
# PASS or FAIL, and writes it to OUT/bench.txt (OUT: build/bench). Exit status 1 if a bar fails. Beside it
# forms.sh has every form on every target, growth.sh wider networks.
# Needs build/epigen, build/epiwcet, build/lib and build/tools/make_spec: `make bench` makes them.
#
# Instructions, bytes and verdicts are the same on every machine with the same compilers.
# Times are this machine's; of those only generous limits are bars.
#
# Environment: EPIGEN (build/epigen), another generator to measure.
set -eu -o pipefail
shopt -s inherit_errexit

root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/build/bench}
epigen=${EPIGEN:-$root/build/epigen}
make_spec=$root/build/tools/make_spec
here=$root/tests/bench
float="-ffp-contract=off"

# shellcheck source=tests/bench/table.sh
. "$here/table.sh"

# --- measuring -------------------------------------------------------------------------------

# target FILE CPU [VARIABLE=VALUE]: the model on an emulated board; its line goes to FILE. What
# goes wrong there shows in the line, or as a missing value.
target()
{
    file=$1 cpu=$2
    shift 2
    env "$@" "$root/verify/target/run-cortex-m" "$out" small "$cpu" >"$file" || true
}

generate()
{
    "$make_spec" small 21 50,50 1 tanh 1 >"$out/small.yaml"
    "$make_spec" big 64 300,256 1 tanh 1 >"$out/big.yaml"
    usage "$epigen" "$out/small.yaml" -o "$out"
    small_seconds=$seconds
    usage "$epigen" "$out/big.yaml" -o "$out"
    big_seconds=$seconds
}

# --- the parts of the table ------------------------------------------------------------------

cortex_m4()
{
    line=$out/cortex-m4
    heading "21-50-50-3, tanh, Cortex-M4F, arm-none-eabi-gcc -O2 $float (emulated)"
    target "$line" m4
    bar "executed instructions a call" "$(field instructions "$line")" at-most 16500
    bar "inputs run, NaN, infinities, denormals among them" "$(field calls "$line")" at-least 1000
    bar "different instruction counts" "$(field distinct_counts "$line")" exactly 1
    bar "different instruction sequences" "$(field traces "$line")" exactly 1
    bar "conditional instructions that change the time" "$(field conditional "$line")" exactly 0
    bar "self-test vectors with other bits" "$(field selftest "$line")" exactly 0
    bar "results not finite, sigma <= 0 or eta outside [0, 1]" "$(field broken "$line")" exactly 0
    bar "flash, bytes" "$(field flash "$line")" at-most 69632
    bar "stack, bytes, by call graph" "$(field stack "$line")" at-most 1536
    bar "stack, bytes, as painted" "$(field stack_touched "$line")" at-most 1536
    bar "RAM, bytes" "$(field ram "$line")" exactly 0
    target "$line-os" m4 OPT=-Os
    info "with -Os: executed instructions a call" "$(field instructions "$line-os")"
    info "with -Os: flash, bytes" "$(field flash "$line-os")"
}

# on_m4 NAME SPEC EPIGEN-OPTION...: compiled for a Cortex-M4F and bounded; leaves $cycles and $flash
on_m4()
{
    name=$1 spec=$2
    shift 2
    "$epigen" "$spec" --prefix="$name" -o "$out" "$@"
    arm-none-eabi-gcc -O2 -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -std=c99 $float \
        -c "$out/$name.c" -o "$out/$name-m4.o"
    wcet cortex-m4f "$out/$name-m4.o" >"$out/$name-m4.words"
    cycles=$(field cycles "$out/$name-m4.words")
    flash=$(arm-none-eabi-size "$out/$name-m4.o" | awk 'NR == 2 { print $1 }')
}

# Cycles by epiwcet, and how they fall with the terms that are left out.
cycles_on_m4()
{
    heading "21-50-50-3, tanh, Cortex-M4F, arm-none-eabi-gcc -O2 $float, by epiwcet"
    on_m4 unrolled "$out/small.yaml"
    dense=$cycles
    bar "unrolled: cycles at most" "$cycles" at-most 21000
    info "unrolled: flash, bytes" "$flash"
    info "unrolled: times the limit of 16,000" "$(ratio "$cycles" 16000)"
    on_m4 exact "$out/small.yaml" --clamps=all
    info "unrolled, --clamps=all: cycles at most" "$cycles"
    on_m4 e4 "$out/small.yaml" --accuracy=1e-4
    info "unrolled, --accuracy=1e-4: cycles at most" "$cycles"
    on_m4 e3 "$out/small.yaml" --accuracy=1e-3
    bar "unrolled, --accuracy=1e-3: cycles at most" "$cycles" at-most 17500
    on_m4 tiled "$out/small.yaml" --form=tiled
    bar "tiled: cycles at most" "$cycles" at-most 25000
    bar "tiled: flash, bytes" "$flash" at-most 18432
    "$make_spec" sparse 21 50,50 1 tanh 1 0.8 >"$out/sparse.yaml"
    on_m4 sparse "$out/sparse.yaml"
    info "unrolled, 80 % of the weights 0: share of the dense cycles" "$(ratio "$cycles" "$dense")"
}

# compile_time WHAT COMPILER OPTIONS...
compile_time()
{
    what=$1
    shift
    usage "$@" -std=c99 $float -c "$out/small.c" -o "$out/object.o"
    info "21-50-50-3: compiling with $what, s" "$seconds"
}

# compile_big LIMIT WHAT COMPILER OPTIONS...
compile_big()
{
    most=$1 what=$2
    shift 2
    usage "$@" -std=c99 $float -c "$out/big.c" -o "$out/object.o"
    bar "64-300-256-3: compiling with $what, s" "$seconds" at-most "$most"
    bar "64-300-256-3: compiling with $what, MiB" "$mib" at-most 600
}

generation()
{
    heading "generating and compiling, processor time"
    bar "21-50-50-3: epigen, s" "$small_seconds" at-most 0.2
    bar "64-300-256-3: epigen, s" "$big_seconds" at-most 3
    compile_big 20 "gcc -O2" gcc -O2
    compile_big 60 "clang -O2" clang -O2
    compile_big 30 "arm-none-eabi-gcc -O2" arm-none-eabi-gcc -O2 -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16
    "$make_spec" huge 64 600,590 1 tanh 1 >"$out/huge.yaml"
    usage "$epigen" "$out/huge.yaml" -o "$out"
    bar "64-600-590-3 (394,170 terms): terms a second" \
        "$(awk -v s="$seconds" 'BEGIN { printf "%.0f", 394170 / s }')" at-least 200000
    bar "64-600-590-3: epigen, MiB" "$mib" at-most 200
    compile_time "gcc -O2" gcc -O2
    compile_time "clang -O2" clang -O2
    compile_time "arm-none-eabi-gcc -O2" arm-none-eabi-gcc -O2 -mcpu=cortex-m4 -mthumb \
        -mfloat-abi=hard -mfpu=fpv4-sp-d16
    info "21-50-50-3: lines emitted" "$(wc -l <"$out/small.c")"
    info "64-300-256-3: lines emitted" "$(wc -l <"$out/big.c")"
}

table_begin "$out" bench.txt
generate
cortex_m4
cycles_on_m4
generation
exit "$failed"
