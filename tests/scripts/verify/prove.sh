#!/bin/bash
# epiprove from end to end: answers and exit statuses, refusals, logs and their check, threads, ranges, eta.
. tests/scripts/lib.sh
epiprove=build/epiprove

cat >"$work/net.yaml" <<'END'
epigen: 1
name: net
inputs:
  - {name: v, min: -4, max: 4, mean: 0.1, scale: 1.5}
  - {name: alt, min: 0, max: 2}
layers:
  - {name: h, from: inputs, activation: tanh, weights: [[1, 0.5], [-0.7, 1], [0.3, -0.9]], bias: [0.1, 0, 0.2]}
  - {name: g, from: h, activation: relu, weights: [[1, -1, 0.5], [0.5, 1, 1]], bias: [0.1, -0.2]}
  - {name: m, from: g, activation: identity, weights: [[1, 0.5]], bias: [0]}
  - {name: s, from: g, activation: softplus, weights: [[0.2, 0.1]], bias: [-1]}
  - {name: sq, from: inputs, activation: square, weights: [[1, 0], [0, 1]], bias: [0, 0]}
  - {name: hat, from: [inputs, sq], activation: relu, weights: [[0, 2, -1, -1]], bias: [0]}
  - {name: gate, from: hat, activation: relu, weights: [[-1]], bias: [0.25]}
  - {name: e, from: gate, activation: sigmoid, weights: [[20]], bias: [-2]}
outputs:
  mean: {from: m, names: [thrust]}
  sigma: {from: s, floor: 0.01}
  eta: {from: e}
END
cat >"$work/all.yaml" <<'END'
epiprove: 1
properties:
  - {name: bounded, always: -0.5 <= thrust <= 2.48}
  - never: eta < 0.5 when v > 3
  - {name: sum, always: thrust - 0.1 * v <= 3.5, when: {alt: [0, 1.5]}}
  - {increasing: sigma, along: v, when: {v: [0, 0.5]}}
  - {lipschitz: thrust, along: alt, constant: 4}
END

# property TEXT: a VNN-LIB file of declarations and one assertion.
property() {
    printf '(declare-const %s Real)\n' X_0 X_1 Y_0 eta
    echo "(assert $1)"
}

properties_hold() {
    exits_with 0 "" "$epiprove" "$work/net.yaml" "$work/all.yaml" >"$work/words"
    prints 5 grep -c ': holds' "$work/words"
}

violation_is_shown() {
    property '(>= Y_0 1)' >"$work/p.vnnlib"
    exits_with 1 "" "$epiprove" "$work/net.yaml" "$work/p.vnnlib" >"$work/words"
    grep -q '^p.vnnlib: violated' "$work/words"
    awk '$2 == "thrust" { exit !($3 >= 1) }' "$work/words"
    printf 'epiprove: 1\nproperties: [{decreasing: thrust, along: v}]\n' >"$work/falls.yaml"
    exits_with 1 "" "$epiprove" "$work/net.yaml" "$work/falls.yaml" >"$work/words"
    grep -q 'slope .* at this input' "$work/words"
}

undecided_is_said() {
    property '(>= Y_0 2.46625)' >"$work/p.vnnlib"
    exits_with 3 "" "$epiprove" --boxes=1 "$work/net.yaml" "$work/p.vnnlib" >"$work/words"
    grep -qE 'undecided, [0-9]+ boxes left' "$work/words"
}

# answers STATUS ASSERTION
answers() {
    property "$2" >"$work/p.vnnlib"
    exits_with "$1" "" "$epiprove" "$work/net.yaml" "$work/p.vnnlib" >"$work/words"
}

# What files of others have beside the plainest form.
dialects_are_read() {
    answers 0 '(and (<= 0 X_0 1) (>= Y_0 100))'
    answers 1 '(and (<= 0 X_0 1) (not (<= 100 Y_0 200)))'
    answers 0 '(>= (/ Y_0 3) (/ 10 3 1))'
    answers 1 '(not (=> (>= X_0 0) (>= (- (* 2 Y_0)) -1e-3)))'
    answers 0 '(=> true (and (or false (>= Y_0 1.0e+2)) (= X_1 0.25)))'
    answers 0 "(<= Y_0 -0.5$(printf '%0200d' 5))"
    printf '(set-logic QF_LRA)\n(set-info :source "a; (b\n")\n(set-option :produce-models true)\n' >"$work/p.vnnlib"
    property '(>= Y_0 100)' >>"$work/p.vnnlib"
    printf '(check-sat) (get-model) (exit) ; the end' >>"$work/p.vnnlib"
    exits_with 0 "" "$epiprove" "$work/net.yaml" "$work/p.vnnlib" >"$work/words"
    answers 0 '(and (<= X_0 0) (>= X_0 1) (>= Y_0 0))'
    grep -q 'no input lies between them' "$work/words"
}

# A constant means what is written: the weight is the float32 next above 0.1.
lipschitz_is_exact() {
    cat >"$work/line.yaml" <<'END'
epigen: 1
name: line
inputs: [{name: v, min: -1, max: 1}]
layers: [{name: m, from: inputs, activation: identity, weights: [[0.1]], bias: [0]}]
outputs: {mean: {from: m, names: [thrust]}}
END
    printf 'epiprove: 1\nproperties: [{lipschitz: thrust, along: v, constant: 0.1}]\n' >"$work/p.yaml"
    exits_with 1 "" "$epiprove" "$work/line.yaml" "$work/p.yaml" >"$work/words"
    printf 'epiprove: 1\nproperties: [{lipschitz: thrust, along: v, constant: 0.1000001}]\n' >"$work/p.yaml"
    exits_with 0 "" "$epiprove" "$work/line.yaml" "$work/p.yaml" >"$work/words"
}

# refused FILE WORDS: with the file, a line and the words.
refused() {
    exits_with 1 "" "$epiprove" "$work/net.yaml" "$1" >"$work/err"
    grep -qE "^epiprove: $1:[0-9]+: .*$2" "$work/err"
}

unsupported_is_refused() {
    property '(<= (* Y_0 Y_0) 1)' >"$work/p.vnnlib"
    refused "$work/p.vnnlib" 'product of two variables'
    property '(ite (<= Y_0 1) (<= X_0 1) true)' >"$work/p.vnnlib"
    refused "$work/p.vnnlib" 'not supported'
    property '(<= (/ 1 Y_0) 1)' >"$work/p.vnnlib"
    refused "$work/p.vnnlib" 'divides by zero or by a variable'
    property '(<= (/ Y_0 (- 1 1)) 1)' >"$work/p.vnnlib"
    refused "$work/p.vnnlib" 'divides by zero or by a variable'
    property '(<= (* 1e99 1e99 1e99 1e99 Y_0) 1)' >"$work/p.vnnlib"
    refused "$work/p.vnnlib" 'coefficient of inf'
    property '(<= Y_7 1)' >"$work/p.vnnlib"
    refused "$work/p.vnnlib" 'no input or output'
    property '(<= Y_0' >"$work/p.vnnlib"
    refused "$work/p.vnnlib" 'not closed'
    property '(and (<= eta 0.5) (<= X_0 9))' >"$work/p.vnnlib"
    refused "$work/p.vnnlib" 'leaves its domain'
    printf '(declare-const X_0 Real)\n(declare-const Y_0 Real)\n(assert (<= Y_0 1))\n' >"$work/p.vnnlib"
    refused "$work/p.vnnlib" '1 inputs are declared, expected 2'
    printf 'epiprove: 1\nproperties: [{always: thrust << 3}]\n' >"$work/p.yaml"
    refused "$work/p.yaml" 'expected a number or a name'
    printf 'epiprove: 1\nproperties: [{always: thrust <= 3, never: eta < 1}]\n' >"$work/p.yaml"
    refused "$work/p.yaml" 'expected one'
}

# The properties that a log can hold, and their log.
log_make() {
    sed -i '/increasing\|lipschitz/d' "$work/all.yaml"
    "$epiprove" "$work/net.yaml" "$work/all.yaml" --log="$work/log" >"$work/words"
}

log_is_checked() {
    log_make
    exits_with 0 "" "$epiprove" "$work/net.yaml" "$work/all.yaml" --replay="$work/log" >"$work/words"
    grep -q 'every property holds' "$work/words"
}

# broken WORDS SED: a log with this edit is refused.
broken() {
    sed "$2" "$work/log" >"$work/broken"
    exits_with 1 "" "$epiprove" "$work/net.yaml" "$work/all.yaml" --replay="$work/broken" >"$work/err"
    grep -q "$1" "$work/err"
}

wrong_logs_are_refused() {
    log_make
    broken 'cut' '0,/^proven/{/^proven/d}'
    broken 'not proven' '0,/^proven/{s/^proven.*/open/}'
    broken 'cut' '0,/^cut/{s/^cut \([0-9]*\) .*/cut \1 0x1p+9/}'
    broken 'spec' 's/^spec ./spec x/'
    # A tree of one box that claims all of a violated property.
    property '(>= Y_0 1)' >"$work/p.vnnlib"
    "$epiprove" "$work/net.yaml" "$work/p.vnnlib" --log="$work/claim" >"$work/words" || true
    sed '/^region/,$d' "$work/claim" >"$work/forged"
    printf 'region\nproven 1\nend\n' >>"$work/forged"
    exits_with 1 "" "$epiprove" "$work/net.yaml" "$work/p.vnnlib" --replay="$work/forged" >"$work/err"
    grep -q 'not proven' "$work/err"
}

threads_change_nothing() {
    property '(>= Y_0 2.0)' >"$work/p.vnnlib"
    local threads
    for threads in 1 2 5; do
        "$epiprove" --threads=$threads "$work/net.yaml" "$work/p.vnnlib" --log="$work/log$threads" >"$work/t" || true
        sed 's/, [0-9.]* s)/)/' "$work/t" >"$work/words$threads"
    done
    cmp "$work/log1" "$work/log2"
    cmp "$work/log1" "$work/log5"
    cmp "$work/words1" "$work/words2"
    cmp "$work/words1" "$work/words5"
}

resumed_is_the_same() {
    property '(>= Y_0 2.46625)' >"$work/p.vnnlib"
    "$epiprove" "$work/net.yaml" "$work/p.vnnlib" --log="$work/whole" >"$work/words"
    exits_with 3 "" "$epiprove" --boxes=1 "$work/net.yaml" "$work/p.vnnlib" --log="$work/part" >"$work/words"
    exits_with 0 "" "$epiprove" "$work/net.yaml" "$work/p.vnnlib" --log="$work/part" --resume >"$work/words"
    cmp "$work/whole" "$work/part"
}

bounds_are_tight() {
    "$epiprove" --bounds "$work/net.yaml" >"$work/words"
    awk '$1 == "thrust" && NF == 5 { exit !($2 <= $3 && $4 <= $5 && $5 - $4 <= 0.05 * $4) }' "$work/words"
    grep -q '^thrust along alt: ' "$work/words"
    "$epiprove" --bounds --box=v=0:0,alt=1:1 "$work/net.yaml" >"$work/words"
    awk '$1 == "thrust" && NF == 5 { exit !($5 - $2 < 1e-4) }' "$work/words"
}

eta_has_a_radius() {
    printf 'v,alt\n0.1,1\n0.4,1.2\n-0.3,0.8\n' >"$work/rows.csv"
    exits_with 0 "" "$epiprove" "$work/net.yaml" --eta --data="$work/rows.csv" --plot="$work/map.png" >"$work/words"
    grep -q 'from all 3 rows (proven)' "$work/words"
    grep -q 'by structure, from the weights of 1 units' "$work/words"
    [ -s "$work/map.png" ]
    # Unknown, known and undecided are all of it, and little is undecided.
    awk '/volume/ { gsub(/%/, ""); exit !($5 + $12 > 99 && $5 + $12 <= 100.01) }' "$work/words"
    # Without the gate nothing is guaranteed.
    sed 's/\[\[20\]\]/[[2]]/' "$work/net.yaml" >"$work/weak.yaml"
    exits_with 0 "" "$epiprove" "$work/weak.yaml" --eta --data="$work/rows.csv" >"$work/words"
    grep -q 'no guarantee by structure' "$work/words"
}

check "properties hold" properties_hold
check "a violation is shown" violation_is_shown
check "undecided is said" undecided_is_said
check "what files of others have is read" dialects_are_read
check "a Lipschitz constant means what is written" lipschitz_is_exact
check "what is not supported is refused with its line" unsupported_is_refused
check "a log is checked" log_is_checked
check "wrong logs are refused" wrong_logs_are_refused
check "threads change nothing" threads_change_nothing
check "a resumed proof is the same" resumed_is_the_same
check "bounds are tight" bounds_are_tight
check "eta has a radius" eta_has_a_radius
finish
