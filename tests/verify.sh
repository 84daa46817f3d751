#!/bin/bash
# make verify on a small model: every check passes, and each goes red when its subject is broken; the
# certificate says FAILED then, and no old one survives.
. tests/lib.sh
export SAMPLES=20000

make_model one "$work/code"
spec=$work/code/spec.yaml

passes() {
    OUT=$work/out CODE=$work/code verify/verify.sh "$spec"
    grep -qx '# spec: PASSED' "$work/out/certificate.md"
    jq -e '.result == "PASSED" and (.checks | length == 9 and all(.passed)) and (.outputs | length == 3)
        and (.files_sha256 | length == 4)' "$work/out/certificate.json"
}

# fails_on CHECK WORDS EDIT: the check, on a model.c edited by sed, says WORDS.
fails_on() {
    local status=0
    rm -rf "$work/broken"
    mkdir "$work/broken"
    cp "$work/code"/model* "$work/broken"
    sed -i "$3" "$work/broken/model.c"
    if cmp -s "$work/code/model.c" "$work/broken/model.c"; then
        echo "the edit changed nothing"
        return 1
    fi
    OUT=$work/red CODE=$work/broken verify/verify.sh --only "$1" "$spec" >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ "$status" -eq 1 ] && grep -q "^FAILED .*$1 .*$2" "$work/said"
}

end='^    r->status = status;'
weight='0,/a0 = a0 + (\(-*\)0\.\([0-9]\)/s//a0 = a0 + (\10.9\2/'
branch="s/$end/    if (z[0] > 0.5F) { r->eta = 1.0F; }\n&/"

# What a failing run leaves behind.
says_failed() {
    local status=0
    cp -r "$work/out" "$work/again"
    rm -f "$work/again/verified"
    OUT=$work/again CODE=$work/code CHECKS="validate coverage" verify/verify.sh "$spec" || status=$?
    [ "$status" -eq 1 ] && grep -qx '# spec: FAILED' "$work/again/certificate.md" &&
        jq -e '.result == "FAILED"' "$work/again/certificate.json"
}

no_stale_pass() {
    local status=0
    cp -r "$work/out" "$work/stale"
    rm -f "$work/stale/verified"
    [ -f "$work/stale/certificate.md" ]
    OUT=$work/stale verify/verify.sh tests/golden/refused/layer-bias-missing.yaml || status=$?
    [ "$status" -ne 0 ] && [ ! -e "$work/stale/certificate.md" ] && [ ! -e "$work/stale/certificate.json" ]
}

other_spec_is_refused() {
    local status=0
    mkdir -p "$work/other"
    cp "$spec" "$work/other/spec.yaml"
    OUT=$work/out CODE=$work/code verify/verify.sh "$work/other/spec.yaml" 2>"$work/said" || status=$?
    cat "$work/said"
    [ "$status" -eq 1 ] && grep -q 'belongs to' "$work/said" && [ -f "$work/out/certificate.md" ]
}

names_the_missing_tool() {
    local status=0
    EPIWCET=/nowhere/epiwcet OUT=$work/tool CODE=$work/code verify/verify.sh --only wcet "$spec" >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ "$status" -eq 1 ] && grep -q 'missing: /nowhere/epiwcet' "$work/said"
}

refuses() { # STATUS WORDS ARGUMENT...
    local expected=$1 words=$2 status=0
    shift 2
    env -u EPIGEN_DATA verify/verify.sh "$@" >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ "$status" -eq "$expected" ] && grep -q "$words" "$work/said"
}

check "every check passes" passes
check "builds: a warning" fails_on builds unused "s/$end/    const float unused = 1.0F;\n&/"
check "misra: no braces" fails_on misra '15\.6' "s/$end/    if (status == 7U) status = 0U;\n&/"
check "wcet: a branch" fails_on wcet cortex "$branch"
check "constant-time: a branch" fails_on constant-time cortex "$branch"
check "exact: a weight" fails_on exact 'self-test fails' "$weight"
check "proof: an uninitialised read" fails_on proof Eva \
    "s/$end/    r->eta = odd;\n&/; s/^    uint32_t status = 0U;/&\n    float odd;/"
check "proof: a clamp that lets too much through" fails_on proof 'does not hold' \
    's/(nan & odd)/((nan \& odd) | (odd \& 0x7F000000U))/'
check "bounds: a weight" fails_on bounds vector "$weight"
check "validate: a weight" fails_on validate 'model.c' "$weight"
check "coverage: a branch" fails_on coverage branch "s/$end/    r->eta = (z[0] > 100.0F) ? 1.0F : r->eta;\n&/"
check "coverage: a function that is not called" fails_on coverage 'never' \
    's/^void model_infer/static void model_dead(void) { }\n&/'
check "a check that did not run: FAILED" says_failed
check "a run that fails early leaves no certificate" no_stale_pass
check "another spec of the same name does not overwrite a certificate" other_spec_is_refused
check "a missing tool is named" names_the_missing_tool
check "no such case" refuses 1 'no case models/nothing' nothing
check "a case that needs data says so" refuses 1 'set EPIGEN_DATA' sarcos
check "no model" refuses 2 'usage' ''
check "no such check" refuses 2 'usage' --only lib updraft
finish
