// A curve, and the points that a person draws to predict it.

import MEASURES from "../../../ui/svg/layout_constants.json" with { type: "json" };
import { svg } from "../../../ui/web/dom.js";
import { clamp } from "../../../ui/web/numbers.js";

/** @import { Attributes } from "../../../ui/web/dom.js" */
/** @import { Curve, LessonData } from "./types" */

const LEVELS = [0, 0.5, 1]; // shares with a grid line

/**
 * Returns the picture, the function that draws a person's shares and, if `told`, the curve, and the
 * one that draws the points of others, in percent.
 */
export function drawCurve(/** @type {Curve} */ curve, /** @type {LessonData["words"]} */ words) {
  const { width, height, left, right, top, bottom, ticks, named, size, dot } = MEASURES.curve;
  const x = (/** @type {number} */ i) => left + curve.places[i] * (right - left);
  const y = (/** @type {number} */ share) => bottom - share * (bottom - top);
  const text = (/** @type {string} */ said, /** @type {Attributes} */ place) =>
    svg("text", place, said);
  const middle = { "text-anchor": "middle" };
  /** @type {SVGElement[]} */
  const grid = [
    text(`${curve.label} · ${curve.model}`, { x: 0, y: size }),
    text(curve.over, { x: (left + right) / 2, y: named, ...middle }),
  ];
  for (const level of LEVELS) {
    const number = String(level).replace(".", words.decimal);
    const line = { class: "axis", x1: left, x2: right, y1: y(level), y2: y(level) };
    grid.push(svg("line", line));
    grid.push(text(number, { x: left - 2 * dot, y: y(level) + dot, "text-anchor": "end" }));
  }
  for (const i of curve.points) {
    grid.push(svg("line", { class: "axis", x1: x(i), x2: x(i), y1: top, y2: bottom }));
    grid.push(text(curve.amounts[i], { x: x(i), y: ticks, ...middle }));
  }
  const own = svg("g", { class: "own" });
  const real = svg("g", { class: "real" });
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": true });
  const others = svg("g", { class: "others" });
  picture.append(...grid, others, real, own);
  const join = (/** @type {number[]} */ places, /** @type {number[]} */ shares) =>
    svg("polyline", { points: places.map((place, i) => `${x(place)},${y(shares[i])}`).join(" ") });
  const show = (/** @type {number[]} */ shares, /** @type {boolean} */ told) => {
    const dots = shares.map((share, i) => {
      const [cx, cy] = [x(curve.points[i]), y(share)];
      return svg("rect", { x: cx - dot, y: cy - dot, width: 2 * dot, height: 2 * dot });
    });
    own.replaceChildren(join(curve.points, shares), ...dots);
    real.replaceChildren(...(told ? [join([...curve.places.keys()], curve.shares)] : []));
  };
  const overlay = (/** @type {number[][]} */ drawings) =>
    others.replaceChildren(
      ...drawings.map((one) =>
        join(
          curve.points,
          one.map((share) => share / 100),
        ),
      ),
    );
  return { picture, show, overlay };
}

/**
 * Returns the point nearest to a position in the picture of a curve, and the share there.
 * The position is from 0 to 1 in both directions.
 * @param {Pick<Curve, "places" | "points">} curve @param {number} across @param {number} down
 */
export function pointAt({ places, points }, across, down) {
  const { width, height, left, right, top, bottom } = MEASURES.curve;
  const place = (across * width - left) / (right - left);
  const away = points.map((i) => Math.abs(places[i] - place));
  const share = clamp((bottom - down * height) / (bottom - top), 0, 1);
  return { point: away.indexOf(Math.min(...away)), share };
}
