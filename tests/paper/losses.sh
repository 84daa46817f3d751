#!/bin/bash
# losses.sh DIRECTORY: says in a sentence for each measure on which sets EpiOut, at its best, is neither the best learner nor
# within a standard error of it, from the CSVs that paper.sh left in the directory. Without any CSV it says nothing.
set -eu -o pipefail
shopt -s inherit_errexit
own=$(realpath "$(dirname "$0")")
cd "$1"

# "learner mean error" of all that have the measure, each at its best.
means() { # SET MEASURE
    local learner
    for learner in epiout-tuned gp-tuned bnn-tuned dropout-tuned ensemble-tuned laplace knn mahalanobis; do
        awk -F , -v learner=$learner -v measure="$2" -f "$own/figures.awk" "$1.csv" | sed "s/^/$learner /"
    done
}

losses() { # MEASURE WHAT SIGN(1: higher is better)
    local set list='' sets=0
    for set in split1d gaussian2d sarcos centre1d square2d pmsm pmsm-unseen crazyflie; do
        [ -e "$set.csv" ] || continue
        sets=$((sets + 1))
        list="$list$(means "$set" "$1" | awk -v set="$set" -v sign="$3" '
            $1 == "epiout-tuned" { mine = sign * $2; error = $3; has = 1 }
            $1 != "epiout-tuned" && (!n++ || sign * $2 > top) { top = sign * $2; name = $1; other = $3 }
            END {
                allowed = error > other ? error : other
                sub("-tuned", "", name)
                if (has && n && mine < top - allowed - 1e-9)
                    printf " %s (%.4g, %s %.4g);", set, sign * mine, name, sign * top
            }')"
    done
    if [ -n "$list" ]; then
        echo "By $2 EpiOut is not the best on${list%;}."
    elif [ $sets -gt 0 ]; then
        echo "By $2 EpiOut is the best on each set that has one, or within a standard error of it."
    fi
}

losses msll 'calibrated MSLL' -1
losses auroc AUROC 1
