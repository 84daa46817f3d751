#!/bin/bash
# The bars of the trainer: trains every case of models/ over its seeds or splits and prints each
# bar with its value and PASS or FAIL; exit status 1 if one fails. Some minutes on two cores.
#
#   tests/bars/bars.sh [CASE]...     all cases without an argument
#
# EPIGEN_DATA is the directory of the data that may not be redistributed; a case whose data are
# not there is skipped by name. BUILD (build) holds the two libraries, epigen and epiwcet; CC is the compiler.
# What bars prints by seed stays in $BUILD/bars/CASE.txt.
# shellcheck disable=SC2317 # the cases are called by name
set -eu -o pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
build=${BUILD:-build} work=${BUILD:-build}/bars data=${EPIGEN_DATA:-}
failed=0
mkdir -p "$work"

compile() { # OUTPUT SOURCE...
    output=$1
    shift
    ${CC:-gcc} -std=c11 -D_XOPEN_SOURCE=700 -O3 -fno-math-errno -ffp-contract=off -Wall -Wextra \
        -Wpedantic -Wconversion -Wshadow -Wno-psabi -Igen -Iruntime -Itrain "$@" -o "$output" \
        -lyaml -lmd -lz -llzma -lm -pthread
}
compile "$work/synthetic" models/synthetic.c
compile "$work/bars" tests/bars/bars.c -Wl,--start-group "$build"/lib/*.a -Wl,--end-group

# Measures RECIPE, by the options of bars, into $work/NAME.txt.
measure() { # NAME RECIPE OPTION...
    name=$1
    shift
    "$work/bars" "$@" >"$work/$name.txt"
}

# One bar: WHICH is median, worst or mean of the measure; with mean the standard error is shown.
bar() { # NAME MEASURE WHICH least|most LIMIT
    verdict=$(awk -v measure="$2" -v which="$3" -v sense="$4" -v limit="$5" '
        $1 == "measure" { for (i = 2; i <= NF; i++) column[$i] = i }
        $1 == measure && column[which] {
            value = $column[which]
            good = sense == "least" ? value >= limit : value <= limit
            shown = column["error"] && which == "mean" ? sprintf("%.4f +- %.4f", value, $column["error"]) : value
            printf "%-20s at %-5s %-7s %s", shown, sense, limit, good ? "PASS" : "FAIL"
        }' "$work/$1.txt")
    printf '%-18s %-12s %-6s %s\n' "$1" "$2" "$3" "${verdict:-not measured FAIL}"
    case $verdict in *PASS) ;; *) failed=1 ;; esac
}

present() { # CASE FILE...
    label=$1
    shift
    for file in "$@"; do
        if [ -z "$data" ] || [ ! -e "$data/$file" ]; then
            echo "$label: skipped, no $file in EPIGEN_DATA (${data:-not set})"
            return 1
        fi
    done
}

# Ten draws of the data, each with its own directory.
synthetic() { # CASE DISTANCE
    for seed in 1 2 3 4 5 6 7 8 9 10; do
        mkdir -p "$work/$1/$seed"
        cp "models/$1/recipe.yaml" "$work/$1/$seed"
        "$work/synthetic" "$1" train "$seed" >"$work/$1/$seed/train.csv"
        "$work/synthetic" "$1" test "$seed" >"$work/$1/$seed/test.csv"
    done
    measure "$1" "$work/$1/{}/recipe.yaml" --seeds 10 --known "$2"
}

# The same draws with every setting of eta at its default. (The rows of square2d follow each other along its edges like those of a
# log, whole stretches are held out of its 80 rows, and epitrain says that this eta is not to be trusted.)
synthetic_default() { # CASE DISTANCE
    for seed in 1 2 3 4 5 6 7 8 9 10; do
        sed '/^epistemic:/d' "models/$1/recipe.yaml" >"$work/$1/$seed/default.yaml"
    done
    measure "$1-default" "$work/$1/{}/default.yaml" --seeds 10 --known "$2"
    bar "$1-default" auroc median least 0.99
    bar "$1-default" auroc worst least 0.97
}

split1d() {
    synthetic split1d 0.1
    bar split1d auroc median least 0.99
    bar split1d auroc worst least 0.97
    bar split1d eta_middle worst least 0.9
    bar split1d eta_beyond worst least 0.9
    bar split1d train_known worst least 0.9
    synthetic_default split1d 0.1
}

centre1d() {
    synthetic centre1d 0.1
    bar centre1d auroc median least 0.99
    bar centre1d auroc worst least 0.97
    synthetic_default centre1d 0.1
}

square2d() {
    synthetic square2d 0.15
    bar square2d auroc median least 0.98
    bar square2d auroc worst least 0.95
}

gaussian2d() {
    synthetic gaussian2d 0.15
    bar gaussian2d auroc median least 0.98
    bar gaussian2d auroc worst least 0.95
    synthetic_default gaussian2d 0.15
}

# With every setting at its default, then as shipped.
crazyflie() {
    present crazyflie crazyflie/train.csv crazyflie/test_in.csv crazyflie/test_out_0.6.csv \
        crazyflie/test_out_0.5.csv || return 0
    mkdir -p "$work/crazyflie"
    sed '/^[a-z]*: *{/d' models/crazyflie/recipe.yaml >"$work/crazyflie/default.yaml"
    for recipe in "$work/crazyflie/default.yaml" models/crazyflie/recipe.yaml; do
        case $recipe in
        models/*) case=crazyflie first=0.95 second=0.975 ;;
        *) case=crazyflie-default first=0.936 second=0.96 ;;
        esac
        measure "$case" "$recipe" --seeds 5 --unknown "$data/crazyflie/test_out_0.6.csv" \
            --unknown "$data/crazyflie/test_out_0.5.csv"
        bar "$case" auroc_1 median least "$first"
        bar "$case" auroc_2 median least "$second"
        bar "$case" test_known median least 0.88
    done
}

sarcos() {
    present sarcos sarcos/sarcos_4449.csv || return 0
    measure sarcos models/sarcos/recipe.yaml --seeds 10
    bar sarcos smse mean most 0.03
    bar sarcos msll mean most -1.85
}

pmsm() {
    present pmsm paper/pmsm_temperature_train.csv paper/pmsm_temperature_test.csv || return 0
    measure pmsm models/pmsm/recipe.yaml --seeds 5
    bar pmsm smse mean most 0.035
}

# The 20 standard splits; RMSE and NLL of Monte Carlo dropout (Gal and Ghahramani 2016).
uci() { # SET RMSE NLL
    present "uci-$1" "uci/$1/data.txt" "uci/$1/index_test_19.txt" || return 0
    for k in 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19; do
        mkdir -p "$work/uci-$1/$((k + 1))"
        sed "s/_0\.txt/_$k.txt/" "models/uci-$1/recipe.yaml" >"$work/uci-$1/$((k + 1))/recipe.yaml"
    done
    measure "uci-$1" "$work/uci-$1/{}/recipe.yaml" --seeds 20
    bar "uci-$1" rmse mean most "$2"
    bar "uci-$1" nll mean most "$3"
}

# The cycles of the unrolled code for a spec.
cycles() { # SPEC
    folder=${1%.yaml}
    "$build/epigen" "$1" --prefix=model -o "$folder"
    arm-none-eabi-gcc -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mthumb -mfloat-abi=hard -std=c99 -O2 -ffp-contract=off \
        -c "$folder/model.c" -o "$folder/model.o"
    "$build/epiwcet" --core cortex-m4f --json "$folder/model.o" >"$folder/wcet.json"
    sed -n 's/^ *"cycles": \([0-9]*\),$/\1/p' "$folder/wcet.json"
}

# Measures a recipe and adds the cycles: of every seed, and their mean.
measure_cycles() { # NAME RECIPE OPTION...
    rm -rf "$work/specs/$1"
    mkdir -p "$work/specs/$1"
    measure "$@" --specs "$work/specs/$1"
    for spec in "$work/specs/$1"/*.yaml; do
        cycles "$spec"
    done >"$work/specs/$1/cycles.txt"
    awk '{ print "seed_cycles", $1; sum += $1 } END { printf "cycles - - %.0f 0\n", sum / NR }' \
        "$work/specs/$1/cycles.txt" >>"$work/$1.txt"
}

# Four weights of five pruned: what it costs in accuracy and in eta, and saves in time. The ratios are of
# the means over the seeds; eta_loss is the AUROC of the dense model less that of the pruned one.
pruned() { # CASE SEEDS OPTION...
    case=$1 seeds=$2
    shift 2
    mkdir -p "$work/$case-pruned"
    {
        cat "models/$case/recipe.yaml"
        echo 'prune: {sparsity: 0.8}'
    } >"$work/$case-pruned/recipe.yaml"
    cp "models/$case/recipe.yaml" "$work/$case-pruned/dense.yaml"
    measure_cycles "$case-dense" "$work/$case-pruned/dense.yaml" --seeds "$seeds" "$@"
    measure_cycles "$case-pruned" "$work/$case-pruned/recipe.yaml" --seeds "$seeds" "$@"
    awk 'FNR == 1 { split("", column) }
        $1 == "measure" { for (i = 2; i <= NF; i++) column[$i] = i }
        column["mean"] { if (FNR == NR) dense[$1] = $column["mean"]; else pruned[$1] = $column["mean"] }
        END { print "measure mean"; print "rmse_ratio", pruned["rmse"] / dense["rmse"]
              print "cycle_ratio", pruned["cycles"] / dense["cycles"]
              if ("auroc_1" in dense) print "eta_loss", dense["auroc_1"] - pruned["auroc_1"] }' \
        "$work/$case-dense.txt" "$work/$case-pruned.txt" >"$work/$case-ratio.txt"
    bar "$case-ratio" rmse_ratio mean most 1.05
    bar "$case-ratio" cycle_ratio mean most 0.35
}

pruning() {
    if present sarcos-pruned sarcos/sarcos_4449.csv; then
        pruned sarcos 5
    fi
    if present crazyflie-pruned crazyflie/train.csv; then
        pruned crazyflie 5 --unknown "$data/crazyflie/test_out_0.6.csv"
        bar crazyflie-ratio eta_loss mean most 0.01
    fi
}

[ $# -gt 0 ] || set -- split1d centre1d square2d gaussian2d crazyflie sarcos pmsm uci-energy uci-kin8nm pruning
for case in "$@"; do
    case $case in
    split1d | centre1d | square2d | gaussian2d | crazyflie | sarcos | pmsm | pruning) "$case" ;;
    uci-energy) uci energy 1.66 1.99 ;;
    uci-kin8nm) uci kin8nm 0.10 -0.95 ;;
    *)
        echo "bars.sh: no case $case" >&2
        exit 2
        ;;
    esac
done
exit $failed
