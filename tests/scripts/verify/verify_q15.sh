#!/bin/bash
# epiverify on a model in fixed point: every check passes on the cores that the file is for, the certificate names type, core,
# scales and deviations, and each check that is written for fixed point goes red when its subject is broken.
# verifies: REQ-EVIDENCE-FAILED, REQ-BOUNDED-ERROR, REQ-TOTAL
. tests/scripts/lib.sh
verify() { build/epiverify --samples=2000 "$@"; }

cp tests/golden/q15/policy.yaml "$work/spec.yaml"
spec=$work/spec.yaml
for core in portable cortex-m4; do
    "$epigen" --type=q15 --core="$core" "$spec" --prefix=model -o "$work/$core"
done

# For one core, so that two boards run and not seven.
passes() {
    local certificate=$work/out/certificate
    verify -j 1 -o "$work/out" --type=q15 --core=cortex-m3 "$spec"
    grep -qx '# spec: PASSED' "$certificate.md"
    grep -q '^Type q15 (fixed point), form unrolled, core cortex-m3, kernels by polynomials\.' "$certificate.md"
    grep -q '^- Properties and the radius .*nothing of this code' "$certificate.md"
    jq -e '.result == "PASSED" and .type == "q15" and .core == "cortex-m3" and (.tables | not)
        and (.checks | length == 9 and all(.passed)) and (.established | all(.holds))' "$certificate.json"
    jq -e '.outputs | length == 5 and all(.error > 0 and .seen_error > 0 and .seen_error <= .error and .rms <= .error)' "$certificate.json"
    jq -e '.raw | .eta_one == 16384 and (.inputs | length == 3 and .[0].offset == 9 and .[1].scale == 6.10351562e-05 and .[1].low == -16384)
        and (.outputs["sigma[1]"].offset - 0.1 | fabs) < 1e-6' "$certificate.json"
    jq -e '[.checks[] | select(.check == "wcet") | .figures | keys[] | select(test(" cycles$"))] == ["cortex-m3 cycles"]' "$certificate.json"
    jq -e '.exhaustive.command | test("test_q15_kernels")' "$certificate.json"
    grep -q 'deviation proven</th>' "$certificate.html"
}
check "every check passes, and the certificate says what it is about" passes

# fails_on CHECK WORDS EDIT [CODE]: the check, on a model.c edited by sed, says WORDS.
fails_on() {
    rm -rf "$work/broken"
    cp -r "$work/${4:-portable}" "$work/broken"
    sed -i "$3" "$work/broken/model.c"
    refuted cmp -s "$work/${4:-portable}/model.c" "$work/broken/model.c"
    exits_with 1 "^FAILED .*$1 .*$2" build/epiverify --samples=2000 -o "$work/red" --code="$work/broken" --only="$1" "$spec"
}
weight='0,/ + (-*[0-9]* \* z/s/ + (\(-*\)[0-9]* \* z/ + (\19 * z/'
check "bounds: a weight" fails_on bounds "not the interpreter's bits" "$weight"
check "validate: a weight" fails_on validate 'model.c:[0-9]*: layer' "$weight"
check "proof: a weight that lets a sum overflow" fails_on proof 'Eva: .*' '0,/ + (-*[0-9]* \* z/s/ + (\(-*\)[0-9]* \* z/ + (32767 * 9 * z/'
check "proof: another contract" fails_on proof 'annotation' 's/ensures 0 <= .result <= 40959/ensures 0 <= \\result <= 9/'
check "proof, packed: a place outside of a table" fails_on proof 'Eva: .*bound' '0,/ = w\[1\];/s// = w[4096];/' cortex-m4
check "exact: a weight" fails_on exact 'the self-test fails' "$weight"
check "constant-time: a branch" fails_on constant-time cortex 's/^    r->status = status;/    if (z[0] > 5) { model_inputs(x, z, \&status); }\n&/'
check "coverage: a branch" fails_on coverage branch 's/^    r->status = status;/    r->eta = (z[0] > 32767) ? 1 : r->eta;\n&/'
packed_is_proven() { verify -o "$work/packed" --code="$work/cortex-m4" --only=proof "$spec"; }
check "proof of packed words" packed_is_proven
tables_are_bounded() { verify -o "$work/tables" --type=q15 --tables --only=bounds "$spec"; }
check "bounds with tables" tables_are_bounded
# Where a deviation is stated too small, a sample finds it.
a_wrong_bound_is_seen() {
    build/epigen --type=q15 --bounds "$spec" | awk '/^mean.0/ { $4 = $4 / 100 } { print }' >"$work/bounds"
    . verify/lib.sh
    under_the_name_model "$work/portable" model "$work"
    gcc -std=c99 -O2 -I "$work" -I "$work/portable" verify/checks/replay_raw.c "$work/portable/model.c" -o "$work/replay"
    "$work/replay" 2000 1 "$work/in" "$work/results"
    exits_with 1 'word 0 is .* stated' "$reference" "$spec" "$work/in" "$work/results" "$work/bounds" "$work/seen" q15
}
check "a deviation that is stated too small" a_wrong_bound_is_seen

check "another type" exits_with 2 'type=q7: expected float32 or q15' build/epiverify --type=q7 "$spec"
check "a core for float" exits_with 2 'expected --type=q15 with them' build/epiverify --core=cortex-m4 "$spec"
check "another core" exits_with 2 'core=z80: expected portable' build/epiverify --type=q15 --core=z80 "$spec"
check "properties of fixed point" exits_with 2 'epiprove proves nothing of fixed point' build/epiverify --type=q15 --data=x "$spec"
check "files of another type" exits_with 1 'is of the type q15' build/epiverify -o "$work/other" --type=float32 --code="$work/portable" "$spec"
check "files for another core" exits_with 1 'model.c is for portable' build/epiverify -o "$work/core" --type=q15 --core=cortex-m3 --code="$work/portable" "$spec"
check "files without tables" exits_with 1 'has no tables' build/epiverify -o "$work/no" --type=q15 --tables --code="$work/portable" "$spec"
finish
