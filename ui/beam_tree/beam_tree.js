// The beam tree: one node has the keyboard focus and one is chosen; the chosen node is reported to
// Python.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { html, isModified, ruler, set, svg } from "../web/dom.js";
import { live } from "../web/lifecycle.js";
import { clamp, decimal } from "../web/numbers.js";
import { showPicture } from "../web/picture.js";
import { shortener } from "../web/text.js";
import { drawBox, drawHead, drawLegend, drawLink, percent } from "./drawing.js";
import { arrange, path, placeNodes } from "./layout.js";

/** @import { Call } from "../web/lifecycle.js" */
/** @import { TreeData, Tree } from "./types" */

const SMALL = 11 / 13; // font size of numbers, relative to tokens

/** @param {Call} call */
export default function (call) {
  if (call.data.picture) return showPicture(call, { mount, draw: drawPicture, unmount });
  return live(call, { mount, receive, unmount });
}

function mount() {
  const readout = html("p", { class: "readout", "aria-hidden": "true" });
  const scroller = html("div", { class: "scroller" });
  const kept = html("input", { type: "checkbox", checked: "" });
  const tools = html("label", { class: "tools" }, kept, "Show only kept hypotheses");
  const root = html(
    "section",
    { class: "beam", "aria-label": "Beam tree" },
    tools,
    scroller,
    readout,
  );
  const tree = /** @type {Tree} */ (
    /** @type {unknown} */ ({
      root,
      scroller,
      readout,
      kept,
      overview: null,
      scale: 1,
      data: null,
      boxes: [],
      focus: 0,
      chosen: 0,
    })
  );
  kept.addEventListener("change", () => draw(tree));
  scroller.addEventListener("scroll", () => showWindow(tree));
  scroller.addEventListener("keydown", (event) => onKey(tree, event));
  scroller.addEventListener("click", (event) => choose(tree, nodeAt(event)));
  scroller.addEventListener("pointerover", (event) => tell(tree, nodeAt(event) ?? tree.focus));
  scroller.addEventListener("pointerleave", () => tell(tree, tree.focus));
  scroller.addEventListener("focusin", (event) => tell(tree, nodeAt(event)));
  // Label widths are measured, so they change when a web font arrives later.
  tree.redraw = () => draw(tree);
  document.fonts.addEventListener("loadingdone", tree.redraw);
  tree.watch = new ResizeObserver(tree.redraw);
  tree.watch.observe(root);
  return tree;
}

/** @param {Tree} tree */
function unmount(tree) {
  document.fonts.removeEventListener("loadingdone", tree.redraw);
  tree.watch.disconnect();
}

/** @param {Tree} tree @param {TreeData} data */
function receive(tree, data) {
  const renewed = data.identity !== tree.data?.identity;
  tree.data = data;
  if (renewed) tree.focus = tree.chosen = data.start;
  draw(tree);
  if (renewed) reveal(tree);
}

/**
 * Draws the whole tree in its own size, with a legend.
 * @param {Tree} tree @param {TreeData} data
 */
function drawPicture(tree, data) {
  tree.kept.checked = false;
  tree.root.replaceChildren(drawLegend(), tree.scroller);
  Object.assign(tree, { data, focus: data.start, chosen: data.start });
  draw(tree);
}

/**
 * Scrolls to the start node or, if that is the best hypothesis, to the left edge. Only the tree
 * scrolls, never the page.
 * @param {Tree} tree
 */
function reveal({ scroller, places, chosen, data, scale }) {
  if (!places) return;
  const { left, width, top } = places[chosen];
  const seen = [
    (left + width) * scale - scroller.clientWidth,
    (top - MEASURES.tree.head + 4) * scale,
  ];
  const [x, y] = data.start === data.best ? [0, 0] : seen;
  scroller.scrollTo(Math.max(0, x), Math.max(0, y));
}

/**
 * Draws the tree, scaled down to the available width but not below a legible size.
 * @param {Tree} tree
 */
function draw(tree) {
  const room = tree.data?.picture ? Infinity : tree.root.clientWidth;
  if (!tree.data || !room) return; // In a closed tab; the observer calls again when it opens.
  const { nodes, fates, best, picture } = tree.data;
  const on = new Set([...path(nodes, tree.chosen), ...path(nodes, best)]);
  if (tree.kept.checked && !on.has(tree.focus)) tree.focus = tree.chosen;
  tree.columns = arrange(
    nodes,
    best,
    (i) => !tree.kept.checked || nodes[i].fate !== "pruned" || on.has(i),
  );
  const { columns, onBest } = tree.columns;
  const { pad, widest, smallest } = MEASURES.tree;
  const measure = ruler(tree.root, 13);
  // A picture has no tooltips, so its boxes have the totals, too.
  const numbers = nodes.map(
    ({ probability, total }) => percent(probability) + (picture ? ` · ${decimal(total)}` : ""),
  );
  const wide = (/** @type {number} */ i) =>
    Math.ceil(Math.max(measure(nodes[i].token), picture ? SMALL * measure(numbers[i]) : 0));
  const { places, width, height } = placeNodes(tree.columns, wide, room);
  const heads = columns.map((column, step) => drawHead(step, places[column[0]]));
  const shorten = shortener((text) => Math.ceil(measure(text)), widest - 2 * pad);
  tree.places = places;
  tree.scale = clamp((room - 4) / width, smallest, 1);
  tree.boxes = [];
  for (const i of columns.flat()) {
    tree.boxes[i] = drawBox(
      nodes[i],
      i,
      places[i],
      shorten,
      onBest.has(i),
      fates[nodes[i].fate],
      numbers[i],
    );
  }
  const links = columns.flat().map((i) => drawLink(nodes[i], places, i, onBest.has(i)));
  const said = `Beam tree: ${columns.length} steps, ${columns.flat().length} tokens`;
  const size = { width: width * tree.scale, height: height * tree.scale };
  const drawing = svg(
    "svg",
    { ...size, viewBox: `0 0 ${width} ${height}`, role: "tree", "aria-label": said },
    ...heads,
    ...links,
    ...tree.boxes.filter(Boolean),
  );
  const { activeElement } = /** @type {ShadowRoot | Document} */ (tree.root.getRootNode());
  const focused = activeElement?.classList.contains("node");
  tree.scroller.replaceChildren(drawing);
  drawOverview(tree, width, height);
  show(tree);
  if (focused) tree.boxes[tree.focus].focus();
}

/**
 * Draws the whole tree, small, with the visible part framed; only if the tree does not fit.
 * @param {Tree} tree @param {number} width @param {number} height
 */
function drawOverview(tree, width, height) {
  tree.overview?.remove();
  tree.overview = null;
  const { scroller, scale } = tree;
  const low = scroller.scrollHeight <= scroller.clientHeight;
  if (low && width * scale <= tree.root.clientWidth) return;
  const boxes = tree.columns.columns.flat().map((i) => {
    const { left, top, width: wide } = tree.places[i];
    return svg("rect", {
      class: tree.columns.onBest.has(i) ? "best" : "",
      x: left,
      y: top,
      width: wide,
      height: MEASURES.tree.height,
    });
  });
  const overview = svg(
    "svg",
    {
      class: "overview",
      viewBox: `0 0 ${width} ${height}`,
      height: MEASURES.tree.overview,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    },
    ...boxes,
    svg("rect", { class: "window" }),
  );
  overview.addEventListener("click", ({ offsetX, offsetY }) => {
    const across = (offsetX / overview.clientWidth) * width * scale;
    const down = (offsetY / overview.clientHeight) * height * scale;
    scroller.scrollTo(across - scroller.clientWidth / 2, down - scroller.clientHeight / 2);
  });
  tree.overview = overview;
  scroller.after(overview);
  showWindow(tree);
}

/** @param {Tree} tree */
function showWindow({ overview, scroller, scale }) {
  const seen = overview?.querySelector(".window");
  if (!seen) return;
  set(seen, {
    x: scroller.scrollLeft / scale,
    width: scroller.clientWidth / scale,
    y: scroller.scrollTop / scale,
    height: scroller.clientHeight / scale,
  });
}

/**
 * Marks the focused and the chosen node, and the chosen hypothesis up to it.
 * @param {Tree} tree
 */
function show(tree) {
  const chosen = new Set(path(tree.data.nodes, tree.chosen));
  tree.boxes.forEach((box, i) => {
    set(box, { tabindex: i === tree.focus ? 0 : -1, "aria-selected": i === tree.chosen });
    box.classList.toggle("chosen", chosen.has(i));
    box.classList.toggle("leaf", i === tree.chosen);
  });
  tell(tree, tree.focus);
}

/** @param {Tree} tree @param {number | null} i */
function tell(tree, i) {
  const node = i === null ? null : tree.data?.nodes[i];
  if (i === null || !node) return;
  const { token, probability, total, fate } = node;
  tree.readout.replaceChildren(
    html("span", {}, `Step ${tree.places[i].column + 1}`),
    html("strong", { dir: "auto" }, token),
    html("span", {}, `probability ${percent(probability)}`),
    html("span", {}, `total log-probability ${decimal(total)}`),
    html("span", {}, tree.data.fates[fate]),
  );
}

/** @param {Tree} tree @param {KeyboardEvent} event */
function onKey(tree, event) {
  if (isModified(event)) return;
  const { columns, children } = tree.columns;
  const column = columns[tree.places[tree.focus].column];
  const at = column.indexOf(tree.focus);
  /** @type {Record<string, number | null | undefined>} */
  const target = {
    ArrowLeft: tree.data.nodes[tree.focus].parent,
    ArrowRight: children[tree.focus][0], // The best child is the first.
    ArrowUp: column[at - 1],
    ArrowDown: column[at + 1],
    Home: columns[0][0],
    End: tree.data.best,
  };
  if (event.key === "Enter" || event.key === " ") choose(tree, tree.focus);
  else if (event.key in target) walk(tree, target[event.key]);
  else return;
  event.preventDefault();
}

/** @param {Tree} tree @param {number | null | undefined} i */
function walk(tree, i) {
  if (i === undefined || i === null) return;
  tree.focus = i;
  show(tree);
  tree.boxes[i].focus({ preventScroll: true });
  tree.boxes[i].scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** @param {Tree} tree @param {number | null} i */
function choose(tree, i) {
  if (i === null) return;
  tree.chosen = tree.focus = i;
  show(tree);
  tree.boxes[i].focus({ preventScroll: true });
  tree.setState("chosen", { identity: tree.data.identity, node: i });
}

/** @param {Event} event */
function nodeAt(event) {
  /** @type {SVGElement | null | undefined} */
  const node = /** @type {Element} */ (event.target).closest?.(".node");
  return node ? Number(node.dataset.node) : null;
}
