#!/bin/sh
# growth.sh [OUT]: every form that epigen emits, on every core that epiwcet bounds, and how cost grows
# with the width of the network, so that one can see where unrolling stops paying. Prints the tables, writes
# them to OUT/growth.txt and OUT/growth.tsv, and draws OUT/growth.svg (OUT: build/bench).
# Needs build/epigen, build/epiwcet and build/tools/make_spec: `make bench` makes them.
#
# Environment: WIDTHS (16 32 64 128 256 512) of two hidden layers between 21 inputs and 3 outputs; EPIGEN,
# another generator.
set -eu

root=$(cd "$(dirname "$0")/../.." && pwd)
out=${1:-$root/build/bench}
epigen=${EPIGEN:-$root/build/epigen}
make_spec=$root/build/tools/make_spec
here=$root/tests/bench
widths=${WIDTHS:-16 32 64 128 256 512}
float="-ffp-contract=off"
limit=3 # cycles of a multiply-add on a Cortex-M4F: VMUL, VADD, and half of a load of two

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

arm()
{
    arm-none-eabi-gcc -mthumb -mfloat-abi=hard -std=c99 -O2 $float "$@"
}

# The boards: core, options of the compiler.
boards="cortex-m4f -mcpu=cortex-m4 -mfpu=fpv4-sp-d16
cortex-m7 -mcpu=cortex-m7 -mfpu=fpv5-sp-d16
cortex-m33 -mcpu=cortex-m33 -mfpu=fpv5-sp-d16"

# wcet CORE OBJECT OPTION...: the report as words NAME=VALUE
wcet()
{
    core=$1 object=$2
    shift 2
    "$root/build/epiwcet" --core "$core" --json "$@" "$object" |
        sed -n 's/^  "\([a-z_]*\)": "*\([0-9a-z]*\)"*,$/\1=\2/p'
}

# model WIDTHS OPTION...: model.c in $out/growth; leaves $seconds of epigen and $products
model()
{
    layers=$1
    shift
    "$make_spec" model 21 "$layers" 1 tanh 1 >"$out/growth/spec.yaml"
    usage "$epigen" "$out/growth/spec.yaml" --prefix=model "$@" -o "$out/growth"
    products=$(sed -n 's/.*Cost of a call: multiplications \([0-9]*\).*/\1/p' "$out/growth/model.c")
}

# --- the forms on the cores -------------------------------------------------------------------

ratio()
{
    awk -v a="$1" -v b="$2" 'BEGIN { if (b > 0) printf "%.2f", a / b; else printf "-" }'
}

core_row()
{
    core=$1
    shift
    arm "$@" -c "$out/growth/model.c" -o "$out/growth/$core.o"
    wcet "$core" "$out/growth/$core.o" >"$out/growth/words"
    wcet "$core" "$out/growth/$core.o" --flash-wait 5 --flash-line 16 >"$out/growth/waits"
    cycles=$(field cycles "$out/growth/words")
    say '  %-10s %-11s %-9s %10s %10s %12s %8s %8s %8s\n' "$form" "$core" "$(field kind "$out/growth/words")" \
        "$(field instructions "$out/growth/words")" "$cycles" "$(field cycles "$out/growth/waits")" \
        "$(ratio "$cycles" $((limit * arithmetic)))" "$(field flash "$out/growth/words")" "$(field stack "$out/growth/words")"
}

forms_on_cores()
{
    heading "21-50-50-3, tanh, arm-none-eabi-gcc -O2, by epiwcet"
    say '  %-10s %-11s %-9s %10s %10s %12s %8s %8s %8s\n' form core figure instr. cycles '5 waits' 'to limit' flash stack
    arithmetic=
    while read -r form options; do
        # shellcheck disable=SC2086
        model 50,50 $options
        arithmetic=${arithmetic:-$products}
        [ "$form" != simd ] || continue # for PCs
        while read -r core flags; do
            # shellcheck disable=SC2086
            core_row "$core" $flags
        done <"$out/growth/boards"
    done <"$out/growth/forms"
    say '  to limit: cycles to %s for each multiplication; 5 waits: of flash, lines of 16 bytes\n' "$limit"
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
echo "$boards" >"$out/growth/boards"
forms_on_cores
growth
chart
