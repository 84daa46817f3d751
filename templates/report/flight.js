/* A flight replayed: one slider of the time moves all pictures. */
const keys = ["time", "x", "y", "error", "force", "mean", "eta", "kept", "state"], STATES = ["nominal", "cautious", "fallback"];
for (const f of D.flights) for (const k of keys) f[k] = floatsOf(f[k]);
if (D.map) for (const k of ["x", "y", "force", "mean", "eta"]) D.map[k] = floatsOf(D.map[k]);
const replay = { f: Math.max(0, D.flights.findIndex((f) => f.name === "epiout")), at: 0, map: 0, playing: false };
const flight = () => D.flights[replay.f];
const all = (k) => D.flights.flatMap((f) => [...f[k]]);
const least = (values) => values.reduce((a, b) => Math.min(a, b), Infinity), most = (values) => values.reduce((a, b) => Math.max(a, b), -Infinity);
const reach = { end: most(all("time")), low: 1e3 * least(all("error")), high: 1e3 * most(all("error")) };

/* A curve over time of the chosen flight, with the moment as an upright line. */
function overTime(values, y, extra) {
  return (svg, width) => {
    const f = flight(), height = 120, left = Math.max(roomLeft(y, height), 40), box = { left, top: 26, width: width - left - 14, right: 12, height };
    const at = axesDraw(svg, box, { low: 0, high: reach.end, title: "time [s]" }, y);
    if (extra) extra(svg, at, box, f);
    const v = values(f);
    draw(svg, "path", { class: "mean", d: line(Array.from(f.time, (t, i) => [at.X(t), at.Y(Math.min(Math.max(v[i], y.low), y.high))])) });
    draw(svg, "path", { class: "mark", d: `M${at.X(f.time[replay.at])} ${box.top}v${height}` });
    return box.top + height + 46;
  };
}

/* The plane: the map after the flight, the path so far, the points kept so far, where it is. */
const maps = D.map ? [["eta after the flight", "eta", 0, 1], ["force that was learned [N]", "mean", 0, 1.2], ["mean force of the thermals [N]", "force", 0, 1.2]] : [];
function plane(svg, width, picture) {
  const f = flight(), low = D.map ? D.map.x[0] : least([...f.x, ...f.y]) - 0.01, high = D.map ? D.map.x[D.map.x.length - 1] : most([...f.x, ...f.y]) + 0.01;
  const left = 52, right = 78, size = Math.min(width - left - right, 460), box = { left, top: 26, width: size, right: 0, height: size }, total = size + 72;
  const at = axesDraw(svg, box, { low, high, title: "x [m]" }, { low, high, title: "y [m]" });
  const chosen = maps[replay.map];
  if (chosen) {
    svg.querySelectorAll(".grid").forEach((g) => g.remove());
    mapPaint(canvasUnder(picture, box, width, total, 1), Math.round(Math.sqrt(D.map.x.length)), D.map[chosen[1]], chosen[2], chosen[3], D.map.eta);
    colourBar(svg, { left: left + size + 12, top: box.top, width: 12, height: size }, chosen[2], chosen[3], "");
  }
  const path = [], kept = [[], []];
  for (let i = 0; i <= replay.at; i++) {
    path.push([at.X(f.x[i]), at.Y(f.y[i])]);
    if (f.kept[i]) { kept[0].push(at.X(f.x[i])); kept[1].push(at.Y(f.y[i])); }
  }
  draw(svg, "path", { class: "route under", d: line(path) });
  draw(svg, "path", { class: "route", d: line(path) });
  draw(svg, "path", { class: "under", d: dots(kept[0], kept[1], box) });
  draw(svg, "path", { class: "over", d: dots(kept[0], kept[1], box) });
  const [x, y] = path[path.length - 1];
  draw(svg, "circle", { class: "cross under", cx: x, cy: y, r: 8 });
  draw(svg, "circle", { class: "cross", cx: x, cy: y, r: 8 });
  return total;
}

/* Where the supervisor was cautious or fell back, along the time. */
function statesPaint(svg, width) {
  const f = flight(), left = 76, row = 22, top = 8, box = { left, width: width - left - 14 }, X = (t) => left + (t / reach.end) * box.width;
  STATES.forEach((name, s) => {
    draw(svg, "text", { x: left - 8, y: top + s * row + 15, "text-anchor": "end" }, name);
    draw(svg, "rect", { class: "fill", x: left, y: top + s * row + 3, width: box.width, height: row - 6 });
    for (const [from, to] of stretches(f.time, (i) => f.state[i] === s)) draw(svg, "rect", { class: s === 0 ? "bar" : "bar second", x: X(from), y: top + s * row + 3, width: Math.max(X(to) - X(from), 1), height: row - 6 });
  });
  draw(svg, "path", { class: "mark", d: `M${X(f.time[replay.at])} ${top}v${3 * row}` });
  return top + 3 * row + 6;
}

const replayPictures = [];
let said, slider;
function replayShow() {
  const f = flight(), i = replay.at;
  let kept = 0;
  for (let k = 0; k <= i; k++) kept += f.kept[k];
  const words = `${f.time[i].toFixed(2)} s: eta ${short(f.eta[i])}, height error ${short(1e3 * f.error[i])} mm, ${kept} points kept, supervisor ${STATES[f.state[i]]}`;
  said.textContent = words;
  slider.value = i;
  slider.setAttribute("aria-valuetext", words);
  for (const p of replayPictures) p.paint();
}
let moving = false;
function replayMove(i) {
  replay.at = Math.min(Math.max(i, 0), flight().time.length - 1);
  if (moving) return;
  moving = true;
  requestAnimationFrame(() => { moving = false; replayShow(); });
}

function replayStart() {
  const place = document.getElementById("replay-place");
  if (D.flights.length === 0) { place.append(make("p", {}, "No flight left a trace: there is nothing to replay.")); return; }
  const names = { none: "no model", all: "all points", random: "points at random", every: "every n-th point", first: "the first points", distance: "points by distance", gp: "points by a Gaussian process", epiout: "EpiOut: points by eta", threshold: "EpiOut: eta over a threshold" };
  const tools = make("div", { class: "tools" }), button = make("button", { type: "button" }, "Play");
  tools.append(chooser("Flight", D.flights.map((f) => names[f.name] || f.name), replay.f, (f) => { replay.f = f; slider.max = flight().time.length - 1; replayMove(replay.at); }).node);
  if (maps.length) tools.append(chooser("Map", maps.map((m) => m[0]), 0, (m) => { replay.map = m; replayMove(replay.at); }).node);
  slider = make("input", { type: "range", id: "moment", min: 0, max: flight().time.length - 1, step: 1 });
  said = make("p", { class: "answer" });
  const courses = make("div", { class: "figures one" });
  slider.addEventListener("input", () => replayMove(Number(slider.value)));
  const step = () => {
    if (!replay.playing) return;
    replayMove(replay.at + 2);
    if (replay.at >= flight().time.length - 1) { replay.playing = false; button.textContent = "Play"; return; }
    setTimeout(step, 50);
  };
  button.addEventListener("click", () => {
    replay.playing = !replay.playing;
    button.textContent = replay.playing ? "Stop" : "Play";
    if (replay.playing && replay.at >= flight().time.length - 1) replay.at = 0;
    step();
  });
  const pictures = make("div", { class: "figures" });
  place.append(tools, make("label", { for: "moment" }, "Time"), slider, make("div", { class: "tools" }, button), said, pictures);
  const sky = make("div", {});
  pictures.append(sky, courses);
  const map = D.map ? " The map is that of EpiOut's flight, at its end; lines across: eta above 0.5." : "";
  replayPictures.push(
    figureAdd(sky, "The plane from above", `Line: the way so far. Dots: points kept so far. Ring: the drone.${map}`, plane),
    figureAdd(courses, "Eta where it flies", "Lines across: unknown, above 0.5.", overTime((f) => f.eta, { low: 0, high: 1, title: "eta" }, (svg, at, box, f) => {
      const fill = hatchMake(svg);
      for (const [from, to] of stretches(f.time, (i) => f.eta[i] > 0.5)) draw(svg, "rect", { x: at.X(from), y: box.top, width: at.X(to) - at.X(from), height: box.height, fill });
    })),
    figureAdd(courses, "Error of the height", "The same scale for all flights.", overTime((f) => f.error.map((e) => 1e3 * e), { low: reach.low, high: reach.high, title: "mm" })),
    figureAdd(courses, "State of the supervisor", "Nominal: the network is believed. Cautious: where it knows. Fallback: not at all.", statesPaint));
  replayMove(flight().time.length - 1);
}

replayStart();
figuresBegin();
document.documentElement.dataset.ready = "yes";
