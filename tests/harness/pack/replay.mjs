// replay.mjs MODULE INPUTS RESULTS: a package for wasm over the words of verify/tools/answers.c; RESULTS are written.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [module, inputsFile, resultsFile] = process.argv.slice(2);
const { load, inputs, outputs } = await import(pathToFileURL(module).href);
const model = await load();
assert.equal(model.selftest(), 0);
const bytes = readFileSync(inputsFile);
const words = new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const rows = new Float32Array(words.buffer);
const n = rows.length / inputs.length;
const batch = model.inferBatch(rows);
const fields = ["mean", "sigma", "eta", "status"].filter((field) => field in batch);
const widths = fields.map((field) => batch[field].length / n);
assert.equal(widths[0], outputs.length);
const stride = widths.reduce((a, b) => a + b, 0);
const results = new Uint32Array(n * stride);
for (let row = 0; row < n; row++) {
  let place = row * stride;
  fields.forEach((field, i) => {
    const view = new Uint32Array(batch[field].buffer);
    results.set(view.subarray(row * widths[i], (row + 1) * widths[i]), place);
    place += widths[i];
  });
}
writeFileSync(resultsFile, results);
const one = model.infer(Array.from(rows.slice(0, inputs.length)));
assert.equal(one.status, batch.status[0]);
assert.throws(() => model.infer(new Float32Array(inputs.length + 1)), RangeError);
