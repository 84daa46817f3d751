#!/bin/bash
# Pruning, from the recipe to cycles: units that were pruned are gone from spec and C, a Cortex-M4F
# takes less time, least where whole units went, and the C says what the interpreter says.
. tests/scripts/lib.sh
top=$PWD

# A product of two inputs, from a small generator of its own.
data_make() {
    awk 'BEGIN {
        print "a,b,y"; s = 1
        for (i = 0; i < 200; i++) {
            for (k = 0; k < 2; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
            printf "%.6f,%.6f,%.6f\n", 4 * u[0] - 2, 4 * u[1] - 2, sin(4 * u[0]) * (u[1] - 0.5)
        }
    }'
}

recipe_make() { # [PRUNE]
    cat <<'END'
epitrain: 1
name: model
data: {train: data.csv, inputs: [a, b], outputs: [y]}
network: {trunk: [32, 32], eta: [24, 24], eta_from: inputs}
fit: {epochs: 80, batch: 16, rate: 0.005}
epistemic: {teacher: samples, steps: 300, batch: 64}
END
    echo "${1:+prune: $1}"
}

# model_make KIND [PRUNE]: KIND/ with spec, C and figures.
model_make() {
    local kind=$1
    recipe_make "${2:-}" >"$kind.yaml"
    mkdir -p "$kind"
    "$top/build/epitrain" "$kind.yaml" --threads=1 -o "$kind/spec.yaml" 2>"$kind/summary"
    (cd "$top" && build/epigen "$work/$kind/spec.yaml" -o "$work/$kind")
    arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard -std=c99 -O2 -ffp-contract=off \
        -c "$kind/model.c" -o "$kind/model.o"
    "$top/build/epiwcet" --core=cortex-m4f --json "$kind/model.o" >"$kind/wcet.json"
    cc -std=c99 -O2 -ffp-contract=off -DMODEL_SELFTEST_MAIN "$kind/model.c" "$kind/model_selftest.c" -o "$kind/selftest"
}

cycles() { sed -n 's/^ *"cycles": \([0-9]*\),$/\1/p' "$1/wcet.json"; }

# The hidden units that the C has room for.
units() { sed -n 's/^ *float [he][12]_v\[\([0-9]*\)\];$/\1/p' "$1/model.c" | awk '{ n += $1 } END { print n + 0 }'; }

weights() { sed '/^provenance:/,$d; /^ *- \[/!d; s/^ *- \[//; s/\]//; s/,/\n/g' "$1/spec.yaml" | grep -c '[1-9]'; }

# As many weights are left as were asked for, of the recipe's 1800.
a_fifth_is_left() {
    local left
    prints 1800 weights dense
    left=$(weights "$1")
    echo "$left"
    [ "$left" -le 365 ]
    [ "$left" -ge 300 ]
}

units_are_gone() {
    local left
    prints 112 units dense
    left=$(units by_units)
    echo "$left"
    [ "$left" -le 70 ]
}

cycles_fall() {
    local dense weights units
    dense=$(cycles dense)
    weights=$(cycles by_weights)
    units=$(cycles by_units)
    echo "$dense $weights $units"
    [ "$weights" -le $((dense * 6 / 10)) ]
    [ "$units" -le $((weights * 9 / 10)) ]
}

# The RMSE of the training rows, in thousandths; the output's standard deviation is 200.
still_follows_the_data() {
    cat "$1/summary"
    sed -n 's/^training .*: error \([0-9.e-]*\) .*/\1/p' "$1/summary" | awk '{ exit !($1 < 0.06) }'
}

the_same_bytes_again() {
    "$top/build/epitrain-sanitized" by_units.yaml --threads=2 -o again.yaml
    # The sanitized build does not say its commit.
    grep -v '^  trainer: ' again.yaml >again.spec
    grep -v '^  trainer: ' by_units/spec.yaml | diff again.spec -
}

cd "$work"
data_make >data.csv
check "trains and compiles dense" model_make dense
check "by units" model_make by_units '{sparsity: 0.8}'
check "by weights" model_make by_weights '{sparsity: 0.8, by: weights}'
check "units: a fifth of the weights is left" a_fifth_is_left by_units
check "weights: a fifth of the weights is left" a_fifth_is_left by_weights
check "pruned units are gone from the C" units_are_gone
check "cycles fall, most without units" cycles_fall
for kind in by_units by_weights; do
    check "$kind: the C agrees with the interpreter" "$kind/selftest"
    check "$kind: still follows the data" still_follows_the_data "$kind"
done
check "the same bytes from the sanitized build" the_same_bytes_again
finish
