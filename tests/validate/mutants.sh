#!/bin/bash
# `make validate-mutants`: wrong versions of emitted files in numbers that `make test` has no time for.
#
# By kind (tests/tools/mutate.c): of the tiled form of several specs, COUNT of each kind. None may be missed.
# At random (tests/tools/scramble.c): RANDOM_EDITS of each form, one edited token, digit or character each. An edit may be neutral; so
# whatever epivalidate accepts must compile and give the bits of the interpreter on 20,000 inputs.
. tests/scripts/lib.sh
. tests/validate/lib.sh
count=${COUNT:-4}
edits=${RANDOM_EDITS:-5000}

for shape in leaky mixed pruned many sampled radial shaped; do
    make_model "$shape" "$work/kinds.$shape"
    tiled_model "$work/kinds.$shape/spec.yaml" "$work/kinds.$shape"
    check "$shape: $count of each kind" tiled_mutants "$shape" "$work/kinds.$shape/spec.yaml" "$work/kinds.$shape" "$count"
done
for name in tiled every nodes; do
    tiled_model "tests/golden/good/$name.yaml" "$work/kinds.$name"
    check "$name: $count of each kind" tiled_mutants "$name" "tests/golden/good/$name.yaml" "$work/kinds.$name" "$count"
done
echo "by kind: $(cat "$work"/mutants.*/list | wc -l) wrong versions of $(cut -f 3 "$work"/mutants.*/list | sort -u | wc -l) kinds"
rm -rf "$work"/mutants.*

# gives_the_bits DIR VERSION NAME: an accepted version, compiled. Each step is needed by the next.
gives_the_bits() {
    rm -f "$1/accepted/replay" &&
        cp "$2" "$1/accepted/model.c" &&
        gcc -std=c99 -ffp-contract=off -O1 "$1/callers.o" "$1/accepted/model.c" -o "$1/accepted/replay" &&
        "$1/accepted/replay" "$3.inputs" "$3.results"
}

# random_edits FORM NAME SPEC EDITS
random_edits() {
    local dir=$work/$1.$2 accepted=0 wrong=0 status file line what
    mkdir -p "$dir/versions" "$dir/accepted"
    "$epigen" "$3" --prefix=model --form="$1" -o "$dir"
    cp "$dir/model.h" "$dir/versions"
    cp "$dir/model.h" "$dir/accepted"
    gcc -std=gnu99 -O1 -I "$dir" -c verify/checks/replay.c -o "$dir/callers.o"
    build/tools/answers "$3" 20000 42 "$work/$2.inputs" "$work/$2.results"
    gives_the_bits "$dir" "$dir/model.c" "$work/$2"
    build/tools/scramble "$dir/model.c" "$dir/versions" "${SEED:-1}" "$4" >"$dir/list"
    while IFS=$'\t' read -r file line what; do
        status=0
        "$epivalidate" "$3" "$dir/versions/$file" >"$dir/words" 2>&1 || status=$?
        # Refused by a message; any other status is that of a crash.
        [ "$status" -ne 1 ] || continue
        accepted=$((accepted + 1))
        if [ "$status" -ne 0 ] || ! gives_the_bits "$dir" "$dir/versions/$file" "$work/$2" >"$dir/words" 2>&1; then
            wrong=$((wrong + 1))
            echo "accepted wrongly: line $line, $what"
            head -n 3 "$dir/words"
        fi
    done <"$dir/list"
    echo "$1 form of $2: $4 random edits, $accepted accepted, $wrong of them wrong" | tee -a "$work/random"
    [ "$wrong" -eq 0 ]
}
make_model sampled "$work/sampled"
make_model pruned "$work/pruned"
for form in unrolled tiled; do
    check "random edits, $form: golden" random_edits "$form" tiled tests/golden/good/tiled.yaml "$((edits / 2))"
    check "random edits, $form: averages" random_edits "$form" sampled "$work/sampled/spec.yaml" "$((edits / 4))"
    check "random edits, $form: pruned" random_edits "$form" pruned "$work/pruned/spec.yaml" "$((edits - edits / 2 - edits / 4))"
done
cat "$work/random"
finish
