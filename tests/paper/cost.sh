#!/bin/bash
# cost.sh DIRECTORY: what the emitted learners cost on a Cortex-M4F and what they are worth, into
# DIRECTORY/cost.csv and cost.md. Every row is about one model: its C is costed by epiwcet, and the same C,
# compiled for this machine, answers the test rows of real flights (crazyflie, every setting at its default,
# seed 1). So "GP, 200 points" has the figures of a process on 200 points.
#
# Without EPIGEN_DATA/crazyflie the set is split1d, drawn by models/synthetic.c. Compiling 100 samples takes
# minutes of one core.
#
# SAMPLES (100) and POINTS (200) may be lists; LEARNERS is all that can be emitted; BUILD (build) holds the
# programs.
set -eu -o pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
build=${BUILD:-build} work=$1 data=${EPIGEN_DATA:-}
mkdir -p "$work"

plain_recipe() { # SET
    sed -e '/^[a-z]*: *{/d' -e '/^  validation:/d' "models/$1/recipe.yaml"
}

if [ -n "$data" ] && [ -e "$data/crazyflie/train.csv" ]; then
    plain_recipe crazyflie >"$work/recipe.yaml"
    known=--unknown=$data/crazyflie/test_out_0.6.csv,$data/crazyflie/test_out_0.5.csv
else
    plain_recipe split1d >"$work/recipe.yaml"
    ${CC:-gcc} -std=c11 -O2 -Igen models/synthetic.c -o "$work/synthetic" -lm
    "$work/synthetic" split1d train 1 >"$work/train.csv"
    "$work/synthetic" split1d test 1 >"$work/test.csv"
    known=--known=0.1
fi
# EpiOut of the very size of Dropout's network, 2 x 50, with eta as one more output of it.
sed -e 's/^name:.*/name: head/' "$work/recipe.yaml" >"$work/head.yaml"
cat >>"$work/head.yaml" <<'END'
network: {trunk: [50, 50], eta: [], eta_from: trunk}
epistemic: {teacher: samples}
END
"$build/epicompare" "$work/head.yaml" --cost --learners=epiout "$known" --csv="$work/head.csv" --markdown="$work/head.md"
"$build/epicompare" "$work/recipe.yaml" --cost --samples="${SAMPLES:-100}" --points="${POINTS:-200}" \
    --learners="${LEARNERS:-epiout,epiout-paper,gp,bnn,dropout,ensemble}" "$known" \
    --csv="$work/default.csv" --markdown="$work/default.md"
{
    cat "$work/default.csv"
    tail -n +2 "$work/head.csv"
} >"$work/cost.csv"
cat "$work/default.md" "$work/head.md" >"$work/cost.md"
