#!/bin/bash
# `type: q15` in a recipe: what is trained goes through epigen --type=q15 with less error than a network in float, the summary compares,
# and the same recipe gives the same bytes for any number of threads.
. tests/scripts/lib.sh
epitrain=build/epitrain
sanitized=build/epitrain-sanitized

rows_make() {
    awk 'BEGIN {
        print "v,alpha,drag"; s = 1
        for (i = 0; i < 160; i++) {
            for (k = 0; k < 3; k++) { s = (s * 1103515245 + 12345) % 2147483648; u[k] = s / 2147483648 }
            printf "%.6f,%.6f,%.6f\n", 10 + 20 * u[0], u[1] - 0.5, 0.02 * (10 + 20 * u[0]) ^ 2 * (1 + u[1]) + 0.3 * (u[2] - 0.5)
        } }'
}
rows_make >"$work/rows.csv"
recipe() { # LINE...
    printf '%s\n' 'epitrain: 1' 'name: wing' 'data: {train: rows.csv, inputs: [v, alpha], outputs: [drag]}' 'network: {trunk: [12]}' \
        'epistemic: {teacher: blend, notions: [neighbours], steps: 300}' 'fit: {epochs: 100}' "$@"
}
recipe >"$work/float.yaml"
recipe 'type: q15' >"$work/fixed.yaml"

trains() {
    "$epitrain" "$work/float.yaml" -o "$work/wing_float.yaml"
    "$epitrain" "$work/fixed.yaml" -o "$work/wing.yaml" --threads=2 2>"$work/said"
    cat "$work/said"
}
compares() {
    grep -E '^validation drag in fixed point \(in float\): error [0-9.]+ \([0-9.]+\), .* within two sigma' "$work/said"
    grep -E '^eta in fixed point .* AUROC of 0\.[0-9]+ \(0\.[0-9]+\)$' "$work/said"
    grep -x '  type: q15' "$work/wing.yaml"
    grep -x '  q15_held_out_drag:' "$work/wing.yaml"
}
same_bytes() {
    "$sanitized" "$work/fixed.yaml" -o "$work/again.yaml" --threads=1
    sed 's/^  trainer: .*//' "$work/wing.yaml" >"$work/one"
    sed 's/^  trainer: .*//' "$work/again.yaml" | diff "$work/one" -
}
less_is_lost() {
    build/epigen --bounds --type=q15 "$work/wing.yaml"
    build/epigen --bounds --type=q15 "$work/wing.yaml" | awk '$1 == "mean[0]" { print $4 }' >"$work/moved"
    build/epigen --bounds --type=q15 "$work/wing_float.yaml" | awk '$1 == "mean[0]" { print $4 }' >"$work/plain"
    paste "$work/moved" "$work/plain" | awk '{ exit !($1 < 0.8 * $2) }'
}
emitted_code_passes() {
    build/epigen --type=q15 "$work/wing.yaml" -o "$work/out"
    gcc -std=c99 -O2 -DWING_SELFTEST_MAIN -I"$work/out" "$work"/out/*.c -o "$work/selftest"
    "$work/selftest"
}
given_is_refused() {
    recipe 'type: q15' 'mean_from: policy.yaml' >"$work/given.yaml"
    exits_with 1 'given.yaml:8: mean_from beside "type: q15", expected it without a type' "$epitrain" "$work/given.yaml"
}

check "a network with weights of fixed point is trained" trains
check "summary and provenance compare float and fixed point" compares
check "the same bytes for any number of threads" same_bytes
check "less is lost than by rounding a network in float" less_is_lost
check "the emitted code passes its self-test" emitted_code_passes
check "a mean from elsewhere is not moved" given_is_refused
recipe 'type: q31' >"$work/other.yaml"
check "another type is refused" exits_with 1 'other.yaml:7: type is "q31", expected one of float32, q15' "$epitrain" "$work/other.yaml"
finish
