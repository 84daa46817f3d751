#!/bin/bash
# The ranges and errors of epigen --bounds on SAMPLES inputs of the domain (a million): the answers of
# the compiled code keep to them against an independent evaluation with libm, and on 20,000 they are the
# interpreter's bit for bit; and Eva's ranges, found by another tool from the C file and its contracts, meet ours and hold the samples too.
# verifies: REQ-BOUNDED-ERROR
. verify/checks/lib.sh
# shellcheck disable=SC2154
[ "$type" = float32 ] || { . verify/checks/bounds_raw.sh; exit; }
need gcc frama-c jq "$answers" "$reference" || broken "a tool is missing"
samples=${SAMPLES:?}

accuracy=$(accuracy_of "$code/$name.c")
"$epigen" --accuracy="$accuracy" --bounds "$spec" >"$out/bounds"
"$epigen" --accuracy="$accuracy" --bounds=json "$spec" >"$out/bounds.json"
under_the_name_model "$code" "$name" "$out"
object=$(host_object gcc -O2) || broken "does not compile"
gcc -std=c99 -O2 -ffp-contract=off -I "$out" -I "$code" verify/checks/replay.c "$object" -o "$out/replay"

"$answers" "$spec" 20000 3 "$out/inputs" "$out/results" inside "$accuracy"
"$out/replay" "$out/inputs" "$out/results" >"$out/words" || broken "not the interpreter's bits: $(head -n 1 "$out/words")"
rm -f "$out/inputs" "$out/results"

half() { # NUMBER SEED
    "$answers" "$spec" "$1" "$2" "$out/inputs$2" - inside || return 1
    "$out/replay" "$out/inputs$2" "$out/results$2" write || return 1
    "$reference" "$spec" "$out/inputs$2" "$out/results$2" "$out/bounds" "$out/seen$2" "$accuracy" || return 1
    rm -f "$out/inputs$2" "$out/results$2"
}
half $((samples - samples / 2)) 1 >"$out/words1" 2>&1 &
first=$!
half $((samples / 2)) 2 >"$out/words2" 2>&1 || broken "$(head -n 1 "$out/words2")"
wait "$first" || broken "$(head -n 1 "$out/words1")"
cat "$out/words1" "$out/words2"

eva_any || broken "Eva: $(eva_words "$eva_log")"
eva_ranges "$eva_log" >"$out/ranges"
# Columns: output, ours low, high, error, seen low, high, error, Eva's low, high.
sed 1d "$out/bounds" | awk '{ print $1, $2, $3, $4 }' | sort -k 1b,1 >"$out/stated"
cat "$out/seen1" "$out/seen2" | awk '
    !($1 in low) || $2 < low[$1] { low[$1] = $2 } !($1 in high) || $3 > high[$1] { high[$1] = $3 }
    $4 > error[$1] { error[$1] = $4 } END { for (o in low) print o, low[o], high[o], error[o] + 0 }' |
    sort -k 1b,1 >"$out/sampled"
sort -k 1b,1 "$out/ranges" >"$out/proven"
join "$out/stated" "$out/sampled" | join - "$out/proven" >"$out/table"
outputs=$(wc -l <"$out/stated") complete=$(wc -l <"$out/table")
[ "$complete" -eq "$outputs" ] || broken "not every output has three ranges"
awk '{ slack = 1e-6 * (($9 > 0 ? $9 : -$9) + ($8 > 0 ? $8 : -$8)) }
     $2 > $9 + slack || $8 > $3 + slack { print $1 ": ours and Eva'\''s range do not meet"; bad = 1 }
     $5 < $8 - slack || $6 > $9 + slack { print $1 ": a sample outside Eva'\''s range"; bad = 1 }
     END { exit bad }' "$out/table" >"$out/words" || broken "$(head -n 1 "$out/words")"
jq -R -s 'split("\n") | map(select(. != "") | split(" ") | {output: .[0], low: (.[1] | tonumber),
    high: (.[2] | tonumber), error: (.[3] | tonumber), seen_low: (.[4] | tonumber),
    seen_high: (.[5] | tonumber), seen_error: (.[6] | tonumber), eva_low: (.[7] | tonumber),
    eva_high: (.[8] | tonumber)})' "$out/table" >"$out/outputs.json"
figure samples "$samples"
figure violations 0
summary "$samples samples, 0 outside; $(awk '{ printf "%s%s +-%.2g", (NR > 1 ? ", " : ""), $1, $4 }' "$out/table" | cut -c 1-140)"
