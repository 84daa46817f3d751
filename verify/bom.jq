# The certificate as a CycloneDX 1.6 ML-BOM: the model, the checksum of its data, how it was trained, its figures, the tools.
def sha256: [{alg: "SHA-256", content: .}];
def property($name): {name: "epigen:\($name)", value: (. | tostring)};
.about as $about | ($about.provenance // {}) as $p |
{"$schema": "http://cyclonedx.org/schema/bom-1.6.schema.json", bomFormat: "CycloneDX", specVersion: "1.6", version: 1,
 metadata: {
   tools: {components: [{type: "application", name: "epiverify", version: .epiverify.version},
                        (.tools[] | {type: "application", name: .program, version: (.version // "" | tostring), hashes: (.sha256 | sha256)})]},
   component: {type: "machine-learning-model", "bom-ref": "model", name: .model, version: ($p.version // "0"),
     hashes: (.spec_sha256 | sha256),
     modelCard: {
       modelParameters: {
         approach: {type: "supervised"}, task: "regression", architectureFamily: "feedforward neural network",
         datasets: (if $p.data_sha256 then [{ref: "data"}] else [] end),
         inputs: [$about.inputs[] | {format: "float32 \(.name)\(if .unit then " [\(.unit)]" else "" end), \(.min) to \(.max)"}],
         outputs: [$about.outputs[] | {format: "float32 \(.name)\(if .unit then " [\(.unit)]" else "" end)"}]},
       quantitativeAnalysis: {performanceMetrics:
         [$p | to_entries[] | select(.key | startswith("held_out_")) | .key as $key | .value | to_entries[]
          | {type: .key, value: (.value | tostring), slice: $key}]},
       properties: ([$p | to_entries[] | select(.value | type != "object") | .key as $key | .value | property($key)]
         + [{name: "epigen:result", value: .result}, {name: "epigen:form", value: .form}]
         + [.checks[] | {name: "epigen:check:\(.check)", value: (if .passed then "passed: " else "FAILED: " end + .summary)}])}}},
 components: ((if $p.data_sha256 then
     [{type: "data", "bom-ref": "data", name: "training rows", hashes: ($p.data_sha256 | sha256),
       data: [{type: "dataset", name: "training rows, \($p.rows // "?") of them"}]}] else [] end)
   + [.files_sha256 | to_entries[] | {type: "file", "bom-ref": .key, name: .key, hashes: (.value | sha256)}]),
 dependencies: [{ref: "model", dependsOn: ((if $p.data_sha256 then ["data"] else [] end) + (.files_sha256 | keys))}]}
