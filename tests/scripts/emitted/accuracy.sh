#!/bin/bash
# epigen --accuracy: the cheaper kernels are in the file, said in its head, and the same everywhere: in the
# compiled code, the interpreter, the bounds, epivalidate and the provers.
# verifies: REQ-ACCURATE
. tests/scripts/lib.sh
. tests/harness/branches.sh

emit() { # ACCURACY
    dir=$work/$1
    mkdir -p "$dir"
    "$epigen" --accuracy="$1" "$work/spec.yaml" --prefix=model -o "$dir"
}

# Emitted = interpreter, bit for bit, and its own self-test.
bits_are_the_same() { # ACCURACY COMPILER LEVEL
    local dir=$work/$1
    build/tools/answers "$work/spec.yaml" 20000 46 "$dir/inputs" "$dir/results" anywhere "$1"
    # shellcheck disable=SC2086
    $2 $strict "$3" -c "$dir/model.c" -o "$dir/model.o"
    "$2" -std=c99 -O1 -I "$dir" verify/checks/replay.c "$dir/model.o" -o "$dir/replay"
    "$dir/replay" "$dir/inputs" "$dir/results"
    "$2" -std=c99 -DMODEL_SELFTEST_MAIN "$dir/model.o" "$dir/model_selftest.c" -o "$dir/self"
    "$dir/self"
}

# An independent evaluation in double agrees within what --bounds states, and does not within full's.
keeps_to_bounds() { # ACCURACY OF_THE_BOUNDS
    build/tools/answers "$work/spec.yaml" 10000 47 "$work/inputs" "$work/results" inside "$1"
    "$epigen" --accuracy="$2" --bounds "$work/spec.yaml" >"$work/bounds"
    build/tools/reference "$work/spec.yaml" "$work/inputs" "$work/results" "$work/bounds" "$work/seen" "$1"
}

validated() {
    build/epivalidate "$work/spec.yaml" "$work/$1/model.c" >"$work/words"
    grep ", kernels of accuracy $1\$" "$work/words"
    build/epivalidate --json "$work/spec.yaml" "$work/$1/model.c" | jq -e ".accuracy == \"$1\""
}

# The head says another accuracy than the code has.
wrong_head() {
    mkdir -p "$work/wrong"
    cp "$work/$1"/model.[ch] "$work/wrong"
    sed -i "s/^ \* Accuracy of the kernels: .*/ * Accuracy of the kernels: $2/" "$work/wrong/model.c"
    exits_with 1 "$3" build/epivalidate "$work/spec.yaml" "$work/wrong/model.c"
}

no_alarm() {
    eva "$work/$1" model "$work/$1/eva" any
    eva "$work/$1" model "$work/$1/eva" finite
}

without_full_kernels() { lacks -E 'model_(tanh|sigmoid|softplus)8?\(' "$work/$1/model.c"; }

free_of_branches() { # ACCURACY: where clang and gcc would select
    local target
    for target in clang "arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 $arm" "clang --target=arm-none-eabi -mcpu=cortex-m4 $arm" \
        "clang --target=riscv32 -march=rv32imafc -ffreestanding"; do
        branch_free "$target" -O2 "$work/$1/model.c"
    done
}

cp tests/golden/good/tiny.yaml "$work/spec.yaml"
emit full
"$epigen" "$work/spec.yaml" --prefix=model -o "$work/default"
check "full is the default" diff "$work/full/model.c" "$work/default/model.c"
for accuracy in 1e-4 1e-3; do
    emit $accuracy
    check "$accuracy: none of the full kernels is there" without_full_kernels $accuracy
    check "$accuracy: gcc -O2, the interpreter's bits" bits_are_the_same $accuracy gcc -O2
    check "$accuracy: clang -O1, the interpreter's bits" bits_are_the_same $accuracy clang -O1
    check "$accuracy: keeps to its bounds" keeps_to_bounds $accuracy $accuracy
    check "$accuracy: does not keep to those of full" refuted keeps_to_bounds $accuracy full
    check "$accuracy: epivalidate" validated $accuracy
    check "$accuracy: Eva" no_alarm $accuracy
    check "$accuracy: MISRA" misra "$work/$accuracy/model.c"
    check "$accuracy: no branch" free_of_branches $accuracy
done
check "another accuracy in the head is seen" wrong_head 1e-3 "1e-4: all" 'tanh_e3_core, the spec says tanh_e4'
check "full in the head is seen" wrong_head 1e-4 full. 'tanh_e4_core, the spec says tanh'
check "an unknown one in the head is seen" wrong_head 1e-4 1e-9. 'full, 1e-4 or 1e-3'

# Blocks that share a function, with the activation in it, and sums beyond what the kernels without a clamp are
# good for: all of it again.
build/tools/make_spec model 12 18,18 1 tanh 6 >"$work/wide.yaml"
cat >"$work/large.yaml" <<'EOF'
epigen: 1
name: large
inputs: [{name: v, min: -20, max: 20, mean: 8.5, scale: 3.25}]
layers:
  - {name: h, from: inputs, activation: tanh, weights: [[8e10], [-130000]], bias: [0.1, 0.4]}
  - {name: force, from: h, activation: identity, weights: [[1.5, -0.7]], bias: [0.2]}
  - {name: noise, from: h, activation: softplus, weights: [[0.3, 0.1]], bias: [-2]}
  - {name: doubt, from: h, activation: sigmoid, weights: [[1.1, 0.2]], bias: [-3]}
outputs: {mean: {from: force}, sigma: {from: noise, scale: 2.5, floor: 0.01}, eta: {from: doubt}}
EOF
calls_clamp() { grep -qE "= model_tanh_$1\(" "$work/$2/model.c"; } # KERNEL ACCURACY
for shape in wide large; do
    cp "$work/$shape.yaml" "$work/spec.yaml"
    for accuracy in 1e-4 1e-3; do
        emit $accuracy
        check "$shape, $accuracy: gcc -O2, the interpreter's bits" bits_are_the_same $accuracy gcc -O2
        check "$shape, $accuracy: clang -O2, the interpreter's bits" bits_are_the_same $accuracy clang -O2
        check "$shape, $accuracy: epivalidate" validated $accuracy
        check "$shape, $accuracy: Eva" no_alarm $accuracy
    done
done
check "large sums are clamped" calls_clamp e3 1e-3
cp "$work/wide.yaml" "$work/spec.yaml"
emit 1e-3
check "sums that stay small are not" refuted calls_clamp e3 1e-3
check "an unknown one is refused" exits_with 2 'expected full, 1e-4 or 1e-3' "$epigen" --accuracy=1e-2 "$work/spec.yaml"
finish
