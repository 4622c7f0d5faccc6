// The beam tree: columns are steps, boxes are tokens, lines are back-pointers. It keeps two nodes,
// the one with the keyboard's focus and the chosen one, and reports the chosen one to Python.

const SVG = "http://www.w3.org/2000/svg";
const BOX = { height: 42, gap: 6, pad: 10, between: 44, widest: 160 };
const HEAD = 24;
const FATES = {
  live: "kept in the beam",
  ended: "ended here",
  pruned: "pruned: others were better",
};
const trees = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  const tree = trees.get(parentElement) ?? mount(parentElement);
  tree.send = (chosen) => setStateValue("chosen", chosen);
  if (data !== tree.data) receive(tree, data);
  // Streamlit also cleans up after a call that a newer one has overtaken: only the newest unmounts.
  const call = (tree.calls += 1);
  return () => call === tree.calls && unmount(tree, parentElement);
}

function mount(parent) {
  const readout = html("p", { class: "readout", "aria-hidden": "true" });
  const scroller = html("div", { class: "scroller" });
  const root = html("section", { class: "beam", "aria-label": "Beam tree" }, scroller, readout);
  const tree = { root, scroller, readout, data: null, boxes: [], focus: 0, chosen: 0, calls: 0 };
  scroller.addEventListener("keydown", (event) => onKey(tree, event));
  scroller.addEventListener("click", (event) => choose(tree, nodeAt(event)));
  scroller.addEventListener("pointerover", (event) => tell(tree, nodeAt(event) ?? tree.focus));
  scroller.addEventListener("pointerleave", () => tell(tree, tree.focus));
  scroller.addEventListener("focusin", (event) => tell(tree, nodeAt(event)));
  parent.append(root);
  // Label widths are measured, and a web font that arrives later changes them.
  document.fonts.addEventListener("loadingdone", (tree.redraw = () => draw(tree)));
  trees.set(parent, tree);
  return tree;
}

function unmount(tree, parent) {
  document.fonts.removeEventListener("loadingdone", tree.redraw);
  tree.root.remove();
  trees.delete(parent);
}

function receive(tree, data) {
  const renewed = data.identity !== tree.data?.identity;
  tree.data = data;
  if (renewed) tree.focus = tree.chosen = data.start;
  tree.columns = arrange(data);
  draw(tree);
  if (renewed) reveal(tree);
}

// The tree starts at its left edge; a start further on is scrolled to, but never the page.
function reveal({ scroller, places, chosen, data }) {
  const { left, width, top } = places[chosen];
  const seen = data.start === data.best ? [0, 0] : [left + width - scroller.clientWidth, top - HEAD];
  scroller.scrollTo(...seen.map((offset) => Math.max(0, offset)));
}

// Columns of node numbers. Children stand in their parents' order, the best path's first, then the
// more probable: so no two lines cross, and the best path runs along the top.
function arrange({ nodes, best }) {
  const children = nodes.map(() => []);
  const roots = [];
  nodes.forEach(({ parent }, i) => (parent === null ? roots : children[parent]).push(i));
  const onBest = new Set(path(nodes, best));
  const order = (a, b) =>
    onBest.has(b) - onBest.has(a) || nodes[b].probability - nodes[a].probability;
  const columns = [];
  for (let column = roots.sort(order); column.length; ) {
    columns.push(column);
    column = column.flatMap((i) => children[i].sort(order));
  }
  return { columns, children, onBest };
}

function path(nodes, leaf) {
  const found = [];
  for (let i = leaf; i !== null; i = nodes[i].parent) found.push(i);
  return found.reverse();
}

function draw(tree) {
  const { nodes } = tree.data;
  const { columns, onBest } = tree.columns;
  const measure = ruler(tree.root);
  const places = [];
  let left = 2;
  const heads = columns.map((column, step) => {
    const widths = column.map((i) => measure(nodes[i].token));
    const width = Math.min(BOX.widest, Math.max(52, ...widths) + 2 * BOX.pad);
    column.forEach((i, row) => {
      places[i] = { left, width, top: HEAD + 4 + row * (BOX.height + BOX.gap), column: step, row };
    });
    const head = svg("text", { class: "head", x: left + BOX.pad, y: 14 }, `${step + 1}`);
    left += width + BOX.between;
    return head;
  });
  const tallest = Math.max(0, ...columns.map((column) => column.length));
  tree.places = places;
  const shorten = shortener(measure, BOX.widest - 2 * BOX.pad);
  tree.boxes = nodes.map((node, i) => drawBox(node, i, places[i], shorten, onBest.has(i)));
  const height = HEAD + 8 + tallest * (BOX.height + BOX.gap);
  const size = { width: left - BOX.between + 2, height };
  const links = nodes.map((node, i) => drawLink(node, places, i, onBest.has(i)));
  const title = `Beam tree: ${columns.length} steps, ${nodes.length} tokens`;
  const picture = svg(
    "svg", { ...size, role: "tree", "aria-label": title }, ...heads, ...links, ...tree.boxes,
  );
  const focused = tree.root.getRootNode().activeElement?.classList.contains("node");
  tree.scroller.replaceChildren(picture);
  show(tree);
  if (focused) tree.boxes[tree.focus].focus();
}

function drawBox({ token, probability, total, fate }, i, place, shorten, best) {
  const { left, width, top, column } = place;
  const numbers = `probability ${percent(probability)}, total ${signed(total)}`;
  const label = `${token}, ${numbers}, ${FATES[fate]}`;
  const bar = { x: left + 2, y: top + BOX.height - 5, height: 3, rx: 1.5 };
  const end = { class: "end", d: `M${left + width + 5} ${top + 6}v${BOX.height - 12}` };
  return svg(
    "g", {
      class: `node ${fate}${best ? " best" : ""}`, role: "treeitem", tabindex: -1, "data-node": i,
      "aria-label": label, "aria-level": column + 1,
    },
    svg("rect", { class: "box", x: left, y: top, width, height: BOX.height, rx: 7 }),
    svg("text", { class: "token", x: left + BOX.pad, y: top + 13 }, shorten(token)),
    svg("text", { class: "number", x: left + BOX.pad, y: top + 28 }, percent(probability)),
    svg("rect", { class: "share", ...bar, width: Math.max(1, (width - 4) * probability) }),
    ...(fate === "ended" ? [svg("path", end)] : []),
  );
}

function drawLink({ parent, probability, fate }, places, i, best) {
  if (parent === null) return svg("g", {});
  const from = places[parent];
  const to = places[i];
  const [x, y] = [from.left + from.width, from.top + BOX.height / 2];
  const [u, v] = [to.left, to.top + BOX.height / 2];
  const bend = BOX.between / 2;
  return svg("path", {
    class: `link ${fate}${best ? " best" : ""}`, "stroke-width": 1 + 4 * probability,
    d: `M${x} ${y}C${x + bend} ${y} ${u - bend} ${v} ${u} ${v}`,
  });
}

// Marks the focused and the chosen node, and the chosen hypothesis up to it.
function show(tree) {
  const chosen = new Set(path(tree.data.nodes, tree.chosen));
  tree.boxes.forEach((box, i) => {
    box.setAttribute("tabindex", i === tree.focus ? 0 : -1);
    box.setAttribute("aria-selected", i === tree.chosen);
    box.classList.toggle("chosen", chosen.has(i));
    box.classList.toggle("leaf", i === tree.chosen);
  });
  tell(tree, tree.focus);
}

function tell(tree, i) {
  const node = tree.data?.nodes[i];
  if (!node) return;
  const { token, probability, total, fate } = node;
  tree.readout.replaceChildren(
    html("span", {}, `Step ${tree.places[i].column + 1}`),
    html("strong", { dir: "auto" }, token),
    html("span", {}, `probability ${percent(probability)}`),
    html("span", {}, `total log-probability ${signed(total)}`),
    html("span", {}, FATES[fate]),
  );
}

function onKey(tree, event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const { columns, children } = tree.columns;
  const { column, row } = tree.places[tree.focus];
  const target = {
    ArrowLeft: tree.data.nodes[tree.focus].parent,
    ArrowRight: children[tree.focus][0], // the best child stands first
    ArrowUp: columns[column][row - 1],
    ArrowDown: columns[column][row + 1],
    Home: columns[0][0],
    End: tree.data.best,
  };
  if (event.key === "Enter" || event.key === " ") choose(tree, tree.focus);
  else if (event.key in target) walk(tree, target[event.key]);
  else return;
  event.preventDefault();
}

function walk(tree, i) {
  if (i === undefined || i === null) return;
  tree.focus = i;
  show(tree);
  tree.boxes[i].focus({ preventScroll: true });
  tree.boxes[i].scrollIntoView({ block: "nearest", inline: "nearest" });
}

function choose(tree, i) {
  if (i === null) return;
  tree.chosen = tree.focus = i;
  show(tree);
  tree.boxes[i].focus({ preventScroll: true });
  tree.send({ identity: tree.data.identity, node: i });
}

function nodeAt(event) {
  const node = event.target.closest?.(".node");
  return node ? Number(node.dataset.node) : null;
}

function ruler(root) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `600 13px ${getComputedStyle(root).fontFamily}`;
  return (text) => Math.ceil(context.measureText(text).width);
}

// What a person takes for one letter: a letter with its marks, a Devanagari syllable, an emoji.
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function shortener(measure, width) {
  return (text) => {
    const letters = Array.from(segmenter.segment(text), ({ segment }) => segment);
    if (measure(text) <= width) return text;
    while (letters.length > 1 && measure(`${letters.join("")}…`) > width) letters.pop();
    return `${letters.join("")}…`;
  };
}

const percent = (share) =>
  share < 0.001 ? "<0.1%" : `${(100 * share).toFixed(share < 0.1 ? 1 : 0)}%`;
const signed = (number) =>
  number.toFixed(2).replace(/^-(0\.00)$/, "$1").replace("-", "−"); // no minus before zero

function make(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children); // strings become text nodes: a token is never read as HTML
  return node;
}

const html = (tag, attributes, ...children) =>
  make(document.createElement(tag), attributes, children);
const svg = (tag, attributes, ...children) =>
  make(document.createElementNS(SVG, tag), attributes, children);
