#!/bin/bash
# firmware.sh DIR: builds the example firmware from the network and the flight that `epifly --sil` left
# in DIR (thermal.c, cases.h), bounds its control step with epiwcet, and runs it on the emulated
# board. Run from the top of the source tree. Exit status 1 when an answer of the board differs from
# the host's, or the step takes 2 % of a millisecond at 168 MHz or more.
set -eu
dir=$1
flags="-I$dir -Iruntime -Imodels/quadcopter/firmware"
control="runtime/control/gain.c runtime/control/feedforward.c runtime/control/trigger.c"
build/epigen "$dir/last.yaml" -o "$dir"
cpu="-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard"

# Each function by itself, called one after the other: their bounds add up.
objects=
for source in "$dir/thermal.c" $control; do
    object=$dir/$(basename "$source" .c).o
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $cpu -std=c99 -O2 -ffp-contract=off $flags -c "$source" -o "$object"
    objects="$objects $object"
done
total=0
for entry in thermal:thermal_infer feedforward:epi_feedforward gain:epi_gain_factor gain:epi_gain_matrix \
    gain:epi_gain_apply trigger:epi_trigger_draw; do
    cycles=$(build/epiwcet --core=cortex-m4f --entry="${entry#*:}" "$dir/${entry%:*}.o" |
        sed -n 's/^cycles  *\([0-9]*\) .*/\1/p')
    printf '%-22s %6d cycles\n' "${entry#*:}" "$cycles"
    total=$((total + cycles))
done
echo "control step           $total cycles, $((total * 10000 / 168000)) / 10000 of a 1 kHz period at 168 MHz"
# shellcheck disable=SC2086
tests/target/run-program m4 "$dir/firmware.elf" "$flags -DCYCLES=${total}U" \
    models/quadcopter/firmware/main.c $objects
[ "$total" -lt 3360 ]
