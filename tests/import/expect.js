// expect.js MODEL...: what onnxruntime computes, a line for each point: name of the file, numbers of inputs and outputs, inputs, outputs.
const ort = require('onnxruntime-node');
const path = require('path');

let state = 1;
function random() { // the same points for everyone: multiples of 1/64 between -1 and 1
    state = state * 48271 % 2147483647;
    return state % 129 / 64 - 1;
}

async function main() {
    for (const model of process.argv.slice(2)) {
        const session = await ort.InferenceSession.create(model, { logSeverityLevel: 4 });
        for (let point = 0; point < 4; point++) {
            const feeds = {}, x = [];
            session.inputMetadata.forEach((about, i) => {
                const dims = about.shape.map(dim => typeof dim === 'number' && dim > 0 ? dim : 1);
                const row = Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, random);
                feeds[session.inputNames[i]] = new ort.Tensor('float32', row, dims);
                x.push(...row);
            });
            const results = await session.run(feeds);
            const y = session.outputNames.flatMap(name => Array.from(results[name].data));
            console.log([path.basename(model), x.length, y.length, ...x, ...y].join(' '));
        }
    }
}

main().catch(error => { console.error(String(error)); process.exit(1); });
