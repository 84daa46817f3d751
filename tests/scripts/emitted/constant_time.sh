#!/bin/bash
# Constant time, tested on the binary. Under memcheck with the inputs marked undefined, no jump and
# no address may depend on them, for every compiler and level; so every call executes the same
# instructions. Callgrind counts them at -O2, as a second opinion. The shapes cover every activation.
. tests/scripts/lib.sh

build_timing() {
    local compiler=$1 level=$2 dir=$3
    "$compiler" -std=c99 -ffp-contract=off -g "$level" -c "$dir/model.c" -o "$dir/timed.o"
    "$compiler" -std=gnu99 -O1 -I "$dir" tests/harness/timing.c "$dir/timed.o" -o "$dir/timing"
}

no_jump_depends_on_inputs() {
    valgrind -q --error-exitcode=1 --undef-value-errors=yes "$1/timing" undefined
}

instruction_counts() {
    rm -f "$1"/counts.*
    valgrind -q --tool=callgrind --callgrind-out-file="$1/counts" "$1/timing" counts
    # The first dump of each call; the last, at exit, holds what came after.
    grep -l '^desc: Trigger: Client Request' "$1"/counts.* >"$1/dumps"
    xargs sed -n 's/^totals: //p' <"$1/dumps"
}

all_counts_are_equal() {
    instruction_counts "$1" >"$1/counted"
    sort "$1/counted" | uniq -c >"$1/distinct"
    cat "$1/distinct"
    awk '{ n += $1 } END { exit !(NR == 1 && n >= 64) }' "$1/distinct"
}

# The checks must see a branch when there is one.
branching() {
    mkdir -p "$work/branching"
    cp "$work/shaped"/model* "$work/branching"
    sed -i 's/^    r->status = status;/    if (z[0] > 0.5F) { r->eta = 1.0F; r->mean[0] = z[0] * z[1]; }\n&/' \
        "$work/branching/model.c"
}

for name in relu shaped mixed pruned radial; do
    make_model "$name" "$work/$name"
    for compiler in $compilers; do
        for level in $levels; do
            build_timing "$compiler" "$level" "$work/$name"
            check "$name $compiler $level: no jump or address depends on the inputs" \
                no_jump_depends_on_inputs "$work/$name"
            if [ "$level" = -O2 ]; then
                check "$name $compiler $level: one instruction count" all_counts_are_equal "$work/$name"
            fi
        done
    done
done
branching
build_timing gcc -O1 "$work/branching"
check "memcheck sees a branch" refuted no_jump_depends_on_inputs "$work/branching"
check "callgrind sees a branch" refuted all_counts_are_equal "$work/branching"
finish
