/* A browser without a window, driven by its remote protocol through a pipe: nothing but node and chromium is needed. */
import { spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, accessSync, constants } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

export function browserFind() {
  for (const name of [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"]) {
    if (!name) continue;
    try { accessSync(name, constants.X_OK); return name; } catch { /* the next one */ }
  }
  return null;
}

export async function browserStart() {
  const profile = mkdtempSync(join(tmpdir(), "report-browser-"));
  const child = spawn(browserFind(), ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--hide-scrollbars", "--force-color-profile=srgb", "--remote-debugging-pipe", `--user-data-dir=${profile}`, "about:blank"],
  { stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"] });
  const [, , , to, from] = child.stdio, waiting = new Map(), listeners = [];
  let number = 0, rest = "";
  from.setEncoding("utf8");
  from.on("data", (text) => {
    const pieces = (rest + text).split("\0");
    rest = pieces.pop();
    for (const piece of pieces) {
      const message = JSON.parse(piece);
      if (message.id === undefined) { for (const l of listeners) l(message); continue; }
      const { resolve, reject } = waiting.get(message.id);
      waiting.delete(message.id);
      message.error ? reject(new Error(message.error.message)) : resolve(message.result);
    }
  });
  child.on("exit", () => { for (const { reject } of waiting.values()) reject(new Error("the browser ended")); });
  const send = (method, params = {}, sessionId = undefined) => new Promise((resolve, reject) => {
    waiting.set(++number, { resolve, reject });
    to.write(JSON.stringify({ id: number, method, params, sessionId }) + "\0");
  });
  const close = async () => {
    const gone = new Promise((resolve) => { child.on("exit", resolve); });
    await send("Browser.close").catch(() => child.kill());
    await gone;
    rmSync(profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  };
  /* Seconds that the busiest first thread of a process below the browser has computed: that of the page. */
  const computed = () => {
    const parents = new Map(), seconds = new Map();
    for (const pid of readdirSync("/proc").filter((p) => /^[0-9]+$/.test(p))) {
      try {
        const fields = readFileSync(`/proc/${pid}/task/${pid}/stat`, "utf8").replace(/^.*\) /, "").split(" ");
        parents.set(Number(pid), Number(fields[1]));
        if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("--type=renderer")) seconds.set(Number(pid), (Number(fields[11]) + Number(fields[12])) / 100);
      } catch { /* it has ended */ }
    }
    const ours = (pid) => pid === child.pid || (parents.has(pid) && ours(parents.get(pid)));
    return Math.max(0, ...[...seconds.entries()].filter(([pid]) => ours(pid)).map(([, s]) => s));
  };
  return { send, listeners, close, computed };
}

/* A page from disk. words: what the console or a policy complained about; requests: addresses that it asked for. */
export async function pageOpen(browser, file, { width = 1280, height = 900, dark = false, script = true } = {}) {
  accessSync(file, constants.R_OK);
  const { targetId } = await browser.send("Target.createTarget", { url: "about:blank" });
  const { sessionId } = await browser.send("Target.attachToTarget", { targetId, flatten: true });
  const call = (method, params) => browser.send(method, params, sessionId), words = [], requests = [];
  let loaded;
  const whenLoaded = new Promise((resolve) => { loaded = resolve; });
  browser.listeners.push((m) => {
    if (m.sessionId !== sessionId) return;
    if (m.method === "Runtime.exceptionThrown") words.push(m.params.exceptionDetails.exception?.description ?? m.params.exceptionDetails.text);
    if (m.method === "Runtime.consoleAPICalled") words.push(m.params.args.map((a) => a.value ?? a.description).join(" "));
    if (m.method === "Log.entryAdded") words.push(m.params.entry.text);
    if (m.method === "Network.requestWillBeSent") requests.push(m.params.request.url);
    if (m.method === "Page.loadEventFired") loaded();
  });
  for (const domain of ["Page", "Runtime", "Log", "Network"]) await call(`${domain}.enable`);
  await call("Emulation.setDeviceMetricsOverride", { width, height, deviceScaleFactor: 1, mobile: false });
  await call("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value: dark ? "dark" : "light" }] });
  if (!script) await call("Emulation.setScriptExecutionDisabled", { value: true });
  const began = performance.now();
  await call("Page.navigate", { url: pathToFileURL(file).href });
  await whenLoaded;
  const evaluate = async (text) => {
    const r = await call("Runtime.evaluate", { expression: text, awaitPromise: true, returnByValue: true, userGesture: true });
    if (r.exceptionDetails) throw new Error(r.exceptionDetails.exception?.description ?? r.exceptionDetails.text);
    return r.result.value;
  };
  if (script) await evaluate(`new Promise((done) => { const look = () => document.documentElement.dataset.ready ? done() : setTimeout(look, 10); look(); })`);
  const ms = performance.now() - began;
  /* All pictures are drawn and sized before anything is looked at. */
  const settle = () => evaluate(`(async () => { figuresAll(); for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); })()`);
  const close = () => browser.send("Target.closeTarget", { targetId });
  return { call, evaluate, settle, words, requests, ms, close };
}

export async function screenshot(page, height = 0) {
  const size = await page.evaluate(`[document.documentElement.clientWidth, document.documentElement.scrollHeight]`);
  const { data } = await page.call("Page.captureScreenshot", { format: "png", captureBeyondViewport: true, clip: { x: 0, y: 0, width: size[0], height: height || size[1], scale: 1 } });
  return Buffer.from(data, "base64");
}
