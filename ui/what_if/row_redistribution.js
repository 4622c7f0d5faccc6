// Redistribution of a row of attention weights after one of them is set.

import { total } from "../web/numbers.js";

/**
 * Sets one weight and scales the others so that the row still sums to `whole`. If the others were
 * 0, they get equal shares.
 * @param {number[]} row @param {number} place the index of the weight that is set
 * @param {number} weight @param {number} whole
 */
export function moved(row, place, weight, whole) {
  const others = total(row) - row[place];
  const rest = Math.max(0, whole - weight);
  return row.map((old, i) => {
    if (i === place) return row.length > 1 ? weight : whole;
    return others > 1e-9 ? (old / others) * rest : rest / (row.length - 1);
  });
}
