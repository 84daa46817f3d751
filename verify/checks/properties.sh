#!/bin/bash
# The properties of the model's user (--properties) and how far from the training rows eta can be low (--data), proven by
# epiprove. A property that is violated or undecided fails the check.
# verifies: REQ-PROVEN
. verify/checks/lib.sh
[ "$type" = float32 ] || broken "epiprove proves nothing of files in fixed point"
need "$epiprove" jq || broken "a tool is missing"

accuracy=$(accuracy_of "$code/$name.c" | grep . || echo full)
asked='' words=''
for file in "$V_EVIDENCE/asked.yaml" "$V_EVIDENCE/asked.vnnlib"; do
    [ ! -f "$file" ] || asked=$file
done
if [ -n "$asked" ]; then
    status=0
    "$epiprove" --accuracy="$accuracy" "$spec" "$asked" --json --log="$out/proof" >"$out/properties.json" 2>"$out/words" || status=$?
    [ -s "$out/properties.json" ] || broken "$(head -n 1 "$out/words")"
    cat "$out/properties.json"
    count=$(jq '.properties | length' "$out/properties.json")
    figure properties "$count"
    words="$count properties hold"
    [ "$status" -eq 0 ] ||
        broken "$(jq -r '[.properties[] | select(.answer != "holds") | "\(.name): \(.answer)"] | join("; ")' "$out/properties.json" | cut -c 1-140)"
fi
if [ -f "$V_EVIDENCE/asked.csv" ]; then
    "$epiprove" --accuracy="$accuracy" "$spec" --eta --data="$V_EVIDENCE/asked.csv" --json >"$out/eta.json" 2>"$out/words" ||
        broken "eta: $(head -n 1 "$out/words" | grep . || echo 'no radius is proven')"
    cat "$out/eta.json"
    figure eta_radius "$(jq .radius "$out/eta.json")"
    words="$words${words:+; }eta is above 0.5 farther than $(jq .radius "$out/eta.json") from all $(jq .rows "$out/eta.json") rows"
fi
summary "$words"
