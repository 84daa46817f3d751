#!/bin/bash
# The comparison of the paper (Das et al., IFAC 2023), again: table 1 on its six data sets, figures 3
# and 4, the AUROC on flights and of a region left out of pmsm, and what the emitted learners cost on a
# controller and are worth (the "set" cost, see cost.sh), into build/paper/ with one page, paper.md.
#
#   tests/paper/paper.sh [SEEDS [SET]...]     5 and all sets without arguments
#
# Every set has every setting of EpiOut at its default: nothing is taken from models/*/recipe.yaml but
# data and columns. `epicompare --trials` adds to each learner a row with the best of four settings by the
# validation rows. EPIGEN_DATA is the directory of the data that may not be redistributed; sets that are
# not there are skipped by name. The synthetic sets are made by models/synthetic.c. BUILD (build) holds
# the program.
#
# What each learner gave is kept in build/paper/kept (epicompare --keep): a run that was cut off goes on.
# LEARNERS, names between commas, fits only some of them, without page and times, for a later run of all.
# THREADS is how many are fitted at a time.
set -eu -o pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
seeds=${1:-5} build=${BUILD:-build} data=${EPIGEN_DATA:-}
work=$build/paper
shift $(($# > 0))
[ $# -gt 0 ] || set -- split1d gaussian2d sarcos centre1d square2d pmsm pmsm-unseen crazyflie cost
mkdir -p "$work"
${CC:-gcc} -std=c11 -O2 -Igen models/synthetic.c -o "$work/synthetic" -lm

compare() { # SET RECIPE OPTION...
    local set=$1 recipe=$2 option options=()
    shift 2
    echo "--- $set"
    for option in "$@"; do
        case $option in
        --plot=* | --times=*) [ -n "${LEARNERS:-}" ] || options+=("$option") ;;
        *) options+=("$option") ;;
        esac
    done
    if [ -n "${LEARNERS:-}" ]; then
        options+=(--learners="$LEARNERS")
    else
        ! compgen -G "$work/kept/*" >/dev/null || touch "$work/$set.resumed"
        options+=(--csv="$work/$set.csv" --markdown="$work/$set.part.md")
    fi
    "$build/epicompare" "$recipe" --trials --seeds="$seeds" --keep="$work/kept" --threads="${THREADS:-0}" "${options[@]}"
}

# The recipe of a set without the settings that were chosen for it.
plain_recipe() { # SET
    sed -e '/^[a-z]*: *{/d' -e '/^  validation:/d' "models/$1/recipe.yaml"
}

# The same as a file, for rows that are read where they are.
by_default() { # SET OPTION...
    local set=$1
    shift
    mkdir -p "$work/$set"
    plain_recipe "$set" >"$work/$set/recipe.yaml"
    compare "$set" "$work/$set/recipe.yaml" "$@"
}

# Data of our own for each seed, by the formulas of the paper. (The authors' test files have x2^2 where
# x1 = 0, which leaves out the limit 1 of sin(5 x1) / (5 x1).)
synthetic() { # SET DISTANCE OPTION...
    local set=$1 distance=$2 seed
    shift 2
    for seed in $(seq "$seeds"); do
        mkdir -p "$work/$set/$seed"
        plain_recipe "$set" >"$work/$set/$seed/recipe.yaml"
        "$work/synthetic" "$set" train "$seed" >"$work/$set/$seed/train.csv"
        "$work/synthetic" "$set" test "$seed" >"$work/$set/$seed/test.csv"
    done
    compare "$set" "$work/$set/{}/recipe.yaml" --known="$distance" "$@"
}

present() { # SET FILE...
    local set=$1 file
    shift
    for file in "$@"; do
        if [ -z "$data" ] || [ ! -e "$data/$file" ]; then
            echo "$set: skipped, no $file in EPIGEN_DATA (${data:-not set})" >"$work/$set.skipped"
            cat "$work/$set.skipped"
            return 1
        fi
    done
}

median() { # COLUMN FILE
    cut -d , -f "$1" "$2" | sort -g | awk '{ v[NR] = $1 } END { print (v[int((NR + 1) / 2)] + v[int(NR / 2) + 1]) / 2 }'
}

# pmsm without the rows whose inputs 1 and 4 are both above their medians: these are unknown, the test
# rows outside of that quadrant known. Validation rows are drawn from the rows that train.
unseen_quadrant() {
    local at=$work/pmsm-unseen
    mkdir -p "$at"
    local one four train=$data/paper/pmsm_temperature_train.csv test=$data/paper/pmsm_temperature_test.csv
    one=$(median 1 "$train")
    four=$(median 4 "$train")
    awk -F , -v to="$at" -v a="$one" -v b="$four" '
        { print >(to ($1 > a && $4 > b ? "/unknown.csv" : FNR == NR ? "/train.csv" : "/test.csv")) }' "$train" "$test"
    plain_recipe pmsm | sed -e 's/^name:.*/name: pmsm_unseen/' -e 's/^  train:.*/  train: train.csv/' \
        -e 's/^  test:.*/  test: test.csv/' >"$at/recipe.yaml"
    compare pmsm-unseen "$at/recipe.yaml" --unknown="$at/unknown.csv"
}

set_run() {
    case $1 in
    split1d) synthetic split1d 0.1 --plot="$work/figure3a.svg" ;;
    gaussian2d) synthetic gaussian2d 0.15 --plot="$work/figure3b.svg" ;;
    centre1d) synthetic centre1d 0.1 ;;
    square2d) synthetic square2d 0.15 ;;
    sarcos)
        present sarcos sarcos/sarcos_4449.csv || return 0
        by_default sarcos --times="$work/figure4.svg"
        ;;
    pmsm)
        present pmsm paper/pmsm_temperature_train.csv paper/pmsm_temperature_test.csv || return 0
        by_default pmsm
        ;;
    pmsm-unseen)
        present pmsm-unseen paper/pmsm_temperature_train.csv paper/pmsm_temperature_test.csv || return 0
        unseen_quadrant
        ;;
    crazyflie)
        present crazyflie crazyflie/train.csv crazyflie/test_in.csv crazyflie/test_out_0.6.csv \
            crazyflie/test_out_0.5.csv || return 0
        by_default crazyflie --unknown="$data/crazyflie/test_out_0.6.csv,$data/crazyflie/test_out_0.5.csv"
        ;;
    cost) tests/paper/cost.sh "$work/cost" ;;
    *)
        echo "paper.sh: no set $1" >&2
        exit 2
        ;;
    esac
}

for set in "$@"; do
    began=$(date +%s)
    [ -n "${LEARNERS:-}" ] || rm -f "$work/$set".* "$work/bars.txt"
    set_run "$set"
    [ -n "${LEARNERS:-}" ] || echo $(($(date +%s) - began)) >"$work/$set.seconds"
done
[ -z "${LEARNERS:-}" ] || exit 0
tests/paper/page.sh "$work" >"$work/paper.md.new"
mv "$work/paper.md.new" "$work/paper.md"
echo "The page: $work/paper.md"
