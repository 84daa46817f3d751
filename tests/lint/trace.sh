#!/bin/bash
# trace.sh [TOP]: every requirement and what verifies it, as a table in Markdown. Exit status 1, with a line for each fault and no
# table, if a requirement has no test, a tag names none, an identifier is defined twice, or a page names one that there is not.
#
# [REQ-...], [SPEC-...] and [AOU-...] in brackets define a requirement, in the files of `defining` only. A comment of a test
# or check tags what it shows, `verifies: REQ-..., SPEC-...`. An assumption of use (AOU) is an obligation of the integrator, which no
# test of ours can verify: `supports: AOU-...` says where the product checks or documents its part of it.
set -eu -o pipefail
shopt -s inherit_errexit
export LC_ALL=C
cd "${1:-.}"
defining=(README.md gen/spec/epigen-spec.5 verify/epiverify.1 verify/SAFETY.md)
mentioning=(README.md verify/*.md verify/*.jq verify/*.1 gen/spec/*.5 gen/*.md)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# identifier, file:line, text up to the end of its sentence or cell
awk '
    function flush_text() {
        if (id == "") return
        gsub(/^[.]?[ *]+/, "", text)
        gsub(/`|\*\*|\]\([^)]*\)|\[|\\/, "", text)
        if (match(text, /([.:]$|[.:] | \|)/)) text = substr(text, 1, RSTART - 1)
        gsub(/\|/, "/", text)
        print id "\t" place "\t" substr(text, 1, 150)
        id = ""
    }
    FNR == 1 { flush_text() }
    { line = $0; sub(/^\.(Li|Cm|Xr|Ev|Pa|Nm|Fl|Ql) /, "", line); if (line ~ /^\.[A-Z]/) line = "" }
    match($0, /\[(REQ|SPEC|AOU)-[A-Z0-9-]+\]/) {
        found = RSTART; length_found = RLENGTH
        flush_text()
        id = substr($0, found + 1, length_found - 2); place = FILENAME ":" FNR
        text = substr($0, found + length_found); next
    }
    id != "" && length(text) < 150 { text = text " " line }
    END { flush_text() }' "${defining[@]}" >"$work/defined"

# kind, identifier, file:line
grep -rnoE '(verifies|supports): (REQ|SPEC|AOU)-[A-Z0-9, -]+' tests verify gen --include='*.sh' --include='*.c' --include='*.md' |
    grep -vE '^(tests/lint/trace.sh|tests/scripts/project/trace.sh|tests/golden/)' |
    awk -F ':' '{ gsub(/ /, "", $4); n = split($4, ids, ","); for (i = 1; i <= n; i++) { sub(/-+$/, "", ids[i]); if (ids[i] != "") print $3 "\t" ids[i] "\t" $1 ":" $2 } }' \
    >"$work/tags"

grep -noE '\b(REQ|SPEC|AOU)-[A-Z0-9]+(-[A-Z0-9]+)*\b' "${mentioning[@]}" | awk -F ':' '{ print $3 "\t" $1 ":" $2 }' >"$work/mentioned"

awk -F '\t' '
    FILENAME ~ /defined$/ { if ($1 in text) fault($2, $1 " is defined twice, first in " place[$1]); order[++n] = $1; place[$1] = $2; text[$1] = $3; next }
    FILENAME ~ /tags$/ {
        aou = $2 ~ /^AOU-/
        if (!($2 in text)) fault($3, "a tag names " $2 ", which no requirement has")
        else if (aou != ($1 == "supports")) fault($3, $2 " is tagged by " $1 ", expected " (aou ? "supports" : "verifies"))
        else if (!aou && $3 !~ /^(tests|verify\/checks)\//) fault($3, "verifies: stands in a file that is no test and no check")
        else tests[$2] = tests[$2] (tests[$2] == "" ? "" : ", ") $3
        next
    }
    !($1 in text) { fault($2, $1 " is named, and defined nowhere") }
    function fault(where, words) { print "trace: " where ": " words >"/dev/stderr"; bad = 1 }
    END {
        if (n == 0) fault("README.md", "no requirement is defined")
        for (i = 1; i <= n; i++)
            if (tests[order[i]] == "") fault(place[order[i]], order[i] " has no test: expected a comment \"" (order[i] ~ /^AOU-/ ? "supports: " : "verifies: ") order[i] "\" in a test or check")
        if (bad) exit 1
        print "# Requirements and what verifies them\n\nWritten by `make trace` from the tags in tests and checks. Checks (verify/checks) run on each model, tests on epigen.\nAssumptions of use (AOU) are obligations of the integrator: named is where the product checks or documents its part.\n"
        print "| requirement | defined in | says | verified by (AOU: supported by) |\n|---|---|---|---|"
        for (i = 1; i <= n; i++) print "| " order[i] " | " place[order[i]] " | " text[order[i]] " | " tests[order[i]] " |"
    }' "$work/defined" "$work/tags" "$work/mentioned"
