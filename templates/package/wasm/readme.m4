m4_include(<|package/about/head.m4|>)m4_dnl
## Use

    import { load } from "EPI_LOWER";                    /* npm install this-folder; or ./EPI_PREFIX.js in a page */
    const model = await load();                          /* fetches EPI_PREFIX.wasm beside the module */
    const r = model.infer(x);                            /* x: EPI_N_IN numbers; r.mean<||>EPI_IF_SIGMA(<|, r.sigma|>)<||>EPI_IF_ETA(<|, r.eta|>), r.status */

`npm run build` compiles `EPI_PREFIX.wasm` again (clang and wasm-ld), `npm test` runs the self-test in node. `model.inferBatch(rows)` takes a
Float32Array of many rows. Numbers are float32; the bits are those of the C.
m4_include(<|package/about/tail.m4|>)m4_dnl
