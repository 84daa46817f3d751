#!/bin/bash
# A search of epitune by the ranks of MPI under Slurm (make MPI=1). From a directory that all nodes share:
#
#   sbatch --ntasks=64 slurm_mpi.sh recipe.yaml --core=cortex-m4f --max-cycles=8000 --trials=4096 -o shared
#
# Rank 0 hands out the trials and writes the results. A run that the batch system ends goes on where it was when it is submitted again.
#SBATCH --job-name=epitune
set -eu -o pipefail
shopt -s inherit_errexit
exec mpirun "${EPITUNE:-epitune}" "$@" --resume
