/* A comparison: bars with intervals, and the epistemic part of each learner side by side. */
const scale = { ranks: true }, panels = [];

/* Standard errors in half an interval of 95 % for a mean over so many seeds (Student's t). */
const student = [0, 0, 12.71, 4.3, 3.18, 2.78, 2.57, 2.45, 2.36, 2.31, 2.26];
const halfWidth = (seeds) => student[seeds] || 1.96 + 2.6 / (seeds - 1);

/* Bars from zero with the interval of 95 % across them. */
function barsPaint(table, measure) {
  return (svg, width) => {
    const row = 28, items = table.learners.map((name, i) => ({ name, ...measure.cells[i] })).filter((c) => c.mean !== null), reach = (c) => (c.error === null ? 0 : halfWidth(table.seeds) * c.error);
    if (items.length === 0) return 20;
    const left = Math.min(Math.max(...items.map((c) => textWidth(c.name))) + 14, width * 0.42), words = (c) => short(c.mean) + (c.error === null ? "" : ` \u00b1 ${short(reach(c))}`) + (c.best ? " *" : "");
    const right = Math.max(...items.map((c) => textWidth(`${words(c)} \u2026`))) + 16;
    let low = Math.min(0, ...items.map((c) => c.mean - reach(c))), high = Math.max(0, ...items.map((c) => c.mean + reach(c)));
    /* One learner far off would press all others into a point: then its bar is cut. */
    const sizes = items.map((c) => Math.abs(c.mean)).sort((a, b) => a - b), middle = sizes[Math.floor((sizes.length - 1) / 2)], cut = middle > 0 && sizes[sizes.length - 1] > 12 * middle;
    if (cut) { const most = 4 * Math.max(middle, sizes[Math.max(0, sizes.length - 2)] > 12 * middle ? middle : sizes[sizes.length - 2]); low = Math.max(low, -most); high = Math.min(high, most); }
    const X = (v) => left + ((Math.min(Math.max(v, low), high) - low) / (high - low || 1)) * (width - left - right);
    items.forEach((c, n) => {
      const y = 4 + n * row, from = Math.min(X(0), X(c.mean)), to = Math.max(X(0), X(c.mean));
      draw(svg, "text", { x: left - 8, y: y + 16, "text-anchor": "end" }, fitted(c.name, left - 10));
      draw(svg, "rect", { class: c.best ? "bar second" : "bar", x: from, y: y + 4, width: Math.max(to - from, 1), height: 16 });
      if (c.error !== null) draw(svg, "path", { class: "whisker", d: `M${X(c.mean - reach(c))} ${y + 12}H${X(c.mean + reach(c))}M${X(c.mean - reach(c))} ${y + 7}v10M${X(c.mean + reach(c))} ${y + 7}v10` });
      const beyond = c.mean > high || c.mean < low;
      draw(svg, "text", { x: width - right + 8, y: y + 16 }, words(c) + (beyond ? " \u2026" : ""));
    });
    draw(svg, "path", { class: "axis", d: `M${X(0)} 2v${items.length * row + 4}` });
    return items.length * row + 12;
  };
}

function barsAdd() {
  const place = document.getElementById("bars-place");
  place.append(make("p", {}, D.tables.some((t) => t.seeds > 1) ? "Across each bar: the interval of 95 % of its mean over the seeds (Student's t). Where intervals overlap, the difference may be chance." : "One seed: there are no intervals, and a difference may be chance."));
  for (const table of D.tables) {
    const pictures = make("div", { class: "figures" });
    place.append(make("h3", {}, `${table.name}, output ${table.output}`), pictures);
    for (const m of table.measures) figureAdd(pictures, m.title, `${m.better}; orange and *: the best mean. A bar that ends in \u2026 is cut.`, barsPaint(table, m));
  }
}

/* The share of rows at which the learner is surer: the same scale for all, whatever its numbers mean. */
function ranksOf(values) {
  const order = Array.from(values.keys()).sort((a, b) => values[a] - values[b]), ranks = new Float32Array(values.length);
  for (let i = 0; i < order.length;) {
    let end = i;
    while (end + 1 < order.length && values[order[end + 1]] === values[order[i]]) end++;
    for (let k = i; k <= end; k++) ranks[order[k]] = order.length > 1 ? (i + end) / 2 / (order.length - 1) : 0;
    i = end + 1;
  }
  return ranks;
}
const rangeOf = (values) => values.reduce((r, v) => ({ low: Math.min(r.low, v), high: Math.max(r.high, v) }), { low: Infinity, high: -Infinity });

function mapPanel(map, learner) {
  const nIn = map.inputs.length, values = floatsOf(learner.values), ranks = ranksOf(values), count = values.length;
  const column = (rows, i) => Array.from({ length: rows.length / nIn }, (_, r) => rows[r * nIn + i]);
  const xs = column(map.test, 0), x = rangeOf(xs);
  return (svg, width, picture) => {
    const shown = scale.ranks ? ranks : values, span = scale.ranks ? { low: 0, high: 1 } : rangeOf(Array.from(values));
    if (!(span.high > span.low)) span.high = span.low + 1;
    if (nIn === 1) {
      const y = { ...span, title: scale.ranks ? "share of rows where it is surer" : "epistemic part" }, left = Math.max(roomLeft(y, 170), 40);
      const box = { left, top: 26, width: width - left - 14, right: 12, height: 170 }, at = axesDraw(svg, box, { ...x, title: map.inputs[0] }, y);
      const order = Array.from({ length: count }, (_, r) => r).sort((a, b) => xs[a] - xs[b]);
      draw(svg, "path", { class: "mean", d: line(order.map((r) => [at.X(xs[r]), at.Y(shown[r])])) });
      const train = column(map.train, 0);
      draw(svg, "path", { class: "dots", d: dots(train.map(at.X), train.map(() => box.top + box.height - 3), box) });
      return box.top + box.height + 46;
    }
    const ys = column(map.test, 1), y = { ...rangeOf(ys), title: map.inputs[1] }, left = Math.max(roomLeft(y, 220), 40), right = 72;
    const box = { left, top: 26, width: Math.max(width - left - right, 60), right: 0, height: 220 }, total = box.top + box.height + 46;
    const at = axesDraw(svg, box, { ...x, title: map.inputs[0] }, y);
    svg.querySelectorAll(".grid").forEach((g) => g.remove());
    if (map.rows > 0) {
      gridPaint(canvasUnder(picture, box, width, total, 1), map, shown, span);
    } else {
      const side = Math.min(14, Math.max(3, Math.sqrt((box.width * box.height) / count)));
      for (let r = 0; r < count; r++) { const c = 3 * Math.round(((shown[r] - span.low) / (span.high - span.low)) * 255); draw(svg, "rect", { x: at.X(xs[r]) - side / 2, y: at.Y(ys[r]) - side / 2, width: side, height: side, fill: `rgb(${colours[c]},${colours[c + 1]},${colours[c + 2]})` }); }
    }
    colourBar(svg, { left: left + box.width + 12, top: box.top, width: 12, height: box.height }, span.low, span.high, "");
    const tx = column(map.train, 0).map(at.X), ty = column(map.train, 1).map(at.Y);
    draw(svg, "path", { class: "under small", d: dots(tx, ty, box) });
    draw(svg, "path", { class: "over small", d: dots(tx, ty, box) });
    return total;
  };
}
/* Rows that are a grid: row by row, from the lowest up or the highest down, as their second input says. */
function gridPaint(canvas, map, values, span) {
  const wide = canvas.width, tall = canvas.height, context = canvas.getContext("2d"), image = context.createImageData(wide, tall), rising = map.test[1] < map.test[2 * map.columns * (map.rows - 1) + 1], across = map.test[0] < map.test[2 * (map.columns - 1)];
  for (let p = 0, at = 0; p < tall; p++)
    for (let q = 0; q < wide; q++, at += 4) {
      let row = Math.floor((p * map.rows) / tall), column = Math.floor((q * map.columns) / wide);
      if (rising) row = map.rows - 1 - row;
      if (!across) column = map.columns - 1 - column;
      const c = 3 * Math.round(((values[row * map.columns + column] - span.low) / (span.high - span.low)) * 255);
      image.data[at] = colours[c]; image.data[at + 1] = colours[c + 1]; image.data[at + 2] = colours[c + 2]; image.data[at + 3] = 255;
    }
  context.putImageData(image, 0, 0);
}

function mapsAdd() {
  const place = document.getElementById("maps-place"), can = D.maps.filter((m) => m.inputs.length <= 2);
  if (can.length === 0) { place.append(make("p", {}, "Maps are drawn for recipes with one or two inputs; there is none here.")); return; }
  place.append(make("p", {}, "The part of each learner's doubt that comes from missing training rows, over the test rows of the first seed. Dots: training rows. "
    + "Learners say it in numbers of different kinds; on one scale a colour says at which share of the rows the learner is surer."));
  place.append(make("div", { class: "tools" }, chooser("Scale", ["one for all: ranks", "each its own: values"], 0, (i) => { scale.ranks = i === 0; for (const p of panels) p.paint(); }).node));
  for (const map of can) {
    map.test = floatsOf(map.test);
    map.train = floatsOf(map.train);
    const pictures = make("div", { class: "figures" });
    place.append(make("h3", {}, `${map.name}: ${map.output}`), pictures);
    for (const learner of map.learners) panels.push(figureAdd(pictures, learner.title, "", mapPanel(map, learner)));
  }
}

barsAdd();
mapsAdd();
figuresBegin();
document.documentElement.dataset.ready = "yes";
