#!/bin/sh
# bench.sh [OUT]: measures what epigen promises, prints one table with every bar, its value and
# PASS or FAIL, and writes it to OUT/bench.txt (OUT: build/bench). Exit status 1 if a bar fails.
# Needs build/epigen, build/epiwcet, build/libepigen.a and build/tools/make_spec: `make bench` makes them.
#
# Instructions, bytes and verdicts are the same on every machine with the same compilers.
# Times are this machine's; of those only ratios and generous limits are bars.
#
# Environment: EPIGEN (build/epigen), another generator to measure.
set -eu

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
    env "$@" "$root/tests/target/run-cortex-m" "$out" small "$cpu" >"$file" || true
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
}

# other_target WHAT FILE: counts of the same model compiled otherwise
other_target()
{
    counts=$(field distinct_counts "$2")
    info "$1: instructions (different counts: ${counts:--})" "$(field instructions "$2")"
    info "$1: flash, bytes" "$(field flash "$2")"
}

other_targets()
{
    heading "the same elsewhere"
    target "$out/cortex-m7" m7
    target "$out/cortex-m33" m33
    target "$out/cortex-m4-os" m4 OPT=-Os
    target "$out/cortex-m4-clang" m4 CC_TARGET=clang
    other_target "Cortex-M7, gcc -O2" "$out/cortex-m7"
    other_target "Cortex-M33, gcc -O2" "$out/cortex-m33"
    other_target "Cortex-M4F, gcc -Os" "$out/cortex-m4-os"
    other_target "Cortex-M4F, clang -O2" "$out/cortex-m4-clang"
}

# against_loops COMPILER OPTIONS...: both versions by one compiler with the same options
against_loops()
{
    "$@" -std=c11 $float -D_POSIX_C_SOURCE=200809L -I "$out" -I "$here" -I "$root/gen" \
        "$here/timing.c" "$here/looped.c" "$out/small.c" -lm -o "$out/timing"
    "$out/timing" >"$out/times"
    bar "$*: largest difference of the results" "$(field difference "$out/times")" at-most 1e-5
    info "$*: emitted code, ns a call" "$(field emitted_ns "$out/times")"
    info "$*: looped code, ns a call" "$(field looped_ns "$out/times")"
    ratio=$(field ratio "$out/times")
}

speed()
{
    heading "21-50-50-3, tanh, this machine, against loops and libm's tanhf ($float)"
    gcc -std=c11 -D_POSIX_C_SOURCE=200809L -I "$root/gen" "$here/looped_weights.c" \
        "$root/build/libepigen.a" -lyaml -lmd -lm -o "$out/looped_weights"
    "$out/looped_weights" "$out/small.yaml" >"$out/looped_weights.h"
    against_loops gcc -O2
    bar "gcc -O2: times faster than the loops" "$ratio" at-least 2.5
    against_loops clang -O2
    info "clang -O2: times faster than the loops" "$ratio"
    against_loops gcc -O3 -march=native
    info "gcc -O3 -march=native: times faster than the loops" "$ratio"
    against_loops clang -O3 -march=native
    info "clang -O3 -march=native: times faster than the loops" "$ratio"
}

# form NAME COMPILER-OPTIONS EPIGEN-OPTION...: one form of the model as NAME.o; its words are for one machine
form()
{
    name=$1 options=$2
    shift 2
    "$epigen" "$out/small.yaml" --prefix="$name" -o "$out" "$@"
    # shellcheck disable=SC2086
    gcc $options -Wno-psabi -std=c99 $float -c "$out/$name.c" -o "$out/$name.o"
}

# All forms in one process, beside the loops and what intrinsics reach.
forms_on_pc()
{
    heading "21-50-50-3, tanh, this machine, the forms against AVX2 intrinsics and loops, gcc"
    if ! grep -q '^flags.* avx2 .*\bfma\|^flags.* fma .*\bavx2' /proc/cpuinfo; then
        info "no AVX2 here: not measured" -
        return
    fi
    native="-O3 -march=native"
    form unrolled -O2
    form tiled -O2 --form=tiled
    form simd4 -O2 --form=simd --lanes=4
    form simd8 "$native" --form=simd --lanes=8
    form batch "$native" --form=simd --lanes=8 --batch=64
    gcc -O2 -std=c11 $float -I "$out" -I "$here" -c "$here/looped.c" -o "$out/looped.o"
    # shellcheck disable=SC2086
    gcc $native -std=c11 -I "$out" -I "$here" -c "$here/bound_avx2.c" -o "$out/bound.o"
    gcc -O2 -std=c11 -D_POSIX_C_SOURCE=200809L -I "$out" -I "$here" -I "$root/gen" "$here/forms.c" "$out/bound.o" \
        "$out/looped.o" "$out/unrolled.o" "$out/tiled.o" "$out/simd4.o" "$out/simd8.o" "$out/batch.o" -lm -o "$out/forms"
    "$out/forms" >"$out/forms.txt"
    bar "largest difference of the results" "$(field difference "$out/forms.txt")" at-most 1e-5
    bar "tiled, -O2: times faster than the loops" "$(field tiled_to_looped "$out/forms.txt")" at-least 3
    bar "simd of 4 lanes, -O2: times the bound" "$(field simd4_to_bound "$out/forms.txt")" at-most 3.2
    bar "simd of 8 lanes, $native: times the bound" "$(field simd8_to_bound "$out/forms.txt")" at-most 1.6
    bar "batch of 64, $native: times the bound, a point" "$(field batch_to_bound "$out/forms.txt")" at-most 1.3
    for name in bound looped unrolled tiled simd4 simd8 batch; do
        info "$name, ns a point" "$(field "${name}_ns" "$out/forms.txt")"
    done
}

# on_m4 NAME SPEC EPIGEN-OPTION...: compiled for a Cortex-M4F and bounded; leaves $cycles and $flash
on_m4()
{
    name=$1 spec=$2
    shift 2
    "$epigen" "$spec" --prefix="$name" -o "$out" "$@"
    arm-none-eabi-gcc -O2 -mcpu=cortex-m4 -mthumb -mfloat-abi=hard -mfpu=fpv4-sp-d16 -std=c99 $float \
        -c "$out/$name.c" -o "$out/$name-m4.o"
    cycles=$("$root/build/epiwcet" --core cortex-m4f "$out/$name-m4.o" | sed -n 's/^cycles *\([0-9]*\) .*/\1/p')
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
    info "unrolled: times the limit of 16,000" "$(awk -v c="$cycles" 'BEGIN { printf "%.2f", c / 16000 }')"
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
    info "unrolled, 80 % of the weights 0: share of the dense cycles" \
        "$(awk -v s="$cycles" -v d="$dense" 'BEGIN { printf "%.3f", s / d }')"
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
other_targets
cycles_on_m4
speed
forms_on_pc
generation
exit "$failed"
