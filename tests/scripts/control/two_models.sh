#!/bin/bash
# Two models of different sizes and runtime/control in one firmware: both run, and each computes what it
# computes alone. Names that depend on a model's sizes get its prefix, as runtime/control/README.md says.
. tests/scripts/lib.sh

# The functions in the files of runtime/control that depend on the sizes; all others are linked once.
sized="feedforward gain_factor gain_matrix gain_apply store_format store_open store_put crc_word"

# prefixed PREFIX: the flags that give these functions a prefix.
prefixed() {
    local name
    for name in $sized; do printf -- '-Depi_%s=%s_%s ' "$name" "$1" "$name"; done
}

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

# sized_objects COMPILE PREFIX FLAGS: what is compiled for the sizes of one model.
sized_objects() {
    local file flags
    flags="-std=c99 -ffp-contract=off -Iruntime -I$work $(sizes "$2") $3"
    mkdir -p "$work/$2"
    for file in runtime/control/feedforward.c runtime/control/gain.c runtime/control/store.c "$work/$2_control.c"; do
        # shellcheck disable=SC2086
        $1 $flags -c "$file" -o "$work/$2/$(basename "$file" .c).o"
    done
}

# program COMPILE LINK FLAGS-OF PREFIX...: the program for these models; it prints one line for each.
program() {
    local compile=$1 link=$2 flags_of=$3 name objects=
    shift 3
    main_of "$@" >"$work/main.c"
    for name in "$@"; do
        sized_objects "$compile" "$name" "$($flags_of "$name")"
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
    program "$1" "$2" prefixed pitch heave >"$work/both"
    program "$1" "$2" true pitch >"$work/alone"
    program "$1" "$2" true heave >>"$work/alone"
    diff "$work/both" "$work/alone"
    grep -E '^pitch[ =:]+[1-9]' "$work/both"
    grep -E '^heave[ =:]+[1-9]' "$work/both"
}

without_prefixes() { program "gcc -O2" "on_host gcc" true pitch heave; }

# Every name of one model, its control's sized functions included, carries its prefix.
names_of() { nm -g --defined-only "$work/$1"/*.o | awk 'NF == 3 { print $3 }' | sort -u; }
names_are_prefixed() {
    program "gcc -O2" "on_host gcc" prefixed pitch heave >"$work/both"
    names_of pitch >"$work/names"
    grep -q '^pitch_gain_apply$' "$work/names"
    refuted grep -v '^pitch_' "$work/names"
}

model pitch relu
model heave one
for compiler in $compilers; do
    check "$compiler: two models and their control in one program" both_as_alone "$compiler -O2" "on_host $compiler"
done
check "Cortex-M4F: two models and their control in one firmware" both_as_alone "$m4" on_board
same_on_host() {
    cp "$work/both" "$work/board_said"
    program "gcc -O2" "on_host gcc" prefixed pitch heave >"$work/host_said"
    cmp "$work/board_said" "$work/host_said"
}
check "the same bits on both machines" same_on_host
check "functions with a model's sizes carry its prefix" names_are_prefixed
check "without the prefix they collide" refuted without_prefixes
finish
