#!/bin/bash
# Learners as C: what epicompare --export writes is generated, read back and tested like any model,
# and --cost says what epiwcet says about it.
. tests/scripts/lib.sh
top=$PWD
epicompare=$top/build/epicompare
sanitized=$top/build/epicompare-sanitized

data_make() {
    awk 'BEGIN { s = 1; print "x,y" >"train.csv"; print "x,y" >"test.csv"
        for (i = 0; i < 60; i++) {
            for (k = 0; k < 2; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
            x = 6 * u[0] - 3
            printf "%.6f,%.6f\n", x, sin(2 * x) + 0.2 * u[1] >(i < 50 ? "train.csv" : "test.csv")
        } }'
    cat >wave.yaml <<'END'
epitrain: 1
name: wave
data: {train: train.csv, test: test.csv, inputs: [x], outputs: [y]}
network: {trunk: [5], eta: [4]}
fit: {epochs: 20, batch: 16, rate: 0.01}
epistemic: {teacher: samples, steps: 50, batch: 32}
END
}

exports() {
    "$epicompare" wave.yaml --export=specs --samples=2 --points=6
    ls specs >names
    printf 'wave_%s.yaml\n' bnn2 dropout2 ensemble epiout epiout_paper gp6 | diff names -
}

exports_the_same_again() {
    "$epicompare" wave.yaml --export=again --samples=2,3 --points=6 --learners=epiout,gp,dropout,bnn
    local file
    for file in epiout gp6 dropout2; do
        cmp "specs/wave_$file.yaml" "again/wave_$file.yaml"
    done
    [ -s again/wave_bnn3.yaml ]
}

# Generated, read back by epivalidate, compiled, and equal to the interpreter's vectors.
emitted_is_good() { # NAME
    "$top/build/epigen" "specs/wave_$1.yaml" --prefix=model -o "$1"
    "$top/build/epivalidate" "specs/wave_$1.yaml" "$1/model.c"
    selftest_main "$1" model "$1/selftest" gcc -O0
    "$1/selftest"
}

column() { # LEARNER NUMBER
    awk -F , -v learner="$1" -v c="$2" '$2 == learner { print $c }' cost.csv
}

columns() { # LEARNER NUMBER...
    local number
    for number in "${@:2}"; do
        column "$1" "$number"
    done
}

costs() {
    local dropout epiout
    TMPDIR=$PWD/tmp "$epicompare" wave.yaml --cost --known=0.1 --learners=epiout,gp,dropout --samples=2 --points=6 \
        --csv=cost.csv --markdown=cost.md | tee cost.txt
    rmdir tmp # nothing is left there
    grep -q '^Dropout, 2 samples .* 2 x 1-50-50$' cost.txt
    grep -q '^| GP, 6 points | 6 points of 1 |' cost.md
    prints 4 wc -l <cost.csv
    dropout=$(column dropout 6)
    epiout=$(column epiout 6)
    [ "$dropout" -gt $((10 * epiout)) ]
}

# A learner has a row more, which costs less; radial layers have none.
costs_in_fixed_point() {
    "$epicompare" wave.yaml --cost --type=q15 --known=0.1 --learners=epiout,gp --points=6 --csv=fixed.csv 2>said
    grep 'GP, 6 points has no row in fixed point' said
    # shellcheck disable=SC2016
    prints 'epiout epiout-q15 gp ' awk -F , 'NR > 1 { printf "%s ", $2 }' fixed.csv
    awk -F , '$2 == "epiout" { cycles = $6; rmse = $9 } $2 == "epiout-q15" { exit !($6 < cycles && ($9 / rmse - 1) ^ 2 < 1e-4) }' fixed.csv
}

costs_are_those_of_epiwcet() {
    local figures
    arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard -std=c99 -O2 -ffp-contract=off \
        -c gp6/model.c -o gp6/model.o
    figures=$("$top/build/epiwcet" --core cortex-m4f --json gp6/model.o | jq -r '"\(.cycles)\n\(.flash)\n\(.stack)"')
    prints "$figures" columns gp 6 7 8
}

# The figures beside the cycles are those of the C: what the emitted GP, compiled here, answers about the test
# rows has the RMSE of its row.
figures_are_those_of_the_code() {
    local rmse
    cat >answers.c <<'END'
#include "gp6/model.h"
#include <math.h>
#include <stdio.h>
int main(void)
{
    float x, y;
    double sum = 0.0, n = 0.0;
    model_result_t r;
    while (scanf("%f,%f", &x, &y) == 2) {
        model_infer(&x, &r);
        sum += ((double)r.mean[0] - (double)y) * ((double)r.mean[0] - (double)y);
        n += 1.0;
    }
    printf("%.4g\n", sqrt(sum / n));
    return 0;
}
END
    gcc -std=c99 -ffp-contract=off answers.c gp6/model.c -lm -o answers
    rmse=$(tail -n +2 test.csv | ./answers)
    prints "$rmse" column gp 9
    columns epiout 9 10 11
    column dropout 11 >dropout.msll
    grep -q '[0-9]' dropout.msll
}

# Before the training, and without a trace.
missing_compiler_is_named() {
    mkdir -p tmp
    exits_with 1 'cannot run arm-none-eabi-gcc' env TMPDIR="$PWD/tmp" PATH=/nonexistent "$epicompare" wave.yaml \
        --cost --csv=left.csv
    [ ! -e left.csv ]
    rmdir tmp
}

# 45 of the 50 rows train.
points_are_counted() {
    "$sanitized" wave.yaml --export=many --learners=gp --points=6,46,4000 2>many.err
    cat many.err
    ls many >names
    printf 'wave_gp%s.yaml\n' 45 6 | diff names -
    grep -q '4000 points were asked for, all 45 training rows are taken' many.err
    grep -q 'shape: .*45 points of 1' many/wave_gp45.yaml
}

sanitized_exports() {
    "$sanitized" wave.yaml --export=sanitized --learners=epiout,gp,dropout,bnn,ensemble --samples=2 --points=6
    find sanitized -type f >names
    prints 5 wc -l <names
}

cd "$work"
mkdir tmp
data_make
check "exports every learner that has a spec" exports
check "the same bytes again, whatever else is asked for" exports_the_same_again
for name in epiout epiout_paper gp6 bnn2 dropout2 ensemble; do
    check "$name: emitted, validated, self-test" emitted_is_good $name
done
check "costs" costs
check "the costs are those of epiwcet" costs_are_those_of_epiwcet
check "costs in fixed point too" costs_in_fixed_point
check "a type without costs" exits_with 2 "expected --cost with it" "$sanitized" wave.yaml --type=q15
check "the figures are those of the C" figures_are_those_of_the_code
check "a missing compiler" missing_compiler_is_named
check "sanitized" sanitized_exports
check "points are those that are there" points_are_counted
check "one seed, one thread" exits_with 2 'with the first seed' "$sanitized" wave.yaml --cost --seeds=2
check "no threads" exits_with 2 'with the first seed' "$sanitized" wave.yaml --export=a --threads=1
check "samples that a spec cannot have" exits_with 2 'from 2 to 119' "$sanitized" wave.yaml --export=a --samples=120
check "samples that do not rise" exits_with 2 'that rise' "$sanitized" wave.yaml --cost --samples=10,10
check "points without a spec" exits_with 2 'goes with' "$sanitized" wave.yaml --points=10
check "nothing to compare" exits_with 2 'compares nothing' "$sanitized" wave.yaml --export=a --known=1
check "no picture" exits_with 2 'draw nothing' "$sanitized" wave.yaml --cost --times=a.png
check "no trials" exits_with 2 'as it is' "$sanitized" wave.yaml --cost --trials
check "no table" exits_with 2 'has no table' "$sanitized" wave.yaml --export=a --csv=a.csv
check "two recipes" exits_with 2 'expected one' "$sanitized" wave.yaml wave.yaml --export=a
finish
