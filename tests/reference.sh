#!/bin/bash
# The interpreter against an independent evaluation in double precision, within a proven bound:
# every shape, the golden models and the shipped ones.
. tests/lib.sh

agrees_with_reference() {
    build/tools/answers "$1" 10000 44 "$work/inputs" "$work/results"
    build/tools/reference "$2" "$work/inputs" "$work/results"
}

# A weight changed by one part in a hundred must be outside the bound.
changed_weight() {
    sed '0,/\[\[\{0,1\}-\{0,1\}0\.[1-9]/s//&9/' "$1" >"$work/changed.yaml"
    ! cmp -s "$1" "$work/changed.yaml" && agrees_with_reference "$1" "$work/changed.yaml"
}

for name in $(shape_names); do
    make_model "$name" "$work/$name"
    check "$name" agrees_with_reference "$work/$name/spec.yaml" "$work/$name/spec.yaml"
done
for spec in tests/golden/good/*.yaml models/*/*.yaml; do
    [ "$(basename "$spec")" != recipe.yaml ] || continue
    check "$(basename "$spec")" agrees_with_reference "$spec" "$spec"
done
check "a changed weight is seen" refuted changed_weight "$work/one/spec.yaml"
finish
