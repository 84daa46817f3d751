#!/bin/bash
# epivalidate: accepts what epigen emits, finds and names every change to it.
# `tests/validate.sh --update` writes the checker's copy of the kernels anew from runtime/float32:
# run `make exhaustive` first, then read the difference.
. tests/lib.sh

# The kernels without comments as C strings, each behind those it uses.
kernel_text() {
    local file name
    cat <<'EOF'
/* The kernels of runtime/float32 without comments, as epivalidate knows them. Written by
   `tests/validate.sh --update`; a test says when they differ. */
/* clang-format off */
#ifndef VALIDATE_KERNEL_TEXT_H
#define VALIDATE_KERNEL_TEXT_H
EOF
    for name in bits clamp doubt flush relu leaky_relu tanh exp_core exp sigmoid softplus square; do
        file=runtime/float32/$name.h
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

check "the copy of the kernels is runtime/float32 (else: make exhaustive, tests/validate.sh --update)" kernels_are_known
check "shares no code with the generator" shares_no_code
for spec in tests/golden/good/*.yaml models/*/*.yaml; do
    grep -q '^epigen:' "$spec" || continue
    name=$(basename "$spec" .yaml)
    "$epigen" "$spec" -o "$work"
    check "$name is accepted" accepted "$spec" "$work/$name.c"
done
for shape in $(shape_names); do
    check "$shape is accepted" shape_is_accepted "$shape"
done
finish
