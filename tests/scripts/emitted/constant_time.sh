#!/bin/bash
# Constant time, tested on the binary. Under memcheck with the inputs marked undefined, no jump and
# no address may depend on them; under callgrind every call executes the same number of
# instructions. Every compiler and level; the shapes cover every activation. All shapes are in one program, because
# valgrind takes longer to start than they take to run.
# verifies: REQ-CONSTANT-TIME
. tests/scripts/lib.sh

# part_make COMPILER LEVEL NAME: the shape and its calls as one object, with NAME_timing as its only global name.
part_make() {
    local dir=$work/$3 object
    object=$(model_object "$1" "$2" "$dir")
    [ -e "$dir/timing.o" ] || gcc -std=gnu99 -O1 "-DNAME=\"$3\"" -I "$dir" -c tests/harness/timing.c -o "$dir/timing.o"
    ld -r "$object" "$dir/timing.o" -o "$dir/part.o"
    objcopy --redefine-sym "main=$3_timing" --keep-global-symbol="$3_timing" "$dir/part.o"
}

# timing_build COMPILER LEVEL NAME...: $work/timing runs all of these.
timing_build() {
    local name calls='' parts=()
    for name in "${@:3}"; do
        part_make "$1" "$2" "$name"
        parts+=("$work/$name/part.o")
        echo "int ${name}_timing(int, char **);"
        calls="$calls | ${name}_timing(argc, argv)"
    done >"$work/timing.c"
    echo "int main(int argc, char **argv) { return 0$calls; }" >>"$work/timing.c"
    gcc -std=c99 "$work/timing.c" "${parts[@]}" -o "$work/timing"
}

no_jump_depends_on_inputs() { valgrind -q --error-exitcode=1 --undef-value-errors=yes "$work/timing" undefined; }

counts_take() {
    rm -f "$work"/counts*
    valgrind -q --tool=callgrind --callgrind-out-file="$work/counts" "$work/timing" counts
}

# all_counts_are_equal NAME: one dump for each call, and in all of them one number.
all_counts_are_equal() {
    grep -l "^desc: Trigger: Client Request: $1\$" "$work"/counts.* >"$work/dumps"
    xargs sed -n 's/^totals: //p' <"$work/dumps" | sort | uniq -c >"$work/distinct"
    cat "$work/distinct"
    awk '{ n += $1 } END { exit !(NR == 1 && n >= 64) }' "$work/distinct"
}

# The checks must see a branch when there is one.
branching() {
    cp -r "$work/shaped" "$work/branching"
    rm -f "$work/branching/timing.o"
    sed -i 's/^    r->status = status;/    if (z[0] > 0.5F) { r->eta = 1.0F; r->mean[0] = z[0] * z[1]; }\n&/' \
        "$work/branching/model.c"
}

shapes_here="shaped mixed pruned radial"
for name in $shapes_here; do
    make_model "$name" "$work/$name"
done
for compiler in $compilers; do
    for level in $levels; do
        # shellcheck disable=SC2086
        timing_build "$compiler" "$level" $shapes_here
        check "$compiler $level: no jump or address depends on the inputs" no_jump_depends_on_inputs
        check "$compiler $level: the calls are counted" counts_take
        for name in $shapes_here; do
            check "$name $compiler $level: one instruction count" all_counts_are_equal "$name"
        done
    done
done
branching
timing_build gcc -O1 shaped branching
check "memcheck sees a branch" refuted no_jump_depends_on_inputs
check "the calls are counted" counts_take
check "callgrind sees a branch" refuted all_counts_are_equal branching
check "callgrind sees none beside it" all_counts_are_equal shaped
finish
