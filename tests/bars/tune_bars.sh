#!/bin/bash
# shellcheck disable=SC2317 # functions are called by the names of parts
# tune_bars.sh [DIR]: what epitune must reach on sets of EPIGEN_DATA, and a table of it in DIR (build/tune-bars).
#
#   budgets   sarcos, crazyflie, kin8nm and energy with 4,000, 8,000 and 20,000 cycles on a Cortex-M4F: the winner is within the
#             budget by epiwcet on its object, and no worse than the recipe without network, where that fits. Both are about mean
#             and sigma, so eta has a quick teacher, and no part in the score: its branch costs the same
#   random    with 8,000 cycles and seeds 1 to 5: the median of the winners' likelihoods is better than that of a random
#             search which trains as long
#   minutes   64 trials on crazyflie in at most 10 minutes of two cores; 2 workers are 1.8 times as fast as 1
#   kills     20 kills of leader and workers at random times: the same bytes as undisturbed
#
# PARTS="budgets random": only these; SETS="energy kin8nm", BUDGETS, SEEDS: fewer. STEPS: about so many steps of a training in part
# `random` (default 20000, the usual number). A search that was cut off goes on; so does part `random`, with the same epitune.
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
# What makes eta quick, and leaves it out of the score.
quick_eta() { printf '%s\n' 'epistemic: {teacher: blend, notions: [neighbours], steps: 500}' 'tune: {weight: 0}'; }
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
    eval "$(sed -n 's|^compiled by *||p' "$2") $code/model.c -o $code/model.o"
    "$build/epiwcet" --core=cortex-m4f "$code/model.o" | awk '$1 == "cycles" && !n++ { print $2 }'
}

budgets_run() {
    local set budget cycles ours plain
    for set in "${sets[@]}"; do
        there "$set" || continue
        { recipe "$set"; quick_eta; } >"$set.yaml"
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

# One seed of both searches, as a line: seconds of halving, of random search, trials of that, likelihoods of the winners, the same on test
# rows. Both get the same probes, one trial, and the same way to choose finalists; the time of their other trials is compared, without
# that of a call which finds all done. Random search has as many as it takes to reach the time of halving.
random_seed() { # SET SEED
    local set=$1 dir=random_$1_$2 halving random=0 start n=8
    { recipe "$set"
      printf 'seed: %d\nfit: {epochs: %d}\n' "$2" "$((steps * 32 / $(rows_of "$set") + 1))"
      quick_eta; } >"$set.yaml"
    local trials=("$build/epitune" "$set.yaml" --core=cortex-m4f --max-cycles=8000 --resume --shard=1/1)
    rm -rf "$dir" "$dir-r"
    "${trials[@]}" -o "$dir" --trials=1 >/dev/null 2>&1
    cp -r "$dir" "$dir-r"
    "${trials[@]}" -o "$dir-r" --search=random --trials=1 >/dev/null 2>&1
    start=$(seconds_of "${trials[@]}" -o "$dir" --trials=1)
    halving=$(awk "BEGIN { print $(seconds_of "${trials[@]}" -o "$dir") - $start }")
    while :; do
        random=$(awk "BEGIN { print $random + $(seconds_of "${trials[@]}" -o "$dir-r" --search=random --trials="$n") - $start }")
        if awk "BEGIN { exit !($random >= $halving) }"; then break; fi
        n=$(awk "BEGIN { print $n + 1 + int(($n - 1) * ($halving / $random - 1)) }")
    done
    tune "$set" "$dir" --max-cycles=8000 >"$dir.txt"
    tune "$set" "$dir-r" --max-cycles=8000 --search=random --trials="$n" >"$dir-r.txt"
    echo "$halving,$random,$n,$(likelihood 'the winner' "$dir.txt"),$(likelihood 'the winner' "$dir-r.txt"),$(likelihood 'test rows' "$dir.txt"),$(likelihood 'test rows' "$dir-r.txt")"
}
# column SET N: the median of a column of this epitune's lines.
column() { sed -n "s/^$epitune_sum,//p" "random_$1.csv" | cut -d , -f "$2" | median; }
random_run() {
    local set seed ours theirs epitune_sum
    epitune_sum=$(sha256sum "$build/epitune" | cut -c 1-12)
    for set in "${sets[@]}"; do
        there "$set" || continue
        touch "random_$set.csv"
        for seed in $(seq "$seeds"); do
            grep -q "^$epitune_sum,$seed," "random_$set.csv" ||
                echo "$epitune_sum,$seed,$(random_seed "$set" "$seed")" | tee -a "random_$set.csv"
        done
        ours=$(column "$set" 5)
        theirs=$(column "$set" 6)
        bar "$set, 8000 cycles: median likelihood of $seeds seeds $ours, random search with as much time $theirs" "$ours < $theirs"
        echo "         on test rows $(column "$set" 7) and $(column "$set" 8)"
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
