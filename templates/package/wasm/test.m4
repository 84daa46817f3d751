/* npm test: the self-test, and that rows together give what each gives alone. */
import assert from "node:assert/strict";
import { inputs, load } from "./EPI_PREFIX.js";

const model = await load();
assert.equal(model.selftest(), 0);
const rows = new Float32Array(300 * inputs.length);
for (let i = 0; i < rows.length; i++) {
  const { min, max } = inputs[i % inputs.length];
  rows[i] = min + ((max - min) * ((i * 37) % 101)) / 100;
}
const batch = model.inferBatch(rows);
for (let i = 0; i < 300; i++) {
  const one = model.infer(rows.slice(i * inputs.length, (i + 1) * inputs.length));
  assert.deepEqual(one.mean, batch.mean.slice(i * one.mean.length, (i + 1) * one.mean.length));
  assert.equal(one.status, batch.status[i]);
}
console.log("EPI_PREFIX self-test: 0");
