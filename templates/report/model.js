/* The model: the emitted C as WebAssembly, or curves that were computed when the page was written. */
const nIn = D.inputs.length, nOut = D.outputs.length;
let wasm = null;

async function modelStart() {
  if (D.wasm === undefined) return;
  const made = await WebAssembly.instantiate(bytesOf(D.wasm), {});
  const call = made.instance.exports, most = call.rows(), stride = call.resultBytes() / 4;
  wasm = {
    most, stride, call,
    x: new Float32Array(call.memory.buffer, call.inputs(), most * nIn),
    numbers: new Float32Array(call.memory.buffer, call.results(), most * stride),
    words: new Uint32Array(call.memory.buffer, call.results(), most * stride),
  };
}

/* Room for the answers at n points. */
const answersFor = (n) => ({ n, mean: new Float32Array(n * nOut), sigma: new Float32Array(n * nOut), eta: new Float32Array(n), status: new Uint32Array(n) });

/* Fills `to` with the answers at its n points x (n, nIn). */
function ask(x, to) {
  for (let first = 0; first < to.n; first += wasm.most) {
    const count = Math.min(wasm.most, to.n - first);
    wasm.x.set(x.subarray(first * nIn, (first + count) * nIn));
    wasm.call.infer(count);
    for (let i = 0; i < count; i++) {
      let place = i * wasm.stride;
      const at = (first + i) * nOut;
      for (let k = 0; k < nOut; k++) to.mean[at + k] = wasm.numbers[place + k];
      place += nOut;
      if (D.sigma) { for (let k = 0; k < nOut; k++) to.sigma[at + k] = wasm.numbers[place + k]; place += nOut; }
      if (D.eta) to.eta[first + i] = wasm.numbers[place++];
      to.status[first + i] = wasm.words[place];
    }
  }
  return to;
}

/* Rows of a log as the page has them. */
function rowsOf(given) {
  if (given === undefined) return null;
  return { ...given, number: floatsOf(given.number), x: floatsOf(given.x), y: floatsOf(given.y), mean: floatsOf(given.mean), sigma: floatsOf(given.sigma), eta: floatsOf(given.eta), time: floatsOf(given.time) };
}
const dataRows = rowsOf(D.data), testRows = rowsOf(D.test);
/* Rows to lay over curves and maps, and to judge errors by. */
const overlay = dataRows || testRows, judged = testRows && testRows.y ? testRows : dataRows && dataRows.y ? dataRows : null;
const rowsName = (rows) => (rows.training ? "training rows" : rows === testRows ? "rows of --test" : "rows of --data");
