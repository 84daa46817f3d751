// oracle.js MODEL INPUTS RESULTS NUMBERS LIMIT: compares results with those of onnxruntime. INPUTS and RESULTS are those of build/tools/answers,
// raw float32; of each result the first numbers are compared with the outputs of the model, in their order. Prints the largest difference
// relative to the range of its output over all points; the exit status is 1 where it is beyond LIMIT. The runtime is found by NODE_PATH.
const ort = require('onnxruntime-node');
const fs = require('fs');

function floats(path) {
    const bytes = fs.readFileSync(path);
    return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
}

// The shape of each input; what the model leaves open is 1.
function shapes(session) {
    return session.inputMetadata.map(about => about.shape.map(dim => typeof dim === 'number' && dim > 0 ? dim : 1));
}

async function run(session, dims, row) {
    const feeds = {};
    let at = 0;
    session.inputNames.forEach((name, i) => {
        const count = dims[i].reduce((a, b) => a * b, 1);
        const double = session.inputMetadata[i].type === 'float64';
        const part = row.slice(at, at + count);
        feeds[name] = double ? new ort.Tensor('float64', Float64Array.from(part), dims[i]) : new ort.Tensor('float32', part, dims[i]);
        at += count;
    });
    const results = await session.run(feeds);
    return session.outputNames.flatMap(name => Array.from(results[name].data));
}

async function main() {
    const [model, inputs, results, numbers, limit] = process.argv.slice(2);
    const session = await ort.InferenceSession.create(model, { logSeverityLevel: 4 });
    const dims = shapes(session), x = floats(inputs), y = floats(results);
    const n = dims.reduce((sum, shape) => sum + shape.reduce((a, b) => a * b, 1), 0);
    const points = x.length / n, width = y.length / points;
    const least = [], most = [], apart = [];
    for (let i = 0; i < points; i++) {
        const right = await run(session, dims, x.slice(i * n, (i + 1) * n));
        if (right.length !== Number(numbers))
            throw new Error(`the model has ${right.length} outputs, the spec ${numbers}`);
        right.forEach((value, k) => {
            least[k] = Math.min(least[k] ?? value, value);
            most[k] = Math.max(most[k] ?? value, value);
            apart[k] = Math.max(apart[k] ?? 0, Math.abs(value - y[i * width + k]));
        });
    }
    const size = k => Math.max(most[k] - least[k], 2 ** -10 * Math.max(Math.abs(most[k]), Math.abs(least[k])), 1e-30);
    const worst = Math.max(...apart.map((value, k) => value / size(k)));
    console.log(`${points} points: ${worst.toExponential(2)} of the range`);
    return worst <= Number(limit) ? 0 : 1;
}

main().then(status => process.exit(status), error => { console.error(String(error)); process.exit(3); });
