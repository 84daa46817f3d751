#!/bin/bash
# board.sh DIR: links the example firmware from the objects that firmware.sh left in DIR and runs it on
# the emulated board, beside the pipes there. What `epifly --pil` starts.
set -eu -o pipefail
shopt -s inherit_errexit
dir=$1
here=models/quadcopter/firmware
read -r step _ <"$dir/cycles"
objects=
for name in thermal step autopilot gain feedforward trigger supervisor watch; do
    objects="$objects $dir/$name.o"
done
# shellcheck disable=SC2086
RUN_IN=$dir exec verify/target/run-program m4 "$dir/firmware.elf" "-I$dir -Iruntime -I$here -DCYCLES=${step}U" \
    $here/main.c $here/faults.c $objects
