#!/bin/bash
# q15_bars.sh [OUT]: fixed point against its bars, in one table (OUT/q15.txt; OUT: build/bars/q15): cycles, flash and stack of 21-50-50-3
# tanh on each core; what 21-50-50-3 trained for it on sarcos loses, proven and measured; AUROC of eta through the emitted C, float beside
# fixed point, on gaussian2d and crazyflie. Exit status 1 if a bar fails. Data that are not in EPIGEN_DATA are skipped by name.
# Beside it, tests/bench/dense/dense.sh has the ratio to CMSIS-NN. Environment: SEEDS (3), of sarcos.
set -eu -o pipefail
shopt -s inherit_errexit
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
# shellcheck source=tests/bench/table.sh
. "$root/tests/bench/table.sh"
table_begin "${1:-build/bars/q15}" q15.txt
work=$out/work
rm -rf "$work"
mkdir -p "$work"
data=${EPIGEN_DATA:-}
skipped() { say '\n%s: skipped, not in EPIGEN_DATA (%s)\n' "$1" "${data:-not set}"; }

# --- cycles ------------------------------------------------------------------------------------

# cost SPEC CORE COMPILER OPTION...: compiles the file as its head comment says; figures in $work/wcet.json.
cost() {
    local spec=$1 core=$2 flags multiplier=
    shift 2
    rm -rf "$work/model"
    # shellcheck disable=SC2086
    build/epigen --type=q15 --core="$core" $tables "$spec" --prefix=net -o "$work/model"
    flags=$(sed -nE 's/^ \* Compile this file with (-std=c99 )?(-O[0-9s])(, with gcc also)?(.*)\. Its results .*/\2\4/p' "$work/model/net.c")
    # shellcheck disable=SC2086
    "$@" -std=c99 -ffreestanding $flags -c "$work/model/net.c" -o "$work/net.o"
    if [ "$core" = cortex-m0plus ]; then multiplier=--multiplier=1; fi
    # shellcheck disable=SC2086
    build/epiwcet --core="$core" $multiplier --json "$work/net.o" >"$work/wcet.json"
}
of() { jq -r ".$1" "$work/wcet.json"; }

build/tools/make_spec net 21 50,50 3 tanh 1 | sed -e '/^  - name: sigma/,/^outputs:/{/^outputs:/!d}' -e '/^  sigma: /d' -e '/^  eta: /d' >"$work/means.yaml"
build/tools/make_spec net 21 50,50 1 tanh 1 >"$work/eta.yaml"
heading "21-50-50-3 tanh, everything included: cycles by epiwcet without wait states, gcc with the flags of the file"
while read -r core polynomial tabled compiler; do
    for tables in "" --tables; do
        limit=$polynomial kind=
        if [ -n "$tables" ]; then limit=$tabled kind=", tables"; fi
        # shellcheck disable=SC2086
        cost "$work/means.yaml" "$core" $compiler
        bar "$core$kind: cycles, three means" "$(of cycles)" at-most "$limit"
        if [ "$core" = cortex-m4 ] && [ -z "$tables" ]; then
            bar "$core: flash, bytes" "$(of flash)" at-most 16384
            bar "$core: stack, bytes" "$(of stack)" at-most 512
        fi
        # shellcheck disable=SC2086
        cost "$work/eta.yaml" "$core" $compiler
        info "$core$kind: cycles, mean, sigma and eta" "$(of cycles)"
    done
done <<'EOF'
cortex-m4 10000 8000 arm-none-eabi-gcc -mthumb -mcpu=cortex-m4
cortex-m3 17500 15000 arm-none-eabi-gcc -mthumb -mcpu=cortex-m3
cortex-m0plus 26000 23000 arm-none-eabi-gcc -mthumb -mcpu=cortex-m0plus
rv32imc 34500 30500 riscv64-unknown-elf-gcc -march=rv32imc -mabi=ilp32
EOF

# --- sarcos ------------------------------------------------------------------------------------

# Sigma has the unit of the mean, eta is a number from 0 to 1: both are held to the bars of the mean, sigma in its scale.
sarcos() {
    local seed scale output figures
    heading "21-50-50-3 tanh, trained for fixed point on sarcos: off the real-valued network, relative to the mean's scale"
    sed -e '/^network:/d; /^fit:/d; /^epistemic:/d; s/validation: .*/validation: 0.1/' models/sarcos/recipe.yaml >"$work/sarcos.yaml"
    printf '%s\n' 'network: {trunk: [50, 50], eta: [], eta_from: trunk}' 'epistemic: {teacher: samples, rate: 3e-3}' 'type: q15' >>"$work/sarcos.yaml"
    for ((seed = 1; seed <= ${SEEDS:-3}; seed++)); do
        build/epitrain "$work/sarcos.yaml" --seed="$seed" -o "$work/trained.yaml" 2>"$work/said"
        scale=$(sed -nE 's/^  mean: .* scale: ([-0-9.e]+)\}.*/\1/p' "$work/trained.yaml")
        build/epigen --type=q15 --bounds=json "$work/trained.yaml" >"$work/bounds.json"
        for output in mean sigma eta; do
            figures=$(jq -r --arg o $output --argjson s "${scale:-null}" '.outputs[] | select(.output == $o)
                | (if $o == "eta" then 1 else $s end) as $unit | .error / $unit, .measured_largest / $unit, .measured_rms / $unit' "$work/bounds.json" |
                awk '{ printf "%.3g ", $1 }')
            read -r proven largest rms <<<"$figures"
            bar "seed $seed, $output: proven" "$proven" at-most 1e-2
            bar "seed $seed, $output: largest" "$largest" at-most 1e-3
            bar "seed $seed, $output: root of the mean square" "$rms" at-most 2e-4
        done
    done
}
if [ -e "$data/sarcos/sarcos_4449.csv" ]; then sarcos; else skipped sarcos; fi

# --- eta ---------------------------------------------------------------------------------------

# Prints eta of each row of standard input; FIXED: in fixed point.
cat >"$work/eta.c" <<'EOF'
#ifdef FIXED
#define MODEL_FLOAT_INTERFACE
#endif
#include "model.h"
#include <stdio.h>

int main(void)
{
    float x[MODEL_N_IN];
    for (;;) {
        for (int i = 0; i < MODEL_N_IN; i++)
            if (scanf("%f", &x[i]) != 1)
                return 0;
#ifdef FIXED
        model_float_result_t r;
        model_infer_float(x, &r);
#else
        model_result_t r;
        model_infer(x, &r);
#endif
        printf("%.9g\n", (double)r.eta);
    }
}
EOF
# etas NAME: models of NAME.yaml in float and in fixed point, as programs.
etas() {
    local type options define
    for type in float q15; do
        cp "$work/$1.yaml" "$work/$1.$type.yaml"
        options='' define=''
        if [ $type = q15 ]; then
            echo 'type: q15' >>"$work/$1.$type.yaml"
            options=--type=q15 define=-DFIXED
        fi
        build/epitrain "$work/$1.$type.yaml" -o "$work/$1.$type.spec.yaml" 2>"$work/said"
        # shellcheck disable=SC2086
        build/epigen $options "$work/$1.$type.spec.yaml" --prefix=model -o "$work/$1.$type"
        # shellcheck disable=SC2086
        gcc -std=c99 -O2 -ffp-contract=off $define -I "$work/$1.$type" "$work/eta.c" "$work/$1.$type/model.c" -o "$work/$1.$type.eta"
    done
}
# auroc PROGRAM KNOWN UNKNOWN: files of rows; equal values count half.
auroc() {
    { "$1" <"$2" | sed 's/$/ 0/'; "$1" <"$3" | sed 's/$/ 1/'; } | LC_ALL=C sort -g -k1,1 | awk '
        $1 != last { if (NR > 1) { ranks += ones * (first + NR - 1) / 2 } ones = 0; first = NR; last = $1 }
        { ones += $2; unknown += $2; known += 1 - $2 }
        END { ranks += ones * (first + NR) / 2; printf "%.5f", (ranks - unknown * (unknown + 1) / 2) / (unknown * known) }'
}
# compare NAME WHAT KNOWN UNKNOWN
compare() {
    local float fixed
    float=$(auroc "$work/$1.float.eta" "$3" "$4")
    fixed=$(auroc "$work/$1.q15.eta" "$3" "$4")
    info "$2: AUROC of eta, float" "$float"
    info "$2: AUROC of eta, fixed point" "$fixed"
    bar "$2: what fixed point loses" "$(awk -v a="$float" -v b="$fixed" 'BEGIN { printf "%.5f", (a > b ? a - b : 0) }')" at-most 0.005
}
heading "AUROC of eta, through the emitted C"
cp models/gaussian2d/recipe.yaml "$work/gaussian2d.yaml"
cp models/gaussian2d/train.csv models/gaussian2d/test.csv "$work"
etas gaussian2d
awk -F, -v known="$work/known" -v unknown="$work/unknown" 'FNR == 1 { next } FNR == NR { a[++n] = $1; b[n] = $2; next }
    { near = 0; for (i = 1; i <= n && !near; i++) near = (a[i] - $1) ^ 2 + (b[i] - $2) ^ 2 < 0.15 ^ 2; print $1, $2 >(near ? known : unknown) }' \
    "$work/train.csv" "$work/test.csv"
compare gaussian2d gaussian2d "$work/known" "$work/unknown"
crazyflie() {
    local speed
    rows() { awk -F, 'NR > 1 { for (i = 1; i <= 12; i++) printf "%s ", $i; print "" }' "$data/crazyflie/$1.csv"; }
    cp models/crazyflie/recipe.yaml "$work/crazyflie.yaml"
    etas crazyflie
    rows test_in >"$work/known"
    for speed in 0.6 0.5; do
        rows "test_out_$speed" >"$work/unknown"
        compare crazyflie "crazyflie $speed" "$work/known" "$work/unknown"
    done
}
if [ -e "$data/crazyflie/train.csv" ]; then crazyflie; else skipped crazyflie; fi
exit "$failed"
