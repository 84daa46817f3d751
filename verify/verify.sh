#!/bin/bash
# verify.sh [--only CHECK] MODEL: every check on one model, a line each, and its certificate.
#
# MODEL is a case of models/ (trained, unless its spec was made here of the same recipe, data and
# trainer) or the path of a spec. CODE=DIR checks the emitted files that are in DIR already, instead of
# emitting them. FORM=tiled emits that form; a check that there is not for it is named in the certificate, whose
# result is then not PASSED but PASSED WITHOUT it. OUT=DIR takes the place of build/CASE, CHECKS the checks that run (one that did not run
# is one that failed). With --only one check runs and no certificate is written. No verdict is remembered
# from one run to the next: an old certificate is gone before the first check begins.
# All checks read copies of spec and code, hashed before the first of them.
set -eu -o pipefail
shopt -s inherit_errexit
# What tools read from the environment would be part of the evidence without being named in it.
unset OPT CC CC_TARGET CALLS WORK MODEL_OBJECT OBJECT_ONLY PROFILE LOOPS CFLAGS CPPFLAGS LDFLAGS CPATH C_INCLUDE_PATH \
    CPLUS_INCLUDE_PATH LIBRARY_PATH GCC_EXEC_PREFIX COMPILER_PATH QEMU_CPU AWKPATH POSIXLY_CORRECT
export LC_ALL=C
. verify/lib.sh
# Long ones first; exact and builds share what they compile.
checks="misra exact builds constant-time bounds proof wcet validate coverage"

stop() {
    echo "verify: $*" >&2
    exit 1
}

usage() {
    echo "usage: verify.sh [--only CHECK] MODEL    (make verify MODEL=...; checks: $checks)" >&2
    exit 2
}

# --- the model ----------------------------------------------------------------------------------------

# The synthetic cases draw their data; the others name theirs, below EPIGEN_DATA where it may not be
# redistributed.
case_data() { # CASE DIRECTORY
    if grep -q 'EPIGEN_DATA' "models/$1/recipe.yaml" && [ -z "${EPIGEN_DATA:-}" ]; then
        stop "$1 learns from data that may not be redistributed: set EPIGEN_DATA (models/$1/README.md)"
    fi
    cp models/"$1"/* "$2/"
    if grep -q synthetic "models/$1/README.md"; then
        gcc -O2 -Igen models/synthetic.c -o build/synthetic -lm
        build/synthetic "$1" train 1 >"$2/train.csv"
        build/synthetic "$1" test 1 >"$2/test.csv"
    fi
}

# What a spec is made of, and the spec itself, by their checksums.
case_checksums() { # DIRECTORY SPEC
    local file
    sha256sum <build/epitrain
    sha256sum <"$1/recipe.yaml"
    sed -nE 's/^ *(train|test): *([^ #]+).*/\2/p' "$1/recipe.yaml" | while read -r file; do
        # shellcheck disable=SC2016
        case $file in
        '$EPIGEN_DATA'/*) file=${EPIGEN_DATA:-}${file#'$EPIGEN_DATA'} ;;
        *) file=$1/$file ;;
        esac
        [ -f "$file" ] || stop "$file is missing"
        sha256sum <"$file"
    done
    sha256sum <"$2"
}

# Trains unless the spec is what this trainer made here of this recipe and these data.
case_train() { # CASE SPEC
    local directory
    directory=$(dirname "$2")
    case_data "$1" "$directory"
    if [ -f "$2" ] && [ -f "$directory/trained" ]; then
        case_checksums "$directory" "$2" >"$directory/found"
        if cmp -s "$directory/found" "$directory/trained"; then return; fi
    fi
    rm -f "$2" "$directory/trained"
    echo "training $1"
    build/epitrain "$directory/recipe.yaml" -o "$2" >"$directory/train.log" 2>&1 ||
        stop "training fails: $(tail -n 1 "$directory/train.log")"
    case_checksums "$directory" "$2" >"$directory/trained"
}

model_find() {
    if [ -f "$1" ]; then
        spec=$1 case=$(basename "$1") case=${case%.yaml}
        out=${OUT:-build/$case}
    elif [ -f "models/$1/recipe.yaml" ]; then
        case_given=yes case=$1 out=${OUT:-build/$1} spec=$out/$case.yaml
    else
        [ -z "${OUT:-}" ] || rm -f "$OUT/certificate.md" "$OUT/certificate.json"
        stop "no case models/$1 and no file $1; cases: $(cd models && echo */recipe.yaml | sed 's|/recipe.yaml||g')"
    fi
    mkdir -p "$out"
}

# Two specs of one name must not share a certificate: the directory remembers whose it is.
directory_claim() {
    local owner="case $case" found
    [ "${case_given:-}" = yes ] || owner=$(realpath "$spec")
    if [ -f "$out/verified" ]; then
        found=$(cat "$out/verified")
        [ "$found" = "$owner" ] || stop "$out belongs to $found: remove it, or say OUT=DIR"
    fi
    echo "$owner" >"$out/verified"
}

code_find() {
    local file
    if [ -n "${CODE:-}" ]; then
        code=$CODE
        name=$(cd "$code" && echo *_selftest.c)
        name=${name%_selftest.c}
        [[ $name != *[!A-Za-z0-9_]* ]] || stop "$code: expected one NAME_selftest.c and the files beside it"
    else
        code=$out
        name=$("$epigen" --dump=spec "$spec" | sed -n 's/^name: //p')
        "$epigen" "$spec" --form="${FORM:-unrolled}" -o "$code"
    fi
    for file in $(files_of "$name"); do
        [ -f "$code/$file" ] || stop "$code/$file is missing"
    done
}

# What there is to check in this form. Loops are in the tiled form only: elsewhere one is a failure.
form_judge() {
    form=$(form_of "$code/$name.c")
    [ "${FORM:-$form}" = "$form" ] || stop "FORM=$FORM: $code/$name.c is of the form $form"
    case $form in
    unrolled) ;;
    tiled)
        checks=${checks/validate/emission} missing=validate
        export LOOPS=1
        ;;
    *) stop "the form $form cannot be certified: expected unrolled or tiled" ;;
    esac
    case " $only " in
    *" $missing "*) [ -z "$missing" ] || stop "there is no check $missing for the form $form: epivalidate does not read it" ;;
    esac
}

# The subjects of all checks: copies of the spec and the code, what epigen emits of the spec now, and
# the checksums. Whoever changes a file while the checks run is seen at the end.
subjects_take() {
    local file vectors
    rm -rf "${V_EVIDENCE:?}/code" "$V_EVIDENCE/fresh"
    mkdir -p "$V_EVIDENCE/code" "$V_EVIDENCE/fresh"
    cp "$spec" "$V_EVIDENCE/spec.yaml"
    for file in $(files_of "$name"); do
        cp "$code/$file" "$V_EVIDENCE/code/"
    done
    vectors=$(vectors_of "$V_EVIDENCE/code" "$name")
    "$epigen" "$V_EVIDENCE/spec.yaml" --prefix="$name" --vectors="${vectors:-96}" --form="$form" \
        --accuracy="$(accuracy_of "$V_EVIDENCE/code/$name.c" | grep . || echo full)" \
        --clamps="$(clamps_of "$V_EVIDENCE/code/$name.c" | grep . || echo needed)" -o "$V_EVIDENCE/fresh" ||
        stop "epigen does not take $spec"
    checksums "$V_EVIDENCE/spec.yaml" "$V_EVIDENCE/code" "$name" >"$V_EVIDENCE/sha256"
}

# A few samples are no evidence, and less than one for each half is none at all.
samples_judge() {
    export SAMPLES=${SAMPLES:-1000000}
    case $SAMPLES in
    *[!0-9]* | ?????????*) stop "SAMPLES=$SAMPLES: expected a number of samples, 1000 to 99999999" ;;
    esac
    [ "$SAMPLES" -ge 1000 ] || stop "SAMPLES=$SAMPLES: expected at least 1000"
}

# --- the checks ---------------------------------------------------------------------------------------

check_run() { # CHECK
    local status=0 word=ok TIMEFORMAT='%R %U %S'
    export V_OUT=$V_EVIDENCE/$1
    mkdir -p "$V_OUT"
    { time verify/checks/"$1".sh >"$V_OUT/log" 2>&1; } 2>"$V_OUT/seconds" || status=$?
    if [ "$status" -ne 0 ]; then
        word=FAILED
        [ -s "$V_OUT/summary" ] || tail -n 1 "$V_OUT/log" >"$V_OUT/summary"
    fi
    echo "$word" >"$V_OUT/verdict"
    # Seconds on the wall, and of processors.
    printf '%-7s %s  %-14s %s\n' "$word" "$(awk '{ printf "%4.0f s %4.0f cpu", $1, $2 + $3 }' "$V_OUT/seconds")" "$1" \
        "$(head -n 1 "$V_OUT/summary")"
    [ "$word" = ok ] || tail -n 15 "$V_OUT/log" | sed 's/^/    | /'
}
export -f check_run

only='' missing=''
if [ "${1:-}" = --only ]; then
    only=${2:-}
    case " $checks emission " in *" $only "*) ;; *) usage ;; esac
    shift 2
fi
if [ $# -ne 1 ] || [ -z "$1" ]; then usage; fi
samples_judge
case ${FORM:-unrolled} in
unrolled | tiled) ;;
*) stop "FORM=$FORM: expected unrolled or tiled" ;;
esac
model_find "$1"
directory_claim
rm -f "$out/certificate.md" "$out/certificate.json"
[ -z "${case_given:-}" ] || case_train "$case" "$spec"
code_find
form_judge
export V_EVIDENCE=$out/evidence V_NAME=$name
[ -n "$only" ] || rm -rf "$V_EVIDENCE"
subjects_take
export V_SPEC=$V_EVIDENCE/spec.yaml V_CODE=$V_EVIDENCE/code V_FRESH=$V_EVIDENCE/fresh
began=$SECONDS
if [ -n "$only" ]; then
    rm -rf "${V_EVIDENCE:?}/$only" "$V_EVIDENCE/objects"
    check_run "$only"
    verdict=$(cat "$V_EVIDENCE/$only/verdict")
    [ "$verdict" = ok ] || exit 1
    exit
fi
# shellcheck disable=SC2016,SC2086
printf '%s\n' ${CHECKS:-$checks} | xargs -n 1 -P "${JOBS:-2}" bash -c 'check_run "$1"' check_run
status=0
export V_GIVEN=${CODE:+given} V_SPEC_GIVEN=$spec V_CODE_GIVEN=$code
V_CASE=$case V_CHECKS=$checks V_MISSING=$missing V_FORM=$form verify/certificate.sh "$out" || status=1
if [ "$status" -eq 0 ]; then
    echo "$case: all $(wc -w <<<"$checks") checks passed in $((SECONDS - began)) s${missing:+ (there is no $missing for the form $form)}: $out/certificate.md"
elif [ -f "$out/certificate.md" ]; then
    echo "$case: FAILED; $out/certificate.md says so"
else
    echo "$case: FAILED; no certificate could be written"
fi
exit "$status"
