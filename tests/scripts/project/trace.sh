#!/bin/bash
# The lint check tests/lint/trace.sh: this tree passes, and each fault is seen at its place, in a copy of what the check reads.
. tests/scripts/lib.sh
lint=$PWD/tests/lint/trace.sh

tree() {
    rm -rf "$work/tree"
    mkdir -p "$work/tree"
    tests/tracked '*.sh' '*.c' '*.md' '*.1' '*.5' '*.jq' >"$work/files"
    grep -E '^(README.md|tests/(scripts|unit|exhaustive|lint)|verify|gen)' "$work/files" | tar -cf - -T - | tar -xf - -C "$work/tree"
}
# red FILE EDIT WORDS: the edit by sed makes the check fail with these words.
red() {
    tree
    sed -i "$2" "$work/tree/$1"
    refuted cmp -s "$1" "$work/tree/$1"
    exits_with 1 "^trace: $3" "$lint" "$work/tree"
}
table_is_whole() {
    "$lint" >"$work/trace.md"
    lines=$(grep -cE '^\| (REQ|SPEC|AOU)-[A-Z0-9-]+ \| [a-zA-Z0-9/._-]+:[0-9]+ \| .+ \| .*:[0-9]+ \|$' "$work/trace.md")
    [ "$lines" -ge 40 ]
    grep '^| REQ-FAITHFUL |.*tests/scripts/verify/validate.sh:.*verify/checks/validate.sh:' "$work/trace.md"
    grep '^| SPEC-STATUS |.* Each replacement sets bit i .*| tests/unit/gen/test_lower.c:' "$work/trace.md"
}

tree
check "this tree" table_is_whole
check "the copy" "$lint" "$work/tree"
check "a requirement without a test" red tests/unit/gen/test_lower.c 's/verifies: SPEC-ZERO-TERMS/tests zero terms/' \
    'gen/spec/epigen-spec.5:[0-9]*: SPEC-ZERO-TERMS has no test'
check "a new requirement" red README.md 's/\[REQ-EXACT\]/& [REQ-NEW]/; s/\[REQ-EXACT\] \(.*\)\[REQ-NEW\]/\1[REQ-NEW]/' 'README.md:[0-9]*: REQ-NEW has no test'
check "an assumption of use that nothing supports" red verify/checks/proof.sh 's/^# supports: AOU-7$/#/' 'verify/SAFETY.md:[0-9]*: AOU-7 has no test'
check "a tag without a requirement" red tests/scripts/verify/loops.sh 's/verifies: REQ-WCET/verifies: REQ-WCTE/' \
    'tests/scripts/verify/loops.sh:4: a tag names REQ-WCTE'
check "a requirement that is renamed" red verify/epiverify.1 's/\[REQ-EVIDENCE-RUN\]/[REQ-EVIDENCE-RAN]/' \
    'tests/scripts/verify/verify.sh:[0-9]*: a tag names REQ-EVIDENCE-RUN'
check "a requirement that is defined twice" red verify/epiverify.1 's/\[REQ-EVIDENCE-BYTES\]/[REQ-EVIDENCE-RUN]/' 'verify/epiverify.1:[0-9]*: REQ-EVIDENCE-RUN is defined twice'
check "an assumption of use that a test claims to verify" red verify/checks/proof.sh 's/supports: AOU-7/verifies: AOU-7/' \
    'verify/checks/proof.sh:[0-9]*: AOU-7 is tagged by verifies'
check "the certificate names a requirement that there is not" red verify/certificate.jq 's/REQ-FAITHFUL/REQ-FAITHFULL/' \
    'verify/certificate.jq:[0-9]*: REQ-FAITHFULL is named, and defined nowhere'
check "a page that claims to verify" red gen/USAGE.md 's/supports: AOU-1,/verifies: REQ-EXACT,/' 'gen/USAGE.md:[0-9]*: verifies: stands in a file'
finish
