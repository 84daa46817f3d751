#!/bin/bash
# Translation validation: epivalidate reads the C file back and compares it with the spec. The self-test
# and its vectors, which it does not read, must be byte for byte what epigen emits of the spec; so must
# the code: its comments hold contracts for the prover.
# verifies: REQ-FAITHFUL, REQ-TRACEABLE
. verify/checks/lib.sh
need "$epivalidate" jq || broken "a tool is missing"

"$epivalidate" --json "$spec" "$code/$name.c" >"$out/validate.json" 2>"$out/words" ||
    broken "$(head -n 1 "$out/words")"
cat "$out/validate.json"
emitted_here
for key in layers neurons weights connections form accuracy; do
    figure "$key" "$(jq -er ".$key" "$out/validate.json")"
done
summary "$(jq -r '"\(.weights) weights and \(.connections) connections of \(.layers) layers are the spec'\''s, form \(.form), kernels of accuracy \(.accuracy); all files are what epigen emits"' "$out/validate.json")"
