#!/bin/bash
# Networks from elsewhere: files of our own (tests/import) through the whole pipeline, and those of EPIGEN_DATA/networks where they
# are there.
. tests/scripts/lib.sh
epiimport=build/epiimport-sanitized
networks=${EPIGEN_DATA:-../shared/data}/networks

# pipeline NAME SPEC: C, its self-test, every weight read back.
pipeline() {
    build/epigen "$2" --prefix=model -o "$work/$1"
    gcc -std=c99 -O2 -ffp-contract=off -DMODEL_SELFTEST_MAIN "$work/$1/model.c" "$work/$1/model_selftest.c" -o "$work/$1/selftest"
    "$work/$1/selftest"
    build/epivalidate "$2" "$work/$1/model.c"
}

tiny() {
    "$epiimport" tests/import/tiny.nnet --check=200 -o "$work/tiny.yaml"
    grep -q 'name: x_1, min: 0, max: 10, mean: 5, scale: 10' "$work/tiny.yaml"
    grep -q 'offset: \[7.5, 7.5\], scale: \[4, 4\]' "$work/tiny.yaml"
    pipeline tiny "$work/tiny.yaml"
}
check "a .nnet file through the whole pipeline" tiny

# shared FILE DOMAIN: a network of others.
shared() {
    "$epiimport" "$networks/$1" ${2:+--domain="$2"} --check=1000 -o "$work/$1.yaml"
    pipeline "$1" "$work/$1.yaml"
}
if [ -d "$networks" ]; then
    check "ACAS Xu from ONNX" shared acasxu_1_1.onnx "$networks/acasxu_prop_1.vnnlib"
    check "ACAS Xu from .nnet" shared acasxu_2_9.nnet ''
    check "cersyve" shared cersyve_pendulum_finetune_inv.onnx "$networks/cersyve_prop_pendulum.vnnlib"
    check "acc" shared acc.onnx -1,1
else
    echo "skipped the networks of others: $networks is not there"
fi
finish
