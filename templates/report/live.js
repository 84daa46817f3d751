/* The model alive: a slider and a field for each input, the outputs, a curve and a map that follow. */
const STEPS = 1000, CURVE = 241, MAP = 100, NEAR = 300;
const point = Float32Array.from(D.inputs, (input) => input.start);
/* What sliders and curves reach: the domain and a tenth of it on both sides. */
const reach = D.inputs.map((input) => {
  const over = wasmGiven() ? (input.max - input.min) / 10 : 0;
  return { low: input.min - over, high: input.max + over };
});
function wasmGiven() { return D.wasm !== undefined; }

const view = { curveInput: 0, curveOutput: 0, across: 0, up: 1, quantity: 0, dragging: 0, sigmaMost: [] };
const now = answersFor(1), parts = { inputs: [], outputs: [] };

/* --- which rows are near ------------------------------------------------------------------------ */

/* Squared distance of each row from the point, in the scales of the inputs, without the inputs `but`. */
const distances = new Float64Array(overlay ? overlay.shown : 0);
function distancesFind(but) {
  for (let r = 0; r < distances.length; r++) {
    let sum = 0;
    for (let i = 0; i < nIn; i++) {
      if (but.includes(i)) continue;
      const d = (overlay.x[r * nIn + i] - point[i]) / D.inputs[i].scale;
      sum += d * d;
    }
    distances[r] = sum;
  }
}
/* The rows that are drawn over a picture of some inputs: those that are nearest in all others. */
function rowsNear(but) {
  const all = Array.from({ length: distances.length }, (_, r) => r);
  if (but.length >= nIn || all.length <= NEAR) return all;
  distancesFind(but);
  const sorted = Float64Array.from(distances).sort(), most = sorted[NEAR - 1];
  return all.filter((r) => distances[r] <= most).slice(0, NEAR);
}
const overlayWords = (but) => !overlay ? "No rows were given to lay over it."
  : but.length >= nIn || overlay.shown <= NEAR ? `Dots: the ${whole(overlay.shown)} ${rowsName(overlay)} shown.`
  : `Dots: of the ${whole(overlay.shown)} ${rowsName(overlay)} shown the ${NEAR} that are nearest in the other inputs.`;

/* --- inputs ------------------------------------------------------------------------------------- */

const isOutside = (i) => !(point[i] >= D.inputs[i].min && point[i] <= D.inputs[i].max);

function inputShow(i, from) {
  const p = parts.inputs[i], input = D.inputs[i], r = reach[i];
  if (from !== p.slider) p.slider.value = Math.round(((point[i] - r.low) / (r.high - r.low)) * STEPS);
  p.slider.setAttribute("aria-valuetext", withUnit(short(point[i]), input.unit) + (isOutside(i) ? ", outside of the domain" : ""));
  if (from !== p.field) p.field.value = exact(point[i]);
  p.field.removeAttribute("aria-invalid");
  p.node.classList.toggle("outside", isOutside(i));
  p.reach.textContent = `domain ${short(input.min)} to ${withUnit(short(input.max), input.unit)}` + (isOutside(i) ? ": this is outside of it" : "");
}

/* The field takes what a C program could be given, NaN and infinities too. */
function fieldRead(text) {
  const plain = text.trim().toLowerCase();
  if (plain === "nan") return NaN;
  if (/^[+-]?inf(inity)?$/.test(plain)) return plain.startsWith("-") ? -Infinity : Infinity;
  return plain === "" || !Number.isFinite(Number(plain)) ? null : Math.fround(Number(plain));
}

function inputAdd(parent, i) {
  const input = D.inputs[i], r = reach[i], id = `input${i}`;
  const slider = make("input", { type: "range", id, min: 0, max: STEPS, step: 1, "aria-describedby": `${id}-reach` });
  const field = make("input", { type: "text", id: `${id}-field`, inputmode: "decimal", autocomplete: "off", spellcheck: "false", "aria-label": `${labelled(input)}, exact value`, "aria-describedby": `${id}-reach` });
  const inside = make("span", { class: "inside" }), words = make("span", { class: "reach", id: `${id}-reach` });
  const share = (v) => (v - r.low) / (r.high - r.low);
  inside.style.left = `calc(8px + ${share(input.min)} * (100% - 16px))`;
  inside.style.width = `calc(${share(input.max) - share(input.min)} * (100% - 16px))`;
  const node = make("div", { class: "input" }, make("label", { for: id }, labelled(input)), make("div", { class: "slider" }, inside, slider), field, words);
  parent.append(node);
  parts.inputs[i] = { node, slider, field, reach: words };
  slider.addEventListener("input", () => {
    point[i] = Math.fround(r.low + ((r.high - r.low) * Number(slider.value)) / STEPS);
    view.dragging = performance.now();
    inputShow(i, slider);
    refresh();
  });
  field.addEventListener("input", () => {
    const value = fieldRead(field.value);
    if (value === null) { field.setAttribute("aria-invalid", "true"); return; }
    point[i] = value;
    inputShow(i, field);
    refresh();
  });
  field.addEventListener("change", () => inputShow(i, null));
}

function pointSet(values) {
  for (let i = 0; i < nIn; i++) { point[i] = values[i]; inputShow(i, null); }
  refresh();
}

/* --- outputs ------------------------------------------------------------------------------------ */

/* A gauge: low to high, a band around a value, marks. */
function gaugeDraw(svg, width, low, high, value, spread, threshold) {
  const height = 34, left = 10, room = width - 20, X = (v) => left + Math.min(Math.max((v - low) / (high - low), 0), 1) * room;
  draw(svg, "rect", { class: "fill", x: left, y: 4, width: room, height: 12 });
  if (threshold !== null) {
    draw(svg, "rect", { x: X(threshold), y: 4, width: left + room - X(threshold), height: 12, fill: hatchMake(svg) });
    draw(svg, "path", { class: "axis", d: `M${X(threshold)} 2v16` });
  }
  if (spread > 0) draw(svg, "rect", { class: "band", x: X(value - 2 * spread), y: 4, width: X(value + 2 * spread) - X(value - 2 * spread), height: 12 });
  draw(svg, "path", { class: "mark solid", d: `M${X(value)} 1v18` });
  draw(svg, "text", { x: left, y: 31, class: "tick" }, short(low));
  draw(svg, "text", { x: left + room, y: 31, "text-anchor": "end", class: "tick" }, short(high));
  if (threshold !== null) draw(svg, "text", { x: X(threshold), y: 31, "text-anchor": "middle", class: "tick" }, `${threshold}`);
  return height;
}

function gaugeAdd(parent, label, paint) {
  const picture = make("div", { class: "picture gauge" }), svg = draw(picture, "svg", { role: "img", "aria-label": label });
  parent.append(picture);
  return () => {
    const width = Math.min(picture.clientWidth, 700);
    if (width < 40) return;
    svg.replaceChildren();
    svg.setAttribute("viewBox", `0 0 ${width} ${paint(svg, width)}`);
  };
}

function outputsAdd(parent) {
  const box = make("div", { class: "outputs" }), live = make("div", { "aria-live": "polite", "aria-atomic": "true" });
  parts.box = box;
  parts.says = make("p", { class: "says" });
  live.append(parts.says);
  parent.append(box);
  D.outputs.forEach((output, k) => {
    const value = make("p", { class: "value", "data-output": k }), bits = make("p", { class: "quiet" });
    box.append(make("h3", {}, labelled(output)), value);
    const gauge = gaugeAdd(box, `${output.name}: value and band of two sigma`, (svg, width) => {
      const spread = D.sigma ? now.sigma[k] : 0, over = Math.max((output.high - output.low) * 0.1, 1e-9);
      return gaugeDraw(svg, width, output.low - over, output.high + over, now.mean[k], spread, null);
    });
    box.append(bits);
    parts.outputs[k] = { value, bits, gauge };
  });
  if (D.eta) {
    parts.eta = make("p", { class: "value" });
    box.append(make("h3", {}, "Does it know? eta"), parts.eta);
    parts.etaGauge = gaugeAdd(box, "eta, with its threshold 0.5", (svg, width) => gaugeDraw(svg, width, 0, 1, now.eta[0], 0, 0.5));
  }
  box.append(live);
  parts.nearest = make("p", {});
  parts.status = make("p", { class: "quiet" });
  box.append(parts.nearest, parts.status);
}

function saysOf() {
  if (now.status[0] !== 0) return D.eta ? "Outside of its domain: it does not know." : "Outside of its domain: do not use the result.";
  if (!D.eta) return "Inside of its domain. This model does not say whether it knows.";
  return now.eta[0] > 0.5 ? "Unknown: there was no training data like this. Do not trust mean and sigma." : "Known: there was training data like this.";
}

function nearestShow() {
  if (!overlay || overlay.shown === 0) { parts.nearest.textContent = "No rows were given, so there is no nearest one."; return; }
  distancesFind([]);
  let best = 0;
  for (let r = 1; r < distances.length; r++) if (distances[r] < distances[best]) best = r;
  const measured = overlay.y ? D.outputs.map((o, k) => `${o.name} ${withUnit(short(overlay.y[best * nOut + k]), o.unit)}`).slice(0, 3).join(", ") : "";
  parts.nearest.textContent = `Nearest of the ${whole(overlay.shown)} ${rowsName(overlay)} shown: row ${overlay.number[best]}, `
    + `${short(Math.sqrt(distances[best]))} standard deviations away${measured ? `; measured there: ${measured}` : ""}.`;
}

function outputsShow() {
  D.outputs.forEach((output, k) => {
    const p = parts.outputs[k], mean = now.mean[k], sigma = now.sigma[k];
    p.value.textContent = withUnit(short(mean) + (D.sigma ? ` \u00b1 ${short(2 * sigma)}` : ""), output.unit);
    p.bits.textContent = `exactly ${exact(mean)} = ${bitsOf(mean)}` + (D.sigma ? `; sigma ${exact(sigma)} = ${bitsOf(sigma)}; \u00b1 is two sigma` : "");
    p.gauge();
  });
  if (D.eta) { parts.eta.textContent = short(now.eta[0]); parts.etaGauge(); }
  const unknown = now.status[0] !== 0 || (D.eta && now.eta[0] > 0.5), says = saysOf();
  parts.box.classList.toggle("unknown", unknown);
  if (parts.says.textContent !== says) parts.says.textContent = says;
  parts.status.textContent = (D.eta ? `eta exactly ${exact(now.eta[0])} = ${bitsOf(now.eta[0])}; ` : "") + `status ${hex(now.status[0])}`;
  nearestShow();
  parts.vector.textContent = vectorText();
}

/* The point as two rows of NAME_vectors.h. */
function vectorText() {
  const results = [...now.mean, ...(D.sigma ? now.sigma : []), ...(D.eta ? now.eta : [])].map(bitsOf);
  return `{${Array.from(point, bitsOf).join(", ")}},\n{${[...results, hex(now.status[0])].join(", ")}},`;
}

/* --- the curve ---------------------------------------------------------------------------------- */

const curvePoints = new Float32Array(CURVE * nIn), curveAnswers = answersFor(CURVE);
function curveFind(i) {
  if (!wasm) {
    const given = D.curves[i], n = floatsOf(given.mean).length / nOut;
    const xs = Array.from({ length: n }, (_, p) => D.inputs[i].min + ((D.inputs[i].max - D.inputs[i].min) * p) / (n - 1));
    return { xs, mean: floatsOf(given.mean), sigma: floatsOf(given.sigma), eta: floatsOf(given.eta) };
  }
  const xs = [];
  for (let p = 0; p < CURVE; p++) {
    for (let k = 0; k < nIn; k++) curvePoints[p * nIn + k] = point[k];
    xs.push((curvePoints[p * nIn + i] = Math.fround(reach[i].low + ((reach[i].high - reach[i].low) * p) / (CURVE - 1))));
  }
  ask(curvePoints, curveAnswers);
  return { xs, ...curveAnswers };
}

function curveRange(curve, k, near) {
  let low = D.outputs[k].low, high = D.outputs[k].high;
  for (let p = 0; p < curve.xs.length; p++) {
    const spread = D.sigma ? 2 * curve.sigma[p * nOut + k] : 0, known = !D.eta || curve.eta[p] <= 0.5;
    low = Math.min(low, curve.mean[p * nOut + k] - (known ? spread : 0));
    high = Math.max(high, curve.mean[p * nOut + k] + (known ? spread : 0));
  }
  if (overlay && overlay.y) for (const r of near) { const y = overlay.y[r * nOut + k]; if (Number.isFinite(y)) { low = Math.min(low, y); high = Math.max(high, y); } }
  const over = (high - low || 1) * 0.05;
  return { low: low - over, high: high + over };
}

function curvePaint(svg, width, picture) {
  const i = view.curveInput, k = view.curveOutput, curve = curveFind(i), near = overlay ? rowsNear([i]) : [];
  const input = D.inputs[i], output = D.outputs[k], main = 260, strip = D.eta ? 70 : 0, gap = 24;
  const y = { ...curveRange(curve, k, near), title: labelled(output) }, x = { ...reach[i], title: labelled(input) };
  const left = Math.max(roomLeft(y, main), 40), box = { left, top: 26, width: width - left - 14, right: 12, height: main };
  const at = axesDraw(svg, box, D.eta ? { ...x, ticks: false, title: "" } : x, y);
  const unknown = D.eta ? stretches(curve.xs, (p) => curve.eta[p] > 0.5) : [];
  const fill = hatchMake(svg);
  for (const [from, to] of unknown) draw(svg, "rect", { class: "unknown", x: at.X(from), y: box.top, width: at.X(to) - at.X(from), height: main, fill });
  const clip = (v) => Math.min(Math.max(at.Y(v), box.top), box.top + main);
  if (D.sigma) {
    const upper = curve.xs.map((v, p) => [at.X(v), clip(curve.mean[p * nOut + k] + 2 * curve.sigma[p * nOut + k])]);
    const lower = curve.xs.map((v, p) => [at.X(v), clip(curve.mean[p * nOut + k] - 2 * curve.sigma[p * nOut + k])]).reverse();
    draw(svg, "path", { class: "band", d: line([...upper, ...lower]) + "Z" });
  }
  if (overlay && overlay.y) draw(svg, "path", { class: "dots", d: dots(near.map((r) => at.X(overlay.x[r * nIn + i])), near.map((r) => at.Y(overlay.y[r * nOut + k])), box) });
  else if (overlay) draw(svg, "path", { class: "dots", d: dots(near.map((r) => at.X(overlay.x[r * nIn + i])), near.map(() => box.top + main - 3), box) });
  draw(svg, "path", { class: "mean", d: line(curve.xs.map((v, p) => [at.X(v), clip(curve.mean[p * nOut + k])])) });
  for (const bound of [input.min, input.max]) draw(svg, "path", { class: "domain", d: `M${at.X(bound)} ${box.top}v${main + (strip ? strip + gap : 0)}` });
  let bottom = box.top + main;
  if (D.eta) {
    const lower = { left, top: bottom + gap, width: box.width, right: 12, height: strip };
    const scale = axesDraw(svg, lower, x, { low: 0, high: 1, title: "" });
    draw(svg, "text", { class: "title", x: left + box.width, y: lower.top - 6, "text-anchor": "end" }, "eta");
    for (const [from, to] of unknown) draw(svg, "rect", { class: "unknown", x: scale.X(from), y: lower.top, width: scale.X(to) - scale.X(from), height: strip, fill });
    draw(svg, "path", { class: "dashed", d: `M${left} ${scale.Y(0.5)}h${box.width}` });
    draw(svg, "path", { class: "mean", d: line(curve.xs.map((v, p) => [scale.X(v), scale.Y(curve.eta[p])])) });
    bottom = lower.top + strip;
  }
  const here = at.X(Math.min(Math.max(point[i], reach[i].low), reach[i].high));
  if (wasm && Number.isFinite(here)) {
    draw(svg, "path", { class: "mark", d: `M${here} ${box.top}V${bottom}` });
    draw(svg, "circle", { class: "mark solid", cx: here, cy: clip(now.mean[k]), r: 4 });
  }
  picture.toInput = (px) => reach[i].low + ((px - left) / box.width) * (reach[i].high - reach[i].low);
  return bottom + 46;
}

/* --- the map ------------------------------------------------------------------------------------ */

const mapRoom = { points: null, answers: {} };
const quantities = [];
if (D.eta) quantities.push({ text: "eta", of: "eta", k: 0 });
D.outputs.forEach((o, k) => {
  quantities.push({ text: labelled({ name: `mean of ${o.name}`, unit: o.unit }), of: "mean", k });
  if (D.sigma) quantities.push({ text: labelled({ name: `sigma of ${o.name}`, unit: o.unit }), of: "sigma", k });
});

function mapFind(n) {
  if (!wasm) return { n: D.map.points, mean: floatsOf(D.map.mean), sigma: floatsOf(D.map.sigma), eta: floatsOf(D.map.eta) };
  const a = view.across, b = view.up, to = mapRoom.answers[n] || (mapRoom.answers[n] = answersFor(n * n));
  if (!mapRoom.points) mapRoom.points = new Float32Array(MAP * MAP * nIn);
  const x = mapRoom.points, wide = reach[a].high - reach[a].low, tall = reach[b].high - reach[b].low;
  for (let q = 0, at = 0; q < n; q++)
    for (let p = 0; p < n; p++, at += nIn) {
      for (let i = 0; i < nIn; i++) x[at + i] = point[i];
      x[at + b] = reach[b].low + (tall * (q + 0.5)) / n;
      x[at + a] = reach[a].low + (wide * (p + 0.5)) / n;
    }
  return { ...ask(x, to), n };
}

/* What is drawn of a map, and the range of its colours, which stays while sliders move. */
function mapValues(map) {
  const q = quantities[view.quantity], cells = map.n * map.n;
  if (q.of === "eta") return { values: map.eta, low: 0, high: 1 };
  const values = new Float32Array(cells), source = map[q.of];
  let most = 0;
  for (let c = 0; c < cells; c++) { values[c] = source[c * nOut + q.k]; most = Math.max(most, values[c]); }
  if (q.of === "mean") return { values, low: D.outputs[q.k].low, high: D.outputs[q.k].high };
  view.sigmaMost[q.k] = Math.max(view.sigmaMost[q.k] || 0, most);
  return { values, low: 0, high: view.sigmaMost[q.k] };
}

/* Points of a map a side: fewer while a slider moves, where all would take longer than a frame may. */
let mapMs = 0;
function mapSide() { return performance.now() - view.dragging < 150 && mapMs > 24 ? 50 : MAP; }

function mapPaintAll(svg, width, picture) {
  const a = view.across, b = view.up, side = wasm ? mapSide() : 0;
  const began = performance.now(), map = mapFind(side), shown = mapValues(map);
  const y = { ...reach[b], title: labelled(D.inputs[b]) }, x = { ...reach[a], title: labelled(D.inputs[a]) };
  const right = 72, left = Math.max(roomLeft(y, 260), 40), high = Math.min(Math.max(width - left - right, 120), 420);
  const box = { left, top: 26, width: width - left - right, right: 0, height: high };
  const total = box.top + high + 46, canvas = canvasUnder(picture, box, width, total, Math.min(1, 600 / box.width));
  mapPaint(canvas, map.n, shown.values, shown.low, shown.high, D.eta ? map.eta : null);
  if (wasm && side === MAP) mapMs = performance.now() - began;
  const at = axesDraw(svg, box, x, y);
  svg.querySelectorAll(".grid").forEach((g) => g.remove());
  colourBar(svg, { left: left + box.width + 12, top: box.top, width: 12, height: high }, shown.low, shown.high, fitted(quantities[view.quantity].text, width * 0.6));
  const near = overlay ? rowsNear([a, b]) : [];
  const xs = near.map((r) => at.X(overlay.x[r * nIn + a])), ys = near.map((r) => at.Y(overlay.x[r * nIn + b]));
  canvasDots(canvas, box, xs, ys);
  const [ia, ib] = [D.inputs[a], D.inputs[b]];
  draw(svg, "rect", { class: "domain on-map", x: at.X(ia.min), y: at.Y(ib.max), width: at.X(ia.max) - at.X(ia.min), height: at.Y(ib.min) - at.Y(ib.max) });
  const hx = at.X(Math.min(Math.max(point[a], reach[a].low), reach[a].high)), hy = at.Y(Math.min(Math.max(point[b], reach[b].low), reach[b].high));
  if (wasm && Number.isFinite(hx) && Number.isFinite(hy)) {
    draw(svg, "circle", { class: "cross under", cx: hx, cy: hy, r: 7 });
    draw(svg, "circle", { class: "cross", cx: hx, cy: hy, r: 7 });
  }
  picture.toPoint = (px, py) => [reach[a].low + ((px - left) / box.width) * (reach[a].high - reach[a].low), reach[b].low + ((box.top + high - py) / high) * (reach[b].high - reach[b].low)];
  return total;
}

/* --- together ----------------------------------------------------------------------------------- */

/* Pointing at a picture moves the point; the sliders do the same by keyboard. */
function pointing(figure, move) {
  const take = (event) => {
    const where = figure.svg.getBoundingClientRect(), scale = figure.width / where.width;
    move((event.clientX - where.left) * scale, (event.clientY - where.top) * scale);
    view.dragging = performance.now();
    refresh();
  };
  figure.svg.addEventListener("pointerdown", (e) => { figure.svg.setPointerCapture(e.pointerId); take(e); });
  figure.svg.addEventListener("pointermove", (e) => { if (e.buttons & 1) take(e); });
}
function inputMove(i, value) {
  point[i] = Math.fround(Math.min(Math.max(value, reach[i].low), reach[i].high));
  inputShow(i, null);
}

let waiting = false, later = 0;
function refresh() {
  ask(point, now);
  outputsShow();
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    parts.curve.paint();
    if (parts.map) parts.map.paint();
    clearTimeout(later);
    if (mapMs > 24) later = setTimeout(() => parts.map && parts.map.paint(), 200);
  });
}

function curveAdd(parent) {
  const tools = make("div", { class: "tools" }), choices = D.inputs.slice(0, wasm ? nIn : D.curves.length).map(labelled);
  const again = () => { parts.curve.note(curveNote()); parts.curve.paint(); };
  const curveNote = () => `Line: mean. ${D.sigma ? "Band: two sigma. " : ""}${D.eta ? "Lines across: unknown (eta above 0.5). " : ""}Dotted uprights: the domain. ${overlayWords([view.curveInput])}`;
  if (nIn > 1) tools.append(chooser("Over", choices, 0, (i) => { view.curveInput = i; again(); }).node);
  if (nOut > 1) tools.append(chooser("Show", D.outputs.map(labelled), 0, (k) => { view.curveOutput = k; again(); }).node);
  const place = make("div", {}, tools);
  parent.append(place);
  parts.curve = figureAdd(place, "The outputs over one input", curveNote(), curvePaint);
  if (wasm) pointing(parts.curve, (px) => inputMove(view.curveInput, parts.curve.picture.toInput(px)));
}

function mapAdd(parent) {
  const tools = make("div", { class: "tools" }), names = D.inputs.map(labelled);
  const note = () => `${D.eta ? "Lines across: unknown (eta above 0.5). " : ""}${overlayWords([view.across, view.up])} Ring: the point.`;
  const again = () => { parts.map.note(note()); parts.map.paint(); };
  const swap = (mine, other, chooserOther) => (i) => {
    if (i === view[other]) { view[other] = view[mine]; chooserOther().select.value = view[other]; }
    view[mine] = i;
    again();
  };
  tools.append(chooser("Show", quantities.map((q) => q.text), 0, (q) => { view.quantity = q; again(); }).node);
  if (wasm && nIn > 2) {
    const across = chooser("across", names, 0, swap("across", "up", () => up)), up = chooser("up", names, 1, swap("up", "across", () => across));
    tools.append(across.node, up.node);
  }
  const place = make("div", {}, tools);
  parent.append(place);
  parts.map = figureAdd(place, "A map over two inputs", note(), mapPaintAll);
  if (wasm) pointing(parts.map, (px, py) => {
    const [x, y] = parts.map.picture.toPoint(px, py);
    inputMove(view.across, x);
    inputMove(view.up, y);
  });
}

function vectorAdd(parent) {
  const said = make("span", { role: "status" }), button = make("button", { type: "button" }, "Copy as a test vector");
  parts.vector = make("code", {});
  const text = make("pre", { tabindex: "0", "aria-label": "The point as a test vector" }, parts.vector);
  button.addEventListener("click", async () => {
    try { await navigator.clipboard.writeText(parts.vector.textContent); said.textContent = "Copied."; }
    catch { getSelection().selectAllChildren(parts.vector); said.textContent = "Selected: press Ctrl and C."; }
  });
  parent.append(make("h3", {}, "This point as a test vector"), make("p", {}, `Inputs, then results and status, as rows of ${D.name}_vectors.h.`), text, make("div", { class: "tools" }, button, said));
}

function selftestAdd(parent) {
  const wrong = wasm.call.selftest();
  parent.append(make("p", { class: "quiet", "data-selftest": wrong }, wrong === 0
    ? `Self-test in this browser: all ${whole(D.vectors)} vectors gave the specified bits.`
    : `Self-test in this browser: ${wrong} of ${whole(D.vectors)} vectors gave other bits. Do not trust this page.`));
}

function liveStart() {
  const place = document.getElementById("live-place");
  if (!wasm) {
    const at = make("p", {}, `All other inputs stay at: ${D.inputs.map((input) => `${input.name} ${withUnit(short(input.start), input.unit)}`).join(", ")}.`);
    const pictures = make("div", { class: "figures live" });
    place.append(at, pictures);
    if (D.curves) curveAdd(pictures);
    if (D.map) mapAdd(pictures);
    return;
  }
  const left = make("div", {}), right = make("div", {}), inputs = make("div", { class: nIn > 16 ? "inputs long" : "inputs" });
  place.append(make("div", { class: "columns live" }, left, right));
  outputsAdd(left);
  left.append(make("h3", {}, "Inputs"), inputs);
  D.inputs.forEach((_, i) => inputAdd(inputs, i));
  const home = make("button", { type: "button" }, "Back to the start");
  home.addEventListener("click", () => pointSet(D.inputs.map((input) => input.start)));
  left.append(make("div", { class: "tools" }, home));
  const pictures = make("div", { class: "figures live" });
  right.append(pictures);
  curveAdd(pictures);
  if (nIn > 1) mapAdd(pictures);
  vectorAdd(right);
  selftestAdd(right);
  new ResizeObserver(() => { D.outputs.forEach((_, k) => parts.outputs[k].gauge()); if (D.eta) parts.etaGauge(); }).observe(parts.box);
  pointSet(point);
}
