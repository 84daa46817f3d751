#!/bin/bash
# firmware.sh DIR: builds the example firmware from the network that `epifly --sil` left in DIR
# (last.yaml), bounds its control step with epiwcet, and flies one round with the emulated board in the
# loop. DIR ends with sil, in the directory that epifly wrote. Run from the top of the source tree. Exit
# status 1 when the flight differs from the host's in a bit, a fault is not handled, or the step takes 2 %
# of a millisecond at 168 MHz or more, from flash without wait states.
set -eu -o pipefail
shopt -s inherit_errexit
dir=$1
here=models/quadcopter/firmware
cpu="-mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard"
flags="-I$dir -Iruntime -I$here"
build/epigen --clamps=all "$dir/last.yaml" -o "$dir"

# cycles_of ENTRY OPTION...; the object's name for the entry may carry sizes (runtime/control/sizes.h).
cycles_of() {
    local entry
    entry=$(arm-none-eabi-nm "$dir/step.elf" | sed -nE "s/^[0-9a-f]+ T ($1(_[0-9]+U)*)$/\1/p")
    shift
    build/epiwcet --core=cortex-m4f --entry="$entry" "$@" "$dir/step.elf" | sed -n 's/^cycles  *\([0-9]*\) .*/\1/p'
}

# The control step as one object, so that epiwcet sees the calls as well.
objects=
for source in "$dir/thermal.c" "$here"/{step,autopilot}.c runtime/control/{gain,feedforward,trigger,supervisor,watch}.c; do
    object=$dir/$(basename "$source" .c).o
    # shellcheck disable=SC2086
    arm-none-eabi-gcc $cpu -std=c99 -O2 -ffp-contract=off $flags -c "$source" -o "$object"
    objects="$objects $object"
done
# shellcheck disable=SC2086
arm-none-eabi-ld -e guarded_step $objects -o "$dir/step.elf"
for entry in thermal_infer epi_feedforward epi_gain_factor epi_gain_matrix epi_gain_apply \
    epi_trigger_draw epi_trigger_threshold epi_supervisor_evidence epi_supervisor_status epi_supervisor_step epi_supervisor_trust epi_watch \
    autopilot_sense autopilot_act autopilot_judge; do
    printf '%-24s %6d cycles\n' "$entry" "$(cycles_of $entry)"
done
step=$(cycles_of control_step)
guarded=$(cycles_of guarded_step)
share_print() {
    awk -v name="$1" -v n="$2" -v how="$3" 'BEGIN {
        printf "%-24s %6d cycles, %.2f %% of a 1 kHz period at 168 MHz, %s\n", name, n, n / 1680, how
    }'
}
share_print control_step "$step" "flash without wait states"
share_print control_step "$(cycles_of control_step --flash-wait=5)" "five wait states a line of flash"
share_print guarded_step "$guarded" "with the watch and the supervisor around it"
echo "$step $guarded" >"$dir/cycles"
build/epifly --pil="$here/board.sh" -o "$(dirname "$dir")"
[ "$step" -lt 3360 ]
