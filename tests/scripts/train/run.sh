#!/bin/bash
# epirun: its answers are those of the emitted C, its errors and its summary those of awk; logs of all kinds, filters, faults.
# shellcheck disable=SC2016 # awk programs
# verifies: REQ-RUN
. tests/scripts/lib.sh
epirun=$PWD/build/epirun
make_spec=$PWD/build/tools/make_spec
epigen=$PWD/build/epigen
cd "$work"

cat >wind.yaml <<'END'
epigen: 1
name: wind
inputs:
  - {name: v_air, unit: m/s, min: -1, max: 1, mean: 0, scale: 1}
  - {name: alpha, min: -2, max: 2, mean: 0.5, scale: 2}
layers:
  - {name: h, from: inputs, activation: tanh, weights: [[1, 2], [0.5, -1]], bias: [0.1, 0.2]}
  - {name: m, from: h, activation: identity, weights: [[1, -0.5]], bias: [0.3]}
  - {name: s, from: h, activation: softplus, weights: [[0.2, 0.1]], bias: [0]}
  - {name: e, from: inputs, activation: sigmoid, weights: [[3, 3]], bias: [-1]}
outputs:
  mean: {from: m, names: [drag], unit: N}
  sigma: {from: s, floor: 0.01}
  eta: {from: e}
END
awk 'BEGIN { print "t;v air;mode;alpha;drag"; s = 7
    for (i = 0; i < 200; i++) {
        for (k = 0; k < 3; k++) { s = (s * 16807) % 2147483647; u[k] = s / 2147483647 }
        printf "%d;%.5f;%s;%.5f;%.5f\n", i, 2.4 * u[0] - 1.2, i < 80 ? "hold on" : "fly", 4 * u[1] - 2, u[2]
    } }' >log.csv
log_is_answered() { "$epirun" wind.yaml log.csv -o said.csv; }
check "a log is answered" log_is_answered
# The answers of the first check are what others start from; each can be run alone.
answers_made() { [ -e said.csv ] || log_is_answered; }

# The emitted C on the same rows, its bits as %.9g.
cat >answers.c <<'END'
#include "wind.h"
#include <stdio.h>
int main(void)
{
    float x[WIND_N_IN];
    wind_result_t r;
    while (scanf("%f %f", &x[0], &x[1]) == 2) {
        wind_infer(x, &r);
        printf("%.9g,%.9g,%.9g,%u\n", (double)r.mean[0], (double)r.sigma[0], (double)r.eta, (unsigned)r.status);
    }
    return 0;
}
END
same_as_emitted() {
    answers_made
    "$epigen" wind.yaml -o c
    gcc -std=c99 -O2 -ffp-contract=off -Ic answers.c c/wind.c -o answers
    awk -F';' 'NR > 1 { print $2, $4 }' log.csv | ./answers >expected
    sed 1d said.csv | cut -d, -f1-4 | diff expected -
    prints 200 wc -l <expected
}
check "the answers are those of the emitted C" same_as_emitted
header_is() {
    answers_made
    head -1 said.csv | grep -x 'mean_drag,sigma_drag,eta,status,error_drag,error_in_sigma_drag'
}
check "the header" header_is
errors_are_right() {
    answers_made
    sed 1d said.csv >said.rows
    sed 1d log.csv | cut -d';' -f5 | paste -d, - said.rows | awk -F, '{ d = $1 - $2 - $6; q = $6 / $3 - $7
        if (d < 0) d = -d; if (q < 0) q = -q; if (d > 1e-6 || q > 1e-5) exit 1 }'
}
check "errors are measured less expected" errors_are_right
summary_is_right() {
    answers_made
    "$epirun" wind.yaml log.csv 2>summary >again.csv
    cmp again.csv said.csv
    rmse=$(awk -F, 'NR > 1 { s += $5 * $5 } END { printf "%.4g", sqrt(s / (NR - 1)) }' said.csv)
    within=$(awk -F, 'NR > 1 { n += $6 <= 2 && $6 >= -2 } END { printf "%.1f", 100 * n / (NR - 1) }' said.csv)
    unknown=$(awk -F, 'NR > 1 { n += $3 > 0.5 } END { printf "%.1f", 100 * n / (NR - 1) }' said.csv)
    grep -q "^drag: RMSE $rmse N over 200 rows" summary
    grep -q "error within 1, 2 and 3 sigma: [0-9.]*, $within and" summary
    grep -q "^200 rows, $unknown % of them unknown" summary
    grep -q '^eta over the rows:$' summary
}
check "the summary" summary_is_right
by_group() {
    answers_made
    "$epirun" wind.yaml log.csv --group=mode 2>summary >grouped.csv
    grep -q '^  hold on  *80 rows' summary
    grep -q '^  fly  *120 rows' summary
    sed -n 2p grouped.csv | grep '^"hold on",'
    cut -d, -f2- grouped.csv | cmp - said.csv
}
check "by group" by_group
over_time() {
    "$epirun" wind.yaml log.csv --time=t 2>summary >timed.csv
    grep -q '^eta over time:$' summary
    sed -n 12p timed.csv | grep '^10,'
}
check "over time" over_time
as_json() {
    answers_made
    "$epirun" wind.yaml log.csv --json --quiet >said.json
    jq -r '[.mean_drag, .sigma_drag, .eta, .status] | @csv' said.json >numbers
    prints 200 wc -l <numbers
    sed 1d said.csv | cut -d, -f1-4 | paste -d, - numbers |
        awk -F, '{ for (i = 1; i <= 4; i++) if ($i - $(i + 4) > 1e-9 || $(i + 4) - $i > 1e-9) exit 1 }'
}
check "as JSON" as_json
as_a_filter() {
    answers_made
    "$epirun" --quiet wind.yaml - <log.csv | cmp - said.csv
}
check "as a filter" as_a_filter
rows_as_they_come() {
    mkfifo pipe
    "$epirun" --quiet wind.yaml pipe >live.csv &
    exec 3>pipe
    head -11 log.csv >&3
    for _ in $(seq 50); do
        lines=$(wc -l <live.csv)
        [ "$lines" -lt 11 ] || break
        sleep 0.1
    done
    prints 11 wc -l <live.csv
    exec 3>&-
    wait
}
check "rows of a pipe are answered as they come" rows_as_they_come
to_a_device() {
    answers_made
    "$epirun" --quiet wind.yaml log.csv -o /dev/null
    [ -c /dev/null ]
    mkfifo out
    "$epirun" --quiet wind.yaml log.csv -o out &
    cmp said.csv out
    wait $!
    [ -p out ]
}
check "a device and a pipe are written to" to_a_device
without_a_header() {
    answers_made
    awk -F';' 'NR > 1 { print $2 "," $4 "," $5 }' log.csv >bare.csv
    "$epirun" --quiet wind.yaml bare.csv | cmp - said.csv
    "$epirun" --quiet wind.yaml bare.csv --inputs=1,2 --outputs=-1 | cmp - said.csv
}
check "without a header" without_a_header
missing_inputs() {
    printf 'v_air,alpha\n,1\n0,inf\n0,0\n' >holes.csv
    "$epirun" --quiet wind.yaml holes.csv >holes
    sed -n 2p holes | grep ',1,1$'
    sed -n 3p holes | grep ',1,2$'
    sed -n 4p holes | grep ',0$'
    head -1 holes | grep -x 'mean_drag,sigma_drag,eta,status'
}
check "missing and infinite inputs" missing_inputs
without_sigma_and_eta() {
    "$make_spec" bare 2 4 1 tanh 1 0 mean >bare.yaml
    printf 'x0,x1\n0,1\n' >two.csv
    "$epirun" bare.yaml two.csv 2>summary >bare_said
    head -1 bare_said | grep -x 'mean_[a-z0-9]*,status'
    lacks unknown summary
}
check "a model without sigma and eta" without_sigma_and_eta
draws() {
    "$epirun" --quiet wind.yaml log.csv --time=t --plot=one.png >/dev/null
    is_png one.png
    "$epirun" --quiet wind.yaml log.csv --plot=one.svg >/dev/null
    grep -q 'unknown: eta above 0.5' one.svg
    "$epirun" --quiet wind.yaml log.csv --plot=two.svg >/dev/null
    cmp one.svg two.svg
}
check "a picture" draws

cut -d';' -f1-3 log.csv >short.csv
check "a column is missing" exits_with 1 'short.csv:1: no column "alpha" for this input, there are 3: t, v air, mode' \
    "$epirun" wind.yaml short.csv
check "text in an input" exits_with 1 'log.csv:2: column "mode" of this row is "hold on": expected a number' \
    "$epirun" wind.yaml log.csv --inputs=mode,alpha
no_partial_file() {
    sed '100s/;[^;]*$/;x/' log.csv >broken.csv
    refuted "$epirun" wind.yaml broken.csv -o broken.out
    prints '' find . -name 'broken.out*'
}
check "a faulty log leaves no file" no_partial_file
check "one operand" exits_with 2 '1 operands, expected a spec and a log' "$epirun" wind.yaml
check "too few names" exits_with 2 'inputs=a: expected 2 names' "$epirun" wind.yaml log.csv --inputs=a
check "help" exits_with 0 'Usage: epirun' "$epirun" --help
finish
