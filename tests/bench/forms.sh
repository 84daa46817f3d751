#!/bin/bash
# forms.sh [OUT] [PART...]: every form that epigen emits, of one network (21-50-50-3, tanh): a table for this
# machine and one for Cortex-M, by gcc and clang. Prints them with the bars and writes them to OUT/forms.txt
# (OUT: build/bench). Exit status 1 if a bar fails. Parts, all by default: pc, cortex-m.
# Needs build/epigen, build/epiwcet, build/lib and build/tools/make_spec: `make bench` makes them.
#
# Times are this machine's; of those only ratios are bars. Instructions, cycles and bytes are the same on
# every machine with the same compilers.
#
# Environment: EPIGEN (build/epigen), another generator to measure.
set -eu -o pipefail
shopt -s inherit_errexit

root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/build/bench}
[ $# -eq 0 ] || shift
parts=${*:-pc cortex-m}
epigen=${EPIGEN:-$root/build/epigen}
here=$root/tests/bench
float="-ffp-contract=off"

# shellcheck source=tests/bench/table.sh
. "$here/table.sh"

# emit NAME OPTION...: the network in a form, as forms/NAME.c
emit()
{
    name=$1
    shift
    "$epigen" "$out/forms/network.yaml" --prefix="$name" -o "$out/forms" "$@"
}

# --- this machine -----------------------------------------------------------------------------

# The columns, and how each compiles.
columns="gcc-O2 gcc-O3-native clang-O2 clang-O3-native"
column_command()
{
    case $1 in
    *-native) echo "${1%%-*} -O3 -march=native" ;;
    *) echo "${1%%-*} -O2" ;;
    esac
}

has_avx2()
{
    grep -q '^flags.* avx2 .*\bfma\|^flags.* fma .*\bavx2' /proc/cpuinfo
}

# The network in every form, as loops, and with intrinsics, which are compiled once: they are the bound.
pc_emit()
{
    emit unrolled
    emit tiled --form=tiled
    for lanes in 4 8 16; do
        emit simd$lanes --form=simd --lanes=$lanes
    done
    emit batch --form=simd --lanes=8 --batch=64
    gcc -std=c11 -D_POSIX_C_SOURCE=200809L -I "$root/gen" "$here/looped_weights.c" \
        -Wl,--start-group "$root"/build/lib/gen-*.a -Wl,--end-group -lyaml -lmd -lm -o "$out/forms/looped_weights"
    "$out/forms/looped_weights" "$out/forms/network.yaml" >"$out/forms/looped_weights.h"
    bound=
    has_avx2 || return 0
    bound="-DBOUND $out/forms/bound.o"
    gcc -O3 -march=native -std=c11 -I "$out/forms" -I "$here" -c "$here/bound_avx2.c" -o "$out/forms/bound.o"
}

# pc_time COLUMN COMPILER OPTION...: all of it by one compiler, in one process; words go to forms/COLUMN.txt
pc_time()
{
    column=$1
    shift
    objects=
    for name in unrolled tiled simd4 simd8 simd16 batch; do
        "$@" -Wno-psabi -std=c99 $float -c "$out/forms/$name.c" -o "$out/forms/$name.o"
        objects="$objects $out/forms/$name.o"
    done
    "$@" -std=c11 $float -I "$out/forms" -I "$here" -c "$here/looped.c" -o "$out/forms/looped.o"
    # shellcheck disable=SC2086
    gcc -O2 -std=c11 -D_POSIX_C_SOURCE=200809L -I "$out/forms" -I "$here" -I "$root/gen" "$here/forms.c" $bound \
        "$out/forms/looped.o" $objects -lm -o "$out/forms/forms"
    "$out/forms/forms" >"$out/forms/$column.txt"
}

# pc_row NAME WHAT: for each column ns a point, times faster than the loops, times the bound
pc_row()
{
    say '  %-18s' "$2"
    for column in $columns; do
        words=$out/forms/$column.txt
        times=$(field "$1_to_bound" "$words")
        say ' |%7s%6s%6s' "$(field "$1_ns" "$words")" "$(field "$1_to_looped" "$words")" "${times:--}"
    done
    say '\n'
}

pc_table()
{
    say '  %-18s' form
    for column in $columns; do
        say ' | %-18s' "$(echo "$column" | sed 's/-native/ native/; s/-O/ -O/')"
    done
    say '\n  %-18s' ''
    for column in $columns; do
        say ' |%7s%6s%6s' ns loops bound
    done
    say '\n'
    pc_row unrolled unrolled
    pc_row tiled tiled
    for lanes in 4 8 16; do
        pc_row simd$lanes "simd, $lanes lanes"
    done
    pc_row batch "batch 64, 8 lanes"
    pc_row looped "looped, libm"
    [ -z "$bound" ] || pc_row bound "AVX2 intrinsics"
    say '  ns a point; loops: times faster than the looped version by the same compiler and options\n'
    say '  bound: times the time of the AVX2 intrinsics, which gcc -O3 -march=native compiles; native: -march=native\n'
}

# Judged with gcc.
pc_bars()
{
    plain=$out/forms/gcc-O2.txt native=$out/forms/gcc-O3-native.txt
    for column in $columns; do
        bar "$(column_command "$column"): largest difference of the results" "$(field difference "$out/forms/$column.txt")" at-most 1e-5
    done
    bar "gcc -O2, unrolled: times faster than the loops" "$(field unrolled_to_looped "$plain")" at-least 2.5
    bar "gcc -O2, tiled: times faster than the loops" "$(field tiled_to_looped "$plain")" at-least 3
    if [ -z "$bound" ]; then
        info "no AVX2 here: no bound" -
        return
    fi
    bar "gcc -O2, simd of 4 lanes: times the bound" "$(field simd4_to_bound "$plain")" at-most 3.2
    bar "gcc -O3 -march=native, simd of 8 lanes: times the bound" "$(field simd8_to_bound "$native")" at-most 1.6
    bar "gcc -O3 -march=native, batch of 64: times the bound" "$(field batch_to_bound "$native")" at-most 1.3
}

pc()
{
    heading "21-50-50-3, tanh, this machine, $float: every form"
    pc_emit
    for column in $columns; do
        # shellcheck disable=SC2046
        pc_time "$column" $(column_command "$column")
    done
    pc_table
    pc_bars
}

# --- Cortex-M ---------------------------------------------------------------------------------

limit=3 # cycles of a multiply-add on a Cortex-M4F: VMUL, VADD, and half of a load of two

# cortex_row WHAT NAME COMPILER CORE CPU: one object, run on an emulated board and bounded
cortex_row()
{
    what=$1 name=$2 compiler=$3 core=$4 cpu=$5
    work=$out/forms/$name-$cpu-$compiler
    status=0
    env WORK="$work" CC_TARGET="$compiler" LOOPS=1 CALLS=100 "$root/verify/target/run-cortex-m" "$out/forms" "$name" "$cpu" \
        >"$work.line" || status=$?
    [ "$status" -eq 0 ] || broken=$((broken + 1))
    executed=$(field instructions "$work.line")
    if wcet "$core" "$work/model.o" >"$work.words" 2>"$work.err"; then
        wcet "$core" "$work/model.o" --flash-wait 5 --flash-line 16 >"$work.waits"
        cycles=$(field cycles "$work.words") waiting=$(field cycles "$work.waits") stack=$(field stack "$work.words")
        counted=$(field instructions "$work.words")
        [ "$executed" = "$counted" ] || other=$((other + 1))
    else
        refusals=$((refusals + 1))
        cycles="refused[$refusals]" waiting=- stack=$(field stack_touched "$work.line")
        echo "[$refusals] $(sed 's/^epiwcet: [^:]*: //' "$work.err")" >>"$out/forms/refusals"
    fi
    say '  %-16s %-11s %-6s %10s %12s %10s %9s %8s %6s\n' "$what" "$core" "${compiler##*-}" "$executed" "$cycles" \
        "$waiting" "$(ratio "$cycles" $((limit * products)))" "$(field flash "$work.line")" "$stack"
}

# cortex_form WHAT NAME OPTION...: on three cores, by two compilers
cortex_form()
{
    what=$1 name=$2
    shift 2
    emit "$name" "$@"
    products=${products:-$(sed -n 's/.*Cost of a call: \([0-9]*\) multiplications.*/\1/p' "$out/forms/$name.c")}
    for compiler in arm-none-eabi-gcc clang; do
        cortex_row "$what" "$name" "$compiler" cortex-m4f m4
        cortex_row "$what" "$name" "$compiler" cortex-m7 m7
        cortex_row "$what" "$name" "$compiler" cortex-m33 m33
    done
}

cortex_m()
{
    heading "21-50-50-3, tanh, Cortex-M, -O2 $float: every form"
    say '  %-16s %-11s %-6s %10s %12s %10s %9s %8s %6s\n' form core by executed cycles '5 waits' 'to limit' flash stack
    products='' refusals=0 broken=0 other=0
    : >"$out/forms/refusals"
    cortex_form unrolled unrolled
    cortex_form "unrolled, 1e-4" e4 --accuracy=1e-4
    cortex_form "unrolled, 1e-3" e3 --accuracy=1e-3
    cortex_form tiled tiled --form=tiled
    say '  executed: instructions of a call on an emulated board, the same for 100 inputs; cycles: at most, by epiwcet\n'
    say '  (an estimate for Cortex-M7 and M33); 5 waits: of flash, lines of 16 bytes; to limit: cycles to %s for each\n' "$limit"
    say '  of %s multiplications, what a Cortex-M4F needs; flash and stack in bytes\n' "$products"
    while read -r refusal; do
        say '  refused %s\n' "$refusal"
    done <"$out/forms/refusals"
    bar "rows with several counts, wrong bits or broken results" "$broken" exactly 0
    bar "rows of which epiwcet counts other instructions" "$other" exactly 0
}

table_begin "$out" forms.txt
mkdir -p "$out/forms"
"$root/build/tools/make_spec" network 21 50,50 1 tanh 1 >"$out/forms/network.yaml"
for part in $parts; do
    case $part in
    pc) pc ;;
    cortex-m) cortex_m ;;
    *)
        echo "forms.sh: $part: expected pc or cortex-m" >&2
        exit 2
        ;;
    esac
done
exit "$failed"
