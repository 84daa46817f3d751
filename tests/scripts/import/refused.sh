#!/bin/bash
# Files that are damaged, hostile, or have what no spec can be: each is refused within seconds and little memory by the sentence in
# tests/import/hostile.expected, and writes nothing. What is accepted is a spec that reads back. `--update` writes that file anew;
# read the difference.
# verifies: REQ-IMPORT
. tests/scripts/lib.sh
expected=$PWD/tests/import/hostile.expected
program=$PWD/build/epiimport
epigen=$PWD/build/epigen
sanitized=$PWD/build/epiimport-sanitized
mkdir -p "$work/files"
python3 tests/import/hostile.py "$work/files"
cd "$work/files"

# said PROGRAM: a line for each file with what it says, or that it is accepted.
said() {
    local file
    for file in *.onnx; do
        rm -f out.yaml
        if timeout 60 "$1" "$file" --domain=-1,1 -o out.yaml 2>words; then
            echo "$file: accepted"
            "$epigen" --dump=spec out.yaml >again.yaml
        else
            prints 1 grep -c "" words >lines
            [ ! -e out.yaml ]
            sed 's/^epiimport: //' words
        fi
    done
}
within_memory() {
    (ulimit -v 700000 && said "$program") >words.small
    diff "$expected" words.small
}
no_fault() {
    said "$sanitized" >words.sanitized
    diff "$expected" words.sanitized
}
if [ "${1:-}" = --update ]; then
    said "$program" >"$expected"
    exit
fi
check "refusals within 700 MB of addresses" within_memory
check "refusals with sanitizers" no_fault

# usage STATUS TEXT ARGUMENT...: what is wrong with a call, or with what a domain is.
usage() {
    local status=$1 text=$2
    shift 2
    exits_with "$status" "$text" "$sanitized" good.onnx "$@"
}
printf '1,2\n3,x\n' >bad.csv
printf '1,2,3,4,5\n1,2,3,4,6\n' >wide.csv
printf -- '- [1, 0]\n- [0, 1]\n' >descends.yaml
printf -- '- {name: a, min: 0, max: 1, low: 3}\n- [0, 1]\n' >key.yaml
printf '(declare-const X_0 Real)\n(declare-const X_1 Real)\n(assert (<= X_0 1))\n' >open.vnnlib
printf '(declare-const X_0 Real)\n(assert (<= X_7 1))\n' >undeclared.vnnlib
check "no domain" usage 2 'expected --domain: the numbers between which each input lies'
check "a domain that descends" usage 1 'input 1 has the domain 1 to 0, expected two ascending numbers' --domain=descends.yaml
check "a box with an unknown key" usage 1 'key.yaml:1: ' --domain=key.yaml
check "a log with a word" usage 1 'bad.csv:2: ' --domain=bad.csv
check "a log with other columns" usage 1 'has 5 columns, the network 2 inputs and 2 outputs' --domain=wide.csv
check "a property that leaves an input open" usage 1 'gives X_0 no two bounds' --domain=open.vnnlib
check "a property with an undeclared input" usage 1 'undeclared.vnnlib:2: compares X_7' --domain=undeclared.vnnlib
check "too few names" usage 2 'has 1 names, expected 2' --domain=-1,1 --names=a
check "a name that no model can have" usage 2 'expected' --domain=-1,1 --name=int
check "a margin that is no number" usage 2 'margin' --domain=-1,1 --margin=x
finish
