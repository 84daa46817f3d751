#!/bin/bash
# The comparison of the paper (Das et al., IFAC 2023), again: table 1 on its six data sets, figures 3
# and 4, and the AUROC on flights, into build/paper/ with one page, paper.md.
#
#   tests/paper/paper.sh [SEEDS]     3 without an argument
#
# EPIGEN_DATA is the directory of the data that may not be redistributed; sets that are not there are
# skipped by name, the synthetic ones then made by models/synthetic.c. BUILD (build) holds the program.
set -eu
cd "$(dirname "$0")/../.."
seeds=${1:-3} build=${BUILD:-build} data=${EPIGEN_DATA:-}
work=$build/paper
began=$(date +%s)
mkdir -p "$work"
rm -f "$work"/*.csv "$work"/*.md "$work"/*.svg "$work"/skipped.txt
: >"$work/skipped.txt"
${CC:-gcc} -std=c11 -O2 -Igen models/synthetic.c -o "$work/synthetic" -lm

compare() { # SET RECIPE OPTION...
    local set=$1 recipe=$2
    shift 2
    echo "--- $set"
    "$build/epicompare" "$recipe" --seeds="$seeds" --csv="$work/$set.csv" --markdown="$work/$set.part.md" "$@"
}

# The authors' files where they are, else data of our own for each seed.
synthetic() { # SET NAME OF THE FILES, DISTANCE, OPTION...
    local set=$1 files=$2 distance=$3 seed
    shift 3
    if [ -n "$data" ] && [ -e "$data/paper/${files}_train.csv" ]; then
        mkdir -p "$work/$set"
        sed -e "s|^  train: .*|  train: \$EPIGEN_DATA/paper/${files}_train.csv|" \
            -e "s|^  test: .*|  test: \$EPIGEN_DATA/paper/${files}_test.csv|" \
            -e 's/\[x\]/[1]/; s/\[x1, x2\]/[1, 2]/; s/\[y\]/[-1]/' "models/$set/recipe.yaml" >"$work/$set/recipe.yaml"
        compare "$set" "$work/$set/recipe.yaml" --known="$distance" "$@"
    else
        echo "$set: data by models/synthetic.c, no paper/${files}_train.csv in EPIGEN_DATA" | tee -a "$work/skipped.txt"
        for seed in $(seq "$seeds"); do
            mkdir -p "$work/$set/$seed"
            cp "models/$set/recipe.yaml" "$work/$set/$seed"
            "$work/synthetic" "$set" train "$seed" >"$work/$set/$seed/train.csv"
            "$work/synthetic" "$set" test "$seed" >"$work/$set/$seed/test.csv"
        done
        compare "$set" "$work/$set/{}/recipe.yaml" --known="$distance" "$@"
    fi
}

present() { # SET FILE...
    local set=$1 file
    shift
    for file in "$@"; do
        if [ -z "$data" ] || [ ! -e "$data/$file" ]; then
            echo "$set: skipped, no $file in EPIGEN_DATA (${data:-not set})" | tee -a "$work/skipped.txt"
            return 1
        fi
    done
}

synthetic split1d 1D_split 0.1 --plot="$work/figure3a.svg"
synthetic gaussian2d 2D_gaussian 0.15 --plot="$work/figure3b.svg"
if present sarcos sarcos/sarcos_4449.csv; then
    compare sarcos models/sarcos/recipe.yaml --times="$work/figure4.svg"
fi
synthetic centre1d 1D_centered 0.1
synthetic square2d 2D_square 0.15
if present pmsm paper/pmsm_temperature_train.csv paper/pmsm_temperature_test.csv; then
    compare pmsm models/pmsm/recipe.yaml
fi
if present crazyflie crazyflie/train.csv crazyflie/test_in.csv crazyflie/test_out_0.6.csv crazyflie/test_out_0.5.csv; then
    compare crazyflie models/crazyflie/recipe.yaml \
        --unknown="$data/crazyflie/test_out_0.6.csv,$data/crazyflie/test_out_0.5.csv"
fi
echo $(($(date +%s) - began)) >"$work/seconds.txt"
tests/paper/page.sh "$work" >"$work/paper.md"
echo "The page: $work/paper.md, after $(cat "$work/seconds.txt") s"
