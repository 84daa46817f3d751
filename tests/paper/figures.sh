#!/bin/bash
# figures.sh [--write]: whether the tables of the pages are those of the runs in build/paper/ (make paper, make fly-figures).
# A table, or the sentences of losses.sh, that is made here stands in its page between
#
#   <!-- figures NAME: made by figures.sh from what -->
#   <!-- end of figures -->
#
# and NAME is one of those in table_make below. Each is made again and compared: texts must be the same,
# numbers within one in a hundred or 0.002, which is rounding and other versions of a compiler. --write puts the
# new tables into the pages instead. A table whose run is not there is skipped by name. Exit status 1 if one
# differs.
#
# BUILD (build) holds the runs, PAGES names other pages.
set -eu -o pipefail
shopt -s inherit_errexit
cd "$(dirname "$0")/../.."
work=${BUILD:-build}/paper
read -r -a pages <<<"${PAGES:-README.md train/README.md train/compare/README.md models/quadcopter/README.md}"
bad=0

thousands() { sed -E ':a; s/^([0-9]+)([0-9]{3})/\1,\2/; ta'; }

# Every row is about one model: its C is costed, and the same C answers the test rows.
table_cost() {
    local set learner size cycles flash rmse raw msll auroc _shape _terms _stack
    [ -e "$work/cost/cost.csv" ] || return 0
    echo "| $(sed -n '2s/,.*//p' "$work/cost/cost.csv"), as C on a Cortex-M4F | RMSE | MSLL raw | MSLL | AUROC | cycles | flash, bytes |"
    echo '|---|---|---|---|---|---|---|'
    while IFS=, read -r set learner size _shape _terms cycles flash _stack rmse raw msll auroc; do
        [ "$set" != head ] || continue
        case $learner in
        epiout) learner='EpiOut by default' ;;
        epiout-paper) learner="EpiOut, paper's letter" ;;
        gp) learner="GP, $size points" ;;
        bnn) learner="Bayesian network, $size samples" ;;
        dropout) learner="Dropout, $size samples" ;;
        ensemble) learner='ensemble of 5' ;;
        esac
        echo "| $learner | $rmse | $raw | $msll | $auroc | $(echo "$cycles" | thousands) | $(echo "$flash" | thousands) |"
    done < <(tail -n +2 "$work/cost/cost.csv")
}

# One measure, each learner at its best, on the sets that have it.
measure_table() { # MEASURE
    local set learner value cells
    echo '| | seeds | EpiOut by default | EpiOut | GP | BNN | Dropout | ensemble | 5-NN |'
    echo '|---|---|---|---|---|---|---|---|---|'
    for set in crazyflie gaussian2d split1d pmsm-unseen centre1d square2d sarcos pmsm; do
        [ -e "$work/$set.csv" ] || continue
        cells=''
        for learner in epiout epiout-tuned gp-tuned bnn-tuned dropout-tuned ensemble-tuned knn; do
            value=$(awk -F , -v learner="$learner" -v measure="$1" -f tests/paper/figures.awk "$work/$set.csv" |
                awk '{ if ($3 > 1) printf "%.3f +- %.3f", $1, $2; else printf "%.3f", $1 }')
            cells="$cells ${value:--} |"
        done
        case $cells in
        *[0-9]*) echo "| $set | $(awk -F , 'NR > 1 && $4 > n { n = $4 } END { print n }' "$work/$set.csv") |$cells" ;;
        esac
    done
}

table_make() { # NAME
    case $1 in
    cost) table_cost ;;
    auroc | msll) measure_table "$1" ;;
    flight*) [ ! -d "$work/flights" ] || tests/paper/flight_tables.sh "$1" "$work/flights" ;;
    losses) [ ! -d "$work" ] || tests/paper/losses.sh "$work" ;;
    *)
        echo "figures.sh: no table $1" >&2
        return 1
        ;;
    esac
}

# Whether two tables are the same but for rounding.
same() { # FILE FILE
    paste "$1" "$2" | awk -F '\t' '
        function number(t) { gsub(/[(),;]/, "", t); sub(/\.$/, "", t); return t }
        function away(a, b) { return a > b ? a - b : b - a }
        {
            n = split($1, a, " "); m = split($2, b, " ")
            if (n != m) bad = 1
            for (i = 1; i <= n && !bad; i++) {
                x = number(a[i]); y = number(b[i])
                if (x ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/ && y ~ /^-?[0-9.]+(e[-+]?[0-9]+)?$/) {
                    size = x < 0 ? -x : x + 0
                    if (away(x + 0, y + 0) > 0.01 * size + 0.002) bad = 1
                } else if (a[i] != b[i]) bad = 1
            }
        }
        END { exit bad }'
}

# Whether something was made: sentences, or a table with a row below its head.
is_made() { # NAME FILE
    local head=2
    [ "$1" != losses ] || head=0
    awk -v head="$head" 'END { exit !(NR > head) }' "$2"
}

scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

check_page() { # PAGE WRITE
    local page=$1 name names
    names=$(sed -n 's/^<!-- figures \([a-z]*\):.*/\1/p' "$page")
    for name in $names; do
        table_make "$name" >"$scratch/new"
        if ! is_made "$name" "$scratch/new"; then
            echo "$page: table $name skipped, its run is not in $work"
            continue
        fi
        awk -v name="$name" '$0 ~ "^<!-- figures " name ":" { on = 1; next } /^<!-- end of figures -->/ { on = 0 } on' \
            "$page" >"$scratch/old"
        if [ "$2" = write ]; then
            awk -v name="$name" -v new="$scratch/new" '
                /^<!-- end of figures -->/ { on = 0 }
                !on { print }
                $0 ~ "^<!-- figures " name ":" { on = 1; while ((getline line <new) > 0) print line }' "$page" >"$scratch/page"
            cp "$scratch/page" "$page"
        elif same "$scratch/old" "$scratch/new"; then
            echo "$page: table $name is that of the runs"
        else
            echo "$page: table $name differs from the runs in $work; those give (figures.sh --write puts it there):" >&2
            cat "$scratch/new" >&2
            bad=1
        fi
    done
}

mode=check
case ${1:-} in
--write) mode='write' ;;
'') ;;
*)
    echo "figures.sh: $1, expected --write or nothing" >&2
    exit 2
    ;;
esac
for page in "${pages[@]}"; do
    check_page "$page" $mode
done
exit $bad
