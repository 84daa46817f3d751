#!/bin/bash
# cost.sh DIRECTORY: what the emitted learners cost on a Cortex-M4F, for networks of the size of
# SARCOS (21 inputs, one output), into DIRECTORY/cost.csv and cost.md. Weights do not matter to the
# cost, so the rows are noise and the training is short. Compiling takes minutes of one core.
#
# Beside the default recipe (EpiOut with an eta branch on the inputs and their squares) and the paper's letter
# (eta 2 x 50 on the trunk) there is EpiOut of the very size of Dropout's network, 2 x 50, with eta as
# one more output of it: set "head".
#
# SAMPLES (10,100) and POINTS (200) may be lists; BUILD (build) holds the programs.
set -eu -o pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
build=${BUILD:-build} work=$1
mkdir -p "$work"
awk 'BEGIN { srand(1); for (i = 0; i < 400; i++) { for (j = 0; j < 21; j++) printf "%.5f,", 2 * rand() - 1
    printf "%.5f\n", rand() } }' >"$work/rows.csv"

recipe() { # NAME NETWORK
    cat <<END
epitrain: 1
name: $1
data: {train: rows.csv, test: 0.2, outputs: [22],
       inputs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]}
network: $2
fit: {epochs: 1}
epistemic: {teacher: samples, steps: 1}
END
}

recipe head '{trunk: [50, 50], eta: [], eta_from: trunk}' >"$work/head.yaml"
recipe branch '{trunk: [50, 50]}' >"$work/branch.yaml"
"$build/epicompare" "$work/head.yaml" --cost --learners=epiout --csv="$work/head.csv" --markdown="$work/head.md"
"$build/epicompare" "$work/branch.yaml" --cost --samples="${SAMPLES:-10,100}" --points="${POINTS:-200}" \
    --csv="$work/branch.csv" --markdown="$work/branch.md"
{
    cat "$work/branch.csv"
    tail -n +2 "$work/head.csv"
} >"$work/cost.csv"
cat "$work/branch.md" "$work/head.md" >"$work/cost.md"
