/* The model EPI_PREFIX EPI_VERSION. load() fetches the WebAssembly beside this file, in browsers and in node. */
export const version = "EPI_VERSION";
export const specSha256 = "EPI_SHA256";
export const inputs = [
m4_divert(2)m4_dnl
];
export const outputs = [
m4_divert(4)m4_dnl
];

const nIn = EPI_N_IN;
const nOut = EPI_N_OUT;

async function bytesFetch() {
  const url = new URL("EPI_PREFIX.wasm", import.meta.url);
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises");
    return readFile(url);
  }
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.arrayBuffer();
}

/* One model; source: the bytes of EPI_PREFIX.wasm or a compiled WebAssembly.Module, if not those beside this file. */
export async function load(source) {
  const given = source === undefined ? await bytesFetch() : source;
  const module = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
  const wasm = (await WebAssembly.instantiate(module, {})).exports;
  const most = wasm.rows();
  const stride = wasm.resultBytes() / 4;
  const x = new Float32Array(wasm.memory.buffer, wasm.inputs(), most * nIn);
  const numbers = new Float32Array(wasm.memory.buffer, wasm.results(), most * stride);
  const words = new Uint32Array(wasm.memory.buffer, wasm.results(), most * stride);

  function inferBatch(rows) {
    const n = rows.length / nIn;
    if (!Number.isInteger(n)) throw new RangeError(`expected rows of ${nIn} numbers, got ${rows.length} in all`);
    const result = {
      mean: new Float32Array(n * nOut),
EPI_IF_SIGMA(<|      sigma: new Float32Array(n * nOut),
|>)EPI_IF_ETA(<|      eta: new Float32Array(n),
|>)m4_dnl
      status: new Uint32Array(n),
    };
    for (let first = 0; first < n; first += most) {
      const count = Math.min(most, n - first);
      x.set(rows.slice(first * nIn, (first + count) * nIn));
      wasm.infer(count);
      for (let i = 0; i < count; i++) {
        let place = i * stride;
        result.mean.set(numbers.subarray(place, place + nOut), (first + i) * nOut);
        place += nOut;
EPI_IF_SIGMA(<|        result.sigma.set(numbers.subarray(place, place + nOut), (first + i) * nOut);
        place += nOut;
|>)EPI_IF_ETA(<|        result.eta[first + i] = numbers[place];
        place += 1;
|>)m4_dnl
        result.status[first + i] = words[place];
      }
    }
    return result;
  }

  function infer(row) {
    if (row.length !== nIn) throw new RangeError(`expected ${nIn} numbers, got ${row.length}`);
    const r = inferBatch(row);
    return { mean: r.mean, EPI_IF_SIGMA(<|sigma: r.sigma, |>)EPI_IF_ETA(<|eta: r.eta[0], |>)status: r.status[0] };
  }

  return { infer, inferBatch, selftest: () => wasm.selftest() };
}
m4_divert(-1)
EPI_VALUE(<|EPI_EACH_INPUT|>, <|m4_divert(1)  { name: "EPI_V_NAME", unit: "EPI_UNIT_TEXT", min: EPI_V_MIN, max: EPI_V_MAX },
|>)
EPI_VALUE(<|EPI_EACH_MEAN|>, <|m4_divert(3)  { name: "EPI_V_NAME", unit: "EPI_UNIT_TEXT" },
|>)
