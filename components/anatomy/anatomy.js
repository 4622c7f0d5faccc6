// The anatomy of a step: holds all steps of one variant and shows the one that the player is at.
// It hears of a step from the player, in the page, and asks for it when it appears.

const SVG = "http://www.w3.org/2000/svg";
const LEVELS = 32767;
const LARGEST = 3; // dimensions of a strip that are named
const RAMP = [[5, 48, 97], [67, 147, 195], [247, 247, 247], [214, 96, 77], [103, 0, 31]];
const anatomies = new WeakMap();

export default function ({ data, parentElement }) {
  const anatomy = anatomies.get(parentElement) ?? mount(parentElement);
  if (data !== anatomy.data) receive(anatomy, data);
  // Streamlit also cleans up after a call that a newer one has overtaken: only the newest unmounts.
  const call = (anatomy.calls += 1);
  return () => call === anatomy.calls && unmount(anatomy, parentElement);
}

function mount(parent) {
  const anatomy = { calls: 0, data: null, root: html("section", { class: "anatomy" }) };
  anatomy.listen = ({ detail }) => {
    if (anatomy.data && detail.key === anatomy.data.player) show(anatomy, detail.step);
  };
  document.addEventListener("alignoscope:step", anatomy.listen);
  parent.append(anatomy.root);
  anatomies.set(parent, anatomy);
  return anatomy;
}

function unmount(anatomy, parent) {
  document.removeEventListener("alignoscope:step", anatomy.listen);
  anatomy.root.remove();
  anatomies.delete(parent);
}

function receive(anatomy, data) {
  anatomy.data = data;
  anatomy.step = null;
  build(anatomy, data);
  show(anatomy, data.start);
  document.dispatchEvent(new CustomEvent("alignoscope:ask"));
}

// Builds everything that the steps share; what differs is put in by `show`.
function build(anatomy, data) {
  const { root } = anatomy;
  root.setAttribute("aria-label", `Anatomy of a step of ${data.label}`);
  anatomy.title = html("h3", {});
  anatomy.written = html("p", { class: "written" });
  const clock = html("figure", { class: "clock" });
  anatomy.clock = drawClock(clock, data);
  anatomy.asked = html("p", {});
  anatomy.first = html("p", {}, data.first);
  anatomy.query = buildStrip("Query", data.query);
  anatomy.context = buildStrip("Context", data.context);
  anatomy.source = data.attends ? buildSource(data) : null;
  anatomy.next = buildNext(data);
  const nothing = html("p", {}, "No attention: there are no scores and no weights.");
  root.replaceChildren(
    html("header", {}, anatomy.title, html("span", { class: "badge" }, data.label),
      html("span", { class: "badge" }, data.mode), anatomy.written),
    html("div", { class: "panels" },
      part("Timing", "timing", clock),
      part("Query", "query", anatomy.asked, ...anatomy.query.nodes, anatomy.first),
      part("Scores → weights", "source", ...(anatomy.source?.nodes ?? [nothing])),
      part("Context vector", "context", ...anatomy.context.nodes),
      part("Next token", "next", ...anatomy.next.nodes)),
  );
}

function part(title, name, ...children) {
  return html("section", { class: `part ${name}` }, html("h4", {}, title), ...children);
}

function show(anatomy, wanted) {
  const { data } = anatomy;
  const step = clamp(wanted, 0, data.steps.length - 1);
  const over = wanted >= data.steps.length;
  if (step === anatomy.step && over === anatomy.over) return;
  Object.assign(anatomy, { step, over });
  const record = data.steps[step];
  const end = over ? ", the last: this variant has finished" : "";
  anatomy.title.textContent = `Step ${step + 1} of ${data.steps.length}${end}`;
  const chance = record.logProb === null ? "" : `, with probability ${percent(record.logProb)}`;
  anatomy.written.replaceChildren(html("bdi", {}, record.token), ` ${data.verb}${chance}`);
  anatomy.asked.textContent = record.asked;
  anatomy.clock(step);
  anatomy.first.classList.toggle("away", step > 0);
  anatomy.query.show(step);
  anatomy.context.show(step);
  anatomy.source?.show(record);
  anatomy.next.show(record);
}

// A vector as a strip of colours, one scale for all steps; its largest numbers stand below it.
function buildStrip(name, { size, peak, levels }) {
  if (!size) {
    return { nodes: [html("p", {}, "Not in this trace.")], show: () => {} };
  }
  const numbers = new Int16Array(Uint8Array.from(atob(levels), (c) => c.charCodeAt(0)).buffer);
  const strip = html("canvas", { class: "strip", role: "img", width: size, height: 1 });
  const pen = strip.getContext("2d");
  const pixels = pen.createImageData(size, 1);
  const largest = html("p", { class: "numbers" });
  let row = numbers;
  const at = (i) => `${i + 1}: ${signed((row[i] / LEVELS) * peak)}`;
  const summary = () => {
    const order = [...row.keys()].sort((a, b) => Math.abs(row[b]) - Math.abs(row[a]));
    return `${size} dimensions; largest ${order.slice(0, LARGEST).map(at).join(", ")}`;
  };
  strip.addEventListener("pointermove", ({ offsetX }) => {
    largest.textContent = `dimension ${at(clamp(Math.floor((offsetX / strip.clientWidth) * size), 0, size - 1))}`;
  });
  strip.addEventListener("pointerleave", () => (largest.textContent = summary()));
  const show = (step) => {
    row = numbers.subarray(step * size, (step + 1) * size);
    row.forEach((level, i) => pixels.data.set(COLORS[(level + LEVELS) >> 8], 4 * i));
    pen.putImageData(pixels, 0, 0);
    largest.textContent = summary();
    strip.setAttribute("aria-label", `${name}: ${summary()}`);
  };
  return { nodes: [strip, largest], show };
}

// A row for each source word: its score and its weight as bars and as numbers.
function buildSource({ columns, steps }) {
  const given = html("p", { class: "given" }, "These weights were given, not computed.");
  given.hidden = !steps.some((step) => step.given);
  const window = html("p", {});
  const finite = steps.flatMap(({ scores }) => scores ?? []).filter((score) => score !== null);
  const high = Math.max(1e-6, ...finite.map(Math.abs));
  const rows = columns.map((word) => {
    const [score, weight] = [buildBar(true), buildBar(false)];
    const name = html("th", { scope: "row", dir: "auto", title: word }, word);
    return { node: html("tr", {}, name, score.node, weight.node), score, weight };
  });
  const heads = ["source", "score", "weight"].map((text) => html("th", { scope: "col" }, text));
  const body = html("tbody", {}, ...rows.map(({ node }) => node));
  const table = html("table", {}, html("thead", {}, html("tr", {}, ...heads)), body);
  const show = ({ scores, weights, given: was, window: where }) => {
    window.textContent = where;
    given.classList.toggle("away", !was);
    rows.forEach(({ node, score, weight }, i) => {
      const outside = scores !== null && scores[i] === null;
      node.classList.toggle("outside", outside);
      score.show(scores?.[i] ?? null, high, outside ? "outside" : "–");
      weight.show(weights[i], 1, "–");
    });
  };
  const scroll = html("div", { class: "scroll", tabindex: 0, "aria-label": "Scores and weights" });
  scroll.append(table);
  return { nodes: [window, given, scroll], show };
}

// The most probable tokens; the written one is marked, and added where it is none of them.
function buildNext({ steps }) {
  const most = Math.max(...steps.map(({ candidates }) => candidates.length));
  const rows = Array.from({ length: most }, () => {
    const [name, bar] = [html("th", { scope: "row", dir: "auto" }), buildBar(false)];
    return { node: html("tr", {}, name, bar.node), name, bar };
  });
  const heads = ["token (▁ is a space)", "probability"];
  const head = html("tr", {}, ...heads.map((text) => html("th", { scope: "col" }, text)));
  const body = html("tbody", {}, ...rows.map(({ node }) => node));
  const show = ({ candidates }) => rows.forEach(({ node, name, bar }, i) => {
    node.hidden = i >= candidates.length;
    if (node.hidden) return;
    const [token, logProb, written] = candidates[i];
    node.classList.toggle("written", written);
    name.textContent = written ? `▸ ${token}` : token;
    name.title = token; // a long one is cut
    if (written) node.setAttribute("aria-current", "true");
    else node.removeAttribute("aria-current");
    bar.show(logProb === null ? null : Math.exp(logProb), 1, "–", percent);
  });
  return { nodes: [html("table", {}, html("thead", {}, head), body)], show };
}

function buildBar(diverging) {
  const fill = html("span", { class: "fill" });
  const number = html("span", { class: "number" });
  const track = html("span", { class: diverging ? "track diverging" : "track" }, fill);
  const node = html("td", {}, html("div", { class: "bar" }, track, number));
  const show = (value, high, missing, write) => {
    const share = value === null ? 0 : clamp(Math.abs(value) / high, 0, 1);
    fill.style.width = `${share * (diverging ? 50 : 100)}%`;
    fill.classList.toggle("negative", value < 0);
    if (value === null) number.textContent = missing;
    else number.textContent = write ? write(Math.log(value)) : decimal(value);
  };
  return { node, show };
}

const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
const decimal = (value) => value.toFixed(2).replace(/^-(0\.00)$/, "$1").replace("-", "−");
const signed = (value) => (value < 0 ? "" : "+") + decimal(value);

function percent(logProb) {
  const share = 100 * Math.exp(logProb);
  return share > 0 && share < 0.1 ? "< 0.1%" : `${share.toFixed(1)}%`;
}

function ramp(share) {
  const place = share * (RAMP.length - 1);
  const from = RAMP[Math.floor(place)];
  const to = RAMP[Math.ceil(place)];
  return [...from.map((part, i) => Math.round(part + (to[i] - part) * (place % 1))), 255];
}

const COLORS = Array.from({ length: 256 }, (_, i) => ramp(i / 255));

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children); // strings become text nodes: a token is never read as HTML
  return node;
}

function html(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}
