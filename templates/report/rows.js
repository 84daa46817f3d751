/* Pictures of the rows and of the cost. */
function judgedAdd(place) {
  const rows = judged, state = { k: 0, i: 0 }, n = rows.shown, pictures = make("div", { class: "figures" });
  const tools = make("div", { class: "tools" }), mine = [];
  const value = (r, of) => rows[of][r * nOut + state.k];
  const all = () => Array.from({ length: n }, (_, r) => r).filter((r) => Number.isFinite(value(r, "y")));
  const again = () => { for (const f of mine) f.paint(); };
  if (nOut > 1) tools.append(chooser("Output", D.outputs.map(labelled), 0, (k) => { state.k = k; again(); }).node);
  if (nIn > 1) tools.append(chooser("Errors over", D.inputs.map(labelled), 0, (i) => { state.i = i; again(); }).node);
  const note = `${whole(n)} of ${whole(rows.all)} rows drawn (${rowsName(rows)}).`;
  place.append(make("h3", {}, `Predicted and measured: ${rowsName(rows)}`), tools, pictures);
  const scatter = (svg, width, xs, ys, x, y, height, line0) => {
    const left = Math.max(roomLeft(y, height), 40), box = { left, top: 26, width: width - left - 14, right: 12, height }, at = axesDraw(svg, box, x, y);
    if (line0) draw(svg, "path", { class: "ideal", d: line0(at, box) });
    draw(svg, "path", { class: "dots small", d: dots(xs.map(at.X), ys.map(at.Y), box) });
    return box.top + height + 46;
  };
  const range = (values) => { let low = Infinity, high = -Infinity; for (const v of values) { low = Math.min(low, v); high = Math.max(high, v); } const over = (high - low || 1) * 0.04; return { low: low - over, high: high + over }; };
  mine.push(figureAdd(pictures, "Predicted against measured", `${note} On the dashed line both are equal.`, (svg, width) => {
    const rs = all(), xs = rs.map((r) => value(r, "y")), ys = rs.map((r) => value(r, "mean")), both = range([...xs, ...ys]), o = D.outputs[state.k];
    return scatter(svg, width, xs, ys, { ...both, title: `measured ${labelled(o)}` }, { ...both, title: `predicted ${labelled(o)}` }, 280,
      (at) => `M${at.X(both.low)} ${at.Y(both.low)}L${at.X(both.high)} ${at.Y(both.high)}`);
  }));
  if (D.sigma) mine.push(figureAdd(pictures, "Coverage of sigma", `Over all ${whole(rows.all)} rows. Below the dashed line sigma is too small, above it too large.`, coverage));
  function coverage(svg, width) {
    const counts = rows.bySigma[state.k], total = counts.reduce((a, b) => a + b, 0) || 1, points = [[0, 0]], normal = [[0, 0]];
    let sum = 0;
    counts.slice(0, -1).forEach((c, b) => { sum += c; const z = ((b + 1) * 4) / (counts.length - 1); points.push([z, sum / total]); normal.push([z, normalWithin(z)]); });
    const left = 44, box = { left, top: 26, width: width - left - 14, right: 12, height: 280 };
    const at = axesDraw(svg, box, { low: 0, high: 4, title: "sigmas" }, { low: 0, high: 1, title: "share of errors within so many sigma" });
    draw(svg, "path", { class: "ideal", d: line(normal.map(([z, s]) => [at.X(z), at.Y(s)])) });
    draw(svg, "path", { class: "mean", d: line(points.map(([z, s]) => [at.X(z), at.Y(s)])) });
    const two = points[Math.round((2 / 4) * (counts.length - 1))][1];
    draw(svg, "circle", { class: "mark solid", cx: at.X(2), cy: at.Y(two), r: 4 });
    draw(svg, "text", { x: at.X(2) + 8, y: at.Y(two) + 18 }, `${percent(two)} within two sigma`);
    return box.top + box.height + 46;
  }
  mine.push(figureAdd(pictures, "Errors over an input", note, (svg, width) => {
    const rs = all(), xs = rs.map((r) => rows.x[r * nIn + state.i]), ys = rs.map((r) => value(r, "mean") - value(r, "y")), o = D.outputs[state.k];
    return scatter(svg, width, xs, ys, { ...range(xs), title: labelled(D.inputs[state.i]) }, { ...range([...ys, 0]), title: labelled({ name: `predicted minus measured ${o.name}`, unit: o.unit }) }, 200, (at, box) => `M${box.left} ${at.Y(0)}h${box.width}`);
  }));
  mine.push(figureAdd(pictures, rows.time ? "Errors over time" : "Errors over the rows of the file", note, (svg, width) => {
    const rs = all(), xs = rs.map((r) => (rows.time || rows.number)[r]), ys = rs.map((r) => value(r, "mean") - value(r, "y")), o = D.outputs[state.k];
    return scatter(svg, width, xs, ys, { ...range(xs), title: rows.time ? "time" : "row" }, { ...range([...ys, 0]), title: labelled({ name: `predicted minus measured ${o.name}`, unit: o.unit }) }, 200, (at, box) => `M${box.left} ${at.Y(0)}h${box.width}`);
  }));
}

/* The share of normal errors within z sigma (Abramowitz and Stegun 7.1.26, error below 2e-7). */
function normalWithin(z) {
  const x = z / Math.SQRT2, t = 1 / (1 + 0.3275911 * x);
  return 1 - t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x);
}

function barsPaint(counts, low, high, title, second, threshold) {
  return (svg, width) => {
    const most = Math.max(...counts, ...(second || []), 1e-9), y = { low: 0, high: most * 1.05, title: "share of rows" };
    const left = Math.max(roomLeft(y, 120), 34), box = { left, top: 26, width: width - left - 14, right: 12, height: 120 }, at = axesDraw(svg, box, { low, high, title }, y);
    const step = box.width / counts.length;
    if (threshold) draw(svg, "rect", { x: at.X(threshold), y: box.top, width: at.X(high) - at.X(threshold), height: box.height, fill: hatchMake(svg) });
    counts.forEach((c, b) => { if (c > 0) draw(svg, "rect", { class: "bar", x: box.left + b * step + 0.5, y: at.Y(c), width: (second ? step / 2 : step) - 1, height: box.top + box.height - at.Y(c) }); });
    (second || []).forEach((c, b) => { if (c > 0) draw(svg, "rect", { class: "bar second", x: box.left + (b + 0.5) * step, y: at.Y(c), width: step / 2 - 1, height: box.top + box.height - at.Y(c) }); });
    return box.top + box.height + 46;
  };
}
const shares = (counts) => { const total = counts.reduce((a, b) => a + b, 0) || 1; return counts.map((c) => c / total); };

function etaAdd(place) {
  const first = dataRows || testRows, other = dataRows && testRows ? testRows : null, parts = make("div", { class: "figures" });
  place.append(make("h3", {}, "Eta of the rows"), parts);
  figureAdd(parts, "How often eta is how large", `Blue: ${rowsName(first)} (${whole(first.all)}).${other ? ` Orange: ${rowsName(other)} (${whole(other.all)}).` : ""} Lines across: unknown, above 0.5.`,
    barsPaint(shares(first.etaCounts), 0, 1, "eta", other && shares(other.etaCounts), 0.5));
}

function histogramsAdd(place) {
  const rows = overlay, pictures = make("div", { class: "figures small" });
  place.append(make("h3", {}, `Where the rows are: ${rowsName(rows)}`), pictures);
  D.inputs.forEach((input, i) => {
    const h = rows.histograms[i], out = h.below + h.above;
    figureAdd(pictures, labelled(input), `All ${whole(rows.all)} rows over the domain${out ? `; ${whole(h.below)} below it, ${whole(h.above)} above` : ""}.`, barsPaint(shares(h.counts), input.min, input.max, ""));
  });
}

/* Bars with a text each; `mark`: an upright line with a text. */
function barList(svg, width, items, mark) {
  const row = 30, top = mark ? 24 : 6, most = Math.max(...items.map((i) => i.value), mark ? mark.value : 0) || 1;
  const left = Math.min(Math.max(...items.map((i) => textWidth(i.name))) + 12, width * 0.45), room = width - left - Math.max(...items.map((i) => textWidth(i.text))) - 16;
  items.forEach((item, n) => {
    const y = top + n * row;
    draw(svg, "text", { x: left - 8, y: y + 16, "text-anchor": "end" }, fitted(item.name, left - 10));
    draw(svg, "rect", { class: item.dashed ? "bar second" : "bar", x: left, y: y + 3, width: Math.max((item.value / most) * room, 1), height: 18 });
    draw(svg, "text", { x: left + (item.value / most) * room + 6, y: y + 16 }, item.text);
  });
  if (mark) {
    const x = left + (mark.value / most) * room;
    draw(svg, "path", { class: "dashed", d: `M${x} ${top - 4}v${items.length * row + 4}` });
    draw(svg, "text", { x: Math.min(x, width - textWidth(mark.text) / 2), y: 12, "text-anchor": "middle" }, mark.text);
  }
  return top + items.length * row + 6;
}

function costAdd(place) {
  const pictures = make("div", { class: "figures" });
  place.append(pictures);
  if (D.cores.length) figureAdd(pictures, "Cycles of one call by core", D.maxCycles ? "Dashed: the budget." : "No budget was given.",
    (svg, width) => barList(svg, width, D.cores.map((c) => ({ name: c.core, value: c.cycles, text: `${whole(c.cycles)} (${c.kind})`, dashed: D.maxCycles > 0 && c.cycles > D.maxCycles })),
      D.maxCycles ? { value: D.maxCycles, text: `budget ${whole(D.maxCycles)}` } : null));
  if (D.front) frontAdd(pictures);
  for (const cost of D.costs) {
    if (cost.parts.length === 0) continue;
    figureAdd(pictures, `Where the cycles go: ${cost.core}`,
      `By the functions of the C: inputs, layers with their kernels, outputs. Kept apart by the compiler they take ${whole(cost.partsCycles)} cycles together; put together, as it ships, ${whole(cost.cycles)}.`,
      (svg, width) => barList(svg, width, cost.parts.map((p) => ({ name: p.name.replace(/_/g, " "), value: p.cycles, text: `${whole(p.cycles)} (${percent(p.cycles / cost.partsCycles)})` }))));
  }
}

/* Error against cycles of the sizes that were tried; the cross is this model. */
function frontAdd(pictures) {
  const cycles = floatsOf(D.front.cycles), nll = floatsOf(D.front.nll), own = D.cores.length ? D.cores[0].cycles : 0;
  if (cycles.length === 0) return;
  figureAdd(pictures, "Other sizes: error against cycles", `The front of epitune, ${cycles.length} networks; lower is better.${own ? " Upright: the cycles of this model." : ""}`, (svg, width) => {
    const low = Math.min(0, ...nll), y = { low: Math.min(...nll) - 0.05 * (Math.max(...nll) - low || 1), high: Math.max(...nll) + 0.05 * (Math.max(...nll) - low || 1), title: "negative log likelihood of validation rows" };
    const x = { low: 0, high: 1.05 * Math.max(own, ...cycles), title: "cycles" }, left = Math.max(roomLeft(y, 180), 40), box = { left, top: 26, width: width - left - 14, right: 12, height: 180 };
    const at = axesDraw(svg, box, x, y), order = Array.from(cycles.keys()).sort((a, b) => cycles[a] - cycles[b]);
    draw(svg, "path", { class: "mean", d: line(order.map((i) => [at.X(cycles[i]), at.Y(nll[i])])) });
    for (const i of order) draw(svg, "circle", { class: "bar", cx: at.X(cycles[i]), cy: at.Y(nll[i]), r: 4 });
    if (own) draw(svg, "path", { class: "mark", d: `M${at.X(own)} ${box.top}v${box.height}` });
    return box.top + box.height + 46;
  });
}

function rowsStart() {
  const place = document.getElementById("data-place");
  if (judged && judged.shown > 0) judgedAdd(place);
  if (D.eta && overlay && overlay.all > 0) etaAdd(place);
  if (overlay && overlay.all > 0) histogramsAdd(place);
  costAdd(document.getElementById("cost-place"));
}

(async () => {
  try {
    await modelStart();
    liveStart();
  } catch (error) {
    document.getElementById("live-place").append(make("p", { class: "verdict fail" }, `The model does not run in this browser: ${error.message}`));
    console.error(error);
  }
  rowsStart();
  figuresBegin();
  document.documentElement.dataset.ready = "yes";
})();
