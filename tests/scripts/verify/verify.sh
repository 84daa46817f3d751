#!/bin/bash
# epiverify on a small model: every check passes, and each goes red when its subject is broken; the
# certificate says FAILED then, and no old one survives. make verify trains a case first.
# verifies: REQ-EVIDENCE-FAILED, REQ-EVIDENCE-RUN, REQ-EVIDENCE-BYTES
# supports: AOU-15, AOU-16
. tests/scripts/lib.sh
verify() { build/epiverify --samples=20000 "$@"; }

make_model one "$work/code"
spec=$work/code/spec.yaml
"$epigen" "$spec" --prefix=model --form=tiled --accuracy=1e-3 --clamps=all -o "$work/tiled"

# A tree of its own: links to this one, but a copy of verify/ and a directory build/ of links, to be changed.
tree_make() { # DIRECTORY
    mkdir -p "$1/build"
    cp -r verify "$1/"
    ln -s "$PWD"/{gen,runtime,templates,models} "$1/"
    ln -s "$PWD"/build/* "$1/build/"
}
# verify_some CHECKS ARGUMENT...: epiverify in a tree where these checks, which need no compiler, run and all others do not.
verify_some() {
    local checks=$1
    shift
    rm -rf "$work/some"
    tree_make "$work/some"
    sed -i "s/^printf '%s.n' \$checks |/printf '%s\\\\n' $checks |/" "$work/some/verify/evidence.sh"
    refuted cmp -s verify/evidence.sh "$work/some/verify/evidence.sh"
    # What only the others need takes long to hash.
    sed -i '/gcc\|g++\|clang\|qemu\|frama-c\|cppcheck\|python/d' "$work/some/verify/programs.txt"
    "$work/some/verify/epiverify" --samples=20000 "$@"
}
# tool_make NAME LINE...: a program in $work/tools, for --tools.
tool_make() {
    rm -rf "$work/tools"
    mkdir "$work/tools"
    printf '%s\n' "${@:2}" >"$work/tools/$1"
    chmod +x "$work/tools/$1"
}

# In a directory whose name no shell must take to pieces, and with an environment that must not matter.
passes() {
    local odd
    # shellcheck disable=SC2016
    odd=$work/'o ut; $(touch ran) it'\''s'
    OPT=-O0 CC_TARGET=false CALLS=1 TRACE_PLUGIN=/nowhere CCC_OVERRIDE_OPTIONS=+-DNAN verify -o "$odd" --code="$work/code" "$spec"
    mv "$odd" "$work/out"
    [ ! -e ran ]
    grep -qx '# spec: PASSED' "$work/out/certificate.md"
    jq -e '.result == "PASSED" and .form == "unrolled" and .accuracy == "full" and .clamps == "needed"
        and (.checks | length == 9 and all(.passed)) and (.outputs | length == 3)
        and (.files_sha256 | length == 4)' "$work/out/certificate.json"
}

# The evidence of the first check is what others start from; each can be run alone.
evidence_made() { [ -d "$work/out" ] || passes; }

# What it was done with and what is left to do.
certificate_says() {
    local certificate=$work/out/certificate.json kernels tool
    evidence_made
    jq -e '(.tools | map({key: .program, value: .}) | from_entries) as $tool
        | ["epigen", "epiwcet", "epivalidate", "python3", "g++", "clang++", "frama-c", "cppcheck", "qemu-riscv32", "arm-none-eabi-gcc"]
        | all($tool[.].version | test("[0-9]"))' "$certificate"
    jq -e '.tools | length > 60 and all(.sha256 | test("^[0-9a-f]{64}$")) and all(.given | not)' "$certificate"
    for tool in build/epiwcet /usr/bin/cppcheck "$(arm-none-eabi-gcc -print-prog-name=cc1)"; do
        jq -e --arg sum "$(sha256sum <"$tool" | cut -d ' ' -f 1)" 'any(.tools[]; .sha256 == $sum)' "$certificate"
    done
    jq -e '.libraries | .count > 10 and (.epiwcet | all(test("lib.*[0-9]")))' "$certificate"
    jq -e --arg version "$(cat build/version)" '.epiverify.version == $version' "$certificate"
    kernels=$(cat runtime/float32/*.h runtime/float32/cheaper/*.h gen/program/activation* | sha256sum | cut -d ' ' -f 1)
    jq -e --arg kernels "$kernels" \
        '(.code | test("given")) and .exhaustive.kernels_sha256 == $kernels' "$certificate"
    jq -e '.checks[] | select(.check == "wcet") | .figures
        | .["cortex-m4f cycles --flash-wait 5 --flash-line 16"] > .["cortex-m4f cycles"] and .["cortex-m4f cycles --literal-wait 1"] > .["cortex-m4f cycles"]' "$certificate"
    jq -e '.checks[] | select(.check == "bounds") | .figures.samples == 20000' "$certificate"
    jq -r '.files_sha256[]' "$certificate" >"$work/sums"
    sha256sum "$work/code"/model{.c,.h,_selftest.c,_vectors.h} | cut -d ' ' -f 1 | diff "$work/sums" -
}

# The tiled form passes the same checks. A program is given by --tools: the certificate never says PASSED alone. Choices are recorded as they are
# written.
tiled_passes() {
    # shellcheck disable=SC2016
    tool_make comm '#!/bin/sh' 'exec /usr/bin/comm "$@"'
    verify -o "$work/tiled-out" --tools="$work/tools" --code="$work/tiled" "$spec"
    grep -qx '# spec: PASSED WITH OTHER TOOLS' "$work/tiled-out/certificate.md"
    grep 'given by --tools .*: comm\.' "$work/tiled-out/certificate.md"
    grep -q '^| validate | passed | 32 weights and 32 connections of 4 layers .* form tiled' "$work/tiled-out/certificate.md"
    jq -e '.result == "PASSED WITH OTHER TOOLS" and .other_tools == ["comm"] and .form == "tiled" and .accuracy == "1e-3" and .clamps == "all"
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
    evidence_made
    cp -r "$work/out" "$work/again"
    refuted verify_some validate -o "$work/again" --code="$work/code" "$spec"
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

# change_is_seen COMMAND WORDS: a file that changes while the checks run, here by the hand of one of the tools.
change_is_seen() {
    local sum
    rm -rf "$work/changed" "$work/changing"
    cp -r "$work/code" "$work/changing"
    # shellcheck disable=SC2016
    tool_make epivalidate '#!/bin/sh' 'build/epivalidate "$@" || exit 1' "$1"
    refuted verify_some validate --tools="$work/tools" -o "$work/changed" --code="$work/changing" "$spec"
    jq -e '.checks[] | select(.check == "validate") | .passed' "$work/changed/certificate.json"
    grep "FAILED: .*$2" "$work/changed/certificate.md"
    sum=$(sha256sum <"$work/code/model_selftest.c" | cut -d ' ' -f 1)
    prints "$sum" jq -r '.files_sha256["model_selftest.c"]' "$work/changed/certificate.json"
}

# --- what is run ----------------------------------------------------------------------------------------

# The code is wrong, and liars are offered in every way that an environment has: the check must see it all the same.
liars_are_not_heard() {
    mkdir "$work/liars" "$work/wrong"
    cp "$work/code"/model* "$work/wrong"
    sed -i "$weight" "$work/wrong/model.c"
    echo '{"layers": 1, "neurons": 1, "weights": 1, "connections": 1, "accuracy": 1}' >"$work/liars/answer"
    printf '#!/bin/sh\ncat %s\n' "$work/liars/answer" >"$work/liars/epivalidate"
    printf '#!/bin/sh\nexit 0\n' >"$work/liars/cmp"
    chmod +x "$work/liars/epivalidate" "$work/liars/cmp"
    echo 'cmp() { true; }' >"$work/liars/functions"
    # shellcheck disable=SC2317
    cmp() { true; }
    export -f cmp
    export EPIVALIDATE="$work/liars/epivalidate" BASH_ENV="$work/liars/functions"
    exits_with 1 '^FAILED .*validate .*model.c' env PATH="$work/liars:$PATH" \
        build/epiverify -o "$work/lied" --code="$work/wrong" --only=validate "$spec"
    exits_with 2 '^FAILED .*validate .*model.c' env PATH="$work/liars:$PATH" \
        make -s verify-validate MODEL="$spec" CODE="$work/wrong" OUT="$work/lied"
}

# What a check finds in its environment, whatever was in ours.
environment_is_ours() {
    tool_make epivalidate '#!/bin/bash' "/usr/bin/env >$work/environment" 'exit 1'
    # shellcheck disable=SC2317
    cmp() { true; }
    export -f cmp
    exits_with 1 '^FAILED .*validate' env LD_LIBRARY_PATH=/nowhere PYTHONPATH=/nowhere GCC_EXEC_PREFIX=/nowhere/ COMPILER_PATH=/nowhere \
        CCC_OVERRIDE_OPTIONS=+-w CDPATH=/ TMPDIR=/nowhere LANG=de_DE.UTF-8 LC_NUMERIC=de_DE.UTF-8 MAKEFLAGS=-n QEMU_CPU=max GCOV_PREFIX=/nowhere \
        CPATH=/nowhere SHELLOPTS=xtrace FRAMAC_SHARE=/nowhere CFLAGS=-w CHECKS= SAMPLES=1 V_CODE=/nowhere V_TOP=/nowhere \
        build/epiverify --tools="$work/tools" -o "$work/env" --code="$work/code" --only=validate "$spec"
    grep -oE '^[A-Za-z_]+[=%]' "$work/environment" | sed 's/.$//' | sort >"$work/names"
    printf '%s\n' BASH_FUNC_check_run EPIGEN EPIGEN_TOOLS EPIPROVE EPIVALIDATE EPIWCET HOME LC_ALL OLDPWD PATH PWD PYTHONNOUSERSITE SAMPLES SHLVL \
        V_ABOUT V_CODE V_EVIDENCE V_FRESH V_NAME V_OUT V_PROGRAMS V_SPEC V_TOOLS V_TOP _ | sort | diff - "$work/names"
    grep -x 'HOME=/nonexistent' "$work/environment"
    grep -x 'SAMPLES=1000000' "$work/environment"
    grep -xE 'PATH=/tmp/[^:]*/bin' "$work/environment"
}

# A library of the user's is in no program that a check runs.
library_is_not_loaded() {
    cat >"$work/preload.c" <<EOF
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
__attribute__((constructor)) static void tell(void)
{
    FILE *file = fopen("$work/preloaded", "a");
    if (file != NULL) { fprintf(file, "%s\n", program_invocation_short_name); fclose(file); }
}
EOF
    gcc -shared -fPIC "$work/preload.c" -o "$work/preload.so"
    LD_PRELOAD=$work/preload.so verify -o "$work/loaded" --code="$work/code" --only=validate "$spec"
    grep bash "$work/preloaded"
    lacks -E 'epivalidate|epigen|jq|cmp' "$work/preloaded"
}

# A tool that fails, or finds nothing, is no evidence.
without() { # TOOL STATUS CHECK WORDS
    tool_make "$1" '#!/bin/sh' "exit $2"
    exits_with 1 "^FAILED .*$3 .*$4" build/epiverify --samples=20000 --tools="$work/tools" -o "$work/tool" --code="$work/code" --only="$3" "$spec"
}

# The static count is one more than what runs.
other_count_is_seen() {
    # shellcheck disable=SC2016
    tool_make epiwcet '#!/bin/bash' 'set -o pipefail' 'build/epiwcet "$@" | jq ".instructions += 1"'
    exits_with 1 '^FAILED .*constant-time .*instructions ran, epiwcet says' \
        build/epiverify --tools="$work/tools" -o "$work/tool" --code="$work/code" --only=constant-time "$spec"
}

# A model whose path has every character that means something to make or to a shell; none of it runs.
odd_path_is_taken() {
    local odd
    # shellcheck disable=SC2016
    odd=$work/'it'\''s $(touch ran) `touch ran`; touch ran &
$$ "x" | * #'
    mkdir "$odd"
    cp "$spec" "$odd/a 'spec'.yaml"
    make -s verify-validate MODEL="$odd/a 'spec'.yaml" OUT="$odd/out" >"$work/said"
    grep '^ok .*validate' "$work/said"
    # A value is not expanded by make, and a check is no part of a command.
    # shellcheck disable=SC2016
    exits_with 2 'no case models/.(shell touch ran)' make -s verify MODEL='$(shell touch ran)' OUT="$odd/out2"
    exits_with 2 'No rule to make target' make -s "verify-x'; touch ran; '" MODEL="$spec"
    [ ! -e ran ]
    [ ! -e "$odd/ran" ]
}

# --- what the certificate says --------------------------------------------------------------------------

# The same model and tools give the same bytes, in another directory too; the first is that of says_failed.
same_bytes() {
    local kind
    [ -d "$work/again" ] || says_failed
    refuted verify_some validate -o "$work/same again" --code="$work/code" "$spec"
    for kind in json md html; do
        cmp "$work/again/certificate.$kind" "$work/same again/certificate.$kind"
        lacks -F "$work" "$work/again/certificate.$kind"
    done
}

# What a trained spec says of itself is in all three, and no text of a spec can become markup.
# shellcheck disable=SC2016
says_what_it_is_about() {
    local page=$work/about/certificate
    updraft_lock make -s build/updraft/updraft.yaml
    sed 's|^  seed: 1$|&\n  remark: "<script>a \| b</script> `x` **PASSED**"|' build/updraft/updraft.yaml >"$work/updraft.yaml"
    grep remark "$work/updraft.yaml"
    refuted verify_some validate -o "$work/about" "$work/updraft.yaml"
    grep -x '| 0 | x | m | -5 | 5 | .* | 0 |' "$page.md"
    grep '^| data_sha256 | `[0-9a-f]*` |$' "$page.md"
    grep '^| force | [0-9]* | 0\.[0-9]* | .* % | .* % | .* % |$' "$page.md"
    grep '^- Threshold: .* at most 5 % have eta above 0.5' "$page.md"
    grep '^- Left-out regions: [0-9]* regions .* found [0-9.]* %' "$page.md"
    grep '^- Far away: farther than [0-9.]* standard deviations' "$page.md"
    grep '^| `AOU-1` |' "$page.md"
    grep '^| `REQ-TOTAL` | .* | \*\*NOT ESTABLISHED (proof)\*\* |$' "$page.md"
    grep -F '| `remark` | \<script>a \| b\</script> \`x\` \*\*PASSED\*\* |' "$page.md"
    grep -F '<td><code>&lt;script&gt;a | b&lt;/script&gt; `x` **PASSED**</code></td>' "$page.html"
    jq -e '.about.inputs[0] == {name: "x", unit: "m", min: -5, max: 5, mean: .about.inputs[0].mean, scale: .about.inputs[0].scale}
        and (.about.provenance.held_out_force.rmse | tonumber > 0) and (.assumptions_of_use | length > 9 and all(.text | length > 20))
        and any(.established[]; .id == "REQ-FAITHFUL" and .holds)' "$page.json"
}
html_stands_alone() {
    evidence_made
    grep -F 'size: A4' "$work/out/certificate.html"
    lacks -iE '<script|<link|<img|src=|href=|url\(|@import|http' "$work/out/certificate.html"
    prints 1 grep -c '</html>' "$work/out/certificate.html"
}
no_provenance_is_said() {
    sed '/^provenance:/,$d' tests/golden/good/tiny.yaml >"$work/plain.yaml"
    refuted verify_some validate -o "$work/plain" "$work/plain.yaml"
    grep -F '**The spec has no provenance.** Nothing is known of the data' "$work/plain/certificate.md"
    jq -e '.about.provenance == null' "$work/plain/certificate.json"
}
# A mean alone: the certificate does not speak of an eta as if there were one.
mean_alone_is_said() {
    refuted verify_some validate -o "$work/mean" tests/golden/good/policy.yaml
    grep -F 'sets its status bit, and nothing more: the model has no eta.' "$work/mean/certificate.md"
    grep -F 'It gives a mean for each output and a status word.' "$work/mean/certificate.md"
    jq -e '.about | .eta == false and .sigma == false and .outputs[0] == {name: "thrust", unit: null}' "$work/mean/certificate.json"
}

# A spec that lies where a case's would, or is of another trainer, is not taken for the case's. The trainers are quick ones.
case_is_trained() {
    local real=$PWD/build/epitrain
    export OUT=$work/case
    tree_make "$work/trainer"
    cd "$work/trainer" || return 1
    rm build/epitrain
    cat >build/epitrain <<EOF
#!/bin/bash
lacks=\$(grep -c '^epistemic:' "\$1") # updraft's recipe has the default
[ "\$lacks" -eq 0 ] || exit 1
{ cat "\$1"; echo 'epistemic: {teacher: samples, steps: 100}'; } >"\${1%.yaml}_quick.yaml"
exec $real "\${1%.yaml}_quick.yaml" "\${@:2}"
EOF
    chmod +x build/epitrain
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
    echo '# another trainer' >>build/epitrain
    EPITRAIN=/nowhere models/verify.sh updraft --only=validate >"$work/said"
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
    tree_make "$work/lacking"
    rm "$work/lacking/build/epiwcet"
    exits_with 1 'missing: epiwcet' "$work/lacking/verify/epiverify" -o "$work/tool" --code="$work/code" --only=wcet "$spec"
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
# shellcheck disable=SC2016
check "a file that changes meanwhile" change_is_seen 'echo >>'"$work/changing/model_selftest.c" 'the spec or the code changed during the checks'
# shellcheck disable=SC2016
check "a program that changes meanwhile" change_is_seen 'echo "# more" >>'"$work/tools/epivalidate" 'a program changed during the checks'
check "liars in the environment are not heard" liars_are_not_heard
check "the environment of a check has what epiverify puts there, and no more" environment_is_ours
check "a library of the user's is not loaded" library_is_not_loaded
check "a path with every odd character" odd_path_is_taken
check "the same model and tools give the same bytes" same_bytes
check "the certificate says what the model is and what is known of it" says_what_it_is_about
check "the page for people stands alone" html_stands_alone
check "a spec without provenance" no_provenance_is_said
check "a spec with a mean alone" mean_alone_is_said
check "--tools names no directory" exits_with 2 'tools=/nowhere: expected a directory' build/epiverify --tools=/nowhere "$spec"
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
