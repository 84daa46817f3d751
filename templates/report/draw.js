/* Pictures: axes whose labels never meet, figures that follow the width of the page. */
const ruler = document.createElement("canvas").getContext("2d");
ruler.font = '12px system-ui, "DejaVu Sans", Arial, sans-serif';
const textWidth = (text) => ruler.measureText(text).width * 1.08;

/* Round numbers between low and high with a label each, as many as have room. */
function ticksOf(low, high, room, size) {
  const span = high - low;
  if (!(span > 0)) return [{ at: low, text: short(low) }];
  for (let power = Math.floor(Math.log10(span)) - 2; ; power++)
    for (const factor of [1, 2, 5]) {
      const step = factor * Math.pow(10, power);
      if (span / step > 14 || (span / step + 1) * 12 > room * 2) continue;
      const ticks = [];
      for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
        const at = k * step, large = Math.max(Math.abs(low), Math.abs(high)) >= 1e6 || step < 1e-5;
        ticks.push({ at, text: k === 0 ? "0" : large ? Number(at.toPrecision(6)).toExponential() : at.toFixed(Math.max(0, -power)) });
      }
      if (ticks.length < 2 || ticks.every((t) => size(t.text) + 8 <= (step / span) * room)) return ticks;
    }
}

/* A picture of width w: `box` is where the axes are. x, y: {low, high, title, ticks: false for none}. */
function axesDraw(svg, box, x, y) {
  const X = (v) => box.left + ((v - x.low) / (x.high - x.low)) * box.width;
  const Y = (v) => box.top + box.height - ((v - y.low) / (y.high - y.low)) * box.height;
  if (x.ticks !== false)
    for (const t of ticksOf(x.low, x.high, box.width, textWidth)) {
      draw(svg, "path", { class: "grid", d: `M${X(t.at)} ${box.top}v${box.height}` });
      const half = textWidth(t.text) / 2, middle = Math.min(Math.max(X(t.at), half), box.left + box.width + box.right - half);
      draw(svg, "text", { x: middle, y: box.top + box.height + 19, "text-anchor": "middle", class: "tick" }, t.text);
    }
  for (const t of ticksOf(y.low, y.high, box.height, () => 14)) {
    draw(svg, "path", { class: "grid", d: `M${box.left} ${Y(t.at)}h${box.width}` });
    draw(svg, "text", { x: box.left - 6, y: Y(t.at) + 4, "text-anchor": "end", class: "tick" }, t.text);
  }
  draw(svg, "rect", { class: "axis", x: box.left, y: box.top, width: box.width, height: box.height });
  if (x.title) draw(svg, "text", { class: "title", x: box.left + box.width / 2, y: box.top + box.height + 38, "text-anchor": "middle" }, fitted(x.title, box.width));
  if (y.title) draw(svg, "text", { class: "title", x: 2, y: box.top - 8 }, fitted(y.title, box.left + box.width));
  return { X, Y };
}
function fitted(text, room) {
  if (textWidth(text) <= room) return text;
  let length = text.length;
  while (length > 1 && textWidth(text.slice(0, length) + "\u2026") > room) length--;
  return text.slice(0, length) + "\u2026";
}

/* Room on the left for the labels of y. */
const roomLeft = (y, height) => 12 + Math.max(...ticksOf(y.low, y.high, height, () => 14).map((t) => textWidth(t.text)));

/* A figure with caption and note. paint(svg, width, picture) draws; returns the height. It is drawn anew when the width changes. */
const figures = [];
function figureAdd(parent, caption, note, paint) {
  const picture = make("div", { class: "picture" });
  const words = make("small", {}, note || "");
  const figure = make("figure", {}, make("figcaption", {}, caption, words), picture);
  parent.append(figure);
  const svg = draw(picture, "svg", { role: "img", "aria-label": caption });
  const own = {
    figure, picture, svg, width: 0,
    note(text) { if (words.textContent !== text) words.textContent = text; },
    paint() {
      if (own.width < 40) return;
      svg.replaceChildren();
      const height = paint(svg, own.width, picture);
      svg.setAttribute("viewBox", `0 0 ${own.width} ${height}`);
    },
    resize() {
      const width = Math.min(picture.clientWidth, 1400);
      if (width === own.width || width === 0) return;
      own.width = width;
      own.paint();
    },
  };
  figures.push(own);
  return own;
}
/* Pictures far below are drawn when they come near; printing draws all. */
const nearby = new IntersectionObserver((entries) => {
  for (const e of entries) if (e.isIntersecting) { const f = figures.find((g) => g.picture === e.target); f.seen = true; f.resize(); }
}, { rootMargin: "600px" });
const resized = new ResizeObserver((entries) => {
  for (const e of entries) { const f = figures.find((g) => g.picture === e.target); if (f.seen) f.resize(); }
});
function figuresBegin() { for (const f of figures) { nearby.observe(f.picture); resized.observe(f.picture); } }
function figuresAll() { for (const f of figures) { f.seen = true; f.resize(); } }
addEventListener("beforeprint", () => { for (const d of document.querySelectorAll("details")) d.open = true; figuresAll(); });
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { for (const f of figures) f.paint(); });

const line = (points) => points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(2)} ${y.toFixed(2)}`).join("");
function dots(xs, ys, box) {
  let d = "";
  for (let i = 0; i < xs.length; i++) {
    const x = xs[i], y = ys[i];
    if (x >= box.left && x <= box.left + box.width && y >= box.top && y <= box.top + box.height) d += `M${x.toFixed(1)} ${y.toFixed(1)}h0`;
  }
  return d;
}

/* Lines across what is unknown; each picture has a pattern of its own. */
let patterns = 0;
function hatchMake(svg) {
  const id = `hatch${patterns++}`;
  const pattern = draw(draw(svg, "defs"), "pattern", { id, width: 7, height: 7, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" });
  draw(pattern, "path", { class: "hatch", d: "M0 0v7" });
  return `url(#${id})`;
}
/* Stretches of the places xs where a condition holds: [from, to] pairs, to the middle of neighbours. */
function stretches(xs, holds) {
  const found = [];
  for (let i = 0; i < xs.length; i++) {
    if (!holds(i)) continue;
    const from = i === 0 ? xs[0] : (xs[i - 1] + xs[i]) / 2, to = i + 1 === xs.length ? xs[i] : (xs[i] + xs[i + 1]) / 2;
    if (found.length && found[found.length - 1][1] === from) found[found.length - 1][1] = to;
    else found.push([from, to]);
  }
  return found;
}

/* cividis (Nunez, Anderton, Renslow 2018): read the same by those who do not tell red from green. */
const cividis = [[0, 34, 78], [18, 53, 112], [59, 73, 108], [87, 93, 109], [112, 113, 115], [138, 134, 120], [165, 156, 116], [195, 179, 105], [225, 204, 85], [254, 232, 56]];
const colours = new Uint8Array(256 * 3);
for (let i = 0; i < 256; i++) {
  const place = (i / 255) * (cividis.length - 1), k = Math.min(Math.floor(place), cividis.length - 2);
  for (let c = 0; c < 3; c++) colours[3 * i + c] = Math.round(cividis[k][c] + (place - k) * (cividis[k + 1][c] - cividis[k][c]));
}
/* n x n values on a canvas, row 0 at the bottom; the unknown cells have lines. */
function mapPaint(canvas, n, values, low, high, unknown) {
  const wide = canvas.width, tall = canvas.height, context = canvas.getContext("2d"), image = context.createImageData(wide, tall), px = image.data;
  const cell = new Uint8Array(wide);
  for (let q = 0; q < wide; q++) cell[q] = Math.floor((q * n) / wide);
  const factor = high > low ? 255 / (high - low) : 0;
  let at = 0;
  for (let p = 0; p < tall; p++) {
    const row = (n - 1 - Math.floor((p * n) / tall)) * n;
    for (let q = 0; q < wide; q++, at += 4) {
      const k = row + cell[q];
      let index = ((values[k] - low) * factor) | 0;
      index = 3 * (index < 0 ? 0 : index > 255 ? 255 : index);
      const lined = unknown !== null && (p + q) % 16 < 2 && unknown[k] > 0.5;
      if (lined) {
        const tone = colours[index + 1] > 110 ? 0 : 255;
        px[at] = px[at + 1] = px[at + 2] = tone;
      } else {
        px[at] = colours[index]; px[at + 1] = colours[index + 1]; px[at + 2] = colours[index + 2];
      }
      px[at + 3] = 255;
    }
  }
  context.putImageData(image, 0, 0);
}
/* A canvas behind a picture, exactly under the box of its axes; `share`: its pixels for one of the picture's. */
function canvasUnder(picture, box, width, height, share) {
  let canvas = picture.querySelector("canvas");
  if (!canvas) { canvas = make("canvas", { "aria-hidden": "true" }); picture.prepend(canvas); }
  const wide = Math.max(Math.round(box.width * share), 1), tall = Math.max(Math.round(box.height * share), 1);
  if (canvas.width !== wide || canvas.height !== tall) { canvas.width = wide; canvas.height = tall; }
  canvas.style.left = `${(100 * box.left) / width}%`; canvas.style.width = `${(100 * box.width) / width}%`;
  canvas.style.top = `${(100 * box.top) / height}%`; canvas.style.height = `${(100 * box.height) / height}%`;
  return canvas;
}
/* Dots on such a canvas, at places of the picture: light ones with a dark rim, to be seen on every colour. */
function canvasDots(canvas, box, xs, ys) {
  const context = canvas.getContext("2d"), share = canvas.width / box.width;
  for (const [colour, size] of [["#000", 5], ["#fff", 3]]) {
    context.fillStyle = colour;
    for (let i = 0; i < xs.length; i++) context.fillRect((xs[i] - box.left - size / 2) * share, (ys[i] - box.top - size / 2) * share, size * share, size * share);
  }
}
/* The bar of colours beside a map, with labels. */
function colourBar(svg, box, low, high, title) {
  const steps = 64, height = box.height / steps;
  for (let i = 0; i < steps; i++) {
    const c = 3 * Math.round((i / (steps - 1)) * 255);
    draw(svg, "rect", { x: box.left, y: box.top + box.height - (i + 1) * height, width: box.width, height: height + 0.5, fill: `rgb(${colours[c]},${colours[c + 1]},${colours[c + 2]})` });
  }
  draw(svg, "rect", { class: "axis", x: box.left, y: box.top, width: box.width, height: box.height });
  for (const t of ticksOf(low, high, box.height, () => 14)) {
    const y = box.top + box.height - ((t.at - low) / (high - low || 1)) * box.height;
    draw(svg, "path", { class: "axis", d: `M${box.left + box.width} ${y}h4` });
    draw(svg, "text", { class: "tick", x: box.left + box.width + 7, y: y + 4 }, t.text);
  }
  if (title) draw(svg, "text", { class: "title", x: box.left + box.width + 45, y: box.top - 8, "text-anchor": "end" }, title);
}
