# What a certificate says, in order, for the printers of markdown.jq and html.jq. `blocks` makes of certificate.json a list
# of {heading, text}, {paragraph}, {list} and {head, rows}. A text, a cell and an item are a string, which is printed as it is,
# {code: ...}, {strong: ...}, or a list of these one behind the other.

# Our own words, in which backquotes stand around code. Words from a spec never go through it.
def words: split("`") | to_entries | map(if .key % 2 == 1 then {code: .value} else .value end);
def paragraph: {paragraph: .};
def heading(level): {heading: level, text: .};
def table(head): if . == [] then empty else {head: head, rows: .} end;

# Numbers as people read them: six digits are enough beside a checksum.
def short: if type != "number" then . elif . == 0 then "0" else
  (fabs | log10 | floor) as $e | if $e < -4 or $e > 8 then (. / pow(10; $e) * 1000 | round / 1000 | tostring) + "e\($e)"
  else pow(10; 5 - $e) as $f | (. * $f | round) / $f | tostring end end;
def percent: (tonumber? // null) | if . == null then "?" else "\(. * 1000 | round / 10) %" end;
def unit: if . == null then "" else . end;

# --- what is established, by requirement -----------------------------------------------------------------

# statements: {id, holds, kind, statement}, of the checks. An identifier is defined in README.md or epigen-spec(5).
# Those that are the same for both types.
def statements_of_code: [
    {id: "REQ-EXACT", check: "exact", kind: "tested on the vectors", statement: "Every compiler, level and core under Figures gives the specified bits."},
    {id: "REQ-CONSTANT-TIME", check: "constant-time", kind: "proven on the object, and tested", statement: "One sequence of instructions runs for every input: epiwcet finds one path through each object, and emulated cores executed as many instructions."},
    {id: "REQ-WCET", check: "wcet", kind: "proven on the object", statement: "Cycles, stack and memory under Figures are upper bounds where their kind is bound, under the assumptions of each core; an estimate is none."},
    {id: "REQ-CLEAN", check: "misra", kind: "analysed", statement: "cppcheck has no MISRA C:2012 finding beside the recorded deviations."},
    {id: "REQ-CLEAN", check: "builds", kind: "compiled", statement: "No compiler has a warning; the object needs nothing and holds no static data."},
    {id: "REQ-CLEAN", check: "coverage", kind: "tested on the vectors", statement: "Every statement runs in the self-test, and there is no branch on data."} ];
def statements_of_float(samples): [
    {id: "REQ-TOTAL", check: "proof", kind: "proven for all inputs", statement: "For every bit pattern of every input no operation of the C code overflows, reads what was not written or leaves an array, and no finite input leads to a NaN or an infinity (Frama-C's Eva; kernels and clamp by their contracts)."},
    {id: "REQ-TOTAL", check: "proof", kind: "tried on all 2^32 inputs", statement: "The input clamp keeps its contract for the domains of this model: whatever comes in, what goes on is inside the domain."},
    {id: "REQ-BOUNDED-ERROR", check: "bounds", kind: "proven for all inputs", statement: "The ranges and the largest errors under The model hold; an error as large as the range says nothing (interval arithmetic of epigen --bounds; \(samples) samples of the domain kept to them, and Eva's ranges, found from the C code, meet them)."},
    {id: "REQ-FAITHFUL", check: "validate", kind: "read back from the C code", statement: "Every weight and connection of the C code is the spec's, and all four files are byte for byte what epigen emits of the spec."} ] + statements_of_code;
def statements_of_raw(samples): [
    {id: "REQ-TOTAL", check: "proof", kind: "proven for all inputs", statement: "For every raw number of every input no operation overflows, nothing outside of an array or unset is read (Frama-C's Eva; kernels and clamp by their contracts\(if .core == "cortex-m4" then "; overflow on the portable file of the same spec, whose sums have the same terms" else "" end))."},
    {id: "REQ-BOUNDED-ERROR", check: "bounds", kind: "proven for all inputs", statement: "Ranges and deviations under The model hold against the real-valued network of the spec (epigen --type=q15 --bounds; \(samples) samples of the domain, evaluated by another program, kept to them)."},
    {id: "REQ-FAITHFUL", check: "validate", kind: "read back from the C code", statement: "Every weight, bias and connection of the C code is the spec's by the rules of epigen-spec(5), FIXED POINT, no sum can leave 32 bits, and all four files are byte for byte what epigen emits of the spec."} ] + statements_of_code;

def statements:
  (.checks | map({key: .check, value: .passed}) | from_entries) as $passed |
  ((.checks[] | select(.check == "bounds") | .figures.samples) // 0) as $samples |
  (if .type == "q15" then statements_of_raw($samples) else statements_of_float($samples) end)
  | map(. + {holds: ($passed[.check] // false)});

# --- the model ----------------------------------------------------------------------------------------------

# What a model without sigma or eta does not say.
def about_outside: if .about.eta then "sets its status bit and makes eta 1." else
  "sets its status bit, and nothing more: the model has no eta. Its user has to look at status before using a result." end;
def about_results: [select(.about.sigma) | " and a sigma"] + [" for each output"] + [select(.about.eta) | ", one eta"] + [" and a status word"] | join("");

# In fixed point a unit of a raw number, and the deviation from the real-valued network.
def raw_blocks:
  ("The model" | heading(2)),
  ("The C function `\(.prefix)_infer` takes raw numbers of 16 bits in this order, each of which stands for raw * scale + offset in its unit. Outside of its domain an input \(about_outside)" | words | paragraph),
  (.raw.inputs as $raw | .about.inputs | to_entries | map($raw[.key] as $r | [.key, .value.name, (.value.unit | unit), (.value.min | short), (.value.max | short), ($r.scale | short), ($r.offset | short), $r.low, $r.high,
     (if .key < 31 then .key else 31 end)]) | table(["place", "input", "unit", "domain from", "to", "scale", "offset", "raw from", "raw to", "status bit"])),
  ("It gives a mean\(about_results), as raw numbers\(if .about.eta then "; eta is raw / \(.raw.eta_one)" else "" end). For every raw input in the domain: the proven range, what the samples reached; the largest deviation from the real-valued network at what the raw inputs stand for, proven and measured, and its root mean square on random inputs." | paragraph),
  (.raw as $raw | .about.outputs as $names | .outputs | map((.output | capture("^(?<kind>[a-z]+)\\[(?<place>[0-9]+)\\]")) as $o |
     ($names[$o.place | tonumber] // {}) as $n | ($raw.outputs[.output] // {}) as $r |
     [.output, (if $o.kind == "eta" then "how little the model knows" else "\($n.name // "output \($o.place)")\(if $o.kind == "sigma" then ", noise" else "" end)" end),
      (if $o.kind == "eta" then "" else $n.unit | unit end)] + ([$r.scale, $r.offset, .low, .high, .seen_low, .seen_high, .error, .seen_error, .rms] | map(if . == null then "" else short end)))
   | table(["output", "is", "unit", "scale", "offset", "low", "high", "seen low", "seen high", "deviation proven", "deviation measured", "RMS"])),
  ("What this run does not check" | heading(3)),
  {list: ["Properties and the radius around the training rows beyond which eta is high: epiprove proves them of the network in float, and nothing of this code.",
    "What the spec says of its training, below, was measured on the network in float unless an entry speaks of fixed point; the deviation above says how far this code can be from it.",
    (if .core != "portable" then "Cores other than those under Figures: the file is written for \(.core)." else empty end)]};

def about_float_blocks:
  ("The model" | heading(2)),
  ("The C function `\(.prefix)_infer` takes the inputs in this order. Outside of its domain an input \(about_outside)" | words | paragraph),
  (.about.inputs | to_entries | map([.key, .value.name, (.value.unit | unit), (.value.min | short), (.value.max | short), (.value.scale | short),
     (if .key < 31 then .key else 31 end)]) | table(["place", "input", "unit", "domain from", "to", "one standard deviation (scale)", "status bit"])),
  ("It gives a mean\(about_results). For every input in the domain: the range by epigen's interval arithmetic (low, high), the range that Frama-C's Eva proved from the C file, what the samples reached; the largest difference from exact arithmetic, and the largest one seen." | paragraph),
  (.about.outputs as $names | .outputs | map((.output | capture("^(?<kind>[a-z]+)\\[(?<place>[0-9]+)\\]")) as $o |
     ($names[$o.place | tonumber] // {}) as $n |
     [.output, (if $o.kind == "eta" then "how little the model knows" else "\($n.name // "output \($o.place)")\(if $o.kind == "sigma" then ", noise" else "" end)" end),
      (if $o.kind == "eta" then "" else $n.unit | unit end)] + ([.low, .high, .eva_low, .eva_high, .seen_low, .seen_high, .error, .seen_error] | map(short)))
   | table(["output", "is", "unit", "low", "high", "Eva low", "Eva high", "seen low", "seen high", "error at most", "error seen"]));

def about_blocks: if .type == "q15" then raw_blocks else about_float_blocks end;

# --- what the spec says of its training -----------------------------------------------------------------------

def trained_keys: ["trainer", "data_sha256", "points_sha256", "recipe_sha256", "mean_sha256", "rows", "seed"];
def eta_keys: ["eta_false_alarms", "eta_calibrated_on_rows", "eta_calibrated_in_turns", "eta_calibrated_on_blocks", "eta_calibrated_inside_domain_only", "eta_learned_from", "eta_regions_left_out",
  "eta_regions_caught", "eta_regions_auroc", "eta_holes_caught", "eta_unseen_blocks_unknown", "eta_worst_region", "eta_worst_region_auroc", "eta_trusted", "eta_guaranteed_beyond"];

def held_out_rows: to_entries | map(select((.key | startswith("held_out_")) and (.value | type == "object")) | .value as $v |
  [(.key | ltrimstr("held_out_")), $v.rows // "not recorded", $v.rmse // "", $v.nll // "", (["within_1_sigma", "within_2_sigma", "within_3_sigma"][] as $k | if $v[$k] then $v[$k] | percent else "" end)]);

def eta_items:
  (select(.eta_false_alarms) | "Threshold: of rows like the held-out ones at most \(.eta_false_alarms | percent) have eta above 0.5, on average over draws (conformal prediction on \(.eta_calibrated_on_rows // "?") rows\(if .eta_calibrated_in_turns then ", each put to a network that was trained without it; all but the validation rows taught the network that is kept" else " that taught eta nothing" end)\(if .eta_calibrated_on_blocks then ", in \(.eta_calibrated_on_blocks) of the stretches, groups or files that the rows came in; others may have more" else "" end)\(if .eta_calibrated_inside_domain_only then "; of rows inside the domain only" else "" end)). Rows of another kind, such as another day, are not covered."),
  (select(.eta_false_alarms | not) | "Threshold: no rate of false alarms is recorded; 0.5 has no statistical meaning for this model."),
  (select(.eta_regions_left_out) | "Left-out regions: \(.eta_regions_left_out) regions of the training inputs were left out one at a time, and eta found \(.eta_regions_caught | percent) of their rows (AUROC \(.eta_regions_auroc // "?")). Worst: \(.eta_worst_region // "?") (AUROC \(.eta_worst_region_auroc // "?"))."),
  (select(.eta_holes_caught) | "Holes in the middle of the rows: eta found \(.eta_holes_caught | percent)."),
  (select(.eta_unseen_blocks_unknown) | "Whole stretches, groups or files that were left out: eta called \(.eta_unseen_blocks_unknown | percent) of their rows unknown. Expect as much of the next one, if it is like these."),
  (select(.eta_regions_left_out | not) | "Left-out regions: none are recorded. Nothing shows that eta finds a region without training data."),
  (select(.eta_trusted == "yes") | "By the rule of epitrain, which asks for an AUROC on the left-out regions, eta is to be trusted on these data."),
  (select(.eta_trusted == "no") | [{strong: "epitrain calls eta not to be trusted on these data."}, " No safety argument may rest on eta above 0.5 as a detector of unknown inputs."]),
  (select(.eta_guaranteed_beyond) | "Far away: farther than \(.eta_guaranteed_beyond) standard deviations of the inputs (\(if .eta_scales then "entry eta_scales below" else "column scale above" end); the Euclidean distance over all inputs that the recipe gives a weight) from all training rows eta is above 0.5, by construction, in exact arithmetic."),
  (select(.eta_guaranteed_beyond | not) | "Far away: no radius is recorded beyond which eta is guaranteed to be high; outside of the domain eta is 1.");

def provenance_blocks:
  ("What the spec says of its training" | heading(2)),
  (if .about.provenance == null then
     ([{strong: "The spec has no provenance."}, " Nothing is known of the data\(if .about.eta then ", of the error on held-out rows and of what eta finds" else " or of the error on held-out rows" end). The checks below are about the arithmetic of the network only."] | paragraph)
   else .about.provenance as $p |
     ("What follows is what the trainer wrote into the spec, whose checksum is above. No check of this run repeats it." | paragraph),
     ([trained_keys[] as $k | select($p[$k] | type == "string") | [$k, {code: $p[$k]}]] | table(["entry", "value"])),
     (if any($p | keys[]; startswith("held_out_")) then
        ("Held-out rows: the validation rows or, where there are none, the test rows. They taught no weight, but validation rows chose when training ended and may have scaled sigma. Of normal errors 68.3, 95.4 and 99.7 % lie within 1, 2 and 3 sigma." | paragraph),
        ($p | held_out_rows | table(["output", "rows", "RMSE (in its unit)", "NLL", "within 1 sigma", "2 sigma", "3 sigma"]))
      else ("The spec records no error on held-out rows." | paragraph) end),
     (if $p.sigma_coverage then ("Mean +- \($p.sigma_coverage_z // "?") sigma covers \($p.sigma_coverage | percent) of rows like the held-out ones (conformal prediction on \($p.sigma_coverage_rows // "?") rows)." | paragraph) else empty end),
     (if .about.eta then ("What eta was shown to find" | heading(3)), {list: [$p | eta_items]} else empty end),
     ([$p | to_entries[] | select(.key as $k | (trained_keys + eta_keys + ["sigma_coverage", "sigma_coverage_z", "sigma_coverage_rows"]) | index($k) | not)
        | select(.key | startswith("held_out_") | not) | [{code: .key}, {code: (.value | if type == "string" then . else tojson end)}]]
      | if . == [] then empty else ("Further entries, as they stand in the spec:" | paragraph), table(["entry", "value"]) end)
   end);

# --- the certificate ----------------------------------------------------------------------------------------

def verdict_blocks:
  ("\(.model): \(.result)" | heading(1)),
  (if .result == "FAILED" then
     [{strong: "FAILED: \([(.checks[] | select(.passed | not) | .check), (.changed | select(. != ""))] | join(", "))."}, " This is no evidence for the model."]
   else
     ["Every check below passed on the files with these checksums."]
     + (if .other_tools == [] then [] else [" ", {strong: "These programs were given by --tools and stand for those that epiverify takes by itself: \(.other_tools | join(", ")). What they found is as good as they are."}] end)
   end | paragraph),
  ("The safety manual, verify/SAFETY.md with the sha256 `\(.epiverify.safety_manual_sha256)`, says what the model may be used for and what you have to see to; verify/README.md says what each check is worth." | words | paragraph),
  (if .type == "q15" then "Type q15 (fixed point), form \(.form), core \(.core), kernels by \(if .tables then "tables, at addresses that depend on data" else "polynomials" end). The code was \(.code)."
   else "Form \(.form), accuracy of the kernels \(.accuracy), clamps in the kernels: \(.clamps). The code was \(.code)." end | paragraph),
  ("All checks ran on copies of the files with these checksums, taken before the first check:" | paragraph),
  ([["spec", {code: .spec_sha256}]] + (.files_sha256 | to_entries | map([.key, {code: .value}])) | table(["file", "sha256"]));

def established_blocks:
  ("What is established" | heading(2)),
  (statements | map([{code: .id}, .statement, .kind, (if .holds then .check else {strong: "NOT ESTABLISHED (\(.check))"} end)]) | table(["requirement", "statement", "how", "by the check"])),
  ("Not part of this run, and yours to do once for each text of the kernels: `\(.exhaustive.command)` (`REQ-ACCURATE`), which must pass on a tree whose \(if .type == "q15" then "runtime/q15/*.h, runtime/q15/tables/*.h and gen/program/q15/kernels.c and kernels.h, one behind the other," else "runtime/float32/*.h and gen/program/activation*, one behind the other," end) have the sha256 `\(.exhaustive.kernels_sha256)`\(if .type == "q15" then "" else " (it prints that)" end). The checks proof and bounds rest on it." | words | paragraph);

# --- properties ---------------------------------------------------------------------------------------------

def eta_sentence: if .proven then
  "eta is above 0.5 at every point of the domain farther than \(.radius | short) from all \(.rows) rows of the data file (proven; distances in the scales of the inputs)\(if .structure then ", and by the structure of its layers in any case" else "" end). Of the domain's volume \(.unknown | percent) is proven unknown, \(.known | percent) proven known, \(.undecided | percent) undecided."
  else "No radius around the \(.rows) rows of the data file is proven beyond which eta is above 0.5." end;

def properties_blocks:
  if (.properties // {}) == {} then empty else
    ("Properties" | heading(2)),
    ("Proven by epiprove for every float32 input and with every rounding of the code, by bounds that rest on the stated errors of the kernels (`REQ-PROVEN`). A time is the limit that was set; how long a proof takes differs from run to run, so epiprove prints it and this certificate does not have it." | words | paragraph),
    (if .properties.properties then
       ("The file of properties has the sha256 `\(.properties.properties_sha256)`." | words | paragraph),
       (.properties.properties | map([.name, .text, (if .answer == "holds" then "holds" else {strong: .answer} end), .boxes, "within \(.limit_s) s", (.assumed | if . == "" then "inputs in the domain" else . end)])
        | table(["property", "text", "answer", "boxes", "time", "assumed"])) else empty end),
    (if .properties.eta then (.properties.eta | eta_sentence | paragraph) else empty end)
  end;

def use_blocks:
  ("Assumptions of use" | heading(2)),
  ("Yours to meet: all of the above holds in your system only where these do. Each is explained in the safety manual." | paragraph),
  (.assumptions_of_use | map([{code: .id}, .title, (.text | words)]) | table(["assumption", "about", "what you have to see to"]));

def tool_rows: map([.program, (.version | unit), {code: (.sha256 | unit)}, (if .given then {strong: "--tools"} else "" end)]);

def tools_blocks:
  ("Programs" | heading(2)),
  ("Everything that the checks ran, by version and checksum. They are called in an environment that epiverify makes itself, with a PATH that holds links to these programs and no others; a program that changed while the checks ran makes the result FAILED." | paragraph),
  (.tools | tool_rows | table(["program", "version", "sha256", "given by"])),
  ("epiverify \(.epiverify.version); its scripts, one behind the other, have the sha256 `\(.epiverify.scripts_sha256)`, the templates and kernels of epigen `\(.epiverify.templates_sha256)`. The programs load \(.libraries.count) shared libraries, which are listed in checks/libraries; the list has the sha256 `\(.libraries.sha256)`. epiwcet loads \(.libraries.epiwcet | join(" and "))." | words | paragraph);

def blocks: [
  verdict_blocks, about_blocks, provenance_blocks, established_blocks, properties_blocks, use_blocks,
  ("Checks" | heading(2)),
  (.checks | map([.check, (if .passed then "passed" else {strong: "FAILED"} end), .summary]) | table(["check", "result", "what was found"])),
  ("Figures" | heading(2)),
  (.checks | map(.check as $c | .figures | to_entries | map([$c, .key, .value])) | add // [] | table(["check", "figure", "value"])),
  (if .control_functions == [] then empty else
   ("Control functions" | heading(2)),
   ("Of runtime/control, with the sizes of its defaults, for information: they are not part of the verdict." | paragraph),
   (.control_functions | map([.entry, .core, .kind, .instructions // "", .cycles // "", .stack // "", .flash // "", .ram // "", .why // ""])
    | table(["function", "core", "figure", "instructions", "cycles", "stack", "flash", "RAM", "why refused"])) end),
  ("What the checks rest on" | heading(2)),
  {list: (.assumptions | map(words))},
  tools_blocks ];
