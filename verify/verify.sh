#!/bin/bash
# verify.sh [--only CHECK] MODEL: every check on one model, a line each, and its certificate.
#
# MODEL is a case of models/ (trained if it has no spec of its own) or the path of a spec. CODE=DIR
# checks the emitted files that are in DIR already, instead of emitting them. OUT=DIR takes the place
# of build/CASE, CHECKS the checks that run (one that did not run is one that failed). With --only one check runs and no certificate is written. Nothing is remembered from
# one run to the next: an old certificate is gone before the first check begins.
set -eu
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
case_train() { # CASE SPEC
    local recipe=models/$1/recipe.yaml directory
    directory=$(dirname "$2")
    if grep -q 'EPIGEN_DATA' "$recipe" && [ -z "${EPIGEN_DATA:-}" ]; then
        stop "$1 learns from data that may not be redistributed: set EPIGEN_DATA (models/$1/README.md)"
    fi
    mkdir -p "$directory"
    cp models/"$1"/* "$directory/"
    if grep -q synthetic "models/$1/README.md"; then
        gcc -O2 -Igen models/synthetic.c -o build/synthetic -lm
        build/synthetic "$1" train 1 >"$directory/train.csv"
        build/synthetic "$1" test 1 >"$directory/test.csv"
    fi
    echo "training $1"
    build/epitrain "$directory/recipe.yaml" -o "$2" >"$directory/train.log" 2>&1 ||
        stop "training fails: $(tail -n 1 "$directory/train.log")"
}

model_find() {
    if [ -f "$1" ]; then
        spec=$1 case=$(basename "$1") case=${case%.yaml}
        out=${OUT:-build/$case}
    elif [ -d "models/$1" ]; then
        case=$1 out=${OUT:-build/$1} spec=models/$1/$1.yaml
        [ -f "$spec" ] || spec=$out/$case.yaml
        if [ ! -f "$spec" ] || [ "models/$1/recipe.yaml" -nt "$spec" ] && [ -f "models/$1/recipe.yaml" ] &&
            [ "$spec" != "models/$1/$1.yaml" ]; then
            case_train "$1" "$spec"
        fi
    else
        stop "no case models/$1 and no file $1; cases: $(cd models && echo */ | tr -d /)"
    fi
    mkdir -p "$out"
}

# Two specs of one name must not share a certificate: the directory remembers whose it is.
directory_claim() {
    local owner
    owner=$(realpath "$spec")
    [ "${case_given:-}" = yes ] && owner="case $case"
    if [ -f "$out/verified" ] && [ "$(cat "$out/verified")" != "$owner" ]; then
        stop "$out belongs to $(cat "$out/verified"): remove it, or say OUT=DIR"
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
        "$epigen" "$spec" -o "$code"
    fi
    for file in "$name.c" "$name.h" "${name}_selftest.c" "${name}_vectors.h"; do
        [ -f "$code/$file" ] || stop "$code/$file is missing"
    done
}

# --- the checks ---------------------------------------------------------------------------------------

check_run() { # CHECK
    local status=0 word=ok began=$SECONDS
    export V_OUT=$V_EVIDENCE/$1
    mkdir -p "$V_OUT"
    verify/checks/"$1".sh >"$V_OUT/log" 2>&1 || status=$?
    if [ "$status" -ne 0 ]; then
        word=FAILED
        [ -s "$V_OUT/summary" ] || tail -n 1 "$V_OUT/log" >"$V_OUT/summary"
    fi
    echo "$word" >"$V_OUT/verdict"
    printf '%-7s %4d s  %-14s %s\n' "$word" $((SECONDS - began)) "$1" "$(head -n 1 "$V_OUT/summary")"
    [ "$word" = ok ] || tail -n 15 "$V_OUT/log" | sed 's/^/    | /'
}
export -f check_run

only=
if [ "${1:-}" = --only ]; then
    only=${2:-}
    case " $checks " in *" $only "*) ;; *) usage ;; esac
    shift 2
fi
if [ $# -ne 1 ] || [ -z "$1" ]; then usage; fi
[ -f "$1" ] || case_given=yes
model_find "$1"
directory_claim
rm -f "$out/certificate.md" "$out/certificate.json"
code_find
export V_SPEC=$spec V_CODE=$code V_NAME=$name V_EVIDENCE=$out/evidence
began=$SECONDS
if [ -n "$only" ]; then
    rm -rf "${V_EVIDENCE:?}/$only" "$V_EVIDENCE/objects"
    check_run "$only"
    [ "$(cat "$V_EVIDENCE/$only/verdict")" = ok ]
    exit
fi
rm -rf "$V_EVIDENCE"
# shellcheck disable=SC2016,SC2086
printf '%s\n' ${CHECKS:-$checks} | xargs -n 1 -P "${JOBS:-2}" bash -c 'check_run "$1"' check_run
status=0
V_CASE=$case V_CHECKS=$checks verify/certificate.sh "$out" || status=1
if [ "$status" -eq 0 ]; then
    echo "$case: all $(wc -w <<<"$checks") checks passed in $((SECONDS - began)) s: $out/certificate.md"
elif [ -f "$out/certificate.md" ]; then
    echo "$case: FAILED; $out/certificate.md says so"
else
    echo "$case: FAILED; no certificate could be written"
fi
exit "$status"
