#!/bin/bash
# Two models of different sizes, one without sigma and eta, and runtime/control in one firmware: both run, and each computes what it
# computes alone. Functions that depend on a model's sizes carry them in their names, as runtime/control/README.md says.
. tests/scripts/lib.sh

# sizes PREFIX: the sizes of runtime/control for a model.
sizes() {
    local big size
    big=$(upper "$1")
    for size in N_IN N_OUT; do
        sed -n "s/^#define ${big}_\($size\) \([0-9]*\)$/-DEPI_\1=\2U /p" "$work/$1.h"
    done | tr -d '\n'
}

# model PREFIX SHAPE: an emitted model, and the controller around it.
model() {
    make_model "$2" "$work/$2"
    "$epigen" "$work/$2/spec.yaml" --prefix="$1" -o "$work"
    sed "s/model/$1/g; s/MODEL/$(upper "$1")/g" tests/harness/two_models.c >"$work/$1_control.c"
}

main_of() { # PREFIX...
    local name
    echo '#include "board.h"'
    for name in "$@"; do echo "uint32_t ${name}_control(void);"; done
    echo 'int main(void) {'
    for name in "$@"; do echo "    board_number(\"$name \", ${name}_control());"; done
    echo '    board_exit(0U); return 0; }'
}

# sized_objects COMPILE PREFIX: what is compiled for the sizes of one model.
sized_objects() {
    local file flags
    flags="-std=c99 -ffp-contract=off -Iruntime -I$work $(sizes "$2")"
    mkdir -p "$work/$2"
    for file in runtime/control/feedforward.c runtime/control/gain.c runtime/control/store.c "$work/$2_control.c"; do
        # shellcheck disable=SC2086
        $1 $flags -c "$file" -o "$work/$2/$(basename "$file" .c).o"
    done
}

# program COMPILE LINK PREFIX...: the program for these models; it prints one line for each.
program() {
    local compile=$1 link=$2 name objects=
    shift 2
    main_of "$@" >"$work/main.c"
    for name in "$@"; do
        sized_objects "$compile" "$name"
        objects="$objects $work/$name/*.o $work/$name.c $work/${name}_selftest.c"
    done
    # shellcheck disable=SC2086
    $link "$work/main.c" $objects runtime/control/supervisor.c runtime/control/trigger.c runtime/control/watch.c
}

on_host() { # COMPILER SOURCE...
    local compiler=$1
    shift
    "$compiler" -std=c99 -O2 -ffp-contract=off -Iruntime -Iverify/target -I"$work" "$@" tests/harness/host_board.c -o "$work/program"
    "$work/program"
}

on_board() { verify/target/run-program m4 "$work/board" "-Iruntime -I$work" "$@"; }

m4="arm-none-eabi-gcc -O2 -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard"
both_as_alone() { # COMPILE LINK
    program "$1" "$2" pitch heave >"$work/both"
    program "$1" "$2" pitch >"$work/alone"
    program "$1" "$2" heave >>"$work/alone"
    diff "$work/both" "$work/alone"
    grep -E '^pitch[ =:]+[1-9]' "$work/both"
    grep -E '^heave[ =:]+[1-9]' "$work/both"
}

# Every name of one model carries its prefix, or is one of its control's and carries sizes.
names_of() { nm -g --defined-only "$work/$1"/*.o | awk 'NF == 3 { print $3 }' | sort -u; }
names_have_sizes() {
    program "gcc -O2" "on_host gcc" pitch heave >"$work/both"
    names_of pitch >"$work/names"
    grep -qE '^epi_gain_apply(_[0-9]+U){4}$' "$work/names"
    refuted grep -vE '^(pitch_.*|epi_[a-z_]+(_[0-9]+U)+)$' "$work/names"
}

# The controller of one model with the objects of the other's sizes.
others_sizes() {
    main_of pitch >"$work/main.c"
    on_host gcc "$work/main.c" "$work"/pitch/pitch_control.o "$work"/heave/{feedforward,gain,store}.o "$work/pitch.c" \
        "$work/pitch_selftest.c" runtime/control/supervisor.c runtime/control/trigger.c runtime/control/watch.c
}

model pitch relu
model heave leaky
for compiler in $compilers; do
    check "$compiler: two models and their control in one program" both_as_alone "$compiler -O2" "on_host $compiler"
done
check "Cortex-M4F: two models and their control in one firmware" both_as_alone "$m4" on_board
same_on_host() {
    cp "$work/both" "$work/board_said"
    program "gcc -O2" "on_host gcc" pitch heave >"$work/host_said"
    cmp "$work/board_said" "$work/host_said"
}
check "the same bits on both machines" same_on_host
check "functions carry the prefix of a model or its sizes" names_have_sizes
check "the control of another model's sizes does not link" refuted others_sizes
finish
