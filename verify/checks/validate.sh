#!/bin/bash
# Translation validation: epivalidate reads the C file back and compares it with the spec.
. verify/checks/lib.sh
need "$epivalidate" jq || broken "a tool is missing"

"$epivalidate" --json "$spec" "$code/$name.c" >"$out/validate.json" 2>"$out/words" ||
    broken "$(head -n 1 "$out/words")"
cat "$out/validate.json"
for key in layers neurons weights connections; do
    figure "$key" "$(jq -er ".$key" "$out/validate.json")"
done
summary "$(jq -r '"\(.weights) weights and \(.connections) connections of \(.layers) layers are the spec'\''s"' "$out/validate.json")"
