#!/bin/bash
# epivalidate: accepts what epigen emits, finds and names every change to it.
# `tests/scripts/verify/validate.sh --update` writes the checker's copy of the kernels anew from runtime/float32:
# run `make exhaustive` first, then read the difference.
# verifies: REQ-FAITHFUL, SPEC-KERNELS
. tests/scripts/lib.sh
. tests/validate/lib.sh

# The kernels without comments as C strings, each behind those it uses.
kernel_text() {
    local file name
    cat <<'EOF'
/* The kernels of runtime/float32 without comments, as epivalidate knows them. Written by
   `tests/scripts/verify/validate.sh --update`; a test says when they differ. */
/* clang-format off */
#ifndef VALIDATE_KERNEL_TEXT_H
#define VALIDATE_KERNEL_TEXT_H
EOF
    for name in bits clamp clamp_zero eta_or_one flush abs relu leaky_relu tanh_core tanh tanh_e4_core tanh_e4 tanh_e3_core tanh_e3 exp_core exp sigmoid sigmoid_e4 sigmoid_e3 softplus softplus_e4 softplus_e3 square elu silu clip pair; do
        file=runtime/float32/$name.h
        [ -f "$file" ] || file=runtime/float32/cheaper/$name.h
        printf '\nstatic const char text_%s[] =\n' "$name"
        gcc -fpreprocessed -E -P -x c "$file" >"$work/code"
        if grep -q '["\\]' "$work/code"; then
            echo "$file: a quote or a backslash, which the checker does not expect" >&2
            return 1
        fi
        sed -e 's/.*/    "&\\n"/' -e '$s/$/;/' "$work/code"
    done
    printf '\n#endif\n'
}

if [ "${1:-}" = --update ]; then
    kernel_text >"$work/kernel_text.h"
    cp "$work/kernel_text.h" verify/validate/kernel_text.h
    exit
fi

epivalidate=build/epivalidate-sanitized

kernels_are_known() { kernel_text | diff verify/validate/kernel_text.h -; }

# It is an independent check: nothing of the generator but the reader of specs is linked in.
shares_no_code() {
    nm build/epivalidate >"$work/symbols"
    grep -q ' T spec_read$' "$work/symbols"
    ! grep -E ' (lower|emit_source|program_append|interpreter_run|macro_expand|number_float32|bounds_of|count|vectors_make)$' "$work/symbols"
}

accepted() {
    "$epivalidate" "$1" "$2" >"$work/answer"
    grep -E "^$2 is $1: [0-9]+ layers?, [0-9]+ neurons?, [0-9]+ weights?, [0-9]+ connections?, " "$work/answer"
}

shape_is_accepted() {
    make_model "$1" "$work/$1"
    accepted "$work/$1/spec.yaml" "$work/$1/model.c"
}

# The tiled form, with cheaper kernels and every clamp too.
tiled_is_accepted() {
    local choices dir=$work/tiled.accepted
    for choices in '' '--accuracy=1e-4' '--accuracy=1e-3 --clamps=all'; do
        # shellcheck disable=SC2086
        "$epigen" "$1" --prefix=model --form=tiled $choices -o "$dir"
        accepted "$1" "$dir/model.c"
    done
}

check "the copy of the kernels is runtime/float32 (else: make exhaustive, tests/scripts/verify/validate.sh --update)" kernels_are_known
check "shares no code with the generator" shares_no_code
for spec in tests/golden/good/*.yaml tests/validate/*.yaml models/*/*.yaml; do
    grep -q '^epigen:' "$spec" || continue
    name=$(basename "$spec" .yaml)
    "$epigen" "$spec" -o "$work"
    check "$name is accepted" accepted "$spec" "$work/$name.c"
    check "$name is accepted: tiled" tiled_is_accepted "$spec"
done
for shape in $(shape_names); do
    check "$shape is accepted" shape_is_accepted "$shape"
    check "$shape is accepted: tiled" tiled_is_accepted "$work/$shape/spec.yaml"
done

: >"$work/counts" # ONLY may leave out what writes it
golden=tests/golden/good/every
check "mutants of every.c" mutants every $golden.yaml $golden.c $golden.h every $golden.c 2
check "mutants of every.h" mutants every.h $golden.yaml $golden.c $golden.h every $golden.h 4
m=$work/mixed
[ -f "$m/model.c" ] || make_model mixed "$m"
check "mutants of mixed.c" mutants mixed "$m/spec.yaml" "$m/model.c" "$m/model.h" model "$m/model.c" 2
nodes=tests/golden/good/nodes
check "mutants of nodes.c" mutants nodes $nodes.yaml $nodes.c $nodes.h nodes $nodes.c 1
shared=tests/golden/good/shared
check "mutants of shared.c" mutants shared $shared.yaml $shared.c $shared.h shared $shared.c 2
shaped=tests/golden/good/shaped
check "mutants of shaped.c" mutants shaped $shaped.yaml $shaped.c $shaped.h shaped $shaped.c 1
check "mutants of policy.c, without sigma and eta" mutants policy tests/golden/good/policy.{yaml,c,h} policy tests/golden/good/policy.c 1
check "mutants of wide.c, which asks for the order of statements" mutants wide tests/golden/good/wide.{yaml,c,h} wide tests/golden/good/wide.c 1
for name in policy guarded; do
    check "mutants of $name.h, without sigma" mutants $name.h tests/golden/good/$name.{yaml,c,h} $name tests/golden/good/$name.h 2
done
check "mutants of tiled.c" mutants tiled tests/golden/good/tiled.{yaml,c,h} tiled tests/golden/good/tiled.c 1
# Of the mixed shape only what no other file has.
tiled_model "$m/spec.yaml" "$work/mixed.tiled"
check "mutants of mixed, tiled" tiled_mutants mixed.tiled "$m/spec.yaml" "$work/mixed.tiled" 1
cat "$work/counts"

# enough_mutants: at least 200 of the code, of every kind in the table.
enough_mutants() {
    local total kinds
    total=$(cat "$work"/mutants.*/list | wc -l)
    kinds=$(cut -f 3 "$work"/mutants.*/list | sort -u | wc -l)
    echo "$total mutants of $kinds kinds"
    [ "$total" -ge 500 ]
    prints "$kinds" grep -chE '^    \{"[a-z]+: ' <(cat tests/tools/mutate_unrolled.h tests/tools/mutate_tiled.h)
}
check "every kind of change has mutants" enough_mutants

# A clamp that only the rounding of a sum, or the flush of small inputs, makes necessary is missed.
clamp_left_out() { # NAME ACCURACY KERNEL
    "$epigen" --accuracy="$2" "tests/validate/$1.yaml" -o "$work/$1"
    sed -i -e "/^static inline float $1_$3(float x)/,/^}/d" -e "s/= $1_$3(/= $1_$3_core(/" "$work/$1/$1.c"
    exits_with 1 'its sum can leave' "$epivalidate" "tests/validate/$1.yaml" "$work/$1/$1.c"
}
check "a clamp left out where rounding makes a sum large" clamp_left_out cancel full tanh
check "a clamp left out, 1e-4" clamp_left_out cancel 1e-4 tanh_e4
check "a clamp left out, 1e-3" clamp_left_out cancel 1e-3 tanh_e3
check "a clamp left out where small inputs become 0" clamp_left_out flushed full tanh

# As many sources as there may be, and tables: no function has more parameters than C99 promises.
many_parameters() {
    {
        printf 'epigen: 1\nname: many\ninputs: [{name: x, min: -1, max: 1}]\nlayers:\n'
        for ((i = 0; i < 120; i++)); do
            echo "  - {name: h$i, from: inputs, activation: relu, weights: [[1], [2], [3], [4]], bias: [0, 0, 0, 0]}"
        done
        row=$(printf '0.01, %.0s' {1..480})
        echo "  - {name: t, from: [$(printf 'h%d, ' {0..118})h119], activation: tanh, weights: [$(for ((i = 0; i < 40; i++)); do echo "[${row%, }], "; done)"
        echo "    ], bias: [$(printf '0, %.0s' {1..39})0]}"
        row=$(printf '1, %.0s' {1..40})
        echo "  - {name: m, from: t, activation: identity, weights: [[${row%, }]], bias: [0]}"
        echo "  - {name: n, from: t, activation: softplus, weights: [[${row%, }]], bias: [0]}"
        echo "  - {name: e, from: t, activation: sigmoid, weights: [[${row%, }]], bias: [0]}"
        echo 'outputs: {mean: {from: m}, sigma: {from: n, floor: 0.1}, eta: {from: e}}'
    } >"$work/many.yaml"
    "$epigen" "$work/many.yaml" -o "$work/many"
    accepted "$work/many.yaml" "$work/many/many.c"
}
check "a block with 127 parameters" many_parameters

# A file that includes another header, or none that can be found.
other_header() {
    sed 's/include "every.h"/include "other.h"/' $golden.c >"$work/other.c"
    "$epivalidate" $golden.yaml "$work/other.c" 2>"$work/message" || [ $? -eq 1 ]
    grep 'other.h' "$work/message"
    "$epivalidate" --header=$golden.h $golden.yaml "$work/other.c" 2>"$work/message" || [ $? -eq 1 ]
    grep "every.h:[0-9]*: header: 'EPIGEN_EVERY_H'.*expected 'EPIGEN_OTHER_H'" "$work/message"
}

# The file of one spec is not that of another that differs in one number.
other_spec() {
    sed 's/bias: \[0.5, -0.5\]/bias: [0.5, -0.25]/' $golden.yaml >"$work/changed.yaml"
    "$epivalidate" "$work/changed.yaml" $golden.c --header=$golden.h 2>"$work/message" || [ $? -eq 1 ]
    grep 'every.c:[0-9]*: layer "mean", neuron 1: bias is -0.5, the spec says -0.25' "$work/message"
}

# The same network from a file with other bytes: only the head comments tell.
other_bytes() {
    { cat $golden.yaml; echo '# a remark'; } >"$work/remark.yaml"
    "$epivalidate" "$work/remark.yaml" $golden.c --header=$golden.h 2>"$work/message" || [ $? -eq 1 ]
    grep 'every.c:4: made of the spec with sha256' "$work/message"
}

usage() {
    local status=0
    "$epivalidate" $golden.yaml 2>"$work/message" || status=$?
    [ "$status" -eq 2 ] && grep 'expected two' "$work/message"
}

json() {
    "$epivalidate" --json $golden.yaml $golden.c >"$work/certificate.json"
    python3 - "$work/certificate.json" "$(sha256sum <$golden.c)" <<'EOF'
import json, sys
c = json.load(open(sys.argv[1]))
assert c["identical"] is True and c["entry"] == "every_infer"
assert (c["inputs"], c["outputs"], c["layers"], c["neurons"]) == (3, 2, 8, 20)
assert (c["weights"], c["connections"], c["folded"]) == (95, 66, 3)
assert c["source"]["sha256"] == sys.argv[2].split()[0]
assert "tanh_core" in c["kernels"]
EOF
}

options_are_documented() {
    local option
    for option in $("$epivalidate" --help | grep -oE -- '--[a-z]+' | sort -u); do
        grep -q "Fl Fl ${option#--}" verify/validate/epivalidate.1 || { echo "epivalidate.1 lacks $option"; return 1; }
    done
}

check "the man page has every option" options_are_documented
check "a file with another header" other_header
check "a spec with another number" other_spec
check "a spec with other bytes" other_bytes
check "wrong usage" usage
check "the certificate" json
finish
