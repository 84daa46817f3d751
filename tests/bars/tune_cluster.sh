#!/bin/bash
# tune_cluster.sh [DIR]: epitune, epicompare and epifly on what a cluster has, on this machine: 2 to 8 ranks of OpenMPI
# (oversubscribed, RANKS="2 4 8"), and an array of Slurm on one node, with munge. The results are those of one process, byte by byte.
# What is not installed is skipped by name. Slurm is started here and ended again; it needs root, and no other Slurm on this machine.
set -eu -o pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
top=$PWD
out=${1:-build/tune-cluster}
rm -rf "$out"
mkdir -p "$out"
cd "$out"
results='wind.yaml wind_recipe.yaml trials.csv front.csv front.png'
options=(wind.yaml --core=cortex-m4f --max-cycles=3000)
missed=0

awk 'BEGIN { print "v,drag"; srand(3); for (i = 0; i < 300; i++) { v = 10 * rand(); print v "," 0.05 * v * v + 0.2 * rand() } }' >wind.csv
printf '%s\n' 'epitrain: 1' 'name: wind' 'data: {train: wind.csv, inputs: [v], outputs: [drag], validation: 0.2, test: 0.2}' 'fit: {epochs: 20}' \
    'epistemic: {teacher: blend, notions: [neighbours], steps: 100}' 'tune: {trials: 8, cohort: 2, divisor: 2, rungs: 2, finalists: 2, seeds: 2}' >wind.yaml
same() { # WORDS DIR: the results in DIR are those of one process
    local file
    for file in $results; do
        cmp "$2/$file" "$3/$file" || { echo "MISSED   $1: $file differs"; missed=1; return; }
    done
    echo "reached  $1: the bytes of one process"
}

# --- OpenMPI: its build has another directory, so its own single process is compared with
mpi_run() {
    local n build=$top/build-mpi
    command -v mpirun >/dev/null || { echo "skipped  OpenMPI: not installed"; return; }
    [ -x "$build/epitune" ] || { echo "skipped  OpenMPI: expected make MPI=1 before"; return; }
    "$build/epitune" "${options[@]}" -o mpi-1 --workers=1 >/dev/null 2>&1
    for n in ${RANKS:-2 4 8}; do
        mpirun --allow-run-as-root --oversubscribe -n "$n" "$build/epitune" "${options[@]}" -o "mpi-$n" >/dev/null 2>&1
        same "epitune by $n ranks" "mpi-$n" mpi-1
    done
    "$build/epicompare" wind.yaml --learners=knn,mahalanobis,dropout --seeds=2 --samples=16 --threads=1 >compare-1.txt 2>/dev/null
    mpirun --allow-run-as-root --oversubscribe -n 3 "$build/epicompare" wind.yaml --learners=knn,mahalanobis,dropout --seeds=2 --samples=16 \
        >compare-3.txt 2>/dev/null
    local one three
    one=$(wc -l <compare-1.txt)
    three=$(wc -l <compare-3.txt)
    if [ "$one" = "$three" ]; then echo "reached  epicompare by 3 ranks: a table as long"; else
        echo "MISSED   epicompare by 3 ranks"; missed=1; fi
    local fly=(--seeds=2 --rounds=1 --selection=epiout --gain=sigma)
    "$build/epifly" "${fly[@]}" -o fly-1 >/dev/null 2>&1
    mpirun --allow-run-as-root --oversubscribe -n 3 "$build/epifly" "${fly[@]}" -o fly-3 >/dev/null 2>&1
    if cmp fly-1/flights.csv fly-3/flights.csv; then echo "reached  epifly by 3 ranks: the flights of one process"; else
        echo "MISSED   epifly by 3 ranks"; missed=1; fi
}

# --- Slurm: one node, this machine
# shellcheck disable=SC2317 # a trap calls it
slurm_end() {
    [ ! -s slurmd.pid ] || kill "$(cat slurmd.pid)" 2>/dev/null || true
    [ ! -s slurmctld.pid ] || kill "$(cat slurmctld.pid)" 2>/dev/null || true
    [ ! -s munged.pid ] || kill "$(cat munged.pid)" 2>/dev/null || true
}
slurm_begin() {
    local host
    host=$(hostname -s)
    dd if=/dev/urandom of=munge.key bs=1024 count=1 2>/dev/null
    chmod 400 munge.key
    mkdir -p state spool munge
    chmod 755 munge
    munged --force --key-file="$PWD/munge.key" --socket="$PWD/munge/socket" --pid-file="$PWD/munged.pid" --log-file="$PWD/munge/log" \
        --seed-file="$PWD/munge/seed"
    cat >slurm.conf <<EOF
ClusterName=one
SlurmctldHost=$host(127.0.0.1)
SlurmUser=root
AuthType=auth/munge
AuthInfo=socket=$PWD/munge/socket
CredType=cred/munge
ProctrackType=proctrack/pgid
TaskPlugin=task/none
ReturnToService=2
SlurmctldPidFile=$PWD/slurmctld.pid
SlurmdPidFile=$PWD/slurmd.pid
SlurmdSpoolDir=$PWD/spool
StateSaveLocation=$PWD/state
SlurmctldLogFile=$PWD/slurmctld.log
SlurmdLogFile=$PWD/slurmd.log
SlurmctldPort=16817
SlurmdPort=16818
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
NodeName=$host NodeAddr=127.0.0.1 CPUs=$(nproc) State=UNKNOWN
PartitionName=all Nodes=$host Default=YES MaxTime=INFINITE State=UP
EOF
    export SLURM_CONF=$PWD/slurm.conf
    slurmctld
    slurmd
}
slurm_run() {
    local i said
    command -v sbatch slurmctld slurmd munged >/dev/null || { echo "skipped  Slurm: slurm-wlm and munge are not installed"; return; }
    trap slurm_end EXIT
    slurm_begin
    for i in $(seq 30); do
        said=$(sinfo -h -o %T 2>/dev/null || true)
        if [ "$said" = idle ]; then break; fi
        sleep 1
    done
    EPITUNE=$top/build/epitune "$top/train/tune/share/slurm_array.sh" 4 "${options[@]}" -o slurm
    for i in $(seq 600); do
        said=$(squeue -h 2>/dev/null || true)
        if [ -z "$said" ]; then break; fi
        sleep 1
    done
    echo "         $i s"
    "$top/build/epitune" "${options[@]}" -o one --workers=1 >/dev/null 2>&1
    same "an array of 4 shards under Slurm" slurm one
}
case ${PARTS:-mpi slurm} in *mpi*) mpi_run ;; esac
case ${PARTS:-mpi slurm} in *slurm*) slurm_run ;; esac
exit "$missed"
