#!/bin/bash
# Columns as real data have them: constant ones, inputs that shall not count, numbers that single
# precision cannot tell apart. None may spoil what the other columns teach.
# shellcheck disable=SC2016 # awk programs
. tests/lib.sh
epitrain=$PWD/build/epitrain
cd "$work"

# x and z on a square with a hole in the middle, y a function of both, and a column that never changes
# and whose number no binary fraction equals.
awk 'BEGIN {
    print "x,z,y,still"; s = 7
    while (n < 300) {
        for (k = 0; k < 3; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
        x = 4 * u[0] - 2; z = 4 * u[1] - 2
        if (x * x + z * z < 1) continue
        printf "%.6f,%.6f,%.6f,6.993\n", x, z, sin(2 * x) + z / 2 + 0.05 * (u[2] - 0.5); n++
    }
}' >data.csv

# recipe COLUMNS [OTHER KEYS]
recipe() {
    printf 'epitrain: 1\nname: tiny\ndata: {train: %s, %s}\nnetwork: {trunk: [16], eta: [20, 20]}\n' \
        "${file:-data.csv}" "$1"
    printf 'fit: {epochs: 150, batch: 16, rate: 0.01}\nepistemic: {steps: 800, samples: 6000}\n%s\n' "${2:-}"
}

# train NAME COLUMNS [OTHER KEYS]: NAME.yaml and what was said, NAME.txt
train() {
    recipe "$2" "${3:-}" >"$1_recipe.yaml"
    "$epitrain" "$1_recipe.yaml" -o "$1.yaml" 2>"$1.txt" || { cat "$1.txt" && return 1; }
    cat "$1.txt"
}

# figure NAME PART OUTPUT WORD: the number behind the word in a line of the summary.
figure() {
    awk -v part="$2" -v output="$3" -v word="$4" '$1 == part && $2 == output {
        for (i = 3; i < NF; i++) if ($i == word) print $(i + 1) }' "$1.txt"
}

# at_most A B: numbers, both of them there.
at_most() {
    echo "$1 <= $2?"
    awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && b != "" && a + 0 <= b + 0) }'
}

constant_output() {
    train plain 'inputs: [x, z], outputs: [y]'
    train beside 'inputs: [x, z], outputs: [still, y]'
    at_most "$(figure beside validation y RMSE)" "$(awk -v r="$(figure plain validation y RMSE)" 'BEGIN { print 1.2 * r }')"
    at_most "$(figure beside validation still RMSE)" 1e-6
    [ "$(grep -c 'warning: ' beside.txt)" -eq 1 ] && grep -q 'output column "still" is 6.993 in every row' beside.txt
}

check "a constant output leaves the others as good" constant_output
finish
