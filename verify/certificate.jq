# certificate.json as a page for people.
def row: "| " + (map(tostring) | join(" | ")) + " |";
def rule: map("---") | row;
def table(head): [head | row, (head | rule)] + map(row) | .[];

"# \(.model): \(.result)",
"",
(if .result == "PASSED" then "Every check below passed on the files with these checksums."
 else "**FAILED: \([(.checks[] | select(.passed | not) | .check), (.changed | select(. != ""))] | join(", ")).** This is no evidence for the model." end),
"",
"Form \(.form), accuracy of the kernels \(.accuracy), clamps in the kernels: \(.clamps).",
"",
"Spec sha256 `\(.spec_sha256)`. The code was \(.code). All checks ran on copies of the files with these checksums, taken before the first check:",
"",
(.files_sha256 | to_entries | map([.key, "`\(.value)`"]) | table(["file", "sha256"])),
"",
"Not part of this run, and yours to do once for each text of the kernels: `\(.exhaustive.command)`, which must pass on a tree whose runtime/float32/*.h and gen/program/activation*, one behind the other, have the sha256 `\(.exhaustive.kernels_sha256)` (it prints that). The checks proof and bounds rest on it.",
"",
"## Checks",
"",
(.checks | map([.check, (if .passed then "passed" else "**FAILED**" end), .summary]) | table(["check", "result", "what was found"])),
"",
"## Outputs",
"",
"For every input in the domain: the range by epigen's interval arithmetic (low, high), the range that Frama-C's Eva proved from the C file, taking the kernels and the clamp by their ACSL contracts (the annotations are those that epigen emits of the spec; the kernels' are discharged by `make exhaustive`, the clamp's by the check proof), what the samples reached; the largest difference from exact arithmetic, and the largest one seen.",
"",
(.outputs | map([.output, .low, .high, .eva_low, .eva_high, .seen_low, .seen_high, .error, .seen_error])
 | table(["output", "low", "high", "Eva low", "Eva high", "seen low", "seen high", "error at most", "error seen"])),
"",
"## Figures",
"",
(.checks | map(.check as $c | .figures | to_entries | map([$c, .key, .value])) | add // [] | table(["check", "figure", "value"])),
"",
(if .control_functions == [] then empty else
 "## Control functions", "",
 "Of runtime/control, with the sizes of its defaults, for information: they are not part of the verdict.", "",
 (.control_functions | map([.entry, .core, .kind, .instructions // "", .cycles // "", .stack // "", .flash // "", .ram // "", .why // ""])
  | table(["function", "core", "figure", "instructions", "cycles", "stack", "flash", "RAM", "why refused"])), "" end),
"## Assumptions",
"",
(.assumptions[] | "- \(.)"),
"",
"## Tools",
"",
(.tools | to_entries | map([.key, .value]) | table(["tool", "version"]))
