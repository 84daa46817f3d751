#!/bin/bash
# The bars of the importer, with parts that `make test` has no use for: Debian's node tests of ONNX, onnxruntime by npm, networks that
# PyTorch exports. What is not there is skipped by name. Run from the top of the source tree.
. tests/scripts/lib.sh
networks=${EPIGEN_DATA:-../shared/data}/networks
nodes=/usr/share/libonnx-testdata/data
runtime=$PWD/build/import-bars
mkdir -p "$runtime"
if [ -z "${NODE_PATH:-}" ] && [ ! -d "$runtime/node_modules/onnxruntime-node" ] && command -v npm >/dev/null; then
    npm install --prefix "$runtime" --ignore-scripts --no-audit --no-fund onnxruntime-node >"$runtime/npm.log" 2>&1 || true
fi
export NODE_PATH=${NODE_PATH:-$runtime/node_modules}
has_runtime=no
if command -v node >/dev/null && node -e 'require("onnxruntime-node")' 2>/dev/null; then
    has_runtime=yes
fi

# The input of one of them, bfloat16, is stored as if it were integers; the others must be right or refused.
node_tests() {
    local status=0
    find "$nodes"/node "$nodes"/pytorch-converted "$nodes"/pytorch-operator -mindepth 1 -maxdepth 1 -type d \
        ! -name test_castlike_BFLOAT16_to_FLOAT_expanded | sort >"$work/folders"
    xargs build/node_tests <"$work/folders" >build/import-bars/nodes.txt || status=$?
    echo "ok: $(grep -c '^ok' build/import-bars/nodes.txt), refused: $(grep -c '^refused' build/import-bars/nodes.txt)"
    grep WRONG build/import-bars/nodes.txt || true
    awk '/^ok/ { right++ } END { exit !(right >= 400) }' build/import-bars/nodes.txt
    [ "$status" -eq 0 ]
}
if [ -d "$nodes/node" ]; then
    check "node tests of ONNX: none is wrong, at least 400 are right" node_tests
else
    echo "skipped the node tests: libonnx-testdata is not installed"
fi

# same MODEL SPEC: 1,000 points of the domain within 1e-5 of the range from the runtime.
same() {
    build/tools/answers "$2" 1000 1 "$work/in" "$work/out" inside
    local bytes words
    bytes=$(stat -c %s "$work/out")
    words=$((bytes / 4000 - 1))
    node tests/import/oracle.js "$1" "$work/in" "$work/out" "$words" 1e-5
}
# imported MODEL DOMAIN
imported() {
    build/epiimport "$1" --domain="$2" --check=1000 -o "$work/spec.yaml"
    same "$1" "$work/spec.yaml"
}
# ACAS Xu: its whole domain, normalised.
printf -- '- [-0.328423, 0.679858]\n- [-0.5, 0.5]\n- [-0.5, 0.5]\n- [-0.5, 0.5]\n- [-0.5, 0.5]\n' >"$work/acasxu.yaml"
domain_of() {
    case $1 in
    *acasxu*) echo "$work/acasxu.yaml" ;;
    *cersyve_pendulum*) echo "$networks/cersyve_prop_pendulum.vnnlib" ;;
    *cersyve_cart_pole*) echo "$networks/cersyve_prop_cart_pole.vnnlib" ;;
    *cersyve_quadrotor*) echo "$networks/cersyve_prop_quadrotor.vnnlib" ;;
    *) echo -1,1 ;;
    esac
}
if [ "$has_runtime" = no ]; then
    echo "skipped what needs a runtime: onnxruntime-node is not there (npm)"
elif [ ! -d "$networks" ]; then
    echo "skipped the networks of others: $networks is not there"
else
    for file in "$networks"/*.onnx; do
        check "$(basename "$file") against onnxruntime" imported "$file" "$(domain_of "$file")"
    done
fi

exported() {
    build/epigen "$1" --onnx="$work/spec.onnx"
    same "$work/spec.onnx" "$1"
}
if [ "$has_runtime" = yes ]; then
    for spec in tests/golden/good/*.yaml; do
        check "$(basename "$spec") as ONNX against onnxruntime" exported "$spec"
    done
fi

if [ "$has_runtime" = yes ] && /usr/bin/python3 -c 'import torch' 2>/dev/null; then
    mkdir -p "$work/torch"
    /usr/bin/python3 tests/import/torch_exports.py "$work/torch" >"$work/exports" 2>/dev/null
    while read -r file; do
        check "PyTorch: $(basename "$file") against onnxruntime" imported "$file" -1,1
    done <"$work/exports"
else
    echo "skipped the exports of PyTorch: python3-torch or onnxruntime-node is not there"
fi

# ACAS Xu on a Cortex-M4 with FPU: every network, also those whose file scales inputs and outputs.
acas_cycles() {
    local domain=("--domain=$work/acasxu.yaml")
    [ "${1##*.}" != nnet ] || domain=()
    build/epiimport "$1" "${domain[@]}" --name=acas -o "$work/acas.yaml"
    build/epigen "$work/acas.yaml" -o "$work/acas"
    arm-none-eabi-gcc -std=c99 -O2 -ffp-contract=off -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -mthumb -c "$work/acas/acas.c" \
        -o "$work/acas.o"
    build/epiwcet --core=cortex-m4f --max-cycles=50000 "$work/acas.o"
}
if [ -d "$networks" ]; then
    for file in "$networks"/acasxu_*.onnx "$networks"/acasxu_*.nnet; do
        check "$(basename "$file") on a Cortex-M4F: at most 50,000 cycles" acas_cycles "$file"
    done
fi

# 400,000 weights: time and memory of both programs. Time is the processor's, which other work on the machine does not stretch.
large() {
    build/tools/make_spec large 20 440,440,440 10 relu 1 >"$work/large.yaml"
    build/epigen "$work/large.yaml" --onnx="$work/large.onnx"
    /usr/bin/time -f '%U %S %M' -o "$work/import" build/epiimport "$work/large.onnx" --domain=-1,1 -o "$work/large2.yaml"
    /usr/bin/time -f '%U %S %M' -o "$work/emit" build/epigen "$work/large2.yaml" -o "$work/large"
    echo "epiimport: $(cat "$work/import") (seconds of user and system, KB); epigen: $(cat "$work/emit")"
    awk '{ exit !($1 + $2 <= 2 && $3 <= 300000) }' "$work/import"
    awk '{ exit !($1 + $2 <= 10) }' "$work/emit"
}
check "400,000 weights: epiimport 2 s and 300 MB, epigen 10 s" large
finish
