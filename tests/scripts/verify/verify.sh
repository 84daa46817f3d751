#!/bin/bash
# epiverify on a small model: every check passes, and each goes red when its subject is broken; the
# certificate says FAILED then, and no old one survives. make verify trains a case first.
. tests/scripts/lib.sh
verify() { build/epiverify --samples=20000 "$@"; }

make_model one "$work/code"
spec=$work/code/spec.yaml
"$epigen" "$spec" --prefix=model --form=tiled --accuracy=1e-3 --clamps=all -o "$work/tiled"

# In a directory with a space in its name, and with an environment that must not matter.
passes() {
    OPT=-O0 CC_TARGET=false CALLS=1 TRACE_PLUGIN=/nowhere verify -o "$work/o ut" --code="$work/code" "$spec"
    mv "$work/o ut" "$work/out"
    grep -qx '# spec: PASSED' "$work/out/certificate.md"
    jq -e '.result == "PASSED" and .form == "unrolled" and .accuracy == "full" and .clamps == "needed"
        and (.checks | length == 9 and all(.passed)) and (.outputs | length == 3)
        and (.files_sha256 | length == 4)' "$work/out/certificate.json"
}

# The evidence of the first check is what others start from; each can be run alone.
evidence_made() { [ -d "$work/out" ] || passes; }

# What it was done with and what is left to do.
certificate_says() {
    local certificate=$work/out/certificate.json kernels
    evidence_made
    jq -e '.tools | [.python3, .["g++"], .["clang++"], .["libcapstone of epiwcet"], .["libelf of epiwcet"]]
        | all(test("[0-9]"))' "$certificate"
    jq -e --arg version "$(cat build/version)" '.tools.epiverify == $version' "$certificate"
    kernels=$(cat runtime/float32/*.h runtime/float32/cheaper/*.h gen/program/activation* | sha256sum | cut -d ' ' -f 1)
    jq -e --arg kernels "$kernels" \
        '(.code | test("given")) and .exhaustive.kernels_sha256 == $kernels' "$certificate"
    jq -e '.checks[] | select(.check == "wcet") | .figures
        | .["cortex-m4f cycles --flash-wait 5 --flash-line 16"] > .["cortex-m4f cycles"] and .["cortex-m4f cycles --literal-wait 1"] > .["cortex-m4f cycles"]' "$certificate"
    jq -e '.checks[] | select(.check == "bounds") | .figures.samples == 20000' "$certificate"
    jq -r '.files_sha256[]' "$certificate" >"$work/sums"
    sha256sum "$work/code"/model{.c,.h,_selftest.c,_vectors.h} | cut -d ' ' -f 1 | diff "$work/sums" -
}

# The tiled form passes the same checks. Choices are recorded as they are written.
tiled_passes() {
    verify -o "$work/tiled-out" --code="$work/tiled" "$spec"
    grep -qx '# spec: PASSED' "$work/tiled-out/certificate.md"
    grep -q '^| validate | passed | 32 weights and 32 connections of 4 layers .* form tiled' "$work/tiled-out/certificate.md"
    jq -e '.result == "PASSED" and .form == "tiled" and .accuracy == "1e-3" and .clamps == "all"
        and (.checks | length == 9 and all(.passed) and any(.check == "validate" and .figures.form == "tiled"))' \
        "$work/tiled-out/certificate.json"
}
# tiled_fails_on CHECK WORDS EDIT: as fails_on, of the tiled form.
tiled_fails_on() {
    mv "$work/code" "$work/unrolled"
    cp -r "$work/tiled" "$work/code"
    cp "$work/unrolled/spec.yaml" "$work/code"
    # Put back whatever comes: the check that calls this has a shell of its own.
    trap 'rm -r "$work/code"; mv "$work/unrolled" "$work/code"' EXIT
    fails_on "$@"
}
form_is_emitted() {
    verify -o "$work/form" --form=tiled --only=coverage "$spec"
    grep -q '^ \* Form: tiled' "$work/form/"*.c
}

# A model whose name is a word of the checks: its header is not taken for a file of theirs.
named_like_a_file() {
    sed "s/^name: .*/name: $1/" tests/golden/good/tiny.yaml >"$work/$1.yaml"
    verify -o "$work/named" --only=proof "$work/$1.yaml"
}

# fails_on CHECK WORDS EDIT [FILE]: the check, on a model.c (or FILE) edited by sed, says WORDS.
fails_on() {
    local status=0 file=${4:-model.c}
    rm -rf "$work/broken"
    mkdir "$work/broken"
    cp "$work/code"/model* "$work/broken"
    sed -i "$3" "$work/broken/$file"
    if cmp -s "$work/code/$file" "$work/broken/$file"; then
        echo "the edit changed nothing"
        return 1
    fi
    verify -o "$work/red" --code="$work/broken" --only="$1" "$spec" >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ "$status" -eq 1 ] && grep -q "^FAILED .*$1 .*$2" "$work/said"
}

end='^    r->status = status;'
weight='0,/\(  [a-z0-9_]* = [a-z0-9_]* + (-*\)0\.\([0-9]\)/s//\10.9\2/'
branch="s/$end/    if (z[0] > 0.5F) { r->eta = 1.0F; }\n&/"

# What a failing run leaves behind.
says_failed() {
    local status=0
    evidence_made
    cp -r "$work/out" "$work/again"
    CHECKS="validate coverage" verify -o "$work/again" --code="$work/code" "$spec" || status=$?
    [ "$status" -eq 1 ]
    grep -qx '# spec: FAILED' "$work/again/certificate.md"
    jq -e '.result == "FAILED"' "$work/again/certificate.json"
}

no_stale_pass() {
    local status=0
    evidence_made
    cp -r "$work/out" "$work/stale"
    rm -r "$work/stale/verified" "$work/stale/checks"
    [ -f "$work/stale/certificate.md" ]
    verify -o "$work/stale" tests/golden/refused/layer-bias-missing.yaml || status=$?
    [ "$status" -ne 0 ]
    [ ! -e "$work/stale/certificate.md" ]
    [ ! -e "$work/stale/certificate.json" ]
}

other_spec_is_refused() {
    local status=0
    evidence_made
    mkdir -p "$work/other"
    cp "$spec" "$work/other/spec.yaml"
    verify -o "$work/out" --code="$work/code" "$work/other/spec.yaml" 2>"$work/said" || status=$?
    cat "$work/said"
    [ "$status" -eq 1 ]
    grep -q 'belongs to' "$work/said"
    [ -f "$work/out/certificate.md" ]
}

# A file that changes while the checks run, here by the hand of one of the tools.
change_is_seen() {
    local status=0 sum
    cp -r "$work/code" "$work/changing"
    # shellcheck disable=SC2016
    printf '#!/bin/sh\nbuild/epivalidate "$@" || exit 1\necho >>%s\n' "$work/changing/model_selftest.c" >"$work/meddler"
    chmod +x "$work/meddler"
    EPIVALIDATE=$work/meddler CHECKS=validate verify -o "$work/changed" --code="$work/changing" "$spec" || status=$?
    [ "$status" -eq 1 ]
    jq -e '.checks[] | select(.check == "validate") | .passed' "$work/changed/certificate.json"
    grep -q 'FAILED: .*the spec or the code changed during the checks' "$work/changed/certificate.md"
    sum=$(sha256sum <"$work/code/model_selftest.c" | cut -d ' ' -f 1)
    prints "$sum" jq -r '.files_sha256["model_selftest.c"]' "$work/changed/certificate.json"
}

# A tool that fails, or finds nothing, is no evidence.
without() { # TOOL STATUS CHECK WORDS
    local status=0
    rm -rf "$work/tools"
    mkdir "$work/tools"
    printf '#!/bin/sh\nexit %s\n' "$2" >"$work/tools/$1"
    chmod +x "$work/tools/$1"
    PATH=$work/tools:$PATH verify -o "$work/tool" --code="$work/code" --only="$3" "$spec" >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ "$status" -eq 1 ] && grep -q "^FAILED .*$3 .*$4" "$work/said"
}

# The static count is one more than what runs.
other_count_is_seen() {
    local status=0
    # shellcheck disable=SC2016
    printf '#!/bin/bash\nset -o pipefail\nbuild/epiwcet "$@" | jq ".instructions += 1"\n' >"$work/miscounter"
    chmod +x "$work/miscounter"
    EPIWCET=$work/miscounter verify -o "$work/tool" --code="$work/code" --only=constant-time "$spec" >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ "$status" -eq 1 ]
    grep -q '^FAILED .*constant-time .*instructions ran, epiwcet says' "$work/said"
}

# A spec that lies where a case's would, or is of another trainer, is not taken for the case's. The first trainer is a quick one.
case_is_trained() {
    export OUT=$work/case
    cat >"$work/quick" <<'EOF'
#!/bin/bash
lacks=$(grep -c '^epistemic:' "$1") # updraft's recipe has the default
[ "$lacks" -eq 0 ] || exit 1
{ cat "$1"; echo 'epistemic: {teacher: samples, steps: 100}'; } >"${1%.yaml}_quick.yaml"
exec build/epitrain "${1%.yaml}_quick.yaml" "${@:2}"
EOF
    chmod +x "$work/quick"
    export EPITRAIN=$work/quick
    mkdir "$OUT"
    cp "$spec" "$OUT/updraft.yaml"
    models/verify.sh updraft --only=validate >"$work/said"
    grep -q '^training updraft' "$work/said"
    refuted cmp -s "$spec" "$OUT/updraft.yaml"
    models/verify.sh updraft --only=validate >"$work/said"
    refuted grep '^training' "$work/said"
    echo '# a remark' >>"$OUT/updraft.yaml"
    models/verify.sh updraft --only=validate >"$work/said"
    grep -q '^training updraft' "$work/said"
    unset EPITRAIN
    models/verify.sh updraft --only=validate >"$work/said"
    grep -q '^training updraft' "$work/said"
}

misspelt_leaves_nothing() {
    evidence_made
    cp -r "$work/out" "$work/misspelt"
    OUT=$work/misspelt refuses 1 'no case models/updrafd' updrafd
    [ ! -e "$work/misspelt/certificate.md" ]
    [ ! -e "$work/misspelt/certificate.json" ]
}

names_the_missing_tool() {
    local status=0
    EPIWCET=/nowhere/epiwcet verify -o "$work/tool" --code="$work/code" --only=wcet "$spec" >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ "$status" -eq 1 ] && grep -q 'missing: /nowhere/epiwcet' "$work/said"
}

refuses() { # STATUS WORDS ARGUMENT...: of make verify
    local expected=$1 words=$2 status=0
    shift 2
    env -u EPIGEN_DATA models/verify.sh "$@" >"$work/said" 2>&1 || status=$?
    cat "$work/said"
    [ "$status" -eq "$expected" ] && grep -q "$words" "$work/said"
}

from_standard_input() {
    verify -o "$work/stdin" --only=validate - <"$spec"
    cmp "$spec" "$work/stdin/standard-input.yaml"
}

users_directory_stays() {
    mkdir -p "$work/mine/checks"
    exits_with 1 "is not epiverify's" build/epiverify -o "$work/mine" "$spec"
    [ -d "$work/mine/checks" ]
}

check "every check passes" passes
check "the certificate: tools, origin, what is left to do, waits of the flash" certificate_says
check "the tiled form: every check passes" tiled_passes
check "the tiled form is emitted" form_is_emitted
check "proof: a model named like a file of the checks" named_like_a_file clauses
tiled_branch='0,/^        float v = /s//        if (x[i] > 3.0e38F) { *status = 1U; }\n&/'
check "tiled, coverage: a branch" tiled_fails_on coverage 'not of a loop' "$tiled_branch"
check "tiled, constant-time: a branch" tiled_fails_on constant-time 'cortex-m4f: epiwcet' "$tiled_branch"
check "tiled, validate: a weight" tiled_fails_on validate 'model.c:[0-9]*: layer "h1", neuron' '/float weights_0_0/,/};/s/^        {-*0\.\([1-9]\)/        {0.9\1/'
check "tiled, validate: a bound of a loop" tiled_fails_on validate 'model.c:[0-9]*: .*expected one over' '/^static void model_tile/,/^}/s/; i < \([0-9]*\)U; /; i < \11U; /'
check "tiled, proof: a table of other bounds" tiled_fails_on proof 'exactly the domains' '0,/{0x\([0-9A-F]*\)1U/s//{0x\12U/; 0,/{0x\([0-9A-F]*\)5U/s//{0x\14U/'
check "a form that the code is not of" exits_with 1 'is of the form unrolled' build/epiverify -o "$work/form2" --code="$work/code" --form=tiled "$spec"
check "a form that cannot be certified" exits_with 2 'expected unrolled or tiled' build/epiverify -o "$work/form3" --form=simd "$spec"
check "builds: a warning" fails_on builds unused "s/$end/    const float unused = 1.0F;\n&/"
check "misra: no braces" fails_on misra '15\.6' "s/$end/    if (status == 7U) status = 0U;\n&/"
check "misra: a suppression of another form" fails_on misra 'known form.*7\.1' \
    "s/$end/    \/* cppcheck-suppress[misra-c2012-7.1] *\/\n    status = status | 017U;\n&/"
check "misra: a cppcheck that finds nothing" without cppcheck 0 misra 'has no finding'
check "wcet: a branch" fails_on wcet 'cortex-m4f: ' "$branch"
check "constant-time: a branch" fails_on constant-time cortex "$branch"
check "constant-time: another count than the static one" other_count_is_seen
check "exact: a weight" fails_on exact 'x86-64 .*: the self-test fails' "$weight"
check "exact: a self-test that tests nothing" fails_on exact 'tests nothing' \
    's/return (difference == 0U) ? 0U : 1U;/return difference \& 0U;/' model_selftest.c
check "validate: another self-test" fails_on validate 'model_selftest.c is not what epigen' 's/difference/distance/g' model_selftest.c
check "validate: another vector" fails_on validate 'model_vectors.h is not what epigen' '0,/0x4/s//0x3/' model_vectors.h
check "validate: of another version" fails_on validate 'emitted by epigen 0.0.9' 's/epigen [^;]*;/epigen 0.0.9;/' model_vectors.h
check "validate: another contract" fails_on validate 'model.c is not what epigen' 's/-1\.0 <= .result <= 1\.0/-0.9999 <= \\result <= 0.9999/'
check "proof: another contract" fails_on proof 'annotation' 's/-1\.0 <= .result <= 1\.0/-0.9999 <= \\result <= 0.9999/'
check "proof: an assertion" fails_on proof 'annotation' "s/$end/    \/*@ admit status == 0; *\/\n&/"
check "proof: a prover that fails" without frama-c 1 proof 'printed nothing'
check "proof: an uninitialised read" fails_on proof Eva \
    "s/$end/    r->eta = odd;\n&/; s/^    uint32_t status = 0U;/&\n    float odd;/"
check "proof: a clamp that lets too much through" fails_on proof 'does not hold' \
    's/ + ((nan - v.u) & odd)//'
check "bounds: a weight" fails_on bounds vector "$weight"
check "validate: a weight" fails_on validate 'model.c' "$weight"
check "coverage: a branch" fails_on coverage branch "s/$end/    r->eta = (z[0] > 100.0F) ? 1.0F : r->eta;\n&/"
check "coverage: a function that is not called" fails_on coverage 'never' \
    's/^void model_infer/static void model_dead(void) { }\n&/'
check "coverage: a clang that fails" without clang 1 coverage 'clang fails'
check "a file that changes meanwhile" change_is_seen
check "a case is trained, unless nothing changed" case_is_trained
check "a misspelt model leaves no certificate" misspelt_leaves_nothing
check "a check that did not run: FAILED" says_failed
check "a run that fails early leaves no certificate" no_stale_pass
refused_claims_nothing() {
    exits_with 1 'bias' build/epiverify -o "$work/claimed" tests/golden/refused/layer-bias-missing.yaml
    [ ! -e "$work/claimed/verified" ]
}
check "a refused spec claims no directory" refused_claims_nothing
check "another spec of the same name does not overwrite a certificate" other_spec_is_refused
check "a missing tool is named" names_the_missing_tool
check "no such case" refuses 1 'no case models/nothing' nothing
check "a case that needs data says so" refuses 1 'set EPIGEN_DATA' sarcos
check "no model" refuses 2 'usage' ''
check "too few samples" exits_with 2 'from 1000' build/epiverify -o "$work/few" --samples=1 "$spec"
check "no such check" exits_with 2 'only=lib: expected one of' build/epiverify --only=lib "$spec"
check "no such option" exits_with 2 'epiverify --help' build/epiverify --check=wcet "$spec"
check "no spec" exits_with 2 'no spec given' build/epiverify
check "two specs" exits_with 2 'more than one spec' build/epiverify "$spec" "$spec"
check "a spec that is not there" exits_with 1 'nowhere.yaml: no such file' build/epiverify -o "$work/no spec" nowhere.yaml
check "no code" exits_with 1 'nowhere: no such directory' build/epiverify -o "$work/no code" --code="$work/nowhere" "$spec"
check "--help" exits_with 0 'Usage: epiverify' build/epiverify --help
check "standard input" from_standard_input
check "a directory of the user's is left alone" users_directory_stays
finish
