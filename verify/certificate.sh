#!/bin/bash
# certificate.sh OUT: what the checks found, as OUT/certificate.json, certificate.md and certificate.html. Exit status
# 1 when a check failed or did not run, or a file or program changed meanwhile; the certificate then says FAILED in
# its first line. certificate.jq says what stands in it. No date, no time, no path: the same model, tools and results give the same bytes.
out=$1
. verify/lib.sh
. verify/toolbox.sh

# The shared library that a program loads: its file, and the version of its package where there is one.
library_of() { # PROGRAM LIBRARY
    local file package
    file=$(ldd "$1" 2>/dev/null | sed -n "s|.* => \(/.*/$2[.-][^ ]*\) .*|\1|p" | head -n 1)
    [ -n "$file" ] || { echo 'not loaded as a library'; return; }
    file=$(realpath "$file")
    package=$(dpkg-query -S "$file" 2>/dev/null || dpkg-query -S "${file#/usr}" 2>/dev/null || true)
    # shellcheck disable=SC2016
    echo "$(basename "$file")${package:+,$(dpkg-query -W -f ' ${Package} ${Version}' "${package%%: *}")}"
}

# Did a subject change while it was checked? The hashes from before the first check are those that count.
as_before() { checksums "$1" "$2" "$V_NAME" | diff "$V_EVIDENCE/sha256" -; } # SPEC DIR
subjects_judge() {
    local file
    if ! as_before "$V_SPEC" "$V_CODE"; then echo 'the copies changed during the checks'; fi
    if ! as_before "$V_SPEC_GIVEN" "$V_CODE_GIVEN"; then echo 'the spec or the code changed during the checks'; fi
    file=$V_EVIDENCE/validate/validate.json
    if [ ! -s "$file" ]; then return; fi
    awk -F '\t' -v name="$V_NAME" '$1 == "spec" || $1 == name ".c" || $1 == name ".h" { print $2 }' \
        "$V_EVIDENCE/sha256" >"$V_EVIDENCE/validate/sha256"
    jq -r '.spec.sha256, .source.sha256, .header.sha256' "$file" | diff - "$V_EVIDENCE/validate/sha256" ||
        echo 'epivalidate read other files'
}
programs_judged() { cat "$V_EVIDENCE/programs.changed"; }

# The programs that epiverify hashed before the first check.
tools_json() {
    jq -R -s 'split("\n") | map(select(. != "") | split("\t") | {program: .[0], version: .[3], sha256: .[2], given: (.[1] != "")})' \
        "$V_EVIDENCE/programs"
}
libraries_json() {
    jq -n --arg count "$(wc -l <"$V_EVIDENCE/libraries")" --arg sha256 "$(sha256sum <"$V_EVIDENCE/libraries" | cut -d ' ' -f 1)" \
        --arg capstone "$(library_of "$epiwcet" libcapstone)" --arg elf "$(library_of "$epiwcet" libelf)" \
        '{count: ($count | tonumber), sha256: $sha256, epiwcet: [$capstone, $elf]}'
}
epiverify_json() {
    jq -n --arg version "$(cat "$V_ABOUT/version")" --arg scripts "$(scripts_sha256)" --arg templates "$(templates_sha256)" \
        --arg manual "$(sha256sum <verify/SAFETY.md | cut -d ' ' -f 1)" \
        '{version: $version, scripts_sha256: $scripts, templates_sha256: $templates, safety_manual_sha256: $manual}'
}

# The assumptions of use of the safety manual: paragraphs that begin with **[AOU-n] Title.**
use_json() {
    awk -v RS= '/^\*\*\[AOU-[0-9]+\]/ { gsub(/\n/, " "); gsub(/\t/, " "); print }' verify/SAFETY.md |
        sed -E 's/^\*\*\[(AOU-[0-9]+)\] ([^*]*)\.\*\* */\1\t\2\t/; s/\[([^]]*)\]\([^)]*\)/\1/g; s/\*\*//g' |
        jq -R -s 'split("\n") | map(select(. != "") | split("\t") | {id: .[0], title: .[1], text: .[2]})'
}

table_json() { jq -R -s 'split("\n") | map(select(. != "") | split("\t") | {(.[0]): (.[1] | if test("^-?[0-9]+([.][0-9]+)?$") then tonumber else . end)}) | add // {}'; }

files_json() { sed 1d "$V_EVIDENCE/sha256" | jq -R -s 'split("\n") | map(select(. != "") | split("\t") | {(.[0]): .[1]}) | add'; }

# Where the code came from. That it is what epigen emits here is established by the check validate.
origin() {
    if [ -n "$V_GIVEN" ]; then echo 'given (--code), and compared with a fresh emission by the check validate'
    else echo 'emitted by this run'; fi
}

checks_json() {
    local check directory figures
    for check in $V_CHECKS; do
        directory=$V_EVIDENCE/$check figures='{}'
        [ ! -s "$directory/figures" ] || figures=$(table_json <"$directory/figures")
        jq -n --arg check "$check" --arg verdict "$(cat "$directory/verdict" 2>/dev/null || echo 'did not run')" \
            --arg summary "$(head -n 1 "$directory/summary" 2>/dev/null || true)" --argjson figures "$figures" \
            '{check: $check, passed: ($verdict == "ok"), ran: ($verdict != "did not run"), summary: $summary, figures: $figures}'
    done | jq -s .
}

# What the raw numbers of a model in fixed point stand for, by the macros of its header; of float: null.
raw_json() {
    local big
    [ "$type" = q15 ] || { echo null; return; }
    big=$(upper "$V_NAME")
    sed -nE "s/^#define ${big}_([A-Z0-9_]+) \\((-?[0-9.e+-]+)F?\\)$/\\1\t\\2/p" "$V_CODE/$V_NAME.h" | table_json >"$V_EVIDENCE/macros.json"
    sed -nE "s/^    ${big}_IN_([A-Z0-9_]+) = [0-9]+,? .*/\\1/p" "$V_CODE/$V_NAME.h" | jq -R -s --slurpfile macros "$V_EVIDENCE/macros.json" '
        ($macros[0] | with_entries(.value |= tostring) | with_entries({key, value: (.value | tonumber)})) as $m |
        {inputs: (split("\n") | map(select(. != "") | {scale: $m[. + "_SCALE"], offset: $m[. + "_OFFSET"], low: $m[. + "_RAW_MIN"], high: $m[. + "_RAW_MAX"]})),
         outputs: ($m | to_entries | map(select(.key | test("^(MEAN|SIGMA)_SCALE_[0-9]+$")) | (.key | sub("SCALE"; "OFFSET")) as $offset |
             {key: (.key | ascii_downcase | sub("_scale_(?<i>.*)"; "[\(.i)]")), value: {scale: .value, offset: $m[$offset]}}) | from_entries),
         eta_one: $m.ETA_ONE}'
}

# What epiprove was asked and answered, and the checksums of the files that asked it.
properties_json() {
    local directory=$V_EVIDENCE/properties file
    for file in "$directory"/properties.json "$directory"/eta.json; do
        [ ! -s "$file" ] || jq '.' "$file"
    done | jq -s 'map(if has("properties") then {properties, properties_sha256} else {eta: .} end) | add // {}'
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

type=$(type_of "$V_CODE/$V_NAME.c")
rests_on=verify/assumptions.txt exhaustive='make exhaustive' kernels=$(kernels_sha256)
if [ "$type" = q15 ]; then
    rests_on=verify/assumptions_raw.txt exhaustive='make build/tests/test_q15_kernels && build/tests/test_q15_kernels' kernels=$(fixed_kernels_sha256)
fi
{ subjects_judge; programs_judged; } >"$V_EVIDENCE/changed" 2>&1
changed=$(tail -n 1 "$V_EVIDENCE/changed")
[ -z "$changed" ] || echo "FAILED: $changed"
outputs=$V_EVIDENCE/bounds/outputs.json
[ -f "$outputs" ] || outputs=/dev/null
describe "$V_SPEC" >"$V_EVIDENCE/about.json"
tools_json >"$V_EVIDENCE/tools.json"
# Where each part of the certificate comes from; the rest is in certificate.jq.
jq -n -L verify --arg case "$V_CASE" --arg name "$V_NAME" --arg spec "$(sed -n 's/^spec\t//p' "$V_EVIDENCE/sha256")" \
    --arg changed "$changed" --arg origin "$(origin)" --arg kernels "$kernels" --arg type "$type" \
    --arg core "$(core_of "$V_CODE/$V_NAME.c")" --arg tables "$(tables_of "$V_CODE/$V_NAME.c")" --argjson raw "$(raw_json)" --arg exhaustive "$exhaustive" \
    --argjson files "$(files_json)" --slurpfile tools "$V_EVIDENCE/tools.json" --argjson checks "$(checks_json)" \
    --slurpfile outputs "$outputs" --slurpfile about "$V_EVIDENCE/about.json" --argjson control "$(control_json)" \
    --argjson wcet "$(wcet_json)" --arg form "$V_FORM" --argjson properties "$(properties_json)" \
    --argjson libraries "$(libraries_json)" --argjson epiverify "$(epiverify_json)" --argjson use "$(use_json)" \
    --arg accuracy "$(accuracy_of "$V_CODE/$V_NAME.c")" --arg clamps "$(clamps_of "$V_CODE/$V_NAME.c")" \
    --rawfile assumptions "$rests_on" '
    include "certificate";
    ($tools[0] | map(select(.given) | .program)) as $other |
    {model: $case, prefix: $name,
     result: (if $changed != "" or ($checks | all(.passed) | not) then "FAILED" elif $other == [] then "PASSED" else "PASSED WITH OTHER TOOLS" end),
     type: $type, form: $form, accuracy: $accuracy, clamps: $clamps, core: $core, tables: ($tables != ""), raw: $raw, spec_sha256: $spec, files_sha256: $files, code: $origin, changed: $changed,
     other_tools: $other, about: $about[0],
     exhaustive: {command: $exhaustive, run_here: false, kernels_sha256: $kernels}, checks: $checks, outputs: ($outputs[0] // []),
     properties: $properties, control_functions: $control, assumptions_of_use: $use,
     assumptions: (($assumptions | split("\n") | map(select(. != "" and (startswith("#") | not)))) + $wcet),
     epiverify: $epiverify, tools: $tools[0], libraries: $libraries} | . + {established: statements}' \
    >"$out/certificate.json.new"
jq -r -L verify -f verify/markdown.jq "$out/certificate.json.new" >"$out/certificate.md.new"
jq -r -L verify -f verify/html.jq "$out/certificate.json.new" >"$out/certificate.html.new"
for kind in json md html; do
    mv "$out/certificate.$kind.new" "$out/certificate.$kind"
done
jq -e '.result != "FAILED"' "$out/certificate.json" >/dev/null
