#!/bin/bash
# verify.sh MODEL [OPTION]...: what `make verify MODEL=...` runs. MODEL is a case of models/, which is trained unless its
# spec was made here of the same recipe, data and trainer, or the path of a spec. epiverify does the rest, with the options
# and with make's variables from the environment: OUT (build/CASE), CODE, FORM, SAMPLES, JOBS. make hands on no others but
# EPIGEN_DATA. The trainer is build/epitrain of the directory in which this runs.
set -eu -o pipefail
shopt -s inherit_errexit
export LC_ALL=C
epitrain=build/epitrain

stop() {
    echo "verify: $*" >&2
    exit 1
}

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
    sha256sum <"$epitrain"
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
    "$epitrain" "$directory/recipe.yaml" -o "$2" >"$directory/train.log" 2>&1 ||
        stop "training fails: $(tail -n 1 "$directory/train.log")"
    case_checksums "$directory" "$2" >"$directory/trained"
}

model=${1:-}
if [ -z "$model" ]; then
    echo "usage: verify.sh MODEL [OPTION]...    (make verify MODEL=...)" >&2
    exit 2
fi
shift
name=$(basename -- "$model" .yaml)
out=${OUT:-build/$name}
spec=$model
if [ ! -f "$model" ]; then
    # Whatever becomes of it, an old certificate does not speak for this run.
    rm -f -- "$out/certificate.md" "$out/certificate.json" "$out/certificate.html"
    [ -f "models/$model/recipe.yaml" ] ||
        stop "no case models/$model and no file $model; cases: $(cd models && echo */recipe.yaml | sed 's|/recipe.yaml||g')"
    mkdir -p -- "$out"
    spec=$out/$name.yaml
    case_train "$model" "$spec"
fi
exec verify/epiverify -o "$out" ${CODE:+"--code=$CODE"} ${FORM:+"--form=$FORM"} ${SAMPLES:+"--samples=$SAMPLES"} \
    ${JOBS:+"--jobs=$JOBS"} "$@" -- "$spec"
