#!/bin/bash
# Every spec in tests/golden/refused is refused: exit status 1, exactly the message in its .err file,
# no output file.
# verifies: SPEC-REFUSE, SPEC-NUMBER, SPEC-NAME, SPEC-GRAPH, SPEC-LIMITS, SPEC-SIGMA-POSITIVE, SPEC-ETA-RANGE, SPEC-NO-OVERFLOW, SPEC-PROVENANCE
. tests/scripts/lib.sh
tools=$PWD/build

refuses() {
    local name=$1 status=0
    "$tools/epigen-sanitized" "$name.yaml" -o "$work/out" >"$work/stdout" 2>"$work/stderr" || status=$?
    cat "$work/stderr"
    diff "$name.err" "$work/stderr" && [ "$status" -eq 1 ] && [ ! -e "$work/out" ] &&
        [ ! -s "$work/stdout" ]
}

# Limits that take millions of numbers to reach, and so a program without sanitizers.
repeat() { awk -v text="$1" -v count="$2" 'BEGIN { for (i = 0; i < count; i++) printf "%s", text }'; } # TEXT COUNT
too_many_values() {
    { printf 'epigen: 1\nname: ['; repeat 0, 8000000; echo ']'; } >"$work/values.yaml"
    exits_with 1 'values.yaml:2: the file has more than 8000000 values, the limit is 8000000$' "$tools/epigen" "$work/values.yaml" -o "$work/out"
    [ ! -e "$work/out" ]
}
too_many_weights() { # 4096 rows of 977
    local row
    row=$(repeat 1, 976)1
    {
        echo 'epigen: 1'
        echo 'name: weights'
        echo 'inputs: [{name: x, min: -1, max: 1}]'
        echo 'layers:'
        echo '  - {name: wide, from: inputs, activation: tanh, weights: ['
        repeat "[$row]," 4096
        echo "], bias: [$(repeat 0, 4095)0]}"
        echo 'outputs: {mean: {from: wide}}'
    } >"$work/weights.yaml"
    exits_with 1 'weights.yaml:5: layer "wide": up to here the layers have 4001792 weights, the limit is 4000000$' \
        "$tools/epigen" "$work/weights.yaml" -o "$work/out"
    [ ! -e "$work/out" ]
}
check "8,000,001 values" too_many_values
check "4,001,792 weights" too_many_weights
cd tests/golden/refused
for spec in *.yaml; do
    check "${spec%.yaml}" refuses "${spec%.yaml}"
done
finish
