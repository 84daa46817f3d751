#!/bin/bash
# Columns as real data have them: constant ones, inputs that shall not count, numbers that single
# precision cannot tell apart. None may spoil what the other columns teach.
# shellcheck disable=SC2016 # awk programs
. tests/scripts/lib.sh
top=$PWD
epitrain=$PWD/build/epitrain
cd "$work"

# x and z on a square with a hole in the middle, y a function of both, and a column that never changes
# and whose number no binary fraction equals.
awk 'BEGIN {
    print "x,z,y,still"; s = 7
    while (n < 900) {
        for (k = 0; k < 3; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
        x = 4 * u[0] - 2; z = 4 * u[1] - 2
        if (x * x + z * z < 1.7) continue
        printf "%.6f,%.6f,%.6f,6.993\n", x, z, sin(2 * x) + z / 2 + 0.05 * (u[2] - 0.5); n++
    }
}' >data.csv

# recipe COLUMNS [OTHER KEYS]. The teacher is what the default comes to without its judge, which trains dozens of networks; the judge
# has a check of its own below.
recipe() {
    printf 'epitrain: 1\nname: tiny\ndata: {train: %s, %s}\nnetwork: {trunk: [16], eta: [20, 20]}\n' \
        "${file:-data.csv}" "$1"
    printf 'fit: {epochs: 50, batch: 16, rate: 0.01}\nepistemic: {teacher: %s, steps: 1500, samples: 20000}\n%s\n' \
        "${teacher:-blend}" "${2:-}"
}

# train NAME COLUMNS [OTHER KEYS]: NAME.yaml and what was said, NAME.txt
train() {
    recipe "$2" "${3:-}" >"$1_recipe.yaml"
    "$epitrain" "$1_recipe.yaml" -o "$1.yaml" 2>"$1.txt" || { cat "$1.txt"; return 1; }
    cat "$1.txt"
}

# figure NAME PART OUTPUT WORD: the number behind the word in a line of the summary.
figure() {
    awk -v part="$2" -v output="$3" -v word="$4" '$1 == part && $2 == output ":" {
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
    at_most "$(figure beside validation y error)" "$(figure plain validation y error | awk '{ print 1.2 * $1 }')"
    at_most "$(figure beside validation still error)" 1e-6
    prints 1 grep -c 'warning: ' beside.txt
    grep -q 'output column "still" is 6.993 in every row' beside.txt
}

# separation NAME ARGUMENT...: of points well inside the hole of the data and of points among the data, how
# many the C code takes for unknown, in percent. ARGUMENT: the inputs behind x and z.
separation() {
    local name=$1
    shift
    (cd "$top" && build/epigen "$work/$name.yaml" -o "$work/$name")
    cat >"$name/ask.c" <<'END'
#include "tiny.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv)
{
    int hole = 0, among = 0;
    for (int i = 0; i < 200; i++) {
        double turn = 2.399963 * i, r = i % 2 == 0 ? 0.5 * i / 200 : 1.5 + 0.4 * i / 200;
        float x[TINY_N_IN] = {(float)(r * cos(turn)), (float)(r * sin(turn))};
        for (int k = 1; k < argc; k++)
            x[1 + k] = strtof(argv[k], NULL);
        tiny_result_t result;
        tiny_infer(x, &result);
        hole += i % 2 == 0 && result.eta > 0.5F;
        among += i % 2 == 1 && result.eta > 0.5F;
    }
    printf("%d %d\n", hole, among);
    return 0;
}
END
    cc -std=c99 -O2 -ffp-contract=off "$name/ask.c" "$name/tiny.c" -lm -o "$name/ask"
    "$name/ask" "$@"
}

# separates HOLE AMONG
separates() {
    echo "unknown in the hole: $1 %, among the data: $2 %"
    [ "$1" -ge 90 ] && [ "$2" -le 20 ]
}

constant_input() {
    train plain 'inputs: [x, z], outputs: [y]'
    # shellcheck disable=SC2046
    separates $(separation plain)
    train with 'inputs: [x, z, still], outputs: [y]'
    # shellcheck disable=SC2046
    separates $(separation with 6.993)
    # Beyond the one number that it was, all is unknown.
    prints '100 100' separation with 7.1
    grep 'name: still' with.yaml | grep 'scale: 1}'
}

# z does not count: what is known is what is known of x, and eta does not change with z.
weightless_input() { # [SHARE PRUNED [INPUT]]: one more input, with its number in data.csv
    local low high
    train weightless "inputs: [x, z${2:+, $2}], outputs: [y]" "distance: {z: {weight: 0}}
prune: {sparsity: 0, eta: ${1:-0}}"
    separation weightless ${2:+6.993}
    low=$(sed -i 's/r \* sin(turn)/-1.9/' weightless/ask.c && ask_again ${2:+6.993})
    high=$(sed -i 's/(float)(-1.9)/(float)(1.7)/' weightless/ask.c && ask_again ${2:+6.993})
    [ "$low" = "$high" ]
}

ask_again() {
    sed -i 's|hole += .*|printf("%a ", (double)result.eta);|' weightless/ask.c
    cc -std=c99 -O2 -ffp-contract=off weightless/ask.c weightless/tiny.c -lm -o weightless/ask
    weightless/ask "$@"
}

# The default teacher, on the first 200 rows: regions are left out along inputs that vary and count, and only there.
judged() {
    local file=few.csv teacher=auto
    head -n 201 data.csv >few.csv
    weightless_input 0 still
    grep 'left out [0-9]* regions of 180 rows' weightless.txt
    lacks -E 'worst: .*\<(z|still)\>' weightless.txt
}

nothing_counts() {
    recipe 'inputs: [still], outputs: [y]' >nothing.yaml
    exits_with 1 'nothing.yaml:3: no input varies and counts in the distance' "$epitrain" nothing.yaml
}

# Seconds since 1970: the C code is given a float, in which 128 seconds are one number.
large_numbers() {
    awk -F, -v OFS=, 'NR == 1 { print "t", $0 } NR > 1 { print 1700000000 + NR, $0 }' data.csv >times.csv
    local file=times.csv
    train times 'inputs: [t, x, z], outputs: [y]'
    grep -q 'times.csv: warning: differences in t are lost in single precision' times.txt
    # What the training rows were given is what the C code is given: the fit holds there.
    at_most "$(figure times validation y error)" 0.2
    refuted grep 'lost in single' plain.txt
}

# The domain of the square is a tenth wider on both sides, and the hole is a quarter of it: eta is known to be
# above 0.5 on some of it and below on some.
domain_is_reported() {
    grep 'uniform random points of the domain: 10000, of these eta > 0.5: ' plain.txt
    at_most 20 "$(awk '/uniform random points/ { print $(NF - 1) }' plain.txt)"
    at_most "$(awk '/uniform random points/ { print $(NF - 1) }' plain.txt)" 60
}

check "a constant input leaves eta as good" constant_input
check "an input of weight 0 does not count" weightless_input
check "also when eta is pruned" weightless_input 0.5
check "the judge of eta: a constant input and one of weight 0" judged
check "no input that counts" nothing_counts
check "a constant output leaves the others as good" constant_output
check "numbers that single precision cannot tell apart" large_numbers
check "the share of the domain that is unknown" domain_is_reported
finish
