#!/bin/bash
# The commands of gen/import/README.md, from a network to a self-test on an emulated Cortex-M4, as they stand on the page.
. tests/scripts/lib.sh
top=$PWD
for folder in build verify tests gen Makefile; do
    ln -s "$top/$folder" "$work/$folder"
done
cp tests/import/policy.onnx "$work/policy.onnx"
# The first indented lines of the page; make is for the reader, the programs are there.
awk '/^    / { print; seen = 1; next } seen { exit }' gen/import/README.md | sed 's/^    //' | grep -v '^make ' >"$work/commands"
check "the page has six commands behind make" prints 6 grep -c '' "$work/commands"
commands_run() {
    cd "$work"
    bash -eux commands
}
check "its commands run" commands_run
check "cycles were printed" test -s "$work/out/policy.o"
other_direction() {
    cd "$work"
    [ -e policy.yaml ] || commands_run # alone, as make mutants asks for it
    build/epigen policy.yaml --onnx=again.onnx --vnnlib-domain=box.vnnlib
    build/epiimport again.onnx --domain=box.vnnlib --check=500 -o again.yaml
    grep -q spec_sha256 again.onnx
    grep -E '^      - \[|bias:' policy.yaml >numbers
    grep -E '^      - \[|bias:' again.yaml >numbers.again
    diff numbers numbers.again
    prints '(assert (<= X_3 1))' tail -n 1 box.vnnlib
}
check "the spec as ONNX reads back" other_direction
finish
