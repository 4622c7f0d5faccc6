// The beam tree: it keeps two nodes, the one with the keyboard's focus and the chosen one, and
// reports the chosen one to Python.

import MEASURES from "../../figures/measures.json" with { type: "json" };
import { html, isModified, ruler, set, svg } from "../basics/dom.js";
import { live } from "../basics/lifecycle.js";
import { decimal } from "../basics/numbers.js";
import { shortener } from "../basics/text.js";
import { drawBox, drawHead, drawLink, percent } from "./drawing.js";
import { arrange, path, placeNodes } from "./layout.js";

/** @import { Call } from "../basics/lifecycle.js" */
/** @import { Data, Tree } from "./types" */

/** @param {Call} call */
export default function (call) {
  return live(call, { mount, receive, unmount });
}

function mount() {
  const readout = html("p", { class: "readout", "aria-hidden": "true" });
  const scroller = html("div", { class: "scroller" });
  const root = html("section", { class: "beam", "aria-label": "Beam tree" }, scroller, readout);
  const tree = /** @type {Tree} */ (/** @type {unknown} */ ({
    root, scroller, readout, data: null, boxes: [], focus: 0, chosen: 0,
  }));
  scroller.addEventListener("keydown", (event) => onKey(tree, event));
  scroller.addEventListener("click", (event) => choose(tree, nodeAt(event)));
  scroller.addEventListener("pointerover", (event) => tell(tree, nodeAt(event) ?? tree.focus));
  scroller.addEventListener("pointerleave", () => tell(tree, tree.focus));
  scroller.addEventListener("focusin", (event) => tell(tree, nodeAt(event)));
  // Label widths are measured, and a web font that arrives later changes them.
  tree.redraw = () => draw(tree);
  document.fonts.addEventListener("loadingdone", tree.redraw);
  return tree;
}

/** @param {Tree} tree */
function unmount(tree) {
  document.fonts.removeEventListener("loadingdone", tree.redraw);
}

/** @param {Tree} tree @param {Data} data */
function receive(tree, data) {
  const renewed = data.identity !== tree.data?.identity;
  tree.data = data;
  if (renewed) tree.focus = tree.chosen = data.start;
  tree.columns = arrange(data.nodes, data.best);
  draw(tree);
  if (renewed) reveal(tree);
}

/**
 * The tree starts at its left edge; a start further on is scrolled to, but never the page.
 * @param {Tree} tree
 */
function reveal({ scroller, places, chosen, data }) {
  const { left, width, top } = places[chosen];
  const seen = [left + width - scroller.clientWidth, top - MEASURES.tree.head + 4];
  const [x, y] = data.start === data.best ? [0, 0] : seen;
  scroller.scrollTo(Math.max(0, x), Math.max(0, y));
}

/** @param {Tree} tree */
function draw(tree) {
  const { nodes, fates } = tree.data;
  const { columns, onBest } = tree.columns;
  const { pad, widest } = MEASURES.tree;
  const measure = ruler(tree.root, 13);
  const { places, width, height } = placeNodes(nodes, columns, measure);
  const heads = columns.map((column, step) => drawHead(step, places[column[0]]));
  const shorten = shortener((text) => Math.ceil(measure(text)), widest - 2 * pad);
  tree.places = places;
  tree.boxes = nodes.map((node, i) =>
    drawBox(node, i, places[i], shorten, onBest.has(i), fates[node.fate]));
  const links = nodes.map((node, i) => drawLink(node, places, i, onBest.has(i)));
  const said = `Beam tree: ${columns.length} steps, ${nodes.length} tokens`;
  const drawing = svg(
    "svg", { width, height, role: "tree", "aria-label": said }, ...heads, ...links, ...tree.boxes,
  );
  const { activeElement } = /** @type {ShadowRoot | Document} */ (tree.root.getRootNode());
  const focused = activeElement?.classList.contains("node");
  tree.scroller.replaceChildren(drawing);
  show(tree);
  if (focused) tree.boxes[tree.focus].focus();
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
  const { column, row } = tree.places[tree.focus];
  /** @type {Record<string, number | null | undefined>} */
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
