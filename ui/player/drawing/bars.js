// The bars at the edges of a map: the sums of its rows and columns, on one scale for all maps, and
// between the words and the cells how much of each target word was copied.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { poles } from "../../web/colours.js";
import { svg } from "../../web/dom.js";
import { figure, percentage, total } from "../../web/numbers.js";
import { nameBars } from "../state/joint.js";
import { boxOf } from "../layout/maps_layout.js";

/** @import { Box, Card, JointBars, MapData, Sums } from "../layout/maps_types" */

const [THICK, APART] = [2, 5]; // pixels: of a bar of copying, and between it and its number

/**
 * The sums of a map's rows and columns.
 * @param {Pick<MapData, "cells" | "columns">} map @returns {Sums}
 */
export function sumUp({ cells, columns }) {
  if (!cells) return { rows: [], columns: [] };
  return {
    rows: cells.map(total),
    columns: columns.map((_, j) => total(cells.map((values) => values[j]))),
  };
}

/** The bars of a joint attention, in place of the sums. @param {JointBars} joint @returns {Sums} */
const sumsOf = ({ side, values }) =>
  side === "rows" ? { rows: [], columns: values } : { rows: values, columns: [] };

/** @param {Card} card */
export function drawSums(card) {
  const { joint } = card;
  const { rows, columns } = joint ? sumsOf(joint) : card.sums[card.map.index];
  const [lines, heads] = card.turned ? [columns, rows] : [rows, columns];
  const box = (/** @type {number} */ i, /** @type {boolean} */ line) =>
    line === card.turned ? boxOf(card, null, i) : boxOf(card, i, null);
  const { x, width } = boxOf(card, null, null);
  const { mirrored } = card.layout;
  const { gap } = MEASURES.sums;
  return [
    ...(!lines.length
      ? []
      : mirrored
        ? nameJoint(card, x - gap, "end", 0)
        : nameJoint(card, x + width + gap, "start", 0)),
    ...lines.flatMap((sum, i) => drawBeside(card, sum, box(i, true))),
    ...heads.flatMap((sum, j) => drawBelow(card, sum, box(j, false))),
  ];
}

/**
 * What the bars of a joint attention are, in the line below the map.
 * @param {Card} card @param {number} x @param {string} anchor @param {number} gap below the map
 */
export function nameJoint(card, x, anchor, gap = MEASURES.sums.gap) {
  const {
    joint,
    layout: { text, zoom },
  } = card;
  if (!joint || text === 0) return [];
  const { y, height } = boxOf(card, null, null);
  const below = y + height + gap + 8 * zoom;
  return [svg("text", { class: "caption", x, y: below, "text-anchor": anchor }, nameBars(joint))];
}

/** @param {Card} card @param {number} sum @param {Box} box */
function drawBelow(card, sum, box) {
  const { zoom, cell } = card.layout;
  const { length, fill } = bar(card, sum);
  const whole = boxOf(card, null, null);
  const y = whole.y + whole.height + MEASURES.sums.gap;
  const rect = svg("rect", {
    x: box.x + box.width * 0.2,
    y,
    width: box.width * 0.6,
    height: length,
    style: fill,
  });
  if (cell < MEASURES.sums.numbered * zoom) return [rect];
  return [rect, number(sum, box.x + box.width / 2, y + length + 8 * zoom, "middle")];
}

/** @param {Card} card @param {number} sum @param {Box} box */
function drawBeside(card, sum, box) {
  const { mirrored } = card.layout;
  const { length, fill } = bar(card, sum);
  const whole = boxOf(card, null, null);
  const { gap } = MEASURES.sums;
  const edge = mirrored ? whole.x - gap : whole.x + whole.width + gap;
  const sign = mirrored ? -1 : 1;
  const rect = svg("rect", {
    x: mirrored ? edge - length : edge,
    y: box.y + box.height * 0.2,
    width: length,
    height: box.height * 0.6,
    style: fill,
  });
  const anchor = mirrored ? "end" : "start";
  return [rect, number(sum, edge + sign * (length + 4), box.y + box.height / 2, anchor)];
}

/** @param {Card} card @param {number} sum */
function bar({ layout, scale, top, joint }, sum) {
  const [negative, positive] = poles(scale);
  const length = (Math.abs(sum) / (joint?.top ?? top)) * MEASURES.sums.longest * layout.zoom;
  return { length, fill: `fill: ${sum < 0 ? negative : positive}` };
}

/** @param {number} sum @param {number} x @param {number} y @param {string} anchor */
function number(sum, x, y, anchor) {
  const middle = { "text-anchor": anchor, "dominant-baseline": "central" };
  return svg("text", { class: "sum", x, y, ...middle }, written(sum));
}

/**
 * A sum with three significant digits; a negligible one is written as 0, which fits its column.
 * @param {number} sum
 */
export const written = (sum) => figure(Math.abs(sum) < MEASURES.sums.least ? 0 : sum);

/**
 * Draws a bar that fills its line by the share of its word that was copied, and the number where
 * the layout has room for it.
 * @param {Card} card
 */
export function drawCopied(card) {
  const { map, layout, turned } = card;
  const { side, head, mirrored, numbers } = layout;
  if (!map.copied || !map.cells) return [];
  return map.copied.flatMap((share, i) => {
    const { x, y, width, height } = boxOf(card, i, null);
    if (turned) {
      const box = { x, y: head - THICK, width: share * width, height: THICK };
      return [svg("rect", { class: "copied", ...box })];
    }
    const edge = mirrored ? 0 : side - THICK;
    const filled = { y: y + (1 - share) * height, height: share * height };
    const bar = svg("rect", { class: "copied", x: edge, width: THICK, ...filled });
    if (!numbers) return [bar];
    const place = {
      x: mirrored ? THICK + APART : edge - APART,
      y: y + height / 2,
      "text-anchor": mirrored ? "start" : "end",
      "dominant-baseline": "central",
    };
    return [bar, svg("text", { class: "copied", ...place }, percentage(share))];
  });
}
