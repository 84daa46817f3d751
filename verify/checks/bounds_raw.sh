# The check bounds in fixed point; sourced by bounds.sh. The deviation from the real-valued network that epigen proves, on
# SAMPLES raw inputs of the domain: the compiled code against an independent evaluation with libm; and on 20,000 inputs of any
# bits it has the interpreter's bits.
# shellcheck shell=bash disable=SC2154
need gcc jq "$raw_answers" "$reference" || broken "a tool is missing"
samples=${SAMPLES:?}

# shellcheck disable=SC2086
"$epigen" --type=q15 $tables --bounds "$spec" >"$out/bounds"
# shellcheck disable=SC2086
"$epigen" --type=q15 $tables --bounds=json "$spec" >"$out/bounds.json"
under_the_name_model "$code" "$name" "$out"
object=$(host_object gcc -O2) || broken "does not compile"
gcc -std=c99 -O2 -I "$out" -I "$code" verify/checks/replay_raw.c "$object" -o "$out/replay"

# shellcheck disable=SC2086
"$raw_answers" "$spec" 20000 "$out/inputs" "$out/results" $tables
"$out/replay" "$out/inputs" "$out/results" >"$out/words" || broken "not the interpreter's bits: $(head -n 1 "$out/words")"

# In parts, since a part is a file.
part=100000
: >"$out/seen"
for ((done = 0; done < samples; done += part)); do
    [ $((samples - done)) -ge "$part" ] || part=$((samples - done))
    "$out/replay" "$part" $((done + 1)) "$out/inputs" "$out/results" >"$out/words" || broken "$(head -n 1 "$out/words")"
    "$reference" "$spec" "$out/inputs" "$out/results" "$out/bounds" "$out/seen.part" q15 >"$out/words" || broken "$(head -n 1 "$out/words")"
    cat "$out/seen.part" >>"$out/seen"
done
rm -f "$out/inputs" "$out/results"
awk '!($1 in low) || $2 < low[$1] { low[$1] = $2 } !($1 in high) || $3 > high[$1] { high[$1] = $3 }
    $4 > error[$1] { error[$1] = $4 } END { for (o in low) print o, low[o], high[o], error[o] + 0 }' "$out/seen" | sort >"$out/sampled"
jq -R -s 'split("\n") | map(select(. != "") | split(" ") | {key: .[0], value: (.[1:] | map(tonumber))}) | from_entries' \
    "$out/sampled" >"$out/sampled.json"
jq --slurpfile seen "$out/sampled.json" '[.outputs[] | "\(.output)[\(.index)]" as $output | $seen[0][$output] as $s |
    {output: $output, low, high, error, seen_low: $s[0], seen_high: $s[1], seen_error: $s[2], rms: .measured_rms}]' \
    "$out/bounds.json" >"$out/outputs.json"
jq -e 'length > 0 and all(.seen_error != null and .seen_error <= .error)' "$out/outputs.json" >"$out/words" ||
    broken "not every output has a deviation, proven and measured"
figure samples "$samples"
figure violations 0
summary "$samples samples, 0 outside; deviation proven and measured: $(
    jq -r 'map("\(.output) \(.error), \(.seen_error)") | join("; ")' "$out/outputs.json" | cut -c 1-140)"
