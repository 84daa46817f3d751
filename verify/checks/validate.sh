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
kernels="kernels of accuracy $(jq -r .accuracy "$out/validate.json")"
keys="layers neurons weights connections form accuracy"
if [ "$type" = q15 ]; then
    kernels="kernels of fixed point${tables:+ with tables}, for the core $(core_of "$code/$name.c")"
    keys=${keys% accuracy}
fi
for key in $keys; do
    figure "$key" "$(jq -er ".$key" "$out/validate.json")"
done
summary "$(jq -r '"\(.weights) weights and \(.connections) connections of \(.layers) layers are the spec'\''s, form \(.form), '"$kernels"'; all files are what epigen emits"' "$out/validate.json")"
