#!/bin/bash
# epitrain as a user calls it: refused recipes, the way from a CSV to C that passes its self-test, the
# same bytes for any number of threads, exit statuses, nothing left behind.
# verifies: REQ-ETA-SHOWN
# supports: AOU-12
. tests/scripts/lib.sh
top=$PWD
epitrain=$PWD/build/epitrain
sanitized=$PWD/build/epitrain-sanitized
unset EPIGEN_DATA

refuses() {
    local name=$1 status=0
    "$sanitized" "$name.yaml" -o "$work/refused.yaml" >"$work/stdout" 2>"$work/stderr" || status=$?
    cat "$work/stderr"
    diff "$name.err" "$work/stderr" && [ "$status" -eq 1 ] && [ ! -e "$work/refused.yaml" ] &&
        [ ! -s "$work/stdout" ]
}

# Two inputs, two outputs, noise from a small generator of its own.
data_make() {
    awk 'BEGIN {
        print "left,right,sum,wave"; s = 1
        for (i = 0; i < 150; i++) {
            for (k = 0; k < 3; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
            a = 4 * u[0] - 2; b = 20 * u[1]
            printf "%.6f,%.6f,%.6f,%.6f\n", a, b, a + b, sin(2 * a) + 0.1 * (u[2] - 0.5)
        }
    }' >"$1"
}

# Data, network and few steps.
recipe_make() {
    cat <<'END'
epitrain: 1
name: tiny
data: {train: data.csv, validation: 0, inputs: [left, right], outputs: [sum, wave]}
network: {trunk: [12], mean: [6], sigma: [5], eta: [10, 10]}
fit: {epochs: 60, batch: 16, rate: 0.01}
epistemic: {teacher: samples, steps: 200, batch: 32}
END
}

spec_is() {
    "$@" -o "$work/again.yaml"
    specs_same "$work/again.yaml" "$work/tiny.yaml"
}

# The spec without its provenance, which names the recipe by its checksum.
network_of() { sed '/^provenance:/,$d' "$1"; }

network_is() {
    network_of "$1" >"$work/network"
    [ -s "$work/network" ]
    network_of tiny.yaml | diff - "$work/network" >"$work/diff"
}

other_seed_differs() {
    "$epitrain" tiny_recipe.yaml --seed=2 -o seed2.yaml
    refuted network_is seed2.yaml
}

# key_of_fit KEY: the spec with this key in the recipe's `fit`.
key_of_fit() {
    sed "s/^fit: {/fit: {$1, /" tiny_recipe.yaml >key.yaml
    "$epitrain" key.yaml -o key_spec.yaml
}

loss_and_schedule_are_used() {
    key_of_fit 'loss: nll, optimiser: adam, schedule: cosine'
    network_is key_spec.yaml
    key_of_fit 'schedule: constant'
    refuted network_is key_spec.yaml
    key_of_fit 'loss: beta-nll'
    refuted network_is key_spec.yaml
}

default_name_is_used() {
    mkdir "$work/here"
    cd "$work/here"
    "$epitrain" ../tiny_recipe.yaml
    prints tiny.yaml ls -A
    cmp tiny.yaml ../tiny.yaml
}

stdout_has_the_spec() {
    "$epitrain" tiny_recipe.yaml -o - >"$work/stdout.yaml"
    cmp "$work/stdout.yaml" tiny.yaml
}

recipe_from_stdin() {
    "$epitrain" - <tiny_recipe.yaml -o "$work/stdin.yaml"
    network_is "$work/stdin.yaml"
}

# What cannot be read twice gives the same model and the checksum of the same bytes.
pipes_are_read_once() {
    mkfifo data_pipe recipe_pipe
    sed 's|data.csv|data_pipe|' tiny_recipe.yaml >piped.yaml
    cat data.csv >data_pipe &
    timeout 60 "$epitrain" piped.yaml -o piped_spec.yaml
    network_is piped_spec.yaml
    grep data_sha256 tiny.yaml >data_sum
    grep data_sha256 piped_spec.yaml | diff data_sum -
    cat tiny_recipe.yaml >recipe_pipe &
    timeout 60 "$sanitized" recipe_pipe -o piped_spec.yaml
    specs_same piped_spec.yaml tiny.yaml
}

# 150 rows, of which a tenth is held out; the seed and both files are those of the run.
provenance_is_true() {
    local data recipe
    "$epitrain" tiny_recipe.yaml --seed=23 -o traced.yaml 2>traced
    data=$(sha256sum data.csv | cut -d ' ' -f 1)
    recipe=$(sha256sum tiny_recipe.yaml | cut -d ' ' -f 1)
    sed -n '/^provenance:/,$p' traced.yaml >provenance
    grep -qx '  seed: 23' provenance
    grep -qx "  data_sha256: \"\?$data\"\?" provenance
    grep -qx "  recipe_sha256: \"\?$recipe\"\?" provenance
    grep -qx "  rows: $(awk '/^training/ { for (i = 1; i < NF; i++) if ($i == "(RMSE") print $(i + 2) }' traced | sort -u)" provenance
}

stdin_is_summed() {
    local sum
    sed "s|data.csv|$1|" tiny_recipe.yaml >stdin.yaml
    gzip -c data.csv | "$sanitized" stdin.yaml -o stdin_spec.yaml
    network_is stdin_spec.yaml
    sum=$(gzip -c data.csv | sha256sum | cut -d ' ' -f 1)
    grep "data_sha256: \"\?$sum" stdin_spec.yaml
}

# The variable, and a file relative to the recipe.
data_variable_works() {
    # shellcheck disable=SC2016
    sed 's|data.csv|$EPIGEN_DATA/data.csv|' tiny_recipe.yaml >variable.yaml
    EPIGEN_DATA=$work "$epitrain" variable.yaml -o "$work/variable_out.yaml"
    network_is "$work/variable_out.yaml"
}

c_passes_its_selftest() {
    (cd "$top" && build/epigen "$work/tiny.yaml" -o "$work/c")
    cc -std=c99 -O2 -ffp-contract=off -DTINY_SELFTEST_MAIN c/tiny.c c/tiny_selftest.c -o c/selftest
    c/selftest
}

# figures_of_c SUMMARY SPEC: RMSE and eta of the emitted C on the training rows, against what epitrain
# printed.
figures_of_c() {
    (cd "$top" && build/epigen "$work/$2" -o "$work/c")
    cat >c/figures.c <<'END'
#include "tiny.h"
#include <math.h>
#include <stdio.h>
int main(void)
{
    double x[4], sum[2] = {0, 0}, n = 0, known = 0;
    while (scanf("%lf,%lf,%lf,%lf", x, x + 1, x + 2, x + 3) == 4) {
        float in[TINY_N_IN] = {(float)x[0], (float)x[1]};
        tiny_result_t r;
        tiny_infer(in, &r);
        for (int k = 0; k < 2; k++)
            sum[k] += pow(x[2 + k] - (double)r.mean[k], 2.0);
        known += r.eta < 0.5F;
        n++;
    }
    printf("sum %.4g %.1f\nwave %.4g %.1f\n", sqrt(sum[0] / n), 100.0 * known / n, sqrt(sum[1] / n),
           100.0 * known / n);
    return 0;
}
END
    cc -std=c99 -O2 -ffp-contract=off c/figures.c c/tiny.c -lm -o c/figures
    tail -n +2 data.csv | c/figures >c/figures_c
    awk '$1 == "training" { sub(/:/, "", $2); printf "%s %s %.1f\n", $2, $4, 100 - $(NF - 5) }' "$1" >c/printed
    cat c/figures_c c/printed
    prints 2 wc -l <c/printed
    paste -d ' ' c/figures_c c/printed | awk '
        function far(a, b) { return a - b > 1e-3 * b || b - a > 1e-3 * b }
        $1 != $4 || far($2, $5) || $3 != $6 { bad = 1 } END { exit bad }'
}

# The C clamps inputs to the domain and says eta = 1 there; a network alone would not.
narrow_domain_is_reported() {
    recipe_make >narrow.yaml
    echo 'domain: {left: [-1, 1]}' >>narrow.yaml
    "$epitrain" narrow.yaml -o narrow_spec.yaml 2>narrow_summary
    figures_of_c narrow_summary narrow_spec.yaml
    awk '{ bad = bad || $3 > 60 } END { exit bad }' c/printed
}

fails_and_leaves_nothing() {
    local words=$1 recipe=$2
    exits_with 1 "$words" "$sanitized" "$recipe" -o "$work/nothing.yaml"
    prints '' find "$work" -name 'nothing*'
}

faulty_data() {
    local words=$1 line=$2
    cp data.csv faulty.csv
    echo "$line" >>faulty.csv
    sed 's/data.csv/faulty.csv/' tiny_recipe.yaml >faulty.yaml
    fails_and_leaves_nothing "$words" faulty.yaml
}

# until COMMAND...: waits until the command succeeds, up to a minute.
until_true() {
    local i
    for ((i = 0; i < 600; i++)); do
        if "$@" 2>/dev/null; then return; fi
        sleep 0.1
    done
    echo "waited in vain for: $*"
    return 1
}

# Training that would take hours; it warns about its weights just before it begins.
long_recipe() { recipe_make | sed -e 's/epochs: 60/epochs: 10000000/' -e 's/trunk: \[12\]/trunk: [40, 40]/'; }

# A signal while training runs: the shell's wait says 128 + number, and there is no file.
interrupted() {
    local signal=$1 number=$2 status=0 process
    long_recipe >long.yaml
    mkdir "$work/interrupted_$signal"
    # A background job of a script ignores SIGINT; env gives it back.
    env --default-signal=INT "$epitrain" long.yaml -o "$work/interrupted_$signal/out.yaml" 2>"$signal.txt" &
    process=$!
    until_true grep -q 'weights of mean and sigma' "$signal.txt" || { kill "$process"; return 1; }
    kill -s "$signal" "$process"
    wait "$process" || status=$?
    echo "status $status"
    [ "$status" -eq $((128 + number)) ]
    prints '' ls -A "$work/interrupted_$signal"
}

# On a terminal: stage, loss and time left are shown, and then Ctrl-C is typed.
control_c_on_a_terminal() {
    local status=0 process
    long_recipe | sed 's/validation: 0,/validation: 0.2,/' >long.yaml
    mkdir "$work/terminal"
    mkfifo keys
    timeout 120 script -q -f -e -c "exec $epitrain long.yaml -o $work/terminal/out.yaml" screen \
        <keys >/dev/null 2>&1 &
    process=$!
    exec 9>keys
    until_true grep -q 'mean, sigma *[0-9]* %.*left' screen
    printf '\003' >&9
    wait "$process" || status=$?
    exec 9>&-
    echo "status $status"
    [ "$status" -eq 130 ]
    prints '' ls -A "$work/terminal"
}

no_progress_in_a_file() { lacks '%.*left' summary; }

unwritable_output() {
    exits_with 1 'nowhere/out.yaml' "$epitrain" tiny_recipe.yaml -o nowhere/out.yaml
}

paper_letter_trains() {
    recipe_make | sed -e 's/^epistemic: .*/epistemic: {teacher: samples, spread: gradient, labels: argmin, n: 3, steps: 50, weights: none}/' \
        -e 's/eta: \[10, 10\]/eta: [8], eta_from: trunk, activation: softplus/' >paper.yaml
    "$sanitized" paper.yaml -o paper_spec.yaml
    (cd "$top" && build/epigen "$work/paper_spec.yaml" -o "$work/paper")
}

# Pruned weights are written as 0, and epigen leaves them out.
pruned_trains() {
    local kind dense pruned
    recipe_make | sed -e 's/^epistemic: .*/epistemic: {teacher: samples, steps: 100, batch: 32}/' \
        -e 's/^fit: .*/fit: {epochs: 20, batch: 16, rate: 0.01}/' >dense.yaml
    {
        cat dense.yaml
        echo 'prune: {sparsity: 0.75}'
        echo 'distance: {right: {period: 40, weight: 2}}'
    } >pruned.yaml
    "$epitrain" dense.yaml -o dense_spec.yaml
    "$sanitized" pruned.yaml -o pruned_spec.yaml
    for kind in dense pruned; do
        (cd "$top" && build/epigen "$work/${kind}_spec.yaml" --dump=program >"$work/$kind.program")
    done
    dense=$(grep -c . dense.program)
    pruned=$(grep -c . pruned.program)
    echo "$dense $pruned"
    [ "$pruned" -lt $((dense * 6 / 10)) ]
}

paper_preset_trains() {
    {
        recipe_make | sed '/^network:/d; /^epistemic:/d'
        echo 'preset: paper'
        echo 'epistemic: {teacher: samples, steps: 50}'
    } >preset.yaml
    "$sanitized" preset.yaml -o preset_spec.yaml
    grep -A 2 'name: e1' preset_spec.yaml | grep 'from: h2'
}

# within_is_true N: the share of validation rows within N sigma is the same in summary and spec.
within_is_true() {
    local share
    share=$(sed -n '/^  held_out_wave:/,$s/^    within_'"$1"'_sigma: //p' parts_spec.yaml)
    awk -v share="$share" -v n="$1" '
        BEGIN { place[1] = 15; place[2] = 3; place[3] = 21 }
        /^validation wave: .* lie within / { found = sprintf("%.1f", 100 * share) == $place[n] }
        END { exit !found }' parts_summary
}

# Validation and test rows: their figures are in summary and spec, and epigen takes that too.
held_out_is_reported() {
    sed 's/validation: 0,/validation: 0.2, test: 0.1,/' tiny_recipe.yaml >parts.yaml
    "$sanitized" parts.yaml -o parts_spec.yaml 2>parts_summary
    cat parts_summary
    grep -q '^training .* of 105 rows' parts_summary
    grep -q '^validation .* of 30 rows' parts_summary
    grep -q '^test .* of 15 rows' parts_summary
    grep -A 4 '^  held_out_wave:' parts_spec.yaml | grep 'sigma_scale: [0-9]'
    grep -q '^validation wave: [0-9.]* % of the rows lie within two sigma (95 % expected), ' parts_summary
    grep -q '^test       wave: [0-9.]* % of the rows lie within two sigma (95 % expected), ' parts_summary
    within_is_true 1
    within_is_true 2
    within_is_true 3
    (cd "$top" && build/epigen "$work/parts_spec.yaml" -o "$work/parts")
}

# The default: regions are left out, what was found stands in summary, spec and header; threads change nothing.
auto_is_judged() {
    recipe_make | sed 's/teacher: samples, steps: 200/teacher: auto, steps: 200/' >auto.yaml
    "$epitrain" auto.yaml --threads=1 -o one.yaml 2>words
    "$epitrain" auto.yaml --threads=3 -o three.yaml
    cmp one.yaml three.yaml
    grep -q '^left out [0-9]* regions of [0-9]* rows one at a time: eta finds [0-9]* % of their rows at 5 % false alarms' words
    grep -q '^eta learned from ' words
    grep -q '^eta is guaranteed to be above 0.5 farther than [0-9.]* standard deviations of the inputs from all rows$' words
    grep -q '^  eta_regions_auroc: 0\.[0-9]' one.yaml
    grep -q '^  eta_worst_region: ' one.yaml
    grep -q '^  eta_guaranteed_beyond: ' one.yaml
    (cd "$top" && build/epigen "$work/one.yaml" -o "$work/auto")
    grep -q 'eta_regions_auroc' auto/tiny.h
}

# Too few rows to judge by: a warning; with --strict no spec, and exit status 1.
strict_asks_for_evidence() {
    sed -n '1,41p' data.csv >few.csv
    recipe_make | sed 's/teacher: samples, //; s/data.csv/few.csv/' >few.yaml
    "$epitrain" few.yaml -o few.out.yaml 2>words
    grep -q 'few.yaml: warning: 40 training rows are too few to show that eta finds regions' words
    refuted "$epitrain" few.yaml --strict -o strict.out.yaml 2>words
    grep -q 'few.yaml: eta was not shown to be right, and --strict asks for that' words
    [ ! -e strict.out.yaml ]
    refuted "$epitrain" tiny_recipe.yaml --strict -o strict.out.yaml 2>words
    grep -q 'tiny_recipe.yaml: no region is left out with this teacher of eta, expected "epistemic: {teacher: auto}"' words
    [ ! -e strict.out.yaml ]
}

# The teacher of several distances, with validation rows that calibrate eta.
blend_is_reproducible() {
    recipe_make | sed 's/validation: 0/validation: 0.2/; s/teacher: samples/teacher: blend/' >blend.yaml
    "$epitrain" blend.yaml --threads=1 -o one.yaml 2>words
    "$epitrain" blend.yaml --threads=3 -o three.yaml
    cmp one.yaml three.yaml
    grep -q '^  eta_false_alarms: 0.05$' one.yaml
    # Without the notion that trains networks, which tests/unit/train/test_notions.c has with sanitizers, in a sixth of the time.
    sed 's/teacher: blend/teacher: blend, notions: [neighbours, pairs, gp]/' blend.yaml >brief.yaml
    "$epitrain" brief.yaml --threads=1 -o brief1.yaml
    "$sanitized" brief.yaml --threads=2 -o brief2.yaml
    specs_same brief1.yaml brief2.yaml
    # Without validation rows the training rows take turns in setting the threshold. What is taught does not matter here.
    recipe_make | sed 's/teacher: samples/teacher: blend, notions: [neighbours]/' >unvalidated.yaml
    "$epitrain" unvalidated.yaml -o unvalidated.out.yaml 2>unvalidated
    grep -q '^  eta_calibrated_on_rows: 150$' unvalidated.out.yaml
    grep -q '^  eta_calibrated_in_turns: 5$' unvalidated.out.yaml
    grep -q '(rests on 150 of them, each put to a network that was trained without it)' unvalidated
    recipe_make | sed 's/validation: 0/validation: 0.1/; s/teacher: samples/teacher: blend, notions: [neighbours], false_alarms: 0.001/' >much.yaml
    "$epitrain" much.yaml -o much.out.yaml 2>much
    grep -qE 'much.yaml: warning: [0-9]+ rows calibrate eta to .* expected 999 rows or more for 0.1 %' much
    refuted grep 'or 60 training rows' much
    grep -q 'of rows like the held-out ones at most 5 % have eta > 0.5 on average' words
}

# Of 20 rows over two inputs: of the points of the domain that are farther from all rows than these are apart, eta calls
# at least 80 % unknown.
few_rows_are_little_known() {
    awk 'BEGIN { srand(3); print "x,y,z"
        for (i = 0; i < 20; i++) { x = rand(); y = rand(); print x "," y "," sin(3 * x) + y } }' >few.csv
    printf 'epitrain: 1\nname: few\ndata: {train: few.csv, inputs: [x, y], outputs: [z]}\n' >few.yaml
    "$epitrain" few.yaml -o few_spec.yaml
    (cd "$top" && build/epigen "$work/few_spec.yaml" -o "$work/few")
    cat >few/ask.c <<'EOF'
#include "few.h"

#include <math.h>
#include <stdio.h>

static float rows[20][2];

static double nearest(const float x[2], int without)
{
    double least = INFINITY;
    for (int k = 0; k < 20; k++)
        if (k != without)
            least = fmin(least, hypot((x[0] - rows[k][0]) / (FEW_X_MAX - FEW_X_MIN), (x[1] - rows[k][1]) / (FEW_Y_MAX - FEW_Y_MIN)));
    return least;
}

int main(void)
{
    double spacing = 0.0, far = 0.0, unknown = 0.0;
    few_result_t r;
    for (int k = 0; k < 20; k++)
        if (scanf("%f,%f,%*f", &rows[k][0], &rows[k][1]) != 2)
            return 2;
    for (int k = 0; k < 20; k++)
        spacing += nearest(rows[k], k) / 20.0;
    for (int i = 0; i < 10000; i++) {
        const float x[2] = {(float)(FEW_X_MIN + (FEW_X_MAX - FEW_X_MIN) * (i % 100 + 0.5) / 100),
                            (float)(FEW_Y_MIN + (FEW_Y_MAX - FEW_Y_MIN) * (i / 100 + 0.5) / 100)};
        few_infer(x, &r);
        far += nearest(x, -1) > spacing;
        unknown += nearest(x, -1) > spacing && r.eta > 0.5F;
    }
    printf("of %.0f points %.1f %% are unknown\n", far, 100.0 * unknown / far);
    return far < 1000.0 || unknown < 0.8 * far;
}
EOF
    gcc -std=c99 -O1 -ffp-contract=off few/ask.c few/few.c -lm -o few/ask
    tail -n +2 few.csv >few.rows
    few/ask <few.rows
}

# Sigma that covers 80 % of rows like the held-out ones, and one for which there are too few rows.
coverage_is_promised() {
    recipe_make | sed 's/validation: 0/validation: 0.4/; s/^fit: {/&coverage: 0.8, /' >covered.yaml
    "$epitrain" covered.yaml --threads=1 -o one.yaml 2>words
    "$sanitized" covered.yaml --threads=2 -o two.yaml
    specs_same one.yaml two.yaml
    lacks 'warning: .*calibrate' words
    grep -q '^of rows like the held-out ones mean +- 1.282 sigma covers at least 80 % on average (rests on 30 of them)$' words
    grep -q '^  sigma_coverage: 0.8$' one.yaml
    grep -q '^  sigma_coverage_z: 1.28155$' one.yaml
    grep -q '^  sigma_coverage_rows: 30$' one.yaml
    sed 's/coverage: 0.8/coverage: 0.99/' covered.yaml >asked.yaml
    "$epitrain" asked.yaml -o asked.out.yaml 2>asked
    grep -q 'asked.yaml: warning: 30 rows calibrate sigma to a coverage of 96.77 %, expected 99 rows or more for 99 %' asked
    sed 's/validation: 0.4/validation: 0.001/' covered.yaml >single.yaml
    "$epitrain" single.yaml -o single.out.yaml 2>single
    grep -q 'single.yaml: warning: no validation row is left to calibrate the coverage of sigma' single
    lacks sigma_coverage single.out.yaml
}

cd tests/golden/recipes_refused
for recipe in *.yaml; do
    check "${recipe%.yaml}" refuses "${recipe%.yaml}"
done
[ -n "${ONLY:-}" ] || [ "$passed" -ge 30 ] # the directory was found

cd "$work"
data_make data.csv
recipe_make >tiny_recipe.yaml
trains() { "$epitrain" tiny_recipe.yaml --threads=1 -o tiny.yaml 2>summary; }
check "trains" trains
check "the same bytes again" spec_is "$epitrain" tiny_recipe.yaml --threads=1
check "the same bytes with 3 threads" spec_is "$epitrain" tiny_recipe.yaml --threads=3
check "the same bytes from the sanitized build" spec_is "$sanitized" tiny_recipe.yaml --threads=2
check "another seed, other bytes" other_seed_differs
check "teacher auto: regions left out, the same bytes with 3 threads, in summary, spec and header" auto_is_judged
check "--strict asks for evidence about eta" strict_asks_for_evidence
check "20 rows are sure of little" few_rows_are_little_known
check "teacher blend: the same bytes with 3 threads and sanitized, the promise in the spec" blend_is_reproducible
check "coverage: the same bytes with threads and sanitized, the promise in the spec" coverage_is_promised
check "the provenance is true" provenance_is_true
check "loss, optimiser and schedule" loss_and_schedule_are_used
check "the default output is NAME.yaml" default_name_is_used
check "-o - writes to standard output" stdout_has_the_spec
check "a recipe on standard input" recipe_from_stdin
check "pipes are read once" pipes_are_read_once
check "the checksum of /dev/stdin" stdin_is_summed /dev/stdin
check "the checksum of standard input" stdin_is_summed '"-"'
check "EPIGEN_DATA" data_variable_works
check "epigen takes the spec; the C passes its self-test" c_passes_its_selftest
check "RMSE and eta of the C are those that epitrain printed" figures_of_c summary tiny.yaml
check "also where the data leave the domain" narrow_domain_is_reported
check "the paper's letter, eta on the trunk" paper_letter_trains
check "pruned weights are left out" pruned_trains
check "the paper's preset" paper_preset_trains
check "held-out rows are reported" held_out_is_reported
check "ragged row" faulty_data 'faulty.csv:152: ' '1,2,3'
check "text in a row" faulty_data 'faulty.csv:152: ' '1,2,three,4'
check "not a number in a row" faulty_data 'faulty.csv:152: ' '1,2,nan,4'
check "a number that no float can hold" faulty_data 'faulty.csv:152: column "wave" of this row: expected numbers from -1e+30' '1,2,3,-2e30'
check "Ctrl-C leaves no file" interrupted INT 2
check "SIGTERM leaves no file" interrupted TERM 15
check "progress and Ctrl-C on a terminal" control_c_on_a_terminal
check "no progress where there is no terminal" no_progress_in_a_file
check "unwritable output" unwritable_output
check "--help" exits_with 0 'Usage: epitrain' "$sanitized" --help
check "--version" exits_with 0 '^epitrain [0-9]' "$sanitized" --version
check "no recipe" exits_with 2 'no recipe given' "$sanitized"
check "two recipes" exits_with 2 'more than one' "$sanitized" a b
check "unknown option" exits_with 2 'help' "$sanitized" --colour
check "bad --seed" exits_with 2 'expected a whole number' "$sanitized" --seed=x tiny_recipe.yaml
check "negative --threads" exits_with 2 'expected a whole number' "$sanitized" --threads=-1 tiny_recipe.yaml
check "too many --threads" exits_with 2 'from 0 to 1024' "$sanitized" --threads=2000 tiny_recipe.yaml
check "no such recipe" exits_with 1 'nowhere.yaml: No such file' "$sanitized" nowhere.yaml
check "a directory as recipe" exits_with 1 'epitrain: ' "$sanitized" .
check "empty standard input" exits_with 1 'standard input:1: ' "$sanitized" -
check "full device" exits_with 1 'standard output' sh -c "$epitrain tiny_recipe.yaml -o - >/dev/full"
finish
