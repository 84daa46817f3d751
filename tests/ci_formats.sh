#!/bin/bash
# ci_formats.sh DIRECTORY: gives what tests/scripts/verify/findings.sh made to the validators of the formats. It installs npm
# packages into DIRECTORY, so it is a target of its own: `make ci-formats`.
set -eu -o pipefail
shopt -s inherit_errexit
directory=$1
mkdir -p "$directory/kept" "$directory/npm"
directory=$(realpath "$directory")
FINDINGS_KEPT=$directory/kept tests/scripts/verify/findings.sh
(cd "$directory/npm" && npm install --silent --ignore-scripts ajv@8 ajv-formats ajv-formats-draft2019 \
    @cyclonedx/cyclonedx-library @microsoft/sarif-multitool-linux)
multitool=$(find "$directory/npm/node_modules/@microsoft/sarif-multitool-linux" -name Sarif.Multitool -type f | head -n 1)
chmod +x "$multitool"
for file in "$directory"/kept/*.sarif; do
    DOTNET_SYSTEM_GLOBALIZATION_INVARIANT=1 "$multitool" validate "$file" --output "$file.log" --log ForceOverwrite --level Error
    jq -e '[.runs[].results[]? | select(.level == "error")] == []' "$file.log" >/dev/null
    echo "ok      $(basename "$file"): valid SARIF 2.1.0"
done
cat >"$directory/npm/bom.mjs" <<'END'
import * as CDX from '@cyclonedx/cyclonedx-library'
import { readFileSync } from 'node:fs'
const errors = await new CDX.Validation.JsonStrictValidator(CDX.Spec.Version.v1dot6).validate(readFileSync(process.argv[2], 'utf8'))
if (errors !== null) { console.error(JSON.stringify(errors)); process.exit(1) }
END
(cd "$directory/npm" && node bom.mjs "$directory/kept/bom.json")
echo 'ok      bom.json: valid CycloneDX 1.6'
for file in "$directory"/kept/*.xml; do
    /usr/bin/python3 -c 'import sys, junitparser; junitparser.JUnitXml.fromfile(sys.argv[1])' "$file"
    echo "ok      $(basename "$file"): junitparser reads it"
done
