
"use strict";
/* What all pages share: the data, nodes, numbers. Texts of users become text nodes, never HTML. */
const D = JSON.parse(document.getElementById("data").textContent);

/* make("p", {class: "quiet"}, "text", node, ...) */
function make(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  node.append(...children);
  return node;
}

/* The same for a picture; it is put into its parent. */
function draw(parent, tag, attributes, text) {
  const node = document.createElementNS("http:" + "/" + "/www.w3.org/2000/svg", tag);
  for (const [key, value] of Object.entries(attributes || {})) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
}

function bytesOf(text) {
  const plain = atob(text), bytes = new Uint8Array(plain.length);
  for (let i = 0; i < plain.length; i++) bytes[i] = plain.charCodeAt(i);
  return bytes;
}
/* Numbers stand least significant byte first, as every browser has them. */
const floatsOf = (text) => (text === undefined ? null : new Float32Array(bytesOf(text).buffer));

const bitsView = new DataView(new ArrayBuffer(4));
function bitsOf(value) {
  bitsView.setFloat32(0, value);
  return "0x" + bitsView.getUint32(0).toString(16).toUpperCase().padStart(8, "0") + "U";
}
const hex = (value) => "0x" + (value >>> 0).toString(16).toUpperCase().padStart(8, "0") + "U";

/* A float32 in nine digits, which read back exactly; a number for people in four. */
const exact = (value) => (Number.isFinite(value) ? String(Number(value.toPrecision(9))) : String(value));
function short(value) {
  if (!Number.isFinite(value)) return String(value);
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(3) : String(Number(value.toPrecision(4)));
}
const percent = (share) => `${short(100 * share)} %`;
const whole = (number) => String(Math.round(number)).replace(/\B(?=(\d{3})+$)/g, ",");
const labelled = (thing) => (thing.unit ? `${thing.name} [${thing.unit}]` : thing.name);
const withUnit = (text, unit) => (unit ? `${text} ${unit}` : text);

let controls = 0;
/* A list to choose from. choices: texts; tell: is called with the number of the chosen one. */
function chooser(label, choices, chosen, tell) {
  const id = `control${controls++}`, select = make("select", { id });
  choices.forEach((text, i) => select.append(make("option", { value: i }, text)));
  select.value = chosen;
  select.addEventListener("change", () => tell(Number(select.value)));
  return { node: make("label", { for: id }, label, select), select };
}
