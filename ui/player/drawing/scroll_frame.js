// A map much higher than the screen gets a frame that scrolls both ways, with its words at the edges.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { html, svg } from "../../web/dom.js";
import { clamp } from "../../web/numbers.js";
import { boxOf } from "../layout/maps_layout.js";

/** @import { Card } from "../layout/maps_types" */

/**
 * Frames a map if it is that high: the words above its columns and the captions get layers of their
 * own, which stay at the top.
 * @param {Card} card @param {HTMLElement} node with the words beside the rows, and the field
 */
export function frameTall(card, node) {
  const { tall: TALL } = MEASURES;
  const { head, plot, side, headed } = card.layout;
  // A notebook makes its frame as high as the page in it, so the screen is a limit too.
  const seen = Math.min(window.innerHeight, TALL.share * screen.availHeight);
  const most = Math.max(TALL.least, seen - TALL.around);
  const { y, height } = boxOf(card, null, null);
  if (headed === false || y + height < TALL.times * most) return;
  const [beside, field] = node.children;
  const layer = (/** @type {number} */ width, /** @type {Element[]} */ ...words) =>
    svg("svg", { class: "heads", width, height: head, "aria-hidden": "true" }, ...words);
  field.prepend(layer(plot, ...Object.values(card.words[card.turned ? "rows" : "columns"])));
  const above = [...beside.querySelectorAll(".caption")].filter(
    (one) => Number(one.getAttribute("y")) < head,
  );
  const lines = html("div", { class: "side" }, layer(side, ...above));
  beside.replaceWith(lines);
  beside.removeAttribute("class");
  lines.append(beside);
  node.classList.add("tall");
  for (const [name, value] of Object.entries({ most, head })) {
    node.style.setProperty(`--${name}`, `${value}px`);
  }
  card.frame = node;
}

/**
 * Scrolls a framed map to a cell, a row or a column; returns whether the map is framed.
 * @param {Card} card @param {number | null} row @param {number | null} column
 */
export function reveal(card, row, column) {
  const {
    frame,
    turned,
    layout: { head, side, mirrored },
  } = card;
  if (!frame) return false;
  const { x, y, width, height } = boxOf(card, row, column);
  const [line, place] = turned ? [column, row] : [row, column];
  const { scrollTop, scrollLeft, scrollWidth, clientWidth, clientHeight } = frame;
  if (line !== null) frame.scrollTop = clamp(scrollTop, y + height - clientHeight, y - head);
  if (place === null) return true;
  const [least, most] = mirrored // It scrolls from 0 to the left, and the words are at the right.
    ? [x + width + side - scrollWidth, x + clientWidth - scrollWidth]
    : [x + width + side - clientWidth, x];
  frame.scrollLeft = clamp(scrollLeft, least, most);
  return true;
}
