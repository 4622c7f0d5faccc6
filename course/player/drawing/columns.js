// An amount per word as a column, mirrored below the axis or with a line over the columns.

import MEASURES from "../../../ui/svg/layout_constants.json" with { type: "json" };
import { html, svg } from "../../../ui/web/dom.js";

/** @import { Columns } from "./types" */

const AMOUNT_DIGITS = 2;

/** @param {Columns} columns @param {string} decimal */
export function drawColumns({ words, up, down, line, names, most }, decimal) {
  const { width, height, left, right, top, bottom, share, number, named, slant, size } =
    MEASURES.columns;
  const axis = down.length ? (top + bottom) / 2 : bottom;
  const tall = axis - top - number;
  const each = (right - left) / words.length;
  const x = (/** @type {number} */ i) => left + (i + 0.5) * each;
  const said = (/** @type {number} */ amount) =>
    amount ? amount.toFixed(AMOUNT_DIGITS).replace(".", decimal) : "0";
  const column =
    (/** @type {string} */ side) => (/** @type {number} */ amount, /** @type {number} */ i) => {
      const high = (amount / most) * tall;
      const over = side === "up";
      const box = { x: x(i) - (share * each) / 2, width: share * each, height: high };
      return svg(
        "g",
        {},
        svg("rect", { class: side, ...box, y: over ? axis - high : axis }),
        svg(
          "text",
          { x: x(i), y: over ? axis - high - 3 : axis + high + size - 1, "text-anchor": "middle" },
          said(amount),
        ),
      );
    };
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": true });
  picture.append(...up.map(column("up")), ...down.map(column("down")));
  picture.append(svg("line", { class: "axis", x1: left, x2: right, y1: axis, y2: axis }));
  if (line.length) {
    const across = (x(words.length - 1) - x(0)) / (line.length - 1);
    const points = line.map((amount, i) => `${x(0) + i * across},${axis - (amount / most) * tall}`);
    picture.append(svg("polyline", { points: points.join(" ") }));
  }
  const second = down.length
    ? { class: "down", x: left, y: bottom }
    : { class: "line", x: right, y: size };
  picture.append(
    svg("text", { class: "up", x: left, y: size }, names[0]),
    svg("text", { ...second, "text-anchor": down.length ? "start" : "end" }, names[1]),
    ...words.map((word, i) =>
      svg(
        "text",
        {
          x: x(i),
          y: named,
          "text-anchor": "end",
          transform: `rotate(${-slant} ${x(i)} ${named})`,
        },
        word,
      ),
    ),
  );
  return html("div", { class: "columns" }, picture);
}
