#!/bin/bash
# epivalidate on files in fixed point: every model is accepted, wrong versions of them are refused with the words and the
# line that name the change. --update takes over the kernels of runtime/q15 (read the difference).
# verifies: REQ-FAITHFUL
. tests/scripts/lib.sh
. tests/validate/lib.sh

# The kernels in the order of verify/validate/q15/q15_known.c.
kernel_text() {
    local file name
    cat <<'END'
/* The kernels of runtime/q15 without comments, as epivalidate knows them. Written by
   `tests/scripts/verify/validate_q15.sh --update`; a test says when they differ. */
/* clang-format off */
#ifndef VALIDATE_Q15_TEXT_H
#define VALIDATE_Q15_TEXT_H
END
    for file in runtime/q15/*.h runtime/q15/*/*.h; do
        name=$(basename "$file" .h)
        if [ "$name" = kernels ]; then continue; fi # it includes the others
        printf '\nstatic const char text_%s[] =\n' "$name"
        # Conditional lines stay; the words of a table are computed anew.
        sed 's/^#/@#/' "$file" | gcc -fpreprocessed -E -P -x c - | sed 's/^@#/#/' |
            sed -Ez 's/\{\s*0x[0-9A-F]{8}U,[^}]*\}/{}/g' | sed -e 's/.*/    "&\\n"/' -e '$s/$/;/'
    done
    printf '\n#endif\n'
}
if [ "${1:-}" = --update ]; then
    kernel_text >"$work/q15_text.h"
    cp "$work/q15_text.h" verify/validate/q15/q15_text.h
    exit
fi

epigen=build/epigen-sanitized
epivalidate=build/epivalidate-sanitized
kernels_are_known() { kernel_text | diff verify/validate/q15/q15_text.h -; }
check "the copy of the kernels is runtime/q15" kernels_are_known

shares_no_code() {
    nm build/epivalidate >"$work/symbols"
    grep -q ' T q15_validate$' "$work/symbols"
    ! grep -E ' (q15_lower|q15_emit|q15_kernel_run|epi_tanh|q15_exponent_below)$' "$work/symbols"
}
check "shares no code with the generator" shares_no_code

# model SPEC DIR: its code in fixed point, with the prefix `model`.
model() { "$epigen" --type=q15 "$1" --prefix=model -o "$2"; }
is_accepted() {
    model "$1" "$work/$2"
    "$epivalidate" "$1" "$work/$2/model.c" >"$work/answer"
    grep -E "^$work/$2/model.c is $1: [0-9]+ layers?, [0-9]+ neurons?, .*, in fixed point\$" "$work/answer"
}
accepted=0
for spec in tests/golden/good/*.yaml tests/validate/*.yaml; do
    name=$(basename "$spec" .yaml)
    "$epigen" --type=q15 "$spec" -o "$work/try" 2>/dev/null || continue # a spec that has no fixed point
    accepted=$((accepted + 1))
    check "$name is accepted" is_accepted "$spec" "$name"
done
# FORM: options of epigen. Cores without SMLAD have other blocks, cortex-m4 has pairs in tables.
other_form() {
    local model=$1 dir=$work/form
    shift
    "$epigen" --type=q15 "$@" "$model" --prefix=model -o "$dir"
    "$epivalidate" "$model" "$dir/model.c" | grep 'in fixed point$'
}
for core in portable cortex-m4 cortex-m0plus cortex-m3 rv32imc; do
    check "every for $core, tiled, with tables is accepted" other_form tests/golden/good/every.yaml "--core=$core" --tables --form=tiled
    for model in every shaped; do
        [ $core = portable ] ||
            check "$model for $core is accepted" other_form "tests/golden/good/$model.yaml" "--core=$core"
        check "$model for $core with tables is accepted" other_form "tests/golden/good/$model.yaml" "--core=$core" --tables
    done
done
enough_models() { [ "$accepted" -ge 14 ]; }
check "most models have a fixed point" enough_models
for shape in $(shape_names); do
    shape_spec "$shape" >"$work/$shape.yaml"
    "$epigen" --type=q15 "$work/$shape.yaml" -o "$work/try" 2>/dev/null || continue
    check "$shape is accepted" is_accepted "$work/$shape.yaml" "$shape"
    check "$shape for cortex-m4 is accepted" other_form "$work/$shape.yaml" --core=cortex-m4
    check "$shape, tiled, is accepted" other_form "$work/$shape.yaml" --form=tiled
    check "$shape for cortex-m4, tiled, is accepted" other_form "$work/$shape.yaml" --core=cortex-m4 --form=tiled
done

: >"$work/counts"
wrong() { # NAME COUNT
    local dir=$work/golden.$1
    [ -f "$dir/model.c" ] || model "tests/golden/good/$1.yaml" "$dir"
    mutants "$1" "tests/golden/good/$1.yaml" "$dir/model.c" "$dir/model.h" model "$dir/model.c" "$2"
    mutants "$1.h" "tests/golden/good/$1.yaml" "$dir/model.c" "$dir/model.h" model "$dir/model.h" "$2"
}
check "wrong versions of every" wrong every 3
check "wrong versions of shaped" wrong shaped 2
check "wrong versions of noisy" wrong noisy 2
check "wrong versions of guarded" wrong guarded 1
check "wrong versions of policy" wrong policy 1
# wrong_form NAME SPEC COUNT OPTION...: wrong versions of the code of another form.
wrong_form() {
    local name=$1 spec=$2 count=$3 dir=$work/form.$1
    shift 3
    "$epigen" --type=q15 "$@" "$spec" --prefix=model -o "$dir"
    mutants "$name" "$spec" "$dir/model.c" "$dir/model.h" model "$dir/model.c" "$count"
}
check "wrong versions of every for cortex-m4" wrong_form m4 tests/golden/good/every.yaml 3 --core=cortex-m4 --tables
shape_spec wide >"$work/loops.yaml"
check "wrong versions of the tiled form" wrong_form tiled "$work/loops.yaml" 2 --form=tiled
check "wrong versions of the tiled form for cortex-m4" wrong_form tiled.m4 "$work/loops.yaml" 2 --form=tiled --core=cortex-m4
check "wrong versions of a layer that is read and an output" wrong_form m4.dead tests/validate/dead.yaml 1 --core=cortex-m4
check "wrong versions of the policy for cortex-m4" wrong_form m4.policy tests/golden/q15/policy.yaml 2 --core=cortex-m4
cat "$work/counts"
every_kind() {
    local kinds
    cat "$work"/mutants.*/list | cut -f 3 | sort -u | grep '^q15' >"$work/kinds"
    sed -nE 's/^    \{"(q15 [^"]*)".*/\1/p' tests/tools/mutate_q15*.h | sort -u >"$work/all"
    kinds=$(wc -l <"$work/all")
    echo "$kinds kinds"
    diff "$work/all" "$work/kinds"
    [ "$kinds" -ge 215 ]
}
check "every kind of change has wrong versions" every_kind

# One token, digit or character changed at random, as `make validate-mutants` does in float: none is accepted, no crash.
random_edits() {
    local dir=$work/random i status
    mkdir -p "$dir/versions"
    "$epigen" --type=q15 "$@" tests/golden/good/every.yaml --prefix=model -o "$dir"
    build/tools/scramble "$dir/model.c" "$dir/versions" 7 150 >"$dir/list"
    for i in "$dir"/versions/*.c; do
        status=0
        "$epivalidate" --header="$dir/model.h" tests/golden/good/every.yaml "$i" >"$dir/words" 2>&1 || status=$?
        [ "$status" -eq 1 ] || { echo "status $status: $(grep "^$(basename "$i")" "$dir/list")"; return 1; }
    done
}
check "random edits" random_edits
check "random edits for cortex-m4" random_edits --core=cortex-m4 --tables
check "random edits of the tiled form" random_edits --form=tiled

# A spec that differs in one number; a file of another spec's bytes.
other_spec() {
    local golden=tests/golden/good/every
    [ -f "$work/every/model.c" ] || model $golden.yaml "$work/every"
    sed 's/bias: \[0.5, -0.5\]/bias: [0.5, -0.25]/' $golden.yaml >"$work/changed.yaml"
    exits_with 1 'layer "mean", neuron 1: bias is' "$epivalidate" "$work/changed.yaml" "$work/every/model.c"
    { cat $golden.yaml; echo '# a remark'; } >"$work/remark.yaml"
    exits_with 1 'made of the spec with sha256' "$epivalidate" "$work/remark.yaml" "$work/every/model.c"
}
check "the spec of another model" other_spec
json() {
    [ -f "$work/every/model.c" ] || model tests/golden/good/every.yaml "$work/every"
    "$epivalidate" --json tests/golden/good/every.yaml "$work/every/model.c" >"$work/certificate.json"
    jq -e '.identical and .type == "q15" and .form == "unrolled" and (.kernels | index("tanh_core")) != null and .neurons == 20' \
        "$work/certificate.json"
}
check "the certificate" json
finish
