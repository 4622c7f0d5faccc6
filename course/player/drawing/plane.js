// Words as arrows in a plane; a table beside the picture has their numbers.

import MEASURES from "../../../ui/svg/layout_constants.json" with { type: "json" };
import { html, svg } from "../../../ui/web/dom.js";

/** @import { Outcome } from "./types" */

/** @param {NonNullable<Outcome["arrows"]>} arrows */
export function drawPlane(arrows) {
  const { reach, size, named, aside, dash, gap } = MEASURES.plane;
  const place = (/** @type {number} */ value) => ((value + reach) / (2 * reach)) * size;
  const [middle, end] = [place(0), size];
  const axes = [
    [0, middle, end, middle],
    [middle, 0, middle, end],
  ].map(([x1, y1, x2, y2]) => svg("line", { class: "axis", x1, y1, x2, y2 }));
  const drawn = arrows.map(({ word, x, y, color, dashed }) => {
    const [x2, y2] = [place(x), place(-y)];
    const line = { x1: middle, y1: middle, x2, y2, stroke: color, "stroke-width": 3 };
    const by = dashed ? aside : -aside; // Names of arrows that meet are placed side by side.
    const name = { x: place(named * x + by * y), y: place(by * x - named * y), fill: color };
    return svg(
      "g",
      {},
      svg("line", { ...line, "stroke-dasharray": dashed ? `${dash} ${gap}` : null }),
      svg("circle", { cx: x2, cy: y2, r: 4, fill: color }),
      svg("text", { ...name, "text-anchor": "middle", "dominant-baseline": "middle" }, word),
    );
  });
  const picture = svg("svg", { viewBox: `0 0 ${size} ${size}`, width: size, "aria-hidden": true });
  picture.append(...axes, ...drawn);
  return html("div", { class: "plane" }, picture);
}
