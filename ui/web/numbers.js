// Numbers: bounds, sums and the highest of some; and how they are written.

/** @typedef {number | null} Value null is outside of a window */

/** @param {number} value @param {number} low @param {number} high */
export const clamp = (value, low, high) => Math.max(low, Math.min(value, high));

/** @param {Value[]} values */
export const total = (values) =>
  values.reduce((/** @type {number} */ sum, value) => sum + (value ?? 0), 0);

/**
 * The index of the highest of some numbers; null is below them all.
 * @param {Value[]} values
 */
export const highest = (values) => values.reduce((/** @type {number} */ best, value, i) =>
  (value ?? -Infinity) > (values[best] ?? -Infinity) ? i : best, 0);

/**
 * The indices of some numbers, the highest first.
 * @param {Value[]} values
 */
export const ranked = (values) => [...values.keys()]
  .sort((one, other) => (values[other] ?? -Infinity) - (values[one] ?? -Infinity));

/** @param {number} share */
export const percentage = (share) =>
  share > 0 && share < 0.005 ? "<1%" : `${Math.round(100 * share)}%`;

/**
 * Three digits that count.
 * @param {number} value
 */
export const figure = (value) => minus(String(Number(value.toPrecision(3))));

/**
 * Two decimals, and no minus before zero.
 * @param {number} value
 */
export const decimal = (value) => minus(value.toFixed(2).replace(/^-(0\.00)$/, "$1"));

/** @param {string} text */
const minus = (text) => text.replace("-", "−");
