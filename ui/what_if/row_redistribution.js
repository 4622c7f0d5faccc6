// What a row of weights becomes when one of them is set.

import { total } from "../web/numbers.js";

/**
 * Sets one weight and scales the others to what is left; equal shares where the others had none.
 * @param {number[]} row @param {number} place @param {number} weight @param {number} whole
 */
export function moved(row, place, weight, whole) {
  const others = total(row) - row[place];
  const rest = Math.max(0, whole - weight);
  return row.map((old, i) => {
    if (i === place) return row.length > 1 ? weight : whole;
    return others > 1e-9 ? (old / others) * rest : rest / (row.length - 1);
  });
}
