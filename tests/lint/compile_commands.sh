#!/bin/bash
# compile_commands.sh FLAGS FILE...: how each C file is compiled, as JSON for clang-tidy and clangd. FLAGS are
# those of the host programs; other targets and files that include emitted ones have more. The emitted files are
# in build/lint, where emitted.sh puts them. Run from the top of the source tree.
set -eu -o pipefail
shopt -s inherit_errexit
flags=$1
shift

emitted=build/lint
arm="--target=arm-none-eabi -mcpu=cortex-m4 -mthumb -ffreestanding -Iverify/target"
# What run-target tells the firmware about the model.
model="-I$emitted/model -include $emitted/model/model_vectors.h -DCALLS=10U -DTARGET_INFER=model_infer
 -DTARGET_SELFTEST=model_selftest -DTARGET_RESULT=model_result_t -DTARGET_N_IN=MODEL_N_IN -DTARGET_N_OUT=MODEL_N_OUT
 -DTARGET_HAS_SIGMA=MODEL_HAS_SIGMA -DTARGET_HAS_ETA=MODEL_HAS_ETA"

more_for() { # FILE
    case $1 in
    gen/base/work_mpi.c) echo '-isystem tests/lint/mpi' ;;
    models/updraft/*) echo "-I$emitted/updraft" ;;
    models/quadcopter/firmware/*) echo "-I$emitted/thermal -Iverify/target -DCYCLES=1U" ;;
    tests/bench/dense/peer.c) echo "$arm -isystem tests/lint/cmsis" ;;
    tests/bench/dense/calls.c) echo "$arm" ;;
    tests/bench/dense/*) ;;
    tests/bench/*) echo "-I$emitted/forms -I$emitted/model -mavx2 -mfma -DBOUND" ;;
    tests/harness/replay_batch.c) echo "-I$emitted/batch" ;;
    tests/harness/two_models.c) echo "-I$emitted/model -DEPI_N_IN=21U -DEPI_N_OUT=1U" ;;
    tests/harness/*) echo "-I$emitted/model" ;;
    verify/checks/replay_raw.c) echo "-I$emitted/raw" ;;
    verify/checks/*) echo "-I$emitted/model -DSOURCE='\\\"clamp.h\\\"' -DCLAUSES='\\\"clauses.h\\\"'" ;;
    verify/target/board_rv32.c) echo "--target=riscv32 -march=rv32imafc -ffreestanding" ;;
    verify/target/firmware.c) echo "$arm $model" ;;
    verify/target/board.c) echo "$arm" ;;
    esac
}

separator='['
for file in "$@"; do
    more=$(more_for "$file")
    printf '%s{"directory": "%s", "file": "%s", "command": "cc %s %s -c %s"}\n' "$separator" "$PWD" "$file" "$flags" \
        "${more//$'\n'/}" "$file"
    separator=,
done
echo ']'
