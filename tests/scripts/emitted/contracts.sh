#!/bin/bash
# The ACSL contracts in emitted code are well formed, and Frama-C's Eva, taking any bit pattern for
# the inputs and the kernels by their contracts, raises no alarm and proves all the others.
# verifies: REQ-TOTAL
. tests/scripts/lib.sh

no_alarm() {
    eva "$1" model "$1/eva" any
    eva "$1" model "$1/eva" finite
}

out_of_bounds() {
    mkdir "$work/wrong"
    cp "$work/one"/model* "$work/wrong"
    sed -i 's/^    r->status = status;/    r->mean[MODEL_N_OUT] = z[0];\n&/' "$work/wrong/model.c"
    no_alarm "$work/wrong"
}

changed() {
    mkdir -p "$work/changed"
    cp "$work/one"/model* "$work/changed"
    sed -i "$1" "$work/changed/model.c"
    # Not changed: succeeds, which is not what the caller wants.
    cmp -s "$work/one/model.c" "$work/changed/model.c" || no_alarm "$work/changed"
}

wrong_contract() {
    mkdir "$work/contract"
    cp "$work/one"/model* "$work/contract"
    sed -i 's/ensures .is_finite(r->eta).*/ensures r->eta == 7.0;/' "$work/contract/model.c"
    no_alarm "$work/contract"
}

for name in one leaky shaped mixed pruned radial; do
    make_model "$name" "$work/$name"
    check "$name" no_alarm "$work/$name"
done
check "a wrong index is seen" refuted out_of_bounds
check "a wrong contract is seen" refuted wrong_contract
check "an uninitialised read is seen" refuted changed 's/^    r->status = status;/    r->eta = r->eta + uninitialised;\n&/; s/^    uint32_t status = 0U;/&\n    float uninitialised;/'
check "an overflow is seen" refuted changed 's/^    r->status = status;/    r->mean[0] = (r->mean[0] * 3.0e38F) * 3.0e38F;\n&/'
check "a kernel's argument that can be infinite is seen" refuted changed 's/^\( *\)z\[0\] = z\[0\] \* .*/\1z[0] = z[0] * 3.0e38F;/'
finish
