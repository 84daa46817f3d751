#!/bin/bash
# The interpreter against an independent evaluation in double precision, within a proven bound:
# every shape, the golden models and the shipped ones. The interpreter's answers also keep to the
# ranges and errors that epigen --bounds states (epiverify takes a million of them).
# verifies: REQ-BOUNDED-ERROR, SPEC-ACTIVATION
. tests/scripts/lib.sh

agrees_with_reference() {
    build/tools/answers "$1" 10000 44 "$work/inputs" "$work/results"
    build/tools/reference "$2" "$work/inputs" "$work/results"
}

keeps_to_bounds() {
    build/tools/answers "$1" 10000 45 "$work/inputs" "$work/results" inside
    "$epigen" --bounds "$1" >"$work/bounds"
    build/tools/reference "$1" "$work/inputs" "$work/results" "$work/bounds"
}

# Ranges or errors that are too small must be seen.
wrong_bounds() {
    keeps_to_bounds "$1"
    awk -v column="$2" -v factor="$3" 'NR > 1 { $column = $column * factor } { print }' \
        "$work/bounds" >"$work/wrong"
    build/tools/reference "$1" "$work/inputs" "$work/results" "$work/wrong"
}

# A weight changed by one part in a hundred must be outside the bound.
changed_weight() {
    sed '0,/\[\[\{0,1\}-\{0,1\}0\.[1-9]/s//&9/' "$1" >"$work/changed.yaml"
    # Not changed: succeeds, which is not what the caller wants.
    if cmp -s "$1" "$work/changed.yaml"; then return 0; fi
    agrees_with_reference "$1" "$work/changed.yaml"
}

for name in $(shape_names); do
    make_model "$name" "$work/$name"
    check "$name" agrees_with_reference "$work/$name/spec.yaml" "$work/$name/spec.yaml"
    check "$name: bounds" keeps_to_bounds "$work/$name/spec.yaml"
done
for spec in tests/golden/good/*.yaml models/*/*.yaml; do
    grep -q "^epigen:" "$spec" || continue
    check "$(basename "$spec")" agrees_with_reference "$spec" "$spec"
    check "$(basename "$spec"): bounds" keeps_to_bounds "$spec"
done
check "a changed weight is seen" refuted changed_weight "$work/one/spec.yaml"
check "a range that is too narrow is seen" refuted wrong_bounds "$work/one/spec.yaml" 3 0.5
check "an error that is too small is seen" refuted wrong_bounds "$work/one/spec.yaml" 4 0.01
finish
