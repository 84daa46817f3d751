#!/bin/bash
# What epitrain warns about, and what it refuses before it trains: every doubt has a case that
# raises it, and the plain case raises none.
# shellcheck disable=SC2016 # awk programs
# verifies: REQ-ETA-SHOWN
# supports: AOU-13
. tests/scripts/lib.sh
epitrain=$PWD/build/epitrain
cd "$work"

# Three columns: x and z from a small generator of its own, y a function of x.
awk 'BEGIN {
    print "x,z,y"; s = 7
    for (i = 0; i < 120; i++) {
        for (k = 0; k < 2; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
        printf "%.6f,%.6f,%.6f\n", 4 * u[0] - 2, u[1], 3 * u[0]
    }
}' >data.csv

columns='inputs: [x], outputs: [y]'
network='network: {trunk: [8], eta: [12, 12]}'
steps='fit: {epochs: 40, batch: 16, rate: 0.02}
epistemic: {teacher: samples, spread: fixed, size: 4, steps: 400, batch: 32}'

# recipe [DATA KEYS [OTHER KEYS]]: few weights, few steps.
recipe() {
    local others=${2:-$network
$steps}
    case $others in
    *epistemic:* | *preset:*) ;;
    *) others="$others
epistemic: {teacher: samples}" ;;
    esac
    printf 'epitrain: 1\nname: tiny\ndata: {train: "%s", %s}\n%s\n' "${file:-data.csv}" "${1:-$columns}" "$others"
}

# What recipe.yaml gives: spec.yaml, and its words in `said`.
trained_here() {
    rm -f spec.yaml
    "$epitrain" recipe.yaml -o spec.yaml 2>said || { cat said; return 1; }
    cat said
    [ -s spec.yaml ]
}

# says WORDS [RECIPE'S ARGUMENTS]: trains, with one warning, which has these words.
says() {
    local words=$1
    shift
    recipe "$@" >recipe.yaml
    trained_here
    prints "${warnings:-1}" grep -c 'warning: ' said
    grep -q -- "warning: $words" said
}

# The same, beside another warning.
says_too() {
    local warnings=2
    says "$@"
}

says_nothing() {
    recipe >recipe.yaml
    trained_here
    lacks 'warning: ' said
    grep -q '^training   y: error .*; eta calls .* unknown' said
}

# refuses WORDS ARGUMENT...: exit status 1 with these words, and no figure: nothing was trained.
refuses() {
    local words=$1 before after status=0
    shift
    before=$(find . -type f ! -name said -exec cksum {} + | sort)
    "$epitrain" "$@" >said 2>&1 </dev/null || status=$?
    cat said
    after=$(find . -type f ! -name said -exec cksum {} + | sort)
    [ "$status" -eq 1 ]
    grep -q -- "$words" said
    lacks RMSE said
    [ "$before" = "$after" ]
}

with_data() {
    file=other.csv
    awk -F, -v OFS=, "$1" data.csv >other.csv
    shift
    "$@"
}

says_nothing_of() {
    recipe "$@" >recipe.yaml
    trained_here
    refuted grep 'stands for a missing one' said
}

# No left-out region would show what such a value hides from eta.
strict_refuses() {
    recipe 'inputs: [x, z], outputs: [y]' "$network
fit: {epochs: 1}
epistemic: {teacher: auto}" >recipe.yaml
    rm -f spec.yaml
    exits_with 1 'recipe.yaml: an input has values that stand for a missing one, and --strict asks' "$epitrain" --strict recipe.yaml -o spec.yaml
    [ ! -e spec.yaml ]
}

check "nothing to say about a plain case" says_nothing
check "a value that stands for a missing one" with_data 'NR == 50 { $2 = -9999 } 1' says 'z goes from -9999 to 0.9[0-9]*, with no row from -9999 to 0.0[0-9]*, but 50 % of them from 0.2' \
    'inputs: [x, z], outputs: [y]'
check "a sixth of the rows has such a value" with_data 'NR % 6 == 5 { $2 = 9999 } 1' says 'z goes from 0.0[0-9]* to 9999, with no row from' \
    'inputs: [x, z], outputs: [y]'
check "two regimes have none" with_data 'NR % 5 == 0 { $2 = 1000 + $2 } 1' says_nothing_of 'inputs: [x, z], outputs: [y]'
check "a long tail has none" with_data 'NR > 1 { $2 = exp(14 * $2) } 1' says_nothing_of 'inputs: [x, z], outputs: [y]'
check "--strict takes no such value" with_data 'NR == 50 { $2 = -9999 } 1' strict_refuses
check "the same, where the recipe bounds that input" with_data 'NR == 50 { $2 = -9999 } 1' says '1 of 108 training rows are outside the domain of z' \
    'inputs: [x, z], outputs: [y]' "$network
domain: {z: [0, 1]}
$steps"
check "a constant input" with_data 'NR > 1 { $2 = 5 } 1' says 'input column "z" is 5 in every row' 'inputs: [x, z], outputs: [y]'
check "a constant output" with_data 'NR > 1 { $3 = 5 } 1' \
    says 'output column "y" is 5 in every row' 'validation: 0, inputs: [x], outputs: [y]'
check "repeated inputs" with_data '{ print } NR == 9' says '1 of 121 rows repeats the inputs of an earlier row, which may be on the other side of the split'
check "an input that is an output" says 'column "y" is both an input and an output' 'inputs: [x, y], outputs: [y]'
check "fewer rows than weights" says '108 training rows are fewer than the 418 weights of mean and sigma' '' \
    "network: {trunk: [8], mean: [20], sigma: [20], eta: [12, 12]}
$steps"
check "fewer than 10 rows for each input" with_data 'NR < 21' \
    says_too '19 training rows for 2 inputs, expected 20 or more: the mean follows single rows, and eta' 'validation: 0, inputs: [x, z], outputs: [y]' "$network
$steps"
# Nothing in z says anything about noise that does not repeat.
check "a mean no better than a constant" with_data 'NR > 1 { $3 = (NR * 7919) % 101 } 1' \
    says_too 'y: RMSE .* on held-out rows, no better than the constant' 'validation: 0.3, inputs: [z], outputs: [y]' \
    "$network
${steps/epochs: 40/epochs: 1}"
# Outside its domain a model says eta = 1; the warning about that is the other one.
check "an eta that does not know the training rows" says_too 'eta calls .* % of the training rows unknown (0.5 or more)' '' \
    "$network
$steps
domain: {x: [-1, 1]}"
check "rows outside the domain" says '[1-9][0-9]* of 108 training rows are outside the domain of x, -1.95 to 2.5' '' \
    "$network
$steps
domain: {x: [-1.95, 2.5]}"

check "a constant input with a wide domain" with_data 'NR > 1 { $2 = 5 } 1' \
    says_too 'z is constant in the training rows: eta does not see it change within its domain, 0 to 9' 'inputs: [x, z], outputs: [y]' "$network
$steps
domain: {z: [0, 9]}"
check "a constant input that is -0" with_data 'NR > 1 { $2 = "-0.0" } 1' says 'input column "z" is 0 in every row' 'inputs: [x, z], outputs: [y]'

# A key that does nothing beside the others, with its line.
idle() {
    local what=$1 fit=$2 epistemic=$3 prune=$4 data=${5:-$columns}
    says "$what" "$data" "$network
fit: {epochs: 40, batch: 16, rate: 0.02$fit}
epistemic: {teacher: samples, steps: 400, batch: 32$epistemic}
prune: {sparsity: 0$prune}"
    grep -q '^epitrain: recipe.yaml:[3-7]: warning: ' said
}
file=data.csv
fixed=', spread: fixed, size: 4'
check "c without slopes" idle 'epistemic: c does nothing without "spread: gradient"' '' "$fixed, c: 0.1" ''
check "c_rows without slopes" idle 'epistemic: c_rows does nothing without "spread: gradient"' '' "$fixed, c_rows: 9" ''
check "least without slopes" idle 'epistemic: least does nothing without "spread: gradient"' '' "$fixed, least: 0.1" ''
check "most with a fixed size" idle 'epistemic: most does nothing with "spread: fixed"' '' "$fixed, most: 3" ''
check "size with slopes" idle 'epistemic: size does nothing with "spread: gradient"' '' ', spread: gradient, size: 3' ''
check "neighbours without neighbours" idle 'epistemic: neighbours does nothing without "spread: neighbour"' '' "$fixed, neighbours: 3" ''
check "eta_cost with samples" idle 'epistemic: eta_cost does nothing with "teacher: samples"' '' "$fixed, eta_cost: small" ''
check "guarantee with samples" idle 'epistemic: guarantee does nothing with "teacher: samples"' '' "$fixed, guarantee: yes" ''
check "notions with samples" idle 'epistemic: notions does nothing without "teacher: blend"' '' "$fixed, notions: [gp]" ''
check "false_alarms with samples" idle 'epistemic: false_alarms does nothing with "teacher: samples"' '' "$fixed, false_alarms: 0.1" ''
check "patience with nothing to wait for" idle 'fit: patience does nothing without validation rows' ', patience: 3' "$fixed" '' "validation: 0, $columns"
check "calibrate with nothing to do it by" idle 'fit: calibrate does nothing without validation rows' ', calibrate: yes' "$fixed" '' "validation: 0, $columns"
check "coverage with nothing to do it by" idle 'fit: coverage does nothing without validation rows' ', coverage: 0.9' "$fixed" '' "validation: 0, $columns"
check "effort without pruning" idle 'prune: effort does nothing without "sparsity" or "eta"' '' "$fixed" ', effort: 2'
check "by without pruning" idle 'prune: by does nothing without "sparsity" or "eta"' '' "$fixed" ', by: weights'
check "time beside groups" idle 'data: time does nothing with "group"' '' "$fixed" '' "group: z, time: x, $columns"
check "order beside groups" idle 'data: order does nothing with "group"' '' "$fixed" '' "group: z, order: time, $columns"
# Errors of which many are large: what to do is said to those who have not done it.
long_tails() {
    recipe "validation: 0.5, $columns" "$network
$steps" >recipe.yaml
    trained_here
    grep -q '^validation y: .* of the errors are beyond three sigma.*; what to do: "fit: {coverage: 0.95}"' said
    sed -i 's/^fit: {/&coverage: 0.9, /' recipe.yaml
    trained_here
    grep -q '^of rows like the held-out ones mean +- 1.645 sigma covers at least 90 %' said
    lacks 'what to do: "fit: {coverage' said
}
check "long tails" with_data 'NR % 25 == 9 { $3 += 40 } 1' long_tails
file=data.csv
check "no gate where its network cannot have one" \
    says 'eta is not guaranteed to be high far from all rows: that needs "eta_from: squares" and one or two hidden layers of eta' '' \
    "network: {trunk: [8], eta: [12], eta_from: inputs}
fit: {epochs: 40, batch: 16, rate: 0.02}
epistemic: {teacher: neighbours, steps: 400, batch: 32}"
check "few validation rows" says '2 validation rows choose the epoch, expected 5 or more, or none' 'validation: 0.02, inputs: [x], outputs: [y]'
check "one validation row" says '1 validation row chooses the epoch' 'validation: 0.001, inputs: [x], outputs: [y]'
check "a fit that went nowhere" says_too 'y: MSLL .* on training rows, worse than their mean and standard deviation alone' 'validation: 0, test: 0.3, inputs: [x], outputs: [y]' \
    "$network
${steps/rate: 0.02/rate: 1}"

# A log: rows that follow each other are nearly equal.
log='NR > 1 { x = sin(NR / 9); $1 = x; $2 = cos(NR / 7); $3 = 3 * x } 1'
silent() {
    recipe "$@" >recipe.yaml
    trained_here
    lacks 'warning: ' said
}
stretches() {
    silent "order: time, $columns"
    grep -q '12 stretches of consecutive rows, 20 rows of whole ones validate, 0 test; 4 rows, up to 1 on each side' said
}
check "a log that is split at random" with_data "$log" \
    says 'neighbouring rows are nearly equal (.* % of the mean squared .*: figures of rows held out at random are too good, expected "data: {order: time}", or "order: random"' ''
check "a log that the user calls random" with_data "$log" silent "order: random, $columns"
check "a log that is split by stretches" with_data "$log" stretches

file=data.csv
recipe >tiny.yaml
cp tiny.yaml recipe.yaml
printf '%s\n' 0 1 2 3 4 5 >rows.txt
recipe 'rows: {test: rows.txt}, inputs: [x], outputs: [y]' >listed.yaml
recipe 'test: other.csv, inputs: [x], outputs: [y]' >tested.yaml
ln data.csv linked.csv
mkdir folder
mkfifo pipe
check "the default output is the recipe" refuses 'tiny.yaml: is the recipe, expected another file' tiny.yaml
check "-o is the recipe by another name" refuses '/./recipe.yaml: is the recipe' recipe.yaml -o "$PWD/./recipe.yaml"
check "-o is the data" refuses 'data.csv: is the training data' recipe.yaml -o data.csv
check "-o is a link to the data" refuses 'linked.csv: is the training data' recipe.yaml -o linked.csv
check "-o is the test data" refuses 'other.csv: is the test data' tested.yaml -o other.csv
check "-o is the appended data" refuses 'other.csv: is the appended data' recipe.yaml --append=other.csv -o other.csv
check "-o is a list of rows" refuses 'rows.txt: is a list of rows' listed.yaml -o rows.txt
check "-o is a directory" refuses 'folder: is a directory, expected a file' recipe.yaml -o folder
check "-o is a pipe" refuses 'pipe: is no regular file, expected a file' recipe.yaml -o pipe
check "-o in no directory" refuses 'nowhere/out.yaml: No such file or directory' recipe.yaml -o nowhere/out.yaml

# names_are HEADER NAMES: what the C will call the inputs.
names_are() {
    sed "1s/.*/$1/" data.csv >named.csv
    file=named.csv recipe 'inputs: [1, 2], outputs: [-1]' >named.yaml
    "$epitrain" named.yaml -o spec.yaml
    grep 'name: .* min: ' spec.yaml
    sed -n 's/.*{name: \([a-zA-Z0-9_]*\), .*min: .*/\1/p' spec.yaml >names
    prints "$2" paste -s -d ' ' names
}
check "names as they are" names_are 'x,z,y' 'x z'
check "names made fit for C" names_are '"wind speed, (m\/s)",Drehzahl \/ min,y' 'wind_speed_m_s Drehzahl_min'
check "names that C cannot tell apart" names_are 'Speed,speed,y' 'x1 x2'
check "names that become one" names_are 'a b,a-b,y' 'x1 x2'
check "a name that is a word of C" names_are 'x,double,y' 'x1 x2'
check "a name with nothing in it for C" names_are 'x,°,y' 'x1 x2'

file=- recipe 'test: "-", inputs: [x], outputs: [y]' >twice.yaml
check "standard input twice" refuses 'standard input is named for 2 of recipe, data' twice.yaml -o out.yaml
finish
