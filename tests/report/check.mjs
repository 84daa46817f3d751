/* check.mjs PAGE SPEC [POINTS]: opens a page of epireport in a browser and tries it. Prints what is wrong, one line each; exit status 1
   if anything is. SPEC: the spec of the page, for the interpreter (build/epirun); "-": the page has no running model. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { browserStart, pageOpen } from "./browser.mjs";

const [file, spec, many = "10"] = process.argv.slice(2);
const faults = [];
const expect = (holds, words) => { if (!holds) faults.push(words); };

/* Labels of a picture that meet, and what stands out of the page. Runs in the page. */
const overlaps = `(() => {
  const found = [];
  for (const svg of document.querySelectorAll("svg")) {
    const boxes = [...svg.querySelectorAll("text")].map((t) => ({ text: t.textContent, b: t.getBoundingClientRect() })).filter((t) => t.b.width > 0);
    const whole = svg.getBoundingClientRect();
    for (const { text, b } of boxes)
      if (b.left < whole.left - 1 || b.right > whole.right + 1 || b.top < whole.top - 2 || b.bottom > whole.bottom + 2) found.push(svg.getAttribute("aria-label") + ": " + text + " leaves its picture");
    for (let i = 0; i < boxes.length; i++)
      for (let k = i + 1; k < boxes.length; k++) {
        const a = boxes[i].b, c = boxes[k].b;
        if (a.left < c.right - 0.5 && c.left < a.right - 0.5 && a.top + 2 < c.bottom && c.top + 2 < a.bottom) found.push(svg.getAttribute("aria-label") + ": " + boxes[i].text + " meets " + boxes[k].text);
      }
  }
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth > wide) found.push("the page is wider than its window: " + document.documentElement.scrollWidth + " > " + wide);
  for (const e of document.querySelectorAll("p, h1, h2, h3, li, figcaption, button, select, input, summary")) {
    const b = e.getBoundingClientRect();
    if (b.width > 0 && (b.right > wide + 1 || b.left < -1) && !e.closest(".table, pre, .skip")) found.push("stands out of the page: " + e.textContent.slice(0, 40));
  }
  return found;
})()`;

async function widthsTry(browser) {
  for (const [width, dark] of [[400, true], [1280, false], [2560, false]]) {
    const page = await pageOpen(browser, file, { width, dark });
    await page.settle();
    for (const words of await page.evaluate(overlaps)) faults.push(`${width} px: ${words}`);
    for (const words of page.words) faults.push(`${width} px: the console says: ${words}`);
    expect(page.requests.length === 1, `the page asked for ${page.requests.slice(1).join(", ")}`);
    await page.close();
  }
}

/* Moves sliders and fields to random places and gives what the page says there. Runs in the page. */
const wander = (count) => `(() => {
  let seed = 7;
  const random = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };
  const tell = (node, value, type) => { node.value = value; node.dispatchEvent(new Event(type, { bubbles: true })); };
  const said = [];
  for (let n = 0; n < ${count}; n++) {
    D.inputs.forEach((input, i) => {
      if (random() < 0.6) tell(document.getElementById("input" + i), Math.floor(random() * 1001), "input");
      else tell(document.getElementById("input" + i + "-field"), String(input.min + (input.max - input.min) * (random() * 1.4 - 0.2)), "input");
    });
    said.push({ x: [...point].map(exact), shown: parts.outputs.map((p) => p.bits.textContent), status: parts.status.textContent, vector: parts.vector.textContent });
  }
  return said;
})()`;

const view = new DataView(new ArrayBuffer(4));
const bits = (text) => { view.setFloat32(0, Number(text)); return "0x" + view.getUint32(0).toString(16).toUpperCase().padStart(8, "0") + "U"; };

/* What the page said, against the interpreter: bit for bit. */
async function bitsTry(browser) {
  const page = await pageOpen(browser, file);
  const said = await page.evaluate(wander(Number(many)));
  const names = await page.evaluate(`D.inputs.map((i) => i.name)`), nOut = await page.evaluate(`nOut`);
  const wrong = await page.evaluate(`Number(document.querySelector("[data-selftest]").dataset.selftest)`);
  expect(wrong === 0, `the self-test in the page finds ${wrong} wrong vectors`);
  await page.close();
  const work = mkdtempSync(join(tmpdir(), "report-check-")), log = join(work, "log.csv");
  writeFileSync(log, `${names.join(",")}\n${said.map((s) => s.x.join(",")).join("\n")}\n`);
  const run = spawnSync("build/epirun", ["--quiet", spec, log], { encoding: "utf8" });
  rmSync(work, { recursive: true });
  expect(run.status === 0, `epirun: ${run.stderr}`);
  const [head, ...rows] = run.stdout.trim().split("\n").map((l) => l.split(","));
  expect(rows.length === said.length, `epirun answered ${rows.length} rows of ${said.length}`);
  const columns = (start) => head.map((h, c) => (h.startsWith(start) ? c : -1)).filter((c) => c >= 0);
  const means = columns("mean"), sigmas = columns("sigma"), eta = columns("eta");
  rows.forEach((row, r) => {
    const results = [...means, ...sigmas, ...eta].map((c) => bits(row[c]));
    const got = said[r].vector.split("\n")[1].replace(/[{},]/g, " ").trim().split(/\s+/);
    const status = Number(row[head.indexOf("status")]);
    expect(got.slice(0, -1).join() === results.join(), `point ${r}: the page says ${got.slice(0, -1)}, the interpreter ${results}`);
    expect(Number(got.at(-1).slice(0, -1)) === status, `point ${r}: status ${got.at(-1)}, the interpreter's is ${status}`);
    for (let k = 0; k < nOut; k++) expect(said[r].shown[k].includes(results[k]), `point ${r}: output ${k} is shown as ${said[r].shown[k]}`);
  });
}

/* Every control is reached by the tabulator, and arrows move a slider. */
async function keyboardTry(browser) {
  const page = await pageOpen(browser, file);
  await page.settle();
  const press = async (key, code, number) => {
    for (const type of ["keyDown", "keyUp"]) await page.call("Input.dispatchKeyEvent", { type, key, code, windowsVirtualKeyCode: number });
  };
  const wanted = await page.evaluate(`(() => { const all = [...document.querySelectorAll("a[href], input, select, button, summary, [tabindex='0']")].filter((e) => e.checkVisibility()); all.forEach((e, i) => { e.dataset.order = i; }); return all.length; })()`);
  const reached = new Set();
  for (let i = 0; i < wanted + 2; i++) {
    await press("Tab", "Tab", 9);
    reached.add(await page.evaluate(`document.activeElement.dataset.order ?? "none"`));
  }
  reached.delete("none");
  expect(reached.size === wanted, `${reached.size} of ${wanted} controls are reached by the tabulator`);
  if (spec !== "-") {
    const before = await page.evaluate(`(() => { document.getElementById("input0").focus(); return parts.vector.textContent; })()`);
    await press("ArrowRight", "ArrowRight", 39);
    expect(before !== (await page.evaluate(`parts.vector.textContent`)), "an arrow key does not move the slider");
  }
  await page.close();
}

const browser = await browserStart();
try {
  await widthsTry(browser);
  if (spec !== "-") await bitsTry(browser);
  await keyboardTry(browser);
} finally {
  await browser.close();
}
for (const words of faults.slice(0, 40)) console.log(`${file}: ${words}`);
if (faults.length === 0) console.log(`${file}: nothing found`);
process.exitCode = faults.length === 0 ? 0 : 1;
