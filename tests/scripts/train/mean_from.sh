#!/bin/bash
# A mean from elsewhere (`mean_from` in a recipe): in the emitted C it has the bits that the given network has alone, whether that
# is a spec or ONNX; sigma and eta come from the rows; without outputs in the rows eta alone is trained.
# verifies: REQ-GIVEN-MEAN
. tests/scripts/lib.sh
epitrain=$PWD/build/epitrain
sanitized=$PWD/build/epitrain-sanitized
epiimport=$PWD/build/epiimport
tools=$PWD

# Rows of two inputs in a ring, what a policy does there, and a truth with noise.
rows_make() {
    awk 'BEGIN {
        print "angle,rate,torque"; s = 1
        for (i = 0; i < 240; i++) {
            for (k = 0; k < 3; k++) { s = (s * 1103515245 + 12345) % 2147483648; u[k] = s / 2147483648 }
            a = 6.2831853 * u[0]; r = 0.6 + 0.4 * u[1]
            printf "%.6f,%.6f,%.6f\n", r * cos(a), 3 * r * sin(a), -2 * r * cos(a) - 0.5 * 3 * r * sin(a) + 0.2 * (u[2] - 0.5)
        } }'
}
# A network with scales and a domain of its own, wider than the rows.
network_make() {
    cat <<'EOF'
epigen: 1
name: policy
inputs:
  - {name: angle, unit: rad, min: -4, max: 4, mean: 0.1, scale: 1.3}
  - {name: rate, unit: rad/s, min: -20, max: 20, mean: -0.2, scale: 5}
layers:
  - {name: h, from: inputs, activation: tanh, weights: [[-0.5, -0.3], [-0.4, -0.2], [0.2, -0.3]], bias: [0.1, -0.1, 0]}
  - {name: act, from: h, activation: identity, weights: [[2.5, 2.1, 0.7]], bias: [0.05]}
outputs: {mean: {from: act, names: [torque], unit: N m, scale: 1.7}}
EOF
}

# recipe LINE...: with these lines.
recipe() { printf '%s\n' 'epitrain: 1' 'name: guarded' 'epistemic: {teacher: blend, notions: [neighbours], steps: 800}' 'fit: {epochs: 60}' "$@"; }

# means SPEC PREFIX INPUTS: the bits of the mean that its compiled C gives, a line each.
means() {
    local words
    mkdir -p "$2"
    "$tools/build/epigen" "$1" --prefix=model -o "$2"
    gcc -std=c99 -O2 -ffp-contract=off -I "$2" "$tools/verify/checks/replay.c" "$2/model.c" -o "$2/replay"
    "$2/replay" "$3" "$2/results" write >/dev/null
    words=$(sed -n 's/.*_HAS_\(SIGMA\|ETA\) \([01]\)$/\2/p' "$2/model.h" | awk '{ n += $1 } END { print n + 2 }')
    od -An -v -tx4 -w$((4 * words)) "$2/results" | awk '{ print $1 }' >"$2/means"
}
# mean_is SPEC OTHER: both give the same bits of the mean for 20,000 inputs of SPEC's domain.
mean_is() {
    "$tools/build/tools/answers" "$1" 20000 5 inputs - inside
    means "$1" one inputs
    means "$2" two inputs
    cmp one/means two/means
    sort -u one/means >one/distinct
    awk 'END { exit !(NR > 10000) }' one/distinct
}

spec_given() {
    recipe 'mean_from: policy.yaml' 'data: {train: rows.csv, inputs: [angle, rate], outputs: [torque]}' >recipe.yaml
    "$epitrain" recipe.yaml -o guarded.yaml 2>summary
    mean_is guarded.yaml policy.yaml
    grep -E '^mean: as it is in .*policy.yaml, not trained$' summary
    grep -E '^given mean of torque on 216 training rows: RMSE [0-9.]+, of which a constant error of -?[0-9.]+; it explains [0-9.]+ % of their variance$' summary
    grep -E '^  mean_sha256: ' guarded.yaml
    grep -E "$(sha256sum <policy.yaml | cut -d ' ' -f 1)" guarded.yaml
    grep -E '^  sigma: \{from: u_sigma' guarded.yaml
    grep -E '^  eta: \{from: u_eta' guarded.yaml
}
# The residuals of another truth give another sigma and the same mean.
sigma_follows() {
    awk -F, 'NR == 1 { print; next } { print $1 "," $2 "," $3 + ($1 > 0 ? 1 : 0) }' rows.csv >wrong.csv
    recipe 'mean_from: policy.yaml' 'data: {train: wrong.csv, inputs: [angle, rate], outputs: [torque]}' >wrong_recipe.yaml
    "$epitrain" wrong_recipe.yaml -o wrong.yaml 2>wrong_summary
    mean_is wrong.yaml guarded.yaml
    awk '/^given mean/ { for (i = 1; i <= NF; i++) if ($i == "RMSE") print $(i + 1) + 0 }' summary wrong_summary >rmse
    awk 'NR == 1 { first = $1 } END { exit !($1 > first + 0.2) }' rmse
}
eta_alone() {
    recipe 'mean_from: policy.yaml' 'data: {train: rows.csv, inputs: [angle, rate]}' >alone_recipe.yaml
    "$epitrain" alone_recipe.yaml --threads=1 -o alone.yaml 2>alone_summary
    "$sanitized" alone_recipe.yaml --threads=3 -o sanitized.yaml 2>/dev/null
    specs_same alone.yaml sanitized.yaml
    mean_is alone.yaml policy.yaml
    grep -x 'the rows have no outputs to compare the mean with: eta alone is trained' alone_summary
    grep -E '^of rows like the held-out ones at most 5 % have eta > 0.5' alone_summary
    grep -E '^  eta: \{from: u_eta' alone.yaml
    lacks -E '^  sigma:|held_out_' alone.yaml
    "$tools/build/epigen" alone.yaml -o alone
    "$tools/build/epivalidate" alone.yaml alone/guarded.c
    grep -x '#define GUARDED_HAS_SIGMA 0' alone/guarded.h
    grep -x '#define GUARDED_OUT_TORQUE 0 /\* torque \[N m\] \*/' alone/guarded.h
}
# Far from all rows, and in their midst: what eta is for.
eta_knows() {
    cat >ask.c <<'EOF'
#include "guarded.h"
int main(void)
{
    const float x[3][2] = {{0.8F, 0.0F}, {0.0F, 0.0F}, {9.0F, 0.0F}};
    guarded_result_t r[3];
    for (int i = 0; i < 3; i++)
        guarded_infer(x[i], &r[i]);
    return r[0].eta > 0.5F || r[1].eta < 0.5F || r[2].eta != 1.0F || r[2].status != 1U;
}
EOF
    gcc -std=c99 -O2 -I alone ask.c alone/guarded.c -o ask
    ./ask
}
# With the domain that the rows gave it, the imported file alone has the same bits.
onnx_given() {
    recipe "mean_from: $tools/models/pendulum/policy.onnx" "data: {train: $tools/models/pendulum/log.csv, inputs: [angle, rate]}" >pendulum_recipe.yaml
    "$epitrain" pendulum_recipe.yaml -o pendulum.yaml 2>pendulum_summary
    "$epiimport" "$tools/models/pendulum/policy.onnx" --domain=pendulum.yaml -o imported.yaml
    mean_is pendulum.yaml imported.yaml
    grep -E '^mean: as it is in .*policy.onnx, not trained$' pendulum_summary
}
nnet_given() {
    printf '%s\n' '// a small one' '2,2,1,3,' '2,3,1,' '0,' '-4,-20,' '4,20,' '0.1,-0.2,0.5,' '1.3,5.0,2.0,' \
        '-0.5,-0.3,' '-0.4,-0.2,' '0.2,-0.3,' '0.1,' '-0.1,' '0.0,' '2.5,2.1,0.7,' '0.05,' >policy.nnet
    recipe 'mean_from: policy.nnet' 'data: {train: rows.csv, inputs: [angle, rate]}' >nnet_recipe.yaml
    "$epitrain" nnet_recipe.yaml -o nnet.yaml 2>/dev/null
    "$epiimport" policy.nnet -o from_nnet.yaml
    mean_is nnet.yaml from_nnet.yaml
}
# A network that knows less than the rows: outside of its own domain its mean is that of the nearest bound, as alone.
domain_is_kept() {
    sed 's/min: -4, max: 4,/min: -0.5, max: 4,/' policy.yaml >narrow.yaml
    recipe 'mean_from: narrow.yaml' 'data: {train: rows.csv, inputs: [angle, rate]}' >narrow_recipe.yaml
    "$epitrain" narrow_recipe.yaml -o kept.yaml 2>said
    grep -E '^  - \{name: angle, unit: rad, min: -0.5, max: [01]\.' kept.yaml
    grep -E 'warning: [0-9]+ of 216 training rows are outside the domain of angle, -0.5 to ' said
    mean_is kept.yaml narrow.yaml
}
order_is_checked() {
    recipe 'mean_from: policy.yaml' 'data: {train: rows.csv, inputs: [rate, angle]}' >order.yaml
    exits_with 1 'order.yaml:6: input 1 is rate, which is input 2 of policy.yaml, expected its order' "$epitrain" order.yaml -o never.yaml
    [ ! -e never.yaml ]
}
network_stays() { exits_with 1 'policy.yaml: is the network of the mean' "$epitrain" recipe.yaml -o policy.yaml; }
epicompare_refuses() { exits_with 1 'recipe.yaml:5: mean_from names a network, expected none' "$tools/build/epicompare" recipe.yaml; }

cd "$work"
rows_make >rows.csv
network_make >policy.yaml
check "a spec: the mean has its bits, the summary says how good it is" spec_given
check "sigma is of the residuals" sigma_follows
check "no outputs: eta alone, the same bytes sanitized and with threads" eta_alone
check "eta knows the rows and not what is between them" eta_knows
check "ONNX: the policy of models/pendulum" onnx_given
check ".nnet: domain and scales of the file" nnet_given
check "the domain does not leave the network's" domain_is_kept
check "inputs in another order than the network's" order_is_checked
check "the network is not overwritten" network_stays
check "epicompare trains its own means" epicompare_refuses
finish
