#!/bin/bash
# flight_tables.sh NAME DIRECTORY: one of the tables of models/quadcopter/README.md, from the CSVs that flights.sh left in the
# directory: flights, flightbars, flightdrop, flightwrong or flighthard. Nothing without the CSVs of our field; of the authors' field a dash.
#
# Means and standard errors are over seeds. A ratio is that of two means; its error is that of the differences, seed by seed. A
# bar is met when the mean, moved by as many standard errors to its worse side as the bar says, meets it.
set -eu -o pipefail
shopt -s inherit_errexit
name=$1
cd "$2"

# A column of a selection's flights by seed: mm for lengths.
values() { # FILE SELECTION COLUMN
    [ ! -e "$1.csv" ] || awk -F , -v selection="$2" -v column="$3" '
        NR == 1 { for (i = 1; i <= NF; i++) if ($i == column) c = i }
        NR > 1 && $2 == selection { print $1, column ~ /_m$/ ? 1000 * $c : $c }' "$1.csv"
}

# "0.68 +- 0.04"; a dash without flights.
mean() { # FILE SELECTION COLUMN [FORMAT]
    values "$1" "$2" "$3" | awk -v format="${4:-%.2f +- %.2f}" '
        { n++; sum += $2; square += $2 * $2 }
        END {
            if (!n) { print "-"; exit }
            m = sum / n; v = n > 1 ? (square - n * m * m) / (n - 1) : 0
            printf format "\n", m, sqrt(v > 0 ? v / n : 0)
        }'
}

count() { mean "$1" "$2" points '%.0f'; } # FILE SELECTION

# A ratio with its error and the word of its bar.
ratio() { # FILE SELECTION OTHER_FILE OTHER COLUMN LIMIT ERRORS
    { values "$1" "$2" "$5"; echo; values "$3" "$4" "$5"; } | awk -v limit="$6" -v errors="$7" '
        !NF { second = 1; next }
        !second { a[$1] = $2; sum_a += $2 }
        second && $1 in a { b[$1] = $2; sum_b += $2; n++ }
        END {
            if (!n) { print "-"; exit }
            r = sum_a / sum_b
            for (s in b) { d = a[s] - r * b[s]; square += d * d }
            e = n > 1 ? sqrt(square / (n - 1) / n) / (sum_b / n) : 0
            text = sprintf("%.3f +- %.3f", r, e)
            print r + errors * e <= limit ? text ", met" : "**" text ", missed**"
        }'
}

largest() { # FILE SELECTION LIMIT
    values "$1" "$2" rmse_m | awk -v limit="$3" '
        NR == 1 || $2 > most { most = $2 }
        END { if (!NR) print "-"; else printf((most <= limit ? "%.2f, met\n" : "**%.2f, missed**\n"), most) }'
}

at_most() { # FILE SELECTION LIMIT
    mean "$1" "$2" rmse_m '%.4f %.4f' | awk -v limit="$3" '
        NF < 2 { print "-"; next }
        { text = sprintf("%.2f +- %.2f", $1, $2); print $1 + $2 <= limit ? text ", met" : "**" text ", missed**" }'
}

table_flights() {
    local selection title mark cells field
    echo "| points | our field: paper's law [mm] | with discount [mm] | points | authors' field: paper's law [mm] | with discount [mm] | points |"
    echo '|---|---|---|---|---|---|---|'
    while read -r selection title; do
        cells=''
        mark=''
        [ "$selection" != epiout ] || mark='**'
        for field in ours authors; do
            cells="$cells $mark$(mean $field-paper "$selection" rmse_m)$mark |"
            cells="$cells $mark$(mean $field-discount "$selection" rmse_m)$mark | $(count $field-paper "$selection") |"
        done
        echo "| $mark$title$mark |${cells//\*\*-\*\*/-}"
    done <<'END'
none no model
all all data
epiout EpiOut
threshold EpiOut, threshold
distance distance, 2 mm
gp gp
every every n-th
random random
first first
END
}

bar() { # WHAT COMMAND ARGUMENT... with FIELD for the field
    local what=$1 line
    shift
    line="| $what | $("${@//FIELD/ours}") |"
    echo "$line $("${@//FIELD/authors}") |"
}

table_flightbars() {
    echo "| bar, the default law (the paper's) | our field | authors' field |"
    echo '|---|---|---|'
    bar 'RMSE over that of all data, at most 1.10 by one error' ratio FIELD-paper epiout FIELD-paper all rmse_m 1.10 1
    bar 'points over all data, at most 0.30 by one error' ratio FIELD-paper epiout FIELD-paper all points 0.30 1
    bar 'RMSE over that of random, at most 0.80 by two errors' ratio FIELD-paper epiout FIELD-paper random rmse_m 0.80 2
    bar 'RMSE over that of every n-th, at most 0.90 by two errors' ratio FIELD-paper epiout FIELD-paper every rmse_m 0.90 2
    bar 'RMSE over that of the distance rule, at most 1.10 by one error' ratio FIELD-paper epiout FIELD-paper distance rmse_m 1.10 1
    echo "| RMSE in mm, on our field at most 0.85 by one error | $(at_most ours-paper epiout 0.85) | $(mean authors-paper epiout rmse_m) |"
    bar 'RMSE of the worst flight in mm, at most 1.5' largest FIELD-paper epiout 1.5
    bar 'RMSE with discount over without, at most 1.10 by one error' ratio FIELD-discount epiout FIELD-paper epiout rmse_m 1.10 1
}

# The paper's letter: a measurement that is not kept teaches nothing.
table_flightdrop() {
    echo "| what is not kept teaches nothing (\`--drop\`) | our field | authors' field |"
    echo '|---|---|---|'
    echo "| RMSE in mm | $(mean ours-drop epiout rmse_m) | $(mean authors-drop epiout rmse_m) |"
    bar 'RMSE over that of all data, at most 1.10 by one error' ratio FIELD-drop epiout FIELD-paper all rmse_m 1.10 1
    bar 'points over all data, at most 0.30 by one error' ratio FIELD-drop epiout FIELD-paper all points 0.30 1
    bar 'RMSE over that of random, at most 0.80 by two errors' ratio FIELD-drop epiout FIELD-drop random rmse_m 0.80 2
    bar 'RMSE over that of every n-th, at most 0.90 by two errors' ratio FIELD-drop epiout FIELD-drop every rmse_m 0.90 2
    bar 'RMSE over that of the distance rule (1.7 mm), at most 1.10 by one error' ratio FIELD-drop epiout FIELD-drop distance rmse_m 1.10 1
}

table_flightwrong() {
    local after=rmse_after_m
    echo "| RMSE from the change on [mm] | moved: paper's law | with discount | loaded: paper's law | with discount |"
    echo '|---|---|---|---|---|'
    echo "| EpiOut | $(mean moved-paper epiout $after) | $(mean moved-discount epiout $after) |" \
        "$(mean loaded-paper epiout $after) | $(mean loaded-discount epiout $after) |"
    echo "| EpiOut, nothing forgotten (\`--remember\`) | $(mean moved-remember-paper epiout $after) |" \
        "$(mean moved-remember-discount epiout $after) | $(mean loaded-remember-paper epiout $after) |" \
        "$(mean loaded-remember-discount epiout $after) |"
    echo "| all data, nothing forgotten | $(mean moved-remember-paper all $after) | | $(mean loaded-remember-paper all $after) | |"
}

table_flighthard() {
    local file what selection cells
    echo '| | EpiOut | random | every n-th | all data | EpiOut over random | EpiOut over all data |'
    echo '|---|---|---|---|---|---|---|'
    while read -r file what; do
        cells=''
        for selection in epiout random every all; do
            cells="$cells $(mean "$file" $selection rmse_m) |"
        done
        for selection in random all; do
            cells="$cells $(ratio "$file" epiout "$file" $selection rmse_m 1e9 0 | sed 's/, met$//') |"
        done
        echo "| $what ($(count "$file" epiout) points) |$cells"
    done <<'END'
few-paper 6 steps of training a measurement instead of 60
oldest-paper a store of 60 points; the oldest gives way
redundant-paper a store of 60 points; the older of the two closest gives way
END
}

[ -e ours-paper.csv ] || exit 0
case $name in
flights | flightbars | flightdrop | flightwrong | flighthard) "table_$name" ;;
*)
    echo "flight_tables.sh: $name, expected flights, flightbars, flightdrop, flightwrong or flighthard" >&2
    exit 2
    ;;
esac
