#!/bin/bash
# The bars of the comparison, from what paper.sh left in build/paper/ and two short measurements of
# its own: prints each bar with its figure and PASS or FAIL, here and on the page; exit status 1 if one
# fails. Cases whose data are not there are skipped by name.
#
#   tests/paper/bars.sh
set -eu -o pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
work=$build/paper
failed=0

verdict() { # WHAT FIGURE GOOD(1 or 0)
    local word=PASS
    [ "$3" = 1 ] || { word=FAIL && failed=1; }
    printf '%-52s %-58s %s\n' "$1" "$2" "$word" | tee -a "$work/bars.txt"
}

# "mean error" of a measure of a learner over the seeds
figure() { # SET LEARNER MEASURE
    awk -F , -v learner="$2" -v measure="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == measure) c = i }
        NR > 1 && $3 == learner && $c != "" { n++; sum += $c; squares += $c * $c }
        END {
            if (!n) exit
            variance = n > 1 ? (squares - sum * sum / n) / (n - 1) : 0
            printf "%.12g %.12g\n", sum / n, sqrt(variance > 0 ? variance / n : 0)
        }' "$work/$1.csv"
}

present() {
    if [ ! -e "$work/$1.csv" ]; then
        echo "$1: skipped, not in $work"
        return 1
    fi
}

# Best of the networks, or within a standard error of the best of all.
auroc() { # SET
    local learner line
    present "$1" || return 0
    line=$(for learner in epiout gp bnn dropout ensemble laplace knn mahalanobis; do
        figure "$1" "$learner" auroc | sed "s/^/$learner /"
    done | awk '
        $1 == "epiout" { own = $2; error = $3 }
        $1 != "epiout" && $2 > best { best = $2; name = $1; other = $3 }
        $1 ~ /bnn|dropout|ensemble|laplace/ && $2 > network { network = $2; which = $1 }
        END {
            allowed = error > other ? error : other
            good = own >= network || own >= best - allowed - 1e-9 # figures have nine digits
            printf "%d EpiOut %.4f+-%.4f, %s %.4f, best %s %.4f+-%.4f", good, own, error, which, network, name, best, other
        }')
    verdict "$1 AUROC: first of the networks, or near the best" "${line#* }" "${line%% *}"
}

msll() { # SET PUBLISHED
    local value error figures
    present "$1" || return 0
    figures=$(figure "$1" epiout msll)
    read -r value error <<<"$figures"
    verdict "$1 MSLL of EpiOut below the paper's $2" "$(printf '%.4g+-%.2g' "$value" "$error")" \
        "$(awk -v a="$value" -v b="$2" 'BEGIN { print (a < b) }')"
}

better_than_sampled() {
    local set own other count=0 sets=0 list=
    for set in split1d gaussian2d sarcos centre1d square2d pmsm; do
        [ -e "$work/$set.csv" ] || continue
        sets=$((sets + 1))
        own=$(figure "$set" epiout msll | cut -d ' ' -f 1)
        other=$(for l in bnn dropout; do figure "$set" $l msll; done | awk 'NR == 1 || $1 < least { least = $1 } END { print least }')
        if awk -v a="$own" -v b="$other" 'BEGIN { exit !(a < b) }'; then
            count=$((count + 1))
            list="$list $set"
        fi
    done
    verdict "MSLL of EpiOut below BNN's and Dropout's, 4 sets" "$count of $sets:$list" "$((count >= 4))"
}

most() { # SET LEARNER MEASURE LIMIT
    local value error figures
    present "$1" || return 0
    figures=$(figure "$1" "$2" "$3")
    read -r value error <<<"$figures"
    verdict "$1 $3 of $2 at most $4" "$(printf '%.4g+-%.2g' "$value" "$error")" \
        "$(awk -v a="$value" -v b="$4" 'BEGIN { print (a <= b) }')"
}

# One thread, nothing else running here: how often the time of EpiOut fits into that of the others.
# Weights do not matter to the time, so training is short.
speed() {
    local learner other line
    mkdir -p "$work/speed"
    awk 'BEGIN { srand(1); for (i = 0; i < 400; i++) { for (j = 0; j < 21; j++) printf "%.5f,", 2 * rand() - 1
        printf "%.5f\n", rand() } }' >"$work/speed/rows.csv"
    cat >"$work/speed/recipe.yaml" <<'END'
epitrain: 1
name: speed
data: {train: rows.csv, test: 0.2, outputs: [22],
       inputs: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]}
fit: {epochs: 1}
epistemic: {teacher: samples, steps: 1}
END
    "$build/epicompare" "$work/speed/recipe.yaml" --learners=epiout,epiout-paper,bnn,dropout --threads=1 --seeds=3 \
        --csv="$work/speed/speed.csv" >/dev/null
    for learner in epiout-paper epiout; do
        for other in dropout bnn; do
            line=$(awk -F , -v own=$learner -v other=$other '
                NR == 1 { for (i = 1; i <= NF; i++) if ($i == "predict_us") c = i }
                NR > 1 && (!($3 in least) || $c < least[$3]) { least[$3] = $c }
                END {
                    good = least[other] >= 20 * least[own]
                    printf "%d %.1f times, %.3f against %.2f us", good, least[other] / least[own], least[own], least[other]
                }' "$work/speed/speed.csv")
            verdict "one prediction of $learner 20 times faster than $other" "${line#* }" "${line%% *}"
        done
    done
}

# The emitted C: whatever EpiOut, Dropout is 2 x 50 units with 100 samples, its first layer once for all.
cycles() { # SET LEARNER WHAT [info]
    local line
    line=$(awk -F , -v set="$1" -v learner="$2" '
        $1 == set && $2 == learner { own = $6; shape = $4 }
        $2 == "dropout" && $3 == 100 { other = $6; others = $4 }
        END { if (own && other) printf "%d 1/%.1f, %d (%s) against %d (%s)", 50 * own <= other, other / own, own,
            shape, other, others }' "$work/cost/cost.csv")
    case ${4:-bar} in
    bar) verdict "cycles of $3 at most 1/50 of Dropout's" "${line#* }" "${line%% *}" ;;
    *) printf '%-52s %s\n' "cycles of $3, not a bar" "${line#* }" | tee -a "$work/bars.txt" ;;
    esac
}

cholesky() {
    local line
    ${CC:-gcc} -std=c11 -D_XOPEN_SOURCE=700 -O2 -Igen -Itrain tests/paper/cholesky.c -Wl,--start-group "$build"/lib/*.a \
        -Wl,--end-group -llapacke -lopenblas -llbfgs -lm -pthread -o "$work/cholesky"
    line=$("$work/cholesky")
    verdict "Cholesky of 4,000 points at most 1.3 times LAPACK" "${line#* }" "${line%% *}"
}

[ -d "$work" ] || { echo "bars.sh: no $work, expected it from make paper" >&2 && exit 1; }
: >"$work/bars.txt"
for set in split1d centre1d gaussian2d square2d crazyflie; do
    auroc $set
done
msll split1d -0.08
msll gaussian2d -76.7
msll sarcos -1.74
msll centre1d -0.01
msll square2d 2.34
msll pmsm 4.36
better_than_sampled
most sarcos gp msll -1.88
most pmsm gp smse 0.035
speed
if [ -e "$work/cost/cost.csv" ]; then
    cycles head epiout "EpiOut, eta on 2 x 50"
    cycles branch epiout-paper "EpiOut, paper's letter" info # its eta branch is as large as the network
    cycles branch epiout "EpiOut, default eta"
else
    echo "cost: skipped, not in $work"
fi
cholesky
seconds=$(cat "$work"/*.seconds | awk '{ s += $1 } END { print s }')
verdict "make paper within 60 minutes" "$seconds s" "$((seconds <= 3600))"
tests/paper/page.sh "$work" >"$work/paper.md.new"
mv "$work/paper.md.new" "$work/paper.md"
exit $failed
