#!/bin/bash
# Every spec in tests/golden/refused is refused: exit status 1, exactly the message in its .err file,
# no output file.
# verifies: SPEC-REFUSE, SPEC-NUMBER, SPEC-NAME, SPEC-GRAPH, SPEC-LIMITS, SPEC-SIGMA-POSITIVE, SPEC-ETA-RANGE, SPEC-NO-OVERFLOW, SPEC-PROVENANCE
. tests/scripts/lib.sh
tools=$PWD/build

refuses() {
    local name=$1 status=0
    "$tools/epigen-sanitized" "$name.yaml" -o "$work/out" >"$work/stdout" 2>"$work/stderr" || status=$?
    cat "$work/stderr"
    diff "$name.err" "$work/stderr" && [ "$status" -eq 1 ] && [ ! -e "$work/out" ] &&
        [ ! -s "$work/stdout" ]
}

cd tests/golden/refused
for spec in *.yaml; do
    check "${spec%.yaml}" refuses "${spec%.yaml}"
done
finish
