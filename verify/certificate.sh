#!/bin/bash
# certificate.sh OUT: what the checks found, as OUT/certificate.json and OUT/certificate.md. Exit status
# 1 when a check failed or did not run; the certificate then says FAILED in its first line. No date, no
# time, no path: the same model, tools and results give the same bytes.
set -eu
out=$1
. verify/lib.sh

version_of() { # TOOL [OPTION]
    command -v "$1" >/dev/null || { echo missing; return; }
    "$1" "${2:---version}" 2>/dev/null | sed -n '/[0-9]\.[0-9]/{p;q}'
}

tools_json() {
    local tool
    for tool in "$epigen" "$epiwcet" "$epivalidate" gcc clang arm-none-eabi-gcc riscv64-unknown-elf-gcc \
        arm-linux-gnueabihf-gcc riscv64-linux-gnu-gcc qemu-system-arm qemu-riscv32 cppcheck gcov; do
        printf '%s\t%s\n' "$(basename "$tool")" "$(version_of "$tool")"
    done
    printf 'frama-c\t%s\n' "$(version_of frama-c -version)"
}

table_json() { jq -R -s 'split("\n") | map(select(. != "") | split("\t") | {(.[0]): (.[1] | tonumber? // .)}) | add // {}'; }

files_json() {
    local file
    for file in "$V_NAME.c" "$V_NAME.h" "${V_NAME}_selftest.c" "${V_NAME}_vectors.h"; do
        printf '%s\t%s\n' "$file" "$(sha256sum <"$V_CODE/$file" | cut -d ' ' -f 1)"
    done | jq -R -s 'split("\n") | map(select(. != "") | split("\t") | {(.[0]): .[1]}) | add'
}

checks_json() {
    local check directory figures
    for check in $V_CHECKS; do
        directory=$V_EVIDENCE/$check figures='{}'
        [ ! -s "$directory/figures" ] || figures=$(table_json <"$directory/figures")
        jq -n --arg check "$check" --arg verdict "$(cat "$directory/verdict" 2>/dev/null || echo 'did not run')" \
            --arg summary "$(head -n 1 "$directory/summary" 2>/dev/null || true)" --argjson figures "$figures" \
            '{check: $check, passed: ($verdict == "ok"), summary: $summary, figures: $figures}'
    done | jq -s .
}

# The control functions that a controller links beside the model, if the tree has them.
control_json() {
    local file
    for file in "$V_EVIDENCE"/wcet/control/*.json; do
        [ ! -f "$file" ] || jq '{entry, core, kind, instructions, cycles, stack, flash, ram, why}' "$file"
    done | jq -s .
}

# What epiwcet says that its figures rest on, once for every core.
wcet_json() {
    local file
    for file in "$V_EVIDENCE"/wcet/*.json; do
        [ ! -f "$file" ] || jq '.core as $core | .kind as $kind | .assumptions[] | "epiwcet, \($core) (\($kind)): \(.)"' "$file"
    done | jq -s .
}

outputs=$V_EVIDENCE/bounds/outputs.json
[ -f "$outputs" ] || outputs=/dev/null
jq -n --arg case "$V_CASE" --arg name "$V_NAME" --arg spec "$(sha256sum <"$V_SPEC" | cut -d ' ' -f 1)" \
    --argjson files "$(files_json)" --argjson tools "$(tools_json | table_json)" --argjson checks "$(checks_json)" \
    --slurpfile outputs "$outputs" --argjson control "$(control_json)" \
    --argjson wcet "$(wcet_json)" \
    --rawfile assumptions verify/assumptions.txt '
    {model: $case, prefix: $name, result: (if ($checks | all(.passed)) then "PASSED" else "FAILED" end),
     spec_sha256: $spec, files_sha256: $files, checks: $checks, outputs: ($outputs[0] // []),
     control_functions: $control, tools: $tools,
     assumptions: (($assumptions | split("\n") | map(select(. != "" and (startswith("#") | not)))) + $wcet)}' \
    >"$out/certificate.json.new"
jq -r -f verify/certificate.jq "$out/certificate.json.new" >"$out/certificate.md.new"
mv "$out/certificate.json.new" "$out/certificate.json"
mv "$out/certificate.md.new" "$out/certificate.md"
jq -e '.result == "PASSED"' "$out/certificate.json" >/dev/null
