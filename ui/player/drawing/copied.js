// How much of each target word was copied, at the edge between the words and the cells of its line.

import { svg } from "../../web/dom.js";
import { percentage } from "../../web/numbers.js";
import { boxOf } from "../layout/maps_layout.js";

/** @import { Card } from "../layout/maps_types" */

const [THICK, APART] = [2, 5]; // pixels: of a bar, and between it and its number

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
    const number = {
      x: mirrored ? THICK + APART : edge - APART,
      y: y + height / 2,
      "text-anchor": mirrored ? "start" : "end",
      "dominant-baseline": "central",
    };
    return [bar, svg("text", { class: "copied", ...number }, percentage(share))];
  });
}
