// Where the order of words changes between source and target, and where most of all.

import { highest } from "../web/numbers.js";
import { hasLetters, isolated } from "../web/text.js";

/** @import { FlowMap, FlowNotes } from "./types" */
/**
 * @typedef {Pick<FlowMap, "columns" | "rows" | "weights"> &
 *   { notes: Pick<FlowNotes, "sourceEnds" | "targetEnds"> }} WordMap
 */

export const CLEAR = 0.3; // below, the attention is said to be spread
const LONG = 4; // letters; also in analysis/telling.py
const WHOLE = 3; // source words up to which all are said

/**
 * What a row turns round: the source words from its own to that of the row before, and the two target
 * words; null if it is no reordering. `reorderings` in analysis/telling.py defines one.
 * @param {WordMap} map @param {number} row
 */
export function reordering({ columns, rows, weights, notes }, row) {
  if (!weights || row < 1) return null;
  const places = weights.slice(0, row + 1).map(highest);
  const clear = (/** @type {number} */ i) =>
    (weights[i][places[i]] ?? 0) >= CLEAR &&
    !(notes.targetEnds && i === rows.length - 1) &&
    !(notes.sourceEnds && places[i] === columns.length - 1) &&
    hasLetters(rows[i]) &&
    hasLetters(columns[places[i]]);
  const [to, from] = [places[row], places[row - 1]];
  if (!clear(row) || !clear(row - 1) || rows[row] === rows[row - 1]) return null;
  if (to >= from || places.indexOf(to) < row) return null;
  const between = columns.slice(to, from + 1);
  const source = between.length > WHOLE ? [columns[to], "…", columns[from]] : between;
  return {
    before: source.map(isolated).join(" "),
    after: [rows[row - 1], rows[row]].map(isolated).join(" "),
  };
}

/**
 * The target word at which the order of words changes most, as `telling_row` of analysis/telling.py.
 * @param {Omit<WordMap, "weights"> & { weights: number[][] }} map
 */
export function tellingRow(map) {
  const { columns, rows, weights, notes } = map;
  const tops = weights.map((row) => Math.max(...row));
  const places = weights.map(highest);
  const turns = [...rows.keys()].filter((row) => reordering(map, row));
  if (turns.length) {
    const back = (/** @type {number} */ row) => places[row - 1] - places[row];
    return turns.reduce((best, row) =>
      back(row) > back(best) || (back(row) === back(best) && tops[row] > tops[best]) ? row : best,
    );
  }
  const words = notes.sourceEnds ? columns.slice(0, -1) : columns;
  const long = [...words.keys()].filter((j) => [...words[j]].length >= LONG);
  return highest(long.length ? weights.map((row) => Math.max(...long.map((j) => row[j]))) : tops);
}
