#!/bin/bash
# The flights of the tables in models/quadcopter/README.md, into build/paper/flights/ (of other seeds, build/paper/flights-SEED),
# one CSV of epifly for each kind of flight: FIELD-LAW.csv for the selections, FIELD-drop.csv where what is not kept teaches nothing, and moved-, loaded-, few-, oldest- and redundant-....csv for air that changes, little
# training and small stores. flight_tables.sh makes the tables, figures.sh compares them with the page.
#
#   tests/paper/flights.sh [SEED [SEEDS]]     801 and 20 without arguments; about ten minutes of one core
#
# EPIGEN_DATA is the directory of the authors' field; without it the flights through that field are skipped by name. BUILD
# (build) holds epifly. JOBS is its number of processes.
set -eu -o pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
seed=${1:-801} seeds=${2:-20} build=${BUILD:-build} data=${EPIGEN_DATA:-}
work=$build/paper/flights
[ "$seed" = 801 ] || work=$work-$seed
mkdir -p "$work"

# Exit status 1 of epifly says that one of its own bars is missed; a run that broke off leaves no table.
fly() { # NAME OPTION...
    local name=$1
    shift
    rm -f "$work/$name.csv" "$work/run/flights.csv"
    "$build/epifly" --seed="$seed" --seeds="$seeds" --gain=sigma ${JOBS:+--jobs="$JOBS"} -o "$work/run" "$@" >"$work/$name.txt" 2>&1 ||
        [ -e "$work/run/flights.csv" ]
    mv "$work/run/flights.csv" "$work/$name.csv"
    echo "flown: $name"
}

fly ours-paper --law=paper --selection=none,all,random,every,first,distance,gp,epiout,threshold
fly ours-discount --law=discount --selection=all,random,every,distance,epiout
fly ours-drop --drop --selection=random,every,distance=1.7,epiout
if [ -n "$data" ] && [ -e "$data/paper/thermal_data_z.txt" ]; then
    fly authors-paper --field=authors --law=paper --selection=none,all,random,every,distance,gp,epiout
    fly authors-discount --field=authors --law=discount --selection=all,random,every,distance,epiout
    fly authors-drop --field=authors --drop --selection=random,every,distance=1.7,epiout
else
    rm -f "$work"/authors-*.csv
    echo "authors' field: skipped, no paper/thermal_data_z.txt in EPIGEN_DATA (${data:-not set})"
fi
for law in paper discount; do
    fly moved-$law --shift-field=30@5 --law=$law --selection=epiout
    fly loaded-$law --load=20@5 --law=$law --selection=epiout
done
for what in moved=--shift-field=30@5 loaded=--load=20@5; do
    fly "${what%%=*}-remember-paper" "${what#*=}" --remember --law=paper --selection=epiout,all
    fly "${what%%=*}-remember-discount" "${what#*=}" --remember --law=discount --selection=epiout
done
fly few-paper --steps=6 --selection=epiout,random,every,all
fly oldest-paper --store=60 --selection=epiout,random,every,all
fly redundant-paper --store=60 --redundant --selection=epiout,random,every,all
rm -r "$work/run"
