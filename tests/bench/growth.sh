#!/bin/bash
# growth.sh [OUT]: how the cost of every form that epigen emits grows with the width of the network, so that
# one can see where unrolling stops paying. Prints a table, writes it to OUT/growth.txt and OUT/growth.tsv,
# and draws OUT/growth.svg (OUT: build/bench).
# Needs build/epigen, build/epiwcet and build/tools/make_spec: `make bench` makes them.
#
# Environment: WIDTHS (16 32 64 128 256 512) of two hidden layers between 21 inputs and 3 outputs; EPIGEN,
# another generator.
set -eu -o pipefail
shopt -s inherit_errexit

root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/build/bench}
epigen=${EPIGEN:-$root/build/epigen}
make_spec=$root/build/tools/make_spec
here=$root/tests/bench
widths=${WIDTHS:-16 32 64 128 256 512}
float="-ffp-contract=off"

# shellcheck source=tests/bench/table.sh
. "$here/table.sh"

# The forms of this epigen, with their options: "NAME OPTION...".
forms()
{
    help=$("$epigen" --help)
    echo "unrolled"
    case $help in *--form*tiled*) echo "tiled --form=tiled" ;; esac
    case $help in *--form*simd*) echo "simd --form=simd" ;; esac
}

# model WIDTHS OPTION...: model.c in $out/growth; leaves $seconds of epigen and $products
model()
{
    layers=$1
    shift
    "$make_spec" model 21 "$layers" 1 tanh 1 >"$out/growth/spec.yaml"
    usage "$epigen" "$out/growth/spec.yaml" --prefix=model "$@" -o "$out/growth"
    products=$(sed -n 's/.*Cost of a call: \([0-9]*\) multiplications.*/\1/p' "$out/growth/model.c")
}

# --- growth ----------------------------------------------------------------------------------------

# Cortex-M4F: leaves $compile, $flash, $cycles, $waiting
growth_on_m4()
{
    compile=- flash=- cycles=- waiting=-
    [ "$form" != simd ] || return 0
    usage arm-none-eabi-gcc -mthumb -mfloat-abi=hard -std=c99 -O2 $float -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 \
        -c "$out/growth/model.c" -o "$out/growth/m4.o"
    compile=$seconds
    wcet cortex-m4f "$out/growth/m4.o" >"$out/growth/words"
    flash=$(field flash "$out/growth/words") cycles=$(field cycles "$out/growth/words")
    waiting=$(wcet cortex-m4f "$out/growth/m4.o" --flash-wait 5 --flash-line 16 | sed -n 's/^cycles=//p')
}

growth_row()
{
    model "$width,$width" "$@"
    generating=$seconds
    usage gcc -std=c99 -O2 $float -Wno-psabi -c "$out/growth/model.c" -o "$out/growth/model.o"
    here_compile=$seconds
    gcc -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -I "$out/growth" -I "$root/gen" "$here/growth.c" \
        "$out/growth/model.o" -o "$out/growth/timing"
    ns=$("$out/growth/timing" | sed -n 's/^ns=//p')
    growth_on_m4
    say '  %-9s %6s %9s %9s %9s %9s %9s %9s %9s %10s\n' "$form" "$width" "$products" "$generating" "$here_compile" \
        "$ns" "$compile" "$flash" "$cycles" "$waiting"
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$form" "$width" "$products" "$generating" "$here_compile" \
        "$ns" "$compile" "$flash" "$cycles" "$waiting" >>"$out/growth.tsv"
}

growth()
{
    heading "21-W-W-3, tanh: generating and compiling (-O2) in s, gcc here in ns a call, Cortex-M4F bytes and cycles"
    say '  %-9s %6s %9s %9s %9s %9s %9s %9s %9s %10s\n' form W products epigen gcc ns 'arm gcc' flash cycles '5 waits'
    printf 'form\twidth\tproducts\tepigen_s\tgcc_s\tns\tarm_gcc_s\tflash\tcycles\tcycles_5_waits\n' >"$out/growth.tsv"
    while read -r form options; do
        for width in $widths; do
            # shellcheck disable=SC2086
            growth_row $options
        done
    done <"$out/growth/forms"
}

# One curve for each form; columns: see growth.tsv.
curves()
{
    separator=plot
    while read -r form _; do
        [ "$1" = 6 ] || [ "$1" = 5 ] || [ "$form" != simd ] || continue
        printf '%s "%s" using 3:(strcol(1) eq "%s" ? column(%s) : 1/0) with linespoints title "%s"' \
            "$separator" "$out/growth.tsv" "$form" "$1" "$form"
        separator=,
    done <"$out/growth/forms"
    echo
}

chart()
{
    {
        echo "set terminal svg size 900,700 background 'white'; set output '$out/growth.svg'"
        echo "set datafile separator tab; set datafile missing '-'; set logscale xy; set grid; set key left top"
        echo "set xlabel 'multiplications'; set format y '%.0s%c'; set format x '%.0s%c'; set multiplot layout 2,2"
        for part in '9 Cortex-M4F, cycles' '8 Cortex-M4F, flash in bytes' '6 this machine, ns a call' '5 compiling with gcc -O2, s'; do
            echo "set title '${part#* }'"
            curves "${part%% *}"
        done
    } >"$out/growth.plot"
    gnuplot "$out/growth.plot"
    say '\nchart: growth.svg\n'
}

table_begin "$out" growth.txt
mkdir -p "$out/growth"
forms >"$out/growth/forms"
growth
chart
