#!/bin/bash
# shellcheck disable=SC2317 # functions are called by the names of parts
# tune_bars.sh [DIR]: what epitune must reach on sets of EPIGEN_DATA, and a table of it in DIR (build/tune-bars).
#
#   budgets   sarcos, crazyflie, kin8nm and energy with 4,000, 8,000 and 20,000 cycles on a Cortex-M4F: the winner is within the
#             budget by epiwcet on its object, and no worse than the recipe without network, where that fits
#   random    with 8,000 cycles and seeds 1 to 5: the median of the winners' likelihoods is better than that of a random
#             search which trains as long
#   minutes   64 trials on crazyflie in at most 10 minutes of two cores; 2 workers are 1.8 times as fast as 1
#   kills     20 kills of leader and workers at random times: the same bytes as undisturbed
#
# PARTS="budgets random": only these; SETS="energy kin8nm", BUDGETS, SEEDS: fewer. STEPS: about so many steps of a training in part
# `random` (default 20000, the usual number). A search that was cut off goes on.
set -eu -o pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
export EPIGEN_DATA=${EPIGEN_DATA:-../shared/data}
EPIGEN_DATA=$(realpath "$EPIGEN_DATA")
build=$PWD/build
out=${1:-build/tune-bars}
mkdir -p "$out"
cd "$out"
read -ra parts <<<"${PARTS:-budgets random minutes kills}"
read -ra sets <<<"${SETS:-sarcos crazyflie kin8nm energy}"
read -ra budgets <<<"${BUDGETS:-4000 8000 20000}"
seeds=${SEEDS:-5}
steps=${STEPS:-20000}
missed=0
bar() { # WORDS CONDITION: of awk
    if awk "BEGIN { exit !($2) }"; then echo "reached  $1"; else
        echo "MISSED   $1"
        missed=$((missed + 1))
    fi
}

# data SET: the section, the file to look for, and the number of training rows.
data_of() {
    local columns
    case $1 in
    sarcos)
        columns=$(for k in q qd qdd; do for i in 1 2 3 4 5 6 7; do printf '%s%d, ' "$k" "$i"; done; done)
        echo "{train: \$EPIGEN_DATA/sarcos/sarcos_4449.csv, test: 0.22477, inputs: [${columns%, }], outputs: [tau1]}"
        ;;
    crazyflie) echo "{train: \$EPIGEN_DATA/crazyflie/train.csv, test: \$EPIGEN_DATA/crazyflie/test_in.csv," \
        "inputs: [vbx, vby, vbz, upx, upy, wx, wy, wz, rpm1, rpm2, rpm3, rpm4], outputs: [res_az]}" ;;
    *) echo "{train: \$EPIGEN_DATA/uci/$1/data.txt, rows: {train: \$EPIGEN_DATA/uci/$1/index_train_0.txt," \
        "test: \$EPIGEN_DATA/uci/$1/index_test_0.txt}, inputs: [1, 2, 3, 4, 5, 6, 7, 8], outputs: [9]}" ;;
    esac
}
rows_of() { case $1 in sarcos) echo 3100 ;; crazyflie) echo 11600 ;; kin8nm) echo 6600 ;; energy) echo 620 ;; esac; }
there() {
    [ -e "$EPIGEN_DATA/$1" ] || [ -e "$EPIGEN_DATA/uci/$1" ] || { echo "skipped  $1: not in EPIGEN_DATA"; return 1; }
}
recipe() { printf 'epitrain: 1\nname: %s\ndata: %s\n' "$1" "$(data_of "$1")"; }
# tune SET DIR OPTION...
tune() {
    local set=$1 dir=$2
    shift 2
    "$build/epitune" "$set.yaml" --core=cortex-m4f -o "$dir" --resume "$@" 2>"$dir.err"
}
# likelihood WORDS FILE: of the line that begins so, the mean over the seeds.
likelihood() { sed -n "s/^$1 .*negative log likelihood \(-\{0,1\}[0-9.]*\).*/\1/p" "$2"; }

# object_cycles DIR SUMMARY: what epiwcet says of the object that the summary's command makes.
object_cycles() {
    local code=$1/code
    eval "$(sed -n "s|^the C of it *epigen|$build/epigen|p" "$2") --prefix=model" -o "$code"
    arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard -std=c99 -O2 -ffp-contract=off \
        -c "$code/model.c" -o "$code/model.o"
    "$build/epiwcet" --core=cortex-m4f "$code/model.o" | awk '$1 == "cycles" { print $2; exit }'
}

budgets_run() {
    local set budget cycles ours plain
    for set in "${sets[@]}"; do
        there "$set" || continue
        recipe "$set" >"$set.yaml"
        for budget in "${budgets[@]}"; do
            # one directory for all budgets: what they have in common is done once
            tune "$set" "budgets_$set" --max-cycles="$budget" >"budgets_${set}_$budget.txt"
            cycles=$(object_cycles "budgets_$set" "budgets_${set}_$budget.txt")
            bar "$set, $budget cycles: the object takes $cycles" "$cycles <= $budget"
            ours=$(likelihood 'the winner' "budgets_${set}_$budget.txt")
            plain=$(likelihood 'the recipe' "budgets_${set}_$budget.txt")
            if grep -q '^the recipe .*beyond the budget' "budgets_${set}_$budget.txt"; then
                echo "         $set, $budget cycles: likelihood $ours; the recipe alone, which does not fit: $plain"
            else
                bar "$set, $budget cycles: likelihood $ours, the recipe alone $plain" "$ours <= $plain"
            fi
        done
    done
}

# Seconds of processors that a command takes.
seconds_of() {
    local TIMEFORMAT='%U %S'
    { time "$@" >/dev/null 2>&1; } 2>&1 | awk '{ print $1 + $2 }'
}
median() { sort -g | awk '{ v[NR] = $1 } END { print v[int((NR + 1) / 2)] }'; }

# Both searches get the same probes, the same way to choose finalists, and, for their trials, the same time. Eta has no part in it.
random_run() {
    local set seed halving random n dir
    for set in "${sets[@]}"; do
        there "$set" || continue
        : >"random_$set.csv"
        for seed in $(seq "$seeds"); do
            dir=random_${set}_$seed
            { recipe "$set"
              printf 'seed: %d\nfit: {epochs: %d}\n' "$seed" "$((steps * 32 / $(rows_of "$set") + 1))"
              echo 'epistemic: {teacher: blend, notions: [neighbours], steps: 500}'
              echo 'tune: {weight: 0}'; } >"$set.yaml"
            local options=("$set.yaml" --core=cortex-m4f --max-cycles=8000 --resume)
            rm -rf "$dir" "$dir-r"
            "$build/epitune" "${options[@]}" -o "$dir" --shard=1/1 --trials=1 >/dev/null 2>&1
            cp -r "$dir" "$dir-r"
            halving=$(seconds_of "$build/epitune" "${options[@]}" -o "$dir" --shard=1/1)
            random=$(seconds_of "$build/epitune" "${options[@]}" -o "$dir-r" --shard=1/1 --search=random --trials=8)
            n=$(awk "BEGIN { n = int(8 * $halving / $random + 0.999); print n < 8 ? 8 : n }")
            random=$(awk "BEGIN { print $random + $(seconds_of "$build/epitune" "${options[@]}" -o "$dir-r" --shard=1/1 --search=random --trials="$n") }")
            tune "$set" "$dir" --max-cycles=8000 >"$dir.txt"
            tune "$set" "$dir-r" --max-cycles=8000 --search=random --trials="$n" >"$dir-r.txt"
            echo "$set,$seed,$halving,$random,$n,$(likelihood 'the winner' "$dir.txt"),$(likelihood 'the winner' "$dir-r.txt"),$(likelihood 'test rows' "$dir.txt"),$(likelihood 'test rows' "$dir-r.txt")" |
                tee -a "random_$set.csv"
        done
        local ours theirs
        ours=$(cut -d , -f 6 "random_$set.csv" | median)
        theirs=$(cut -d , -f 7 "random_$set.csv" | median)
        bar "$set, 8000 cycles: median likelihood of $seeds seeds $ours, random search with as much time $theirs" "$ours < $theirs"
        echo "         on test rows $(cut -d , -f 8 "random_$set.csv" | median) and $(cut -d , -f 9 "random_$set.csv" | median)"
    done
}

wall_of() {
    local TIMEFORMAT='%R'
    { time "$@" >/dev/null 2>&1; } 2>&1
}
minutes_run() {
    local used one two
    there crazyflie || return 0
    recipe crazyflie >crazyflie.yaml
    rm -rf minutes minutes-1 minutes-2
    used=$(seconds_of "$build/epitune" crazyflie.yaml --core=cortex-m4f --max-cycles=8000 -o minutes --workers=2)
    bar "64 trials on crazyflie: $used s of processors, on two cores $(awk "BEGIN { print $used / 120 }") minutes" "$used <= 1200"
    one=$(wall_of "$build/epitune" crazyflie.yaml --core=cortex-m4f --max-cycles=8000 --weight=0 -o minutes-1 --shard=1/1 --workers=1)
    two=$(wall_of "$build/epitune" crazyflie.yaml --core=cortex-m4f --max-cycles=8000 --weight=0 -o minutes-2 --shard=1/1 --workers=2)
    bar "the trials take one worker $one s, two $two s" "$one / $two >= 1.8"
}

# Of a small search, so that 20 kills hit all of its stages.
kills_run() {
    local i leader worker file
    awk 'BEGIN { print "v,drag"; srand(3); for (i = 0; i < 300; i++) { v = 10 * rand(); print v "," 0.05 * v * v + 0.2 * rand() } }' >wind.csv
    printf '%s\n' 'epitrain: 1' 'name: wind' 'data: {train: wind.csv, inputs: [v], outputs: [drag], validation: 0.2}' \
        'fit: {epochs: 60}' 'epistemic: {teacher: blend, notions: [neighbours], steps: 400}' 'tune: {trials: 16, cohort: 8}' >wind.yaml
    rm -rf kills kills-ref
    tune wind kills-ref --max-cycles=3000 >kills-ref.txt
    RANDOM=7
    for i in $(seq 20); do
        "$build/epitune" wind.yaml --core=cortex-m4f --max-cycles=3000 -o kills --resume --workers=2 >kills.txt 2>&1 &
        leader=$!
        sleep "$((RANDOM % 3)).$((RANDOM % 10))$((RANDOM % 10))"
        worker=$(pgrep -P "$leader" | sed -n "$((1 + RANDOM % 2))p") || true
        if [ $((i % 2)) -eq 0 ]; then kill -KILL "$leader" 2>/dev/null || true; elif [ -n "$worker" ]; then
            kill -KILL "$worker" 2>/dev/null || true
            sleep 0.2
            kill -KILL "$leader" 2>/dev/null || true
        fi
        wait "$leader" 2>/dev/null || true
    done
    tune wind kills --max-cycles=3000 >kills.txt
    for file in wind.yaml wind_recipe.yaml trials.csv front.csv front.png; do
        bar "20 kills: $file is that of an undisturbed run" "$(cmp -s "kills/$file" "kills-ref/$file" && echo 1 || echo 0)"
    done
}

for part in "${parts[@]}"; do "${part}_run"; done
exit $((missed > 0))
