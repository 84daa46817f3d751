#!/bin/bash
# What checks found, for continuous integration: SARIF 2.1.0, JUnit XML and the CycloneDX ML-BOM. `make ci-formats` gives the files of
# this test to the validators of these formats.
# verifies: REQ-CI-FORMATS
. tests/scripts/lib.sh
epigen=$PWD/build/epigen epivalidate=$PWD/build/epivalidate epiwcet=$PWD/build/epiwcet
top=$PWD
kept=${FINDINGS_KEPT:-$work/kept}
mkdir -p "$kept"
cp tests/golden/good/tiny.yaml "$work/"
cd "$work"
"$epigen" tiny.yaml -o out
sed 's/1\.25F/1.5F/' out/tiny.c >wrong.c
cp out/tiny.h wrong.h

faithful() {
    "$epivalidate" --sarif tiny.yaml out/tiny.c >"$kept/good.sarif"
    jq -e '.version == "2.1.0" and .runs[0].results == [] and .runs[0].tool.driver.name == "epivalidate"' "$kept/good.sarif"
    "$epivalidate" --junit tiny.yaml out/tiny.c >"$kept/good.xml"
    grep -q 'failures="0"' "$kept/good.xml"
}
check "epivalidate: nothing found" faithful
unfaithful() {
    refuted "$epivalidate" --sarif --header=out/tiny.h tiny.yaml wrong.c >"$kept/bad.sarif" 2>said
    jq -e '.runs[0].results | length == 1' "$kept/bad.sarif"
    line=$(sed -n 's/^epivalidate: wrong.c:\([0-9]*\): .*/\1/p' said)
    [ -n "$line" ]
    jq -e --argjson line "$line" '.runs[0].results[0] | .ruleId == "faithful" and (.message.text | length > 10)
        and (.locations[0].physicalLocation | .artifactLocation.uri == "wrong.c" and .region.startLine == $line)' "$kept/bad.sarif"
    refuted "$epivalidate" --junit --header=out/tiny.h tiny.yaml wrong.c >"$kept/bad.xml" 2>said
    grep -q "<failure message=\"wrong.c:$line: " "$kept/bad.xml"
    xmllint_or_python "$kept/bad.xml"
}
xmllint_or_python() { python3 -c 'import sys, xml.dom.minidom; xml.dom.minidom.parse(sys.argv[1])' "$1"; }
check "epivalidate: another weight" unfaithful

slow() {
    arm-none-eabi-gcc -std=c99 -O2 -ffp-contract=off -mcpu=cortex-m4 -mfpu=fpv4-sp-d16 -mfloat-abi=hard -mthumb -c out/tiny.c
    "$epiwcet" --core=cortex-m4f --sarif tiny.o >"$kept/fast.sarif"
    jq -e '.runs[0].results == []' "$kept/fast.sarif"
    refuted "$epiwcet" --core=cortex-m4f --max-cycles=10 --max-flash=9 --sarif tiny.o >"$kept/slow.sarif" 2>said
    jq -e '.runs[0].results | length == 2 and (.[0].message.text | test("cycles"))' "$kept/slow.sarif"
    refuted "$epiwcet" --core=cortex-m0plus --sarif tiny.o >"$kept/refused.sarif" 2>said
    jq -e '.runs[0].results | length == 1' "$kept/refused.sarif"
}
check "epiwcet: bars" slow

# A check of epiverify that fails, and what the jq programs make of a certificate.
cat >findings.json <<'END'
{"name": "wind", "version": "0.2.0", "checks": [{"check": "misra", "passed": false, "summary": "wind.c:12:5: style: <rule> 10.1 [misra]"},
 {"check": "wcet", "passed": true, "summary": "fine"}, {"check": "proof", "passed": false, "summary": ""}]}
END
of_epiverify() {
    jq -f "$top/verify/sarif.jq" findings.json >"$kept/epiverify.sarif"
    jq -e '.runs[0] | (.results | length == 2) and .results[0].locations[0].physicalLocation.region.startLine == 12
        and .results[1].ruleIndex == 2 and .results[1].message.text == "failed" and (.tool.driver.rules | length == 3)' "$kept/epiverify.sarif"
    jq -r -f "$top/verify/junit.jq" findings.json >"$kept/epiverify.xml"
    grep -q 'tests="3" failures="2"' "$kept/epiverify.xml"
    xmllint_or_python "$kept/epiverify.xml"
}
check "epiverify: SARIF and JUnit" of_epiverify
cat >certificate.json <<'END'
{"model": "wind", "result": "PASSED", "form": "unrolled", "spec_sha256": "534093076c72b32a35389605dcc5ec05b0f6d7b4ad319f9cd164300df71e3d1f",
 "files_sha256": {"wind.c": "634093076c72b32a35389605dcc5ec05b0f6d7b4ad319f9cd164300df71e3d1f"}, "epiverify": {"version": "0.2.0"},
 "tools": [{"program": "gcc", "version": "12.2.0", "sha256": "734093076c72b32a35389605dcc5ec05b0f6d7b4ad319f9cd164300df71e3d1f"}],
 "checks": [{"check": "misra", "passed": true, "summary": "0 findings"}],
 "about": {"name": "wind", "inputs": [{"name": "v", "unit": "m/s", "min": 0, "max": 5}], "outputs": [{"name": "drag", "unit": null}],
  "provenance": {"data_sha256": "834093076c72b32a35389605dcc5ec05b0f6d7b4ad319f9cd164300df71e3d1f", "rows": "360", "seed": "1",
   "held_out_drag": {"rows": "40", "rmse": "0.057"}}}}
END
bill() {
    jq -f "$top/verify/bom.jq" certificate.json >"$kept/bom.json"
    jq -e '.bomFormat == "CycloneDX" and .specVersion == "1.6" and .metadata.component.type == "machine-learning-model"
        and (.metadata.component.modelCard.quantitativeAnalysis.performanceMetrics | any(.type == "rmse" and .value == "0.057"))
        and (.components | any(.type == "data" and .hashes[0].content[0:3] == "834"))
        and (.metadata.component.modelCard.properties | any(.name == "epigen:seed" and .value == "1"))
        and (.metadata.tools.components | any(.name == "gcc" and .version == "12.2.0"))' "$kept/bom.json"
}
check "the bill of materials" bill
check "--bom beside --only" exits_with 2 'bom goes with all checks' "$top/build/epiverify" --only=misra --bom tiny.yaml
check "two formats at once" exits_with 2 'only one of --json, --sarif and --junit' "$epivalidate" --sarif --junit tiny.yaml out/tiny.c
finish
