#!/bin/bash
# Includes go one way (tests/lint/includes.order) and in no circle; and the check sees what is planted.
. tests/scripts/lib.sh

includes_are_right() {
    tests/tracked '*.c' '*.h' ':!tests/golden' >"$work/sources"
    mapfile -t sources <"$work/sources"
    tests/lint/includes.sh "${sources[@]}"
}

# plant FILE INCLUDED: a tree with one include more, and what the check says of it.
tree=$work/tree
plant() {
    local file=$1 included=$2 status=0
    rm -rf "$tree"
    mkdir -p "$tree"
    cp -r --parents gen runtime tests/lint "$tree"
    cd "$tree"
    : >tests/lint/other.h
    sed -i "0,/^#include/s||#include \"$included\"\n&|" "$file"
    find gen runtime -name '*.[ch]' >sources
    mapfile -t sources <sources
    tests/lint/includes.sh "${sources[@]}" >words || status=$?
    cat words
    [ "$status" -eq 1 ]
}
against_the_direction() {
    plant gen/spec/spec.h program/program.h
    grep -q '^gen/spec/spec.h: includes gen/program/program.h, but gen/spec may not depend on gen/program' words
}
in_a_circle() {
    plant gen/program/number.h program/lower.h
    grep -q '^gen/program/number: depends on itself through its includes' words
    refuted grep -q 'may not depend' words
}
from_no_stage() {
    plant gen/base/arena.h lint/other.h
    grep -q 'belongs to no stage' words
}

check "includes" includes_are_right
check "an include against the direction is seen" against_the_direction
check "a circle is seen" in_a_circle
check "an include from outside of the pipeline is seen" from_no_stage
finish
