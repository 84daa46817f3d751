#!/bin/bash
# A search of epitune as an array of Slurm: each task is a shard, and the last job merges them. From a directory that all nodes share:
#
#   slurm_array.sh 64 recipe.yaml --core=cortex-m4f --max-cycles=8000 --trials=4096 -o shared
#
# The first word is the number of shards. A shard has as many workers as SBATCH_CPUS_PER_TASK says (default 1). A shard that the batch
# system ends goes on where it was when the same line is submitted again. OPTIONS in SBATCH_* variables are sbatch's own
# (SBATCH_PARTITION, SBATCH_TIMELIMIT ...).
set -eu -o pipefail
shopt -s inherit_errexit
if [ -n "${SLURM_ARRAY_TASK_ID:-}" ]; then
    exec "${EPITUNE:-epitune}" "$@" --workers="${SLURM_CPUS_PER_TASK:-1}" --shard="$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
fi
[ $# -ge 2 ] || { echo "usage: slurm_array.sh SHARDS OPTION... RECIPE: options and recipe of epitune" >&2; exit 2; }
shards=$1
shift
array=$(sbatch --parsable --job-name=epitune --array="1-$shards" --cpus-per-task="${SBATCH_CPUS_PER_TASK:-1}" "$0" "$@")
echo "the shards are job $array"
merge=$(printf '%q ' "${EPITUNE:-epitune}" "$@" --merge)
sbatch --parsable --job-name=epitune-merge --dependency="afterok:$array" --cpus-per-task="${SBATCH_CPUS_PER_TASK:-1}" \
    --wrap="$merge --workers=${SBATCH_CPUS_PER_TASK:-1}"
