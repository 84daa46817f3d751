#!/bin/bash
# Logs as they come: text columns, empty cells, decimal commas, a row of units and several files train without a change
# to the files, and give the same network as the plain file; every refusal names file, line, column and the key that helps.
# shellcheck disable=SC2016 # awk programs
# verifies: REQ-LOGS
. tests/scripts/lib.sh
epitrain=$PWD/build/epitrain
epigen=$PWD/build/epigen
cd "$work"

# Rows of v, alpha and drag from a small generator of its own.
generate() {
    awk -v count="$1" -v s="$2" 'BEGIN {
        for (i = 0; i < count; i++) {
            for (k = 0; k < 3; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
            printf "%.4f,%.4f,%.4f\n", 4 * u[0], u[1], 3 * u[0] * u[0] + u[1] + 0.1 * u[2]
        }
    }'
}

# recipe FILES [KEYS OF DATA]
recipe() {
    printf 'epitrain: 1\nname: wind\ndata: {train: %s, inputs: [v, alpha], outputs: [drag]%s}\n' "$1" "${2:+, $2}"
    printf 'network: {trunk: [6], eta: [6]}\nfit: {epochs: 20}\nepistemic: {teacher: samples, steps: 100}\n'
}

# trains NAME FILES [KEYS]: NAME.spec and what was said.
trains() {
    recipe "$2" "${3:-}" >"$1.yaml"
    "$epitrain" "$1.yaml" -o "$1.spec" 2>"$1.said" || { cat "$1.said"; return 1; }
}

# The network without units and provenance, which names the file by its checksum.
network_of() { sed '/^provenance:/,$d; s/ unit: [^,]*,//' "$1"; }

# same_as_plain NAME FILES [KEYS]
same_as_plain() {
    trains "$@"
    network_of plain.spec >plain.network
    network_of "$1.spec" >other.network
    diff plain.network other.network >"$work/diff"
}

# refused FILES WORDS [KEYS]
refused() {
    recipe "$1" "${3:-}" >refused.yaml
    rm -f refused.spec
    refuted "$epitrain" refused.yaml -o refused.spec 2>refused.said
    cat refused.said
    grep -qF -- "$2" refused.said
    [ ! -e refused.spec ]
}

generate 120 5 >rows
{ echo v,alpha,drag; cat rows; } >plain.csv
check "the plain file" trains plain plain.csv

awk -F, 'BEGIN { print "time,v,mode,alpha,drag,note" }
    { printf "2026-03-01 12:00:%02d,%s,HOLD ON,%s,%s,\"a, b\"\n", NR % 60, $1, $2, $3 }' rows >text.csv
check "text columns" same_as_plain text text.csv

awk -F, 'BEGIN { print "v,alpha,drag" } { print } NR % 20 == 0 { print ",1,2"; print "1,NaN,2"; print "3,4,-" }' rows >empty.csv
check "empty cells are refused" refused empty.csv \
    'empty.csv:22: column "v" of this row holds no number, and so do 18 of 138 rows in the columns that are used, expected numbers, or "data: {missing: drop}"'
check "empty cells are dropped" same_as_plain dropped empty.csv 'missing: drop'
check "the count of dropped rows is said" grep -qF 'empty.csv: 18 of 138 rows are left out' dropped.said

{ echo 'v;alpha;drag'; tr ',.' ';,' <rows; } >comma.csv
check "decimal commas" same_as_plain comma comma.csv
check "decimal commas are said" grep -qF 'comma.csv: numbers with a decimal comma' comma.said
check "decimal commas that are asked for" same_as_plain asked comma.csv "decimal: ','"
check "decimal points that are asked for" refused comma.csv 'comma.csv:2: column "v" of this row is' "decimal: '.'"

{ printf 'v,alpha,drag\nm/s,°,N\n'; cat rows; } >units.csv
check "a row of units" same_as_plain units units.csv
units_are_in_the_spec() {
    grep -q 'name: v, unit: m/s,' units.spec
    grep -q 'name: alpha, unit: "°",' units.spec
}
check "units of the row are in the spec" units_are_in_the_spec
units_of_the_recipe_go_first() {
    trains given units.csv 'units: {v: µm/s}'
    grep -q 'name: v, unit: "µm/s",' given.spec
    LC_ALL=C "$epigen" given.spec -o given
    grep -q 'v \[um/s\]' given/wind.h
    grep -q 'alpha \[deg\]' given/wind.h
    LC_ALL=C lacks '[^ -~[:space:]]' given/*
}
check "units of the recipe go first, and C is ASCII" units_of_the_recipe_go_first

sed 's/^\([^,]*\),/"\1",/; s/$/,/' rows >quoted.rows
{ printf 'v,alpha,drag,\r\n'; sed '3s/^/# a comment\n\n/; 5s/$/\r/; 7s/$/\r/' quoted.rows; } >quoted.csv
check "quoted numbers, trailing separators, mixed line ends, comments" same_as_plain quoted quoted.csv

{ echo v,alpha,drag; head -60 rows; } >a.csv
{ echo drag,alpha,v; tail -60 rows | awk -F, '{ print $3 "," $2 "," $1 }'; } | gzip >b.csv.gz
check "several files, columns by name" same_as_plain several '[a.csv, b.csv.gz]' 'order: random'
check "a pattern" same_as_plain pattern '"[ab].csv*"' 'order: random'
files_are_groups() {
    trains grouped '[a.csv, b.csv.gz]'
    grep -qF 'a.csv and 1 more: 2 files, each a group, 60 rows of whole ones validate' grouped.said
}
check "each file is a group" files_are_groups
{ echo v,alpha,force; head -3 rows; } >other.csv
check "another header" refused '[a.csv, other.csv]' 'other.csv:1: no column "drag", expected the same header as in a.csv'

{ printf 'v,alpha,drag\nm/s,rad,N\n'; head -60 rows; } >first.csv
{ printf 'v,alpha,drag\nkm/h,rad,N\n'; tail -60 rows; } >second.csv
check "two rows of units" refused '[first.csv, second.csv]' 'second.csv:2: the unit of column "v" is "km/h", in first.csv it is "m/s"' \
    'order: random'
check "two rows of units, one in the file that validates" refused first.csv 'second.csv:2: the unit of column "v" is "km/h"' \
    'validation: second.csv'
check "two units that mean the same" same_as_plain same '[first.csv, second.csv]' 'order: random, units: {v: m/s}'

awk -F, 'BEGIN { print "v,alpha,drag,flight" } { print $0 ",flight " int((NR - 1) / 12) }' rows >flights.csv
groups_by_name() {
    trains flights flights.csv 'group: flight'
    grep -qF 'flights.csv: 10 groups, 12 rows of whole ones validate' flights.said
}
check "groups by name" groups_by_name
# Rows of one group are alike: a threshold that one group set may not hold for the next. Groups that train take turns.
threshold_names_its_groups() {
    recipe flights.csv 'group: flight' | sed 's/teacher: samples/teacher: neighbours/' >threshold.yaml
    "$epitrain" threshold.yaml -o threshold.spec 2>threshold.said
    grep -qF ' (rests on 120 of them, each put to a network that was trained without it, in 10 of the groups: others may have more)' threshold.said
    grep -q '^  eta_calibrated_on_blocks: 10$' threshold.spec
    sed 's/flights.csv, /"[ab].csv*", /; s/, group: flight//' threshold.yaml >threshold_files.yaml
    "$epitrain" threshold_files.yaml -o threshold.spec 2>threshold.said
    grep -qF ', in 1 of the files: others may have more)' threshold.said
}
check "the threshold says how many groups it rests on" threshold_names_its_groups

{ echo v,alpha,drag; echo 1,2,3; echo 1,inf,3; } >inf.csv
check "infinities are refused" refused inf.csv \
    'inf.csv:3: column "alpha" of this row is "inf": expected a finite number; infinities are refused whatever "missing"' 'missing: drop'
check "text in a used column" refused text.csv 'no column "mode_"' 'group: mode_'
{ echo v,alpha,drag; echo 1,2,3; echo 1,ok,3; } >word.csv
check "a word in a used column" refused word.csv \
    'word.csv:3: column "alpha" of this row is "ok": expected a number; a column of text may stay where "inputs"'
finish
