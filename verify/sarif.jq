# The checks as SARIF 2.1.0: a rule each, and an error for each that failed. Of {name, version, checks}.
def place($name): (capture("(^|[ /])(?<file>[A-Za-z0-9_.-]+[.][ch]):(?<line>[1-9][0-9]*)(:|,)") // null)
  | if . == null then {artifactLocation: {uri: "\($name).c"}}
    else {artifactLocation: {uri: .file}, region: {startLine: (.line | tonumber)}} end;
.name as $name | .checks as $checks |
{"$schema": "https://json.schemastore.org/sarif-2.1.0.json", version: "2.1.0",
 runs: [{tool: {driver: {name: "epiverify", version: .version,
                         rules: [$checks[] | {id: .check, shortDescription: {text: "the check \(.check) of epiverify(1)"}}]}},
         results: [range($checks | length) as $i | $checks[$i] | select(.passed | not)
           | {ruleId: .check, ruleIndex: $i, level: "error", message: {text: (if .summary == "" then "failed" else .summary end)},
              locations: [{physicalLocation: (.summary | place($name))}]}]}]}
