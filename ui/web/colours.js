// The mapping from numbers to shares of a scale and to colours.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { say } from "../phrases/say.js";
import { clamp, figure } from "./numbers.js";

/** @import { Scale, Scaling } from "./types" */

const LINEAR = MEASURES.scaling.linear;

/**
 * Returns the function from a value of a row to its share of the scale, from 0 to 1.
 * @param {(number | null)[]} values of the row
 * @param {Pick<Scale, "low" | "high">} scale @param {Scaling} scaling
 */
export function sharer(values, { low, high }, scaling) {
  if (scaling === "linear") {
    return (/** @type {number} */ value) => clamp((value - low) / (high - low), 0, 1);
  }
  const top = Math.max(...values.map((value) => Math.abs(value ?? 0))) || 1;
  const size =
    scaling !== "log"
      ? (/** @type {number} */ value) => Math.abs(value) / top
      : low < 0
        ? (/** @type {number} */ value) => symlog(Math.abs(value) / high)
        : (/** @type {number} */ value) =>
            clamp(1 + Math.log10(Math.abs(value) / high) / MEASURES.scaling.decades, 0, 1);
  if (low >= 0) return size;
  return (/** @type {number} */ value) => (1 + Math.sign(value) * size(value)) / 2;
}

/**
 * A logarithm that is about linear up to the share `linear` of 1, so that 0 has a colour of its own.
 * @param {number} share
 */
const symlog = (share) => Math.min(1, Math.log1p(share / LINEAR) / Math.log1p(1 / LINEAR));

/**
 * Returns the function from a share (0 to 1) to [red, green, blue], interpolated between colours
 * as hexadecimal codes.
 * @param {string[]} colors
 */
export function mixer(colors) {
  const stops = colors.map((hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)));
  return (/** @type {number} */ share) => {
    const at = share * (stops.length - 1);
    const from = stops[Math.floor(at)];
    const to = stops[Math.ceil(at)];
    return from.map((part, i) => Math.round(part + (to[i] - part) * (at % 1)));
  };
}

/**
 * Returns the function from a share (0 to 1) to a CSS colour of a scale: a `light-dark()` pair if
 * the scale has other colours on dark pages.
 * @param {Pick<Scale, "colors" | "dark">} scale
 */
export function painter({ colors, dark }) {
  const onLight = mixer(colors);
  const light = (/** @type {number} */ share) => `rgb(${onLight(share).join(" ")})`;
  if (!dark.length) return light;
  const onDark = mixer(dark);
  return (/** @type {number} */ share) =>
    `light-dark(${light(share)}, rgb(${onDark(share).join(" ")}))`;
}

/**
 * Whether a value is hidden by a threshold, which is a share of the scale's highest value.
 * @param {number} value @param {Scale} scale @param {number} threshold
 */
export const isFaint = (value, scale, threshold) => Math.abs(value) < threshold * scale.high;

/**
 * The colours of negative and positive numbers in ribbons and bars, for light and dark pages.
 * @param {Scale} scale
 */
export function poles({ low, colors }) {
  const at = (/** @type {number} */ share) => colors[Math.round(share * (colors.length - 1))];
  return low < 0 ? [at(0.2), at(0.8)] : ["var(--accent)", "var(--accent)"];
}

/**
 * The labels below a legend, from left to right.
 * @param {Pick<Scale, "low" | "high">} scale @param {Scaling} scaling
 */
export function ticks({ low, high }, scaling) {
  if (scaling === "linear") return [low, (low + high) / 2, high].map(figure);
  if (scaling === "row" && low < 0) return [say("largest_negative"), "0", say("largest")];
  if (scaling === "row") return ["0", "", say("largest_of_row")];
  const middle = high * LINEAR * (Math.sqrt(1 + 1 / LINEAR) - 1); // where `symlog` is a half
  if (low < 0) return [-high, -middle, 0, middle, high].map(figure);
  const depth = 10 ** (MEASURES.scaling.decades / 2);
  return [high / depth ** 2, high / depth, high].map(figure);
}
