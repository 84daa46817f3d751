#!/bin/bash
# What epitrain writes does not depend on the machine: the same bytes for every width of vectors, for
# any number of threads, from an unoptimised and sanitized build, and with the C library's functions
# for processors without fused multiplication.
. tests/scripts/lib.sh
top=$PWD
epitrain=$top/build/epitrain
unset EPIGEN_DATA EPITRAIN_LANES

# Five inputs, two outputs; sizes that fill no vector.
data_make() {
    awk 'BEGIN {
        s = 7
        for (i = 0; i < 203; i++) {
            for (k = 0; k < 5; k++) { s = (s * 16807) % 2147483647; u[k] = 4 * s / 2147483647 - 2 }
            printf "%.6f,%.6f,%.6f,%.6f,%.6f,", u[0], u[1], u[2], u[3], u[4]
            printf "%.6f,%.6f\n", sin(u[0]) * u[1], u[2] + 0.1 * u[3] * u[4]
        }
    }' >"$1"
}

# recipe_make ACTIVATION
recipe_make() {
    cat <<END_OF_RECIPE
epitrain: 1
name: with_$1
data: {train: data.csv, validation: 0.1, inputs: [1, 2, 3, 4, 5], outputs: [6, 7]}
network: {activation: $1, trunk: [13, 21], mean: [6], sigma: [3], eta: [19, 7]}
fit: {epochs: 150, batch: 32, rate: 0.01, decay: 0.01, beta: 0.5}
epistemic: {teacher: samples, steps: 200, batch: 48}
END_OF_RECIPE
}

# spec_is NAME VARIABLE=VALUE... COMMAND...: the spec is that in NAME.spec
spec_is() {
    local name=$1
    shift
    env "$@" "$name.yaml" -o again.spec 2>/dev/null
    specs_same again.spec "$name.spec"
}

other_data_differ() {
    sed 's/epochs: 150/epochs: 149/' tanh.yaml >other.yaml
    "$epitrain" other.yaml -o other.spec
    sed '/^provenance:/,$d' other.spec >other.network
    sed '/^provenance:/,$d' tanh.spec >tanh.network
    refuted diff other.network tanh.network
}

width_is_checked() {
    refuted env EPITRAIN_LANES=5 "$epitrain" tanh.yaml -o refused.spec 2>message
    grep -q 'EPITRAIN_LANES=5 in the environment, expected 4, 8 or 16' message
    [ ! -e refused.spec ]
}

cd "$work"
data_make data.csv
without_fusion=glibc.cpu.hwcaps=-AVX2,-FMA,-FMA4,-AVX2_Usable,-FMA_Usable,-FMA4_Usable
for activation in tanh softplus; do
    recipe_make $activation >$activation.yaml
    "$epitrain" $activation.yaml --threads=1 -o $activation.spec 2>/dev/null
    for lanes in 4 8 16; do
        check "$activation, vectors of $lanes" spec_is $activation EPITRAIN_LANES=$lanes "$epitrain"
    done
    check "$activation, vectors of 4, 3 threads" spec_is $activation EPITRAIN_LANES=4 "$epitrain" --threads=3
    check "$activation, the C library without fused operations" spec_is $activation \
        GLIBC_TUNABLES=$without_fusion "$epitrain"
done
check "sanitized, vectors of 4" spec_is tanh EPITRAIN_LANES=4 "$epitrain-sanitized"
check "sanitized, widest vectors" spec_is tanh "$epitrain-sanitized" --threads=2
check "the comparison can fail" other_data_differ
check "another width is refused" width_is_checked
finish
