#!/bin/bash
# The ACSL contracts in emitted code are well formed, and Frama-C's Eva, taking any bit pattern for
# the inputs, raises no alarm and refutes none of them.
. tests/lib.sh

cat >"$work/main.c" <<'END'
#include "model.h"
volatile float any;
int main(void)
{
    float x[MODEL_N_IN];
    model_result_t r;
    for (int i = 0; i < MODEL_N_IN; i++) {
        x[i] = any;
    }
    model_infer(x, &r);
    return 0;
}
END

no_alarm() {
    frama-c -machdep gcc_x86_64 -cpp-extra-args="-I$1" -warn-special-float none -eva \
        -eva-precision 1 "$1/model.c" "$work/main.c" >"$work/log" 2>&1 || { tail -n 20 "$work/log"; return 1; }
    grep -A 12 'ANALYSIS SUMMARY' "$work/log"
    grep -q '  0 alarms generated' "$work/log"
    ! grep -E '[1-9][0-9]* invalid|got status invalid' "$work/log"
}

out_of_bounds() {
    mkdir "$work/wrong"
    cp "$work/one"/model* "$work/wrong"
    sed -i 's/^    r->status = status;/    r->mean[MODEL_N_OUT] = z[0];\n&/' "$work/wrong/model.c"
    no_alarm "$work/wrong"
}

wrong_contract() {
    mkdir "$work/contract"
    cp "$work/one"/model* "$work/contract"
    sed -i 's/ensures .is_finite(r->eta).*/ensures r->eta == 7.0;/' "$work/contract/model.c"
    no_alarm "$work/contract"
}

for name in one leaky mixed pruned radial; do
    make_model "$name" "$work/$name"
    check "$name" no_alarm "$work/$name"
done
check "a wrong index is seen" refuted out_of_bounds
check "a wrong contract is seen" refuted wrong_contract
finish
