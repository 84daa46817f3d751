#!/bin/bash
# epitune: the best model for a budget. The same bytes for any number of workers, from shards, and after kills; within the budget by
# epiwcet on the emitted C; the winner's recipe trains to the same bytes; a budget that nothing meets; all of it in fixed point too.
# verifies: REQ-TUNED
. tests/scripts/lib.sh
build=$PWD/build
epitune=$build/epitune
sanitized=$build/epitune-sanitized
budget=(--core=cortex-m4f --max-cycles=3000)
results='wind.yaml wind_recipe.yaml trials.csv front.csv front.png'

mkdir "$work/data"
awk 'BEGIN {
    print "v,alpha,drag"; s = 1
    for (i = 0; i < 160; i++) {
        for (k = 0; k < 3; k++) { s = (s * 1103515245 + 12345) % 2147483648; u[k] = s / 2147483648 }
        v = 10 * u[0]; a = 2 * u[1] - 1
        printf "%.4f,%.4f,%.4f\n", v, a, 0.05 * v * v * (1 + a * a) + 0.2 * (u[2] - 0.5)
    } }' >"$work/data/wind.csv"
cat >"$work/data/wind.yaml" <<'EOF'
epitrain: 1 # a comment
name: wind
data: {train: wind.csv, inputs: [v, alpha], outputs: [drag], units: {v: m/s, drag: "N"}, validation: 0.2, test: 0.2}
network: {trunk: [6]}
fit: {epochs: 6}
epistemic: {teacher: blend, notions: [neighbours], steps: 40, samples: 1000}
tune: {trials: 4, cohort: 2, rungs: 2, divisor: 2, finalists: 2, seeds: 2, width: [2, 256], eta: [[8], [6]], accuracy: [full],
  activation: [relu], sparsity: [0, 0.5]}
EOF
cd "$work"
"$epitune" data/wind.yaml "${budget[@]}" -o whole --workers=2 >whole.txt 2>whole.err || true

all_there() {
    for file in $results; do [ -s "whole/$file" ]; done
    is_png whole/front.png
    grep -q '^the winner' whole.txt
    grep -q '^test rows .* looked at once' whole.txt
    prints '' find whole -name 'scratch*'
}
# The figure of the table is that of the emitted object.
within() { # SUMMARY CORE CYCLES
    local line cycles
    eval "$(sed -n "s|^the C of it *epigen|$build/epigen|p" "$1") --prefix=model"
    eval "$(sed -n 's|^compiled by *||p' "$1") out/model.c -o model.o"
    "$build/epiwcet" --core="$2" --max-cycles="$3" model.o >wcet.txt
    cycles=$(awk '$1 == "cycles" { print $2; exit }' wcet.txt)
    line=$(grep '^budget' "$1")
    echo "$line, epiwcet $cycles"
    grep -q "budget *$cycles of $3 cycles" <<<"$line"
}
said_beyond() { # the recipe is
    awk -F ',' 'NR > 1 && $13 != "" { n[$20]++; if ($20 != ($13 <= 3000 ? "yes" : "no")) bad = 1; print $1, $13, $20 }
        END { exit n["yes"] == 0 || n["no"] == 0 || bad }' whole/trials.csv
}
# A trial with all steps says of the validation rows what the whole model says that epitrain makes of it.
trial_is_whole() { # DIR
    awk -F '\t' '{ split($1, word, " "); split($3, figure, " "); candidate = $1; sub(/.* cortex-[a-z0-9]* /, "", candidate) }
        word[2] == "trial" && word[3] == 1 { trial[word[4] " " candidate] = figure[1] }
        word[2] == "whole" { n++; key = word[3] " " candidate; print key, figure[1], trial[key]; if (figure[1] != trial[key]) bad = 1 }
        END { exit n == 0 || bad }' "$1/all.journal"
}
trains_alone() { # DIR
    "$build/epitrain" "$1/wind_recipe.yaml" -o alone.yaml
    cmp alone.yaml "$1/wind.yaml"
}
both_types() {
    grep ',float,' whole/trials.csv
    grep ',q15,' whole/trials.csv
}
# A core without floats has candidates in fixed point alone.
fixed_point() {
    sed 's/trials: 4, cohort: 2, rungs: 2/trials: 2, cohort: 2, rungs: 1/; s/seeds: 2/seeds: 1/' data/wind.yaml >data/fixed.yaml
    "$epitune" data/fixed.yaml --core=cortex-m0plus --max-cycles=12000 --max-flash=64K --max-stack=1K -o fixed >fixed.txt
    cat fixed.txt
    grep -q '^the winner .* q15: ' fixed.txt
    grep -q '^the C of it .* --type=q15 --core=cortex-m0plus ' fixed.txt
    grep -x 'type: q15' fixed/wind_recipe.yaml
    exits_with 1 '' grep ',float,' fixed/trials.csv
    within fixed.txt cortex-m0plus 12000
    grep '^budget .* of 12000 cycles (.* %), .* of 65536 bytes of flash (.* %), .* of 1024 bytes of stack (.* %) on cortex-m0plus$' fixed.txt
    trial_is_whole fixed
    trains_alone fixed
}
same_results() { # DIR
    for file in $results; do cmp "$1/$file" "whole/$file"; done
}
shards() {
    "$epitune" data/wind.yaml "${budget[@]}" -o shards --shard=2/2
    exits_with 1 'trial 1 is in no journal' "$epitune" data/wind.yaml "${budget[@]}" -o shards --merge
    prints '' find shards -name '*.csv'
    "$epitune" data/wind.yaml "${budget[@]}" -o shards --shard=1/2
    "$epitune" data/wind.yaml "${budget[@]}" -o shards --merge
    same_results shards
}
# Killed again and again: each time it is a little farther.
kills() {
    local i
    for i in 1 2 3; do
        timeout -s KILL "0.$((3 * i))" "$epitune" data/wind.yaml "${budget[@]}" -o killed --resume || true
        prints '' find killed -name '*.csv' -o -name '*.yaml'
    done
    "$epitune" data/wind.yaml "${budget[@]}" -o killed --resume
    same_results killed
    prints '' find killed -name 'scratch*'
    exits_with 1 'expected --resume' "$epitune" data/wind.yaml "${budget[@]}" -o killed
    sed 's/epochs: 6/epochs: 7/' data/wind.yaml >data/other.yaml
    exits_with 1 'had another recipe' "$epitune" data/other.yaml "${budget[@]}" -o killed --resume
}
# The words at an interruption say how it goes on; the status is that of the signal.
interrupted() {
    local leader status=0
    "$epitune" data/wind.yaml "${budget[@]}" -o interrupted 2>interrupted.txt &
    leader=$!
    until grep -q ' probe ' interrupted/all.journal; do sleep 0.05; done
    kill -TERM "$leader"
    wait "$leader" || status=$?
    cat interrupted.txt
    [ "$status" -eq 143 ]
    grep -q -- '--resume goes on' interrupted.txt
}
# With every record there, nothing is trained: a second run takes no time.
resumed() {
    rm whole/wind.yaml whole/front.csv
    timeout 20 "$epitune" data/wind.yaml "${budget[@]}" -o whole --resume >again.txt
    cmp again.txt whole.txt
    [ -s whole/front.csv ]
}
nothing_fits() {
    exits_with 1 'nothing meets the budget: the cheapest model found (.*) takes [0-9]* cycles, [0-9]* bytes of flash and [0-9]* of stack' \
        "$sanitized" data/wind.yaml --core=rv32imafc --max-cycles=500 -o nothing
    prints '' find nothing -name '*.csv' -o -name '*.yaml' -o -name '*.png' -o -name 'scratch*'
}
# The cheapest model is trained before it is measured: pruning has taken its weights.
cheapest_is_pruned() {
    local sparsity pruned whole
    for sparsity in 0 0.9; do
        sed "s/width: \[2, 256\]/width: [64, 64], type: [float]/; s/sparsity: .*\]/sparsity: [$sparsity]/" data/wind.yaml >"data/pruned-$sparsity.yaml"
        exits_with 1 'nothing meets the budget' "$epitune" "data/pruned-$sparsity.yaml" --core=cortex-m4f --max-cycles=500 -o "pruned-$sparsity" \
            >"pruned-$sparsity.txt"
    done
    cat pruned-*.txt
    pruned=$(cheapest_cycles pruned-0.9.txt)
    whole=$(cheapest_cycles pruned-0.txt)
    [ $((2 * pruned)) -lt "$whole" ]
}
cheapest_cycles() { sed -n 's/.*) takes \([0-9]*\) cycles.*/\1/p' "$1"; }
# The loss of a worker is nothing to the search; nor is their number.
worker_killed() {
    local leader worker
    "$epitune" data/wind.yaml "${budget[@]}" -o loser --workers=1 2>/dev/null &
    leader=$!
    for _ in 1 2 3; do
        sleep 0.4
        worker=$(pgrep -P "$leader" epitune | head -n 1) || true
        [ -z "$worker" ] || kill -KILL "$worker"
    done
    wait "$leader"
    same_results loser
}
# A compiler outlives its worker: here one that writes a wrong object for as long as the next run takes. No cost is that object's.
compiler_outlives() {
    local leader writer gcc
    gcc=$(command -v arm-none-eabi-gcc)
    mkdir slow
    echo 'void model(void) {}' | "$gcc" -xc -mcpu=cortex-m4 -mthumb -c - -o slow/wrong.o
    cat >slow/arm-none-eabi-gcc <<EOF
#!/bin/bash
if [ "\$1" = --version ]; then exec $gcc "\$@"; fi
echo \$\$ >$PWD/slow/pid
while cp $PWD/slow/wrong.o "\${!#}"; do touch $PWD/slow/begun; done
exec sleep 60
EOF
    chmod +x slow/arm-none-eabi-gcc
    PATH=$PWD/slow:$PATH "$epitune" data/wind.yaml "${budget[@]}" -o outlived --workers=1 2>/dev/null &
    leader=$!
    until [ -e slow/begun ]; do sleep 0.1; done
    kill -KILL "$leader"
    wait "$leader" || true
    "$epitune" data/wind.yaml "${budget[@]}" -o outlived --resume --workers=1 >/dev/null
    writer=$(cat slow/pid)
    kill "$writer"
    same_results outlived
}
predicted() { # at most 15 % beside what epiwcet says
    awk -F ',' 'NR > 1 && $12 != "" && $13 != "" { n++; d = $12 / $13 - 1; if (d > 0.15 || d < -0.15) bad = 1; print $12, $13 }
        END { exit n == 0 || bad }' whole/trials.csv
}
filled() { # 85 to 95 % of the budget, but for the width of a unit
    awk -F ',' 'NR > 1 && $12 != "" { n++; if ($12 < 0.84 * 3000 || $12 > 0.95 * 3000) bad = 1; print $8, $12 }
        END { exit n == 0 || bad }' whole/trials.csv
}
bad_calls() {
    exits_with 2 'no --core given' "$sanitized" data/wind.yaml --max-cycles=3000
    exits_with 2 'no --max-cycles, --max-flash or --max-stack' "$sanitized" data/wind.yaml --core=cortex-m4f
    exits_with 2 'expected cortex-m4f' "$sanitized" data/wind.yaml --core=avr --max-cycles=3000
    exits_with 2 'expected float or q15' "$sanitized" data/wind.yaml "${budget[@]}" --type=double
    exits_with 2 'cortex-m3 has no such numbers' "$sanitized" data/wind.yaml --core=cortex-m3 --max-cycles=3000 --type=float
    sed 's/trials: 4/type: [float], trials: 4/' data/wind.yaml >data/float.yaml
    exits_with 1 'float.yaml: cortex-m3 has no numbers of type float' "$sanitized" data/float.yaml --core=cortex-m3 --max-cycles=3000
    exits_with 2 'expected a shard from 1 to 4' "$sanitized" data/wind.yaml "${budget[@]}" --shard=5/4
    exits_with 2 'expected one of them' "$sanitized" data/wind.yaml "${budget[@]}" --shard=1/4 --merge
    exits_with 2 'expected halving or random' "$sanitized" data/wind.yaml "${budget[@]}" --search=grid
    exits_with 2 'expected a number from 0' "$sanitized" data/wind.yaml "${budget[@]}" --weight=-1
    sed 's/validation: 0.2/validation: 0/' data/wind.yaml >data/none.yaml
    exits_with 1 'expected at least 20' "$sanitized" data/none.yaml "${budget[@]}" -o none
    sed 's/trials: 4/trails: 4/' data/wind.yaml >data/misspelt.yaml
    exits_with 1 'misspelt.yaml:7: tune: ' "$sanitized" data/misspelt.yaml "${budget[@]}"
}

check "all results are there" all_there
check "the winner is within the budget, by epiwcet on its object" within whole.txt cortex-m4f 3000
check "what is beyond the budget is said to be" said_beyond
check "a trial is the whole model's mean and sigma" trial_is_whole whole
check "the winner's recipe trains to the same bytes" trains_alone whole
check "float and fixed point are searched" both_types
check "fixed point alone, on a core without floats" fixed_point
check "predictions are near what is measured" predicted
check "candidates use the budget" filled
check "shards" shards
check "kills, and going on" kills
check "an interruption" interrupted
check "one worker, which is killed" worker_killed
check "a compiler that outlives its worker" compiler_outlives
check "nothing is done twice" resumed
check "a budget that nothing meets" nothing_fits
check "the cheapest model is measured as pruning leaves it" cheapest_is_pruned
check "bad calls and recipes" bad_calls
finish
