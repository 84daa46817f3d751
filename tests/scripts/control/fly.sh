#!/bin/bash
# The closed loop: a flight is the same every time and for any number of processes; with the emitted C
# instead of the interpreter it is the same to the bit, on the emulated Cortex-M4 too; learning helps;
# and what a flight stored can be learned from, with the shape and so the timing unchanged.
. tests/scripts/lib.sh
fly=build/epifly

same_twice() {
    "$fly" --seeds=2 --rounds=1 --jobs=1 --selection=epiout --gain=sigma -o "$work/a" >/dev/null
    "$fly" --seeds=2 --rounds=1 --jobs=2 --selection=epiout --gain=sigma -o "$work/b" >/dev/null
    same_flights
}

same_flights() {
    cmp "$work/a/flights.csv" "$work/b/flights.csv"
    cmp "$work/a/trace_epiout.csv" "$work/b/trace_epiout.csv"
    cmp "$work/a/points.bin" "$work/b/points.bin"
    cmp "$work/a/thermal.yaml" "$work/b/thermal.yaml"
}

# Each seed by a shard; a call that finds both in the journal flies nothing, and so writes no files of a flight.
same_by_shards() {
    local options=(--seeds=2 --rounds=1 --selection=epiout --gain=sigma --keep="$work/kept" -o "$work/b")
    rm -rf "$work/b"
    prints '' "$fly" "${options[@]}" --shard=2/2
    [ ! -e "$work/b/flights.csv" ]
    prints '' "$fly" "${options[@]}" --shard=1/2
    "$fly" "${options[@]}" >/dev/null
    same_flights
    rm "$work/b/flights.csv" "$work/b/points.bin"
    "$fly" "${options[@]}" >/dev/null
    cmp "$work/a/flights.csv" "$work/b/flights.csv"
    [ ! -e "$work/b/points.bin" ]
    exits_with 2 'expected --keep' "$fly" --shard=1/2
}

# The same code with sanitizers: one round, in which the network learns and the store fills, and one in which a sensor fails.
sanitized_flies() {
    local fault
    for fault in none nan; do
        build/epifly-sanitized --seeds=1 --rounds=1 --jobs=1 --selection=epiout --gain=sigma --fault=$fault -o "$work/sanitized" >/dev/null
        "$fly" --seeds=1 --rounds=1 --jobs=1 --selection=epiout --gain=sigma --fault=$fault -o "$work/plain" >/dev/null
        cmp "$work/sanitized/flights.csv" "$work/plain/flights.csv"
        cmp "$work/sanitized/points.bin" "$work/plain/points.bin"
    done
}

rmse() { awk -F, -v name="$1" '$2 == name { sum += $4 } END { print sum }' "$work/c/flights.csv"; }

# Two rounds: one to learn, one to use it.
learning_helps() {
    local selection
    for selection in none epiout; do
        "$fly" --seeds=2 --rounds=2 --selection="$selection" --gain=sigma -o "$work/c" >/dev/null
        cat "$work/c/flights.csv" >>"$work/flights"
    done
    mv "$work/flights" "$work/c/flights.csv"
    cat "$work/c/flights.csv"
    awk -v none="$(rmse none)" -v epiout="$(rmse epiout)" 'BEGIN { exit !(none > 1.5 * epiout) }'
}

# A sensor fails for 2 s: nothing of it is kept, the supervisor falls back and comes back, and the flight
# stays as near to its path as one without a model.
fault_does_no_harm() {
    local worst
    "$fly" --seeds=1 --rounds=1 --selection=none --gain=fixed -o "$work/none" >/dev/null
    worst=$(awk -F, 'NR == 2 { print $5 }' "$work/none/flights.csv")
    "$fly" --seeds=1 --rounds=1 --selection=epiout --gain=sigma --fault="$1" -o "$work/fault" >/dev/null
    cat "$work/fault/flights.csv"
    awk -F, -v worst="$worst" -v fault="$1" 'NR == 2 && $13 == fault { found = $14 > 0 && $14 < 1.25 * worst &&
        $15 < 0.025 && $16 == 0 && $17 == 1 && $12 > 380 } END { exit !found }' "$work/fault/flights.csv"
}

in_the_loop() { "$fly" --sil --rounds=1 --deploy=1000 -o "$work/loop"; }

on_the_board() { models/quadcopter/firmware/firmware.sh "$work/loop/sil"; }

# A board that computes something else must be seen, here one whose drone is a little heavier.
other_board() {
    sed 's/1\.7658F/1.7659F/' models/quadcopter/firmware/autopilot.c >"$work/loop/autopilot.c"
    refuted cmp -s "$work/loop/autopilot.c" models/quadcopter/firmware/autopilot.c
    arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard -std=c99 -O2 -ffp-contract=off \
        -Iruntime -Imodels/quadcopter/firmware -c "$work/loop/autopilot.c" -o "$work/loop/sil/autopilot.o"
    exits_with 1 'differs from that on the host' "$fly" --pil=models/quadcopter/firmware/board.sh -o "$work/loop"
}

# What other programs found out is on the page, and what they did not is not said to have passed.
page_has_every_bar() {
    local bar options=(--seeds=1 --rounds=1 --steps=3 --keep="$work/page_kept" -o "$work/page") # all is flown once
    "$fly" "${options[@]}" >/dev/null || [ $? -eq 1 ]
    grep 'a control step on a Cortex-M4F.*not measured' "$work/page/result.md"
    grep 'software in the loop.*not run' "$work/page/result.md"
    mkdir "$work/page/sil"
    cp "$work/loop/sil/"{sil,pil} "$work/page/sil"
    echo '3360 4427' >"$work/page/sil/cycles"
    exits_with 1 'a control step on a Cortex-M4F.*2.00 %.*FAIL' "$fly" "${options[@]}"
    for bar in 'RMSE, EpiOut over all' 'points, EpiOut over all' 'RMSE, EpiOut over random' 'share of EpiOut' \
        'RMSE, EpiOut over every' 'RMSE, EpiOut over the distance' 'RMSE, EpiOut with discount over' \
        'RMSE of EpiOut .mm' 'RMSE of EpiOut.s worst' \
        'RMSE, no model over' 'EpiOut, gain by sigma over fixed gain: RMSE' 'a control step on' 'ten seeds on two cores' \
        'sensor faults: largest error' 'sensor faults: points kept' 'software in the loop' 'processor in the loop' \
        'faults on the board'; do
        grep -E "^\| $bar.*\| (PASS|FAIL) \|$" "$work/page/result.md" || { echo "no bar: $bar"; return 1; }
    done
    grep -E '^\| 100\.0 \|.*\|$' "$work/page/result.md"
    grep -E '^\| gp \| [0-9.]+ \+- [0-9.]+ \([0-9]+ points\) \| [0-9.]+ ' "$work/page/result.md"
    grep -E '^\| field moved by 30 mm after 5 s \| discount \| [0-9.]+ ' "$work/page/result.md"
}

# What a law says matters only while the supervisor is cautious: EpiOut learns what is new at once, so its
# flight is the same under both. With every fifth measurement it is not.
laws_differ_in_doubt() {
    local law
    for law in paper discount; do
        "$fly" --seeds=1 --rounds=1 --law=$law --selection=epiout --gain=sigma -o "$work/$law" >/dev/null
        "$fly" --seeds=1 --rounds=1 --law=$law --selection=distance=15 --gain=sigma -o "$work/far_$law" >/dev/null
    done
    cmp "$work/paper/trace_epiout.csv" "$work/discount/trace_epiout.csv"
    refuted cmp -s "$work/far_paper/trace_distance.csv" "$work/far_discount/trace_distance.csv"
}

# A store of 20 points is full long before the end of the flight.
store_is_bounded() {
    "$fly" --seeds=1 --rounds=1 --selection=all --gain=sigma --store=20 -o "$work/small" >/dev/null
    "$fly" --seeds=1 --rounds=1 --selection=all --gain=sigma -o "$work/large" >/dev/null
    refuted cmp -s "$work/small/trace_all.csv" "$work/large/trace_all.csv"
}

# The oldest point gives way, or the most redundant one.
store_gives_way() {
    "$fly" --seeds=1 --rounds=1 --selection=all --gain=sigma --store=20 --redundant -o "$work/redundant" >/dev/null
    refuted cmp -s "$work/small/trace_all.csv" "$work/redundant/trace_all.csv"
}

# A recipe with the first half of a flight's points as its data; the store as what came later.
retrained() {
    mkdir -p "$work/loop2"
    awk -F, 'NR == 1 { print "x,y,force" } $9 == 1 { print $2 "," $3 "," $5 }' "$work/a/trace_epiout.csv" \
        >"$work/loop2/first.csv"
    cat >"$work/loop2/recipe.yaml" <<END
epitrain: 1
name: thermal
data: {train: first.csv, inputs: [x, y], outputs: [force]}
network: {trunk: [8], eta: [8]}
fit: {epochs: 20}
epistemic: {teacher: samples, steps: 200}
domain: {x: [-0.05, 0.15], y: [-0.05, 0.15]}
END
    build/epitrain "$work/loop2/recipe.yaml" -o "$work/loop2/before.yaml"
    build/epitrain "$work/loop2/recipe.yaml" --append="$work/a/points.bin" -o "$work/loop2/after.yaml" \
        2>"$work/loop2/said"
    grep 'points appended to' "$work/loop2/said"
    grep -q points_sha256 "$work/loop2/after.yaml"
}

# bound NAME OPTION...: what epiwcet says of the network on a Cortex-M4F.
bound() {
    local name=$1
    shift
    build/epigen --clamps=all "$work/loop2/$name.yaml" -o "$work/loop2/$name"
    arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard -std=c99 -O2 \
        -ffp-contract=off -c "$work/loop2/$name/thermal.c" -o "$work/loop2/$name.o"
    build/epiwcet --core=cortex-m4f "$@" "$work/loop2/$name.o"
}

cycles() { sed -n 's/^cycles  *\([0-9]*\) .*/\1/p' "$work/loop2/$1.text"; }

# The same shape: as many operations. Literals may lie in other pools, so within one per cent.
timing_unchanged() {
    local before after
    bound before >"$work/loop2/before.text"
    bound before --json >"$work/loop2/before.json"
    bound after --against="$work/loop2/before.json" >"$work/loop2/after.text"
    before=$(cycles before) after=$(cycles after)
    tail -n 12 "$work/loop2/after.text"
    [ $((100 * (after > before ? after - before : before - after))) -le "$before" ]
}

cut_off() {
    head -c 1000 "$work/a/points.bin" >"$work/cut.bin"
    build/epitrain "$work/loop2/recipe.yaml" --append="$work/cut.bin" -o "$work/none.yaml"
}

# The first point's input, and the first header: the others are taken, the slot is named.
damaged_slot() {
    local taken whole
    cp "$work/a/points.bin" "$work/damaged.bin"
    printf '\377' | dd of="$work/damaged.bin" bs=1 seek=49 conv=notrunc status=none
    printf '\377' | dd of="$work/damaged.bin" bs=1 seek=3 conv=notrunc status=none
    build/epitrain "$work/loop2/recipe.yaml" --append="$work/damaged.bin" -o "$work/damaged.yaml" 2>"$work/said"
    cat "$work/said"
    grep -q 'damaged.bin: warning: slot 0: an accepted point is damaged' "$work/said"
    taken=$(appended "$work/said")
    whole=$(appended "$work/loop2/said")
    [ "$taken" -eq $((whole - 1)) ]
}
appended() { sed -n 's/.*: \([0-9]*\) points appended.*/\1/p' "$1"; }

# usage_error WORDS COMMAND...: exit status 2 and these words.
usage_error() {
    local words=$1 status=0
    shift
    "$@" >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ "$status" -eq 2 ] && grep -q -- "$words" "$work/said"
}

# The page has what the trace has at the steps at which a measurement can be kept.
flight_is_replayed() {
    "$fly" --seeds=1 --rounds=1 --selection=none,epiout --gain=sigma -o "$work/page" --html="$work/page/fly.html" >/dev/null
    sed -n '/^<script type="application\/json"/,/<\/script>$/p' "$work/page/fly.html" | sed 's/^<script[^>]*>//; s/<\/script>$//' >"$work/page/data.json"
    prints none,epiout jq -r '[.flights[].name] | join(",")' "$work/page/data.json"
    jq -r '.flights[1].eta' "$work/page/data.json" | base64 -d | od -An -v -f -w4 | awk '{ printf "%.4g\n", $1 }' >"$work/page/eta"
    awk -F, 'NR > 1 && (NR - 2) % 5 == 0 { printf "%.4g\n", $8 }' "$work/page/trace_epiout.csv" | diff "$work/page/eta" -
    grep -c '<th scope="row">epiout' "$work/page/fly.html"
}
check "the same flight every time" same_twice
check "a flight is replayed on a page" flight_is_replayed
check "the same flights by shards, and kept" same_by_shards
check "the same flight from the sanitized build" sanitized_flies
check "learning helps" learning_helps
for fault in nan stuck outside speed frozen force; do
    check "a sensor fails: $fault" fault_does_no_harm "$fault"
done
check "software in the loop: the same bits" in_the_loop
check "processor in the loop: the same bits, step under 2 % of 1 kHz" on_the_board
check "a board that differs is seen" other_board
check "a board that does not start is seen" exits_with 1 'the board ended before' "$fly" --pil=false -o "$work/loop"
check "the page has every bar" page_has_every_bar
check "the points of a flight are learned from" retrained
check "the timing stays" timing_unchanged
check "a store that was cut off is refused" refuted cut_off
check "a damaged point is named and the others are taken" damaged_slot
check "an unknown selection is refused" refuted "$fly" --selection=some
check "the laws differ only in doubt" laws_differ_in_doubt
check "a small store is felt" store_is_bounded
check "what gives way in a small store can be chosen" store_gives_way
check "what gives way without a small store is refused" usage_error 'expected --store' "$fly" --redundant -o "$work/none"
check "a page of no flights is refused" usage_error 'expected no --sil' "$fly" --sil --html=no.html
check "an unknown law is refused" usage_error 'law=mine: expected paper or discount' "$fly" --law=mine
check "a change without a time is refused" usage_error 'shift-field=30: expected AMOUNT@SECONDS' "$fly" --shift-field=30
check "a distance that is no number is refused" usage_error 'selection: far: expected' "$fly" --selection=distance=far
check "an unknown fault is refused" usage_error 'fault=fire: expected none, nan' "$fly" --fault=fire
check "more points than the store holds are refused" usage_error 'rounds=5: expected' "$fly" --rounds=5 -o "$work/none"
check "a second --append is refused" usage_error 'append given more than once' \
    build/epitrain "$work/loop2/recipe.yaml" --append=a --append=b
finish
