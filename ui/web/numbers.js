// Numbers: bounds, sums and ranks, and how numbers are written.

import { say } from "../phrases/say.js";

const LEAST = 0.0001;

/** @typedef {number | null} Value null is outside of the attention window */

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.max(low, Math.min(value, high));

/** The sum, in which null counts as 0. @param {Value[]} values */
export const total = (values) =>
  values.reduce((/** @type {number} */ sum, value) => sum + (value ?? 0), 0);

/**
 * The index of the highest value; null is below all numbers.
 * @param {Value[]} values
 */
export const highest = (values) =>
  values.reduce(
    (/** @type {number} */ best, value, i) =>
      (value ?? -Infinity) > (values[best] ?? -Infinity) ? i : best,
    0,
  );

/**
 * The indices of the values, the highest first.
 * @param {Value[]} values
 */
export const ranked = (values) =>
  [...values.keys()].sort(
    (one, other) => (values[other] ?? -Infinity) - (values[one] ?? -Infinity),
  );

/**
 * A share in percent. What is not 0 is not written as 0, and what is not 1 not as 100: they are "<1" and
 * ">99". In Python `percentage` of `records/percentages.py` writes the same.
 * @param {number} share @param {number} [digits] the number of decimals
 */
export function percentage(share, digits = 0) {
  const least = 10 ** -digits;
  const number = (100 * share).toFixed(digits);
  const none = share > 0 && !Number(number);
  const all = share < 1 && Number(number) === 100;
  return say("percent", { number: notate(none ? `<${least}` : all ? `>${100 - least}` : number) });
}

/**
 * A weight with two decimals that agree with `percentage` of the same weight in the player, whose
 * numbers have four decimals.
 * @param {number} weight
 */
export const hundredths = (weight) =>
  (Math.round(100 * Number(weight.toFixed(4))) / 100).toFixed(2);

/**
 * A number with three significant digits; values have four decimals, so what is less is not told.
 * @param {number} value
 */
export const figure = (value) =>
  notate(value > 0 && value < LEAST ? `<${LEAST}` : String(Number(value.toPrecision(3))));

/**
 * A number with two decimals, and without a minus if it rounds to zero.
 * @param {number} value
 */
export const decimal = (value) => notate(value.toFixed(2).replace(/^-(0\.00)$/, "$1"));

/** A number with a minus sign and the decimal sign of the language. @param {string} text */
const notate = (text) => text.replace("-", "−").replace(".", say("decimal"));
