#!/bin/bash
# Emitted code = interpreter, bit for bit: 20,000 inputs a shape, gcc and clang, every level.
# Each build is also without a warning, freestanding and alone, and passes its own self-test.
# verifies: REQ-EXACT, REQ-TOTAL, SPEC-OPERATION
. tests/scripts/lib.sh
count=${VECTORS:-20000}

build_and_replay() {
    local compiler=$1 level=$2 dir=$3 object
    object=$(model_object "$compiler" "$level" "$dir")
    gcc "$dir/callers.o" "$object" -o "$dir/$compiler$level"
    "$dir/$compiler$level" "$dir/inputs" "$dir/results"
    "$dir/$compiler$level"
}

# One flipped digit in a weight must be seen.
mutant() {
    local dir=$1
    mkdir "$dir/mutant"
    cp "$dir"/model* "$dir"/callers.o "$dir/inputs" "$dir/results" "$dir/mutant"
    sed -i '0,/\(  [a-z0-9_]* = [a-z0-9_]* + (-*\)0\.\([0-9]\)/s//\10.9\2/' "$dir/mutant/model.c"
    build_and_replay gcc -O1 "$dir/mutant"
}

for name in $(shape_names); do
    dir=$work/$name
    make_model "$name" "$dir"
    callers_compile "$dir" # they do not change with the level
    build/tools/answers "$dir/spec.yaml" "$count" 42 "$dir/inputs" "$dir/results"
    for compiler in $compilers; do
        for level in $levels; do
            check "$name $compiler $level: $count vectors" build_and_replay "$compiler" "$level" "$dir"
        done
    done
done
check "a changed weight is seen" refuted mutant "$work/one"
finish
