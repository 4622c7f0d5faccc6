// Drawing of the beam tree: columns are steps, boxes are tokens, lines are back-pointers.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { html, svg } from "../web/dom.js";
import { decimal, percentage } from "../web/numbers.js";

/** @import { NodePlace, TreeNode } from "./types" */

const KINDS = [
  ["kept in the beam", "live"],
  ["pruned", "pruned"],
  ["ended", "ended"],
  ["best hypothesis", "best"],
  ["chosen hypothesis", "chosen"],
  ["its last token", "leaf"],
];

/** @param {number} step @param {NodePlace} place of a node of the step */
export const drawHead = (step, { left }) =>
  svg("text", { class: "head", x: left + MEASURES.tree.pad, y: 14 }, `${step + 1}`);

/**
 * Draws a node.
 * @param {TreeNode} node @param {number} i @param {NodePlace} place
 * @param {(text: string) => string} shorten @param {boolean} best whether it is on the best path
 * @param {string} said the node's fate in words @param {string} shown the numbers in the box
 */
export function drawBox({ token, probability, total, fate }, i, place, shorten, best, said, shown) {
  const { left, width, top, column } = place;
  const { height, pad } = MEASURES.tree;
  const numbers = `probability ${percent(probability)}, total ${decimal(total)}`;
  const bar = { x: left + 2, y: top + height - 5, height: 3, rx: 1.5 };
  const end = { class: "end", d: `M${left + width + 5} ${top + 6}v${height - 12}` };
  return svg(
    "g",
    {
      class: `node ${fate}${best ? " best" : ""}`,
      role: "treeitem",
      tabindex: -1,
      "data-node": i,
      "aria-label": `${token}, ${numbers}, ${said}`,
      "aria-level": column + 1,
    },
    svg("rect", { class: "box", x: left, y: top, width, height, rx: 7 }),
    svg("text", { class: "token", x: left + pad, y: top + 13 }, shorten(token)),
    svg("text", { class: "number", x: left + pad, y: top + 28 }, shown),
    svg("rect", { class: "share", ...bar, width: Math.max(1, (width - 4) * probability) }),
    ...(fate === "ended" ? [svg("path", end)] : []),
  );
}

/**
 * Draws the line from a node's parent; the more probable the node, the thicker it is.
 * @param {TreeNode} node @param {NodePlace[]} places @param {number} i @param {boolean} best
 */
export function drawLink({ parent, probability, fate }, places, i, best) {
  if (parent === null) return svg("g", {});
  const { height } = MEASURES.tree;
  const from = places[parent];
  const to = places[i];
  const [x, y] = [from.left + from.width, from.top + height / 2];
  const [u, v] = [to.left, to.top + height / 2];
  const bend = (u - x) / 2;
  return svg("path", {
    class: `link ${fate}${best ? " best" : ""}`,
    "stroke-width": 1 + 4 * probability,
    d: `M${x} ${y}C${x + bend} ${y} ${u - bend} ${v} ${u} ${v}`,
  });
}

/** The legend: a box of each kind, and its name. */
export const drawLegend = () =>
  html(
    "div",
    { class: "legend" },
    ...KINDS.map(([name, kind]) =>
      html(
        "span",
        {},
        svg(
          "svg",
          { width: 40, height: 18 },
          svg(
            "g",
            { class: kind },
            svg("rect", { class: "box", x: 1, y: 1, width: 30, height: 16, rx: 4 }),
            ...(kind === "ended" ? [svg("path", { class: "end", d: "M36 3v12" })] : []),
          ),
        ),
        name,
      ),
    ),
  );

/**
 * A probability in percent, with one decimal if it is below 10%.
 * @param {number} share
 */
export const percent = (share) => percentage(share, share < 0.1 ? 1 : 0);
