// The heads of a Transformer: the weights of each, and what is said of them.

import { say } from "../phrases/say.js";
import { percentage, ranked, total } from "../web/numbers.js";
import { inLine } from "../web/text.js";

/** @import { FlowMap } from "./types" */

const MOST = 8; // More bundles of ribbons are not told apart.

/**
 * The weights [row][head][column] of each head; null if the map is no mean over heads, or over too many.
 * @param {Pick<FlowMap, "notes" | "rows" | "rowOfStep" | "unit">} map
 * @returns {number[][][] | null}
 */
export function readHeads({ notes, rows, rowOfStep, unit }) {
  if (!notes.heads) return null;
  const level = levelsOf(notes.heads);
  const pieces = total(notes.sizes);
  const count = level.length / rowOfStep.length / pieces;
  if (count > MOST) return null;
  const sizes = unit === "words" ? notes.sizes : notes.sizes.flatMap((size) => Array(size).fill(1));
  const starts = sizes.map((_, j) => total(sizes.slice(0, j)));
  const weight = (
    /** @type {number} */ step,
    /** @type {number} */ head,
    /** @type {number} */ i,
  ) => level[(step * count + head) * pieces + i];
  // As in a map over words: a sum over the pieces of a source word, a mean over those of a target word.
  return rows.map((_, row) => {
    const steps = rowOfStep.flatMap((one, step) => (one === row ? [step] : []));
    return Array.from({ length: count }, (_, head) =>
      sizes.map((size, j) => {
        const own = Array.from({ length: size }, (_, k) => starts[j] + k);
        return total(steps.flatMap((step) => own.map((i) => weight(step, head, i)))) / steps.length;
      }),
    );
  });
}

/**
 * The weights of each head's self-attention at a row: of the start mark, and of the words up to the
 * row's, of which earlier pieces are read; null if they are not known.
 * @param {Pick<FlowMap, "notes" | "rows" | "rowOfStep">} map
 * @returns {number[][][] | null}
 */
export function readSelfHeads({ notes, rows, rowOfStep }) {
  if (!notes.selfHeads) return null;
  const level = levelsOf(notes.selfHeads);
  const before = (/** @type {number} */ step) => (step * (step + 1)) / 2; // tokens read by earlier steps
  const count = level.length / before(rowOfStep.length);
  if (count > MOST) return null;
  return rows.map((_, row) => {
    const steps = rowOfStep.flatMap((one, step) => (one === row ? [step] : []));
    return Array.from({ length: count }, (_, head) => {
      const sums = Array(row + 2).fill(0);
      for (const step of steps) {
        for (let i = 0; i <= step; i += 1) {
          const weight = level[count * before(step) + head * (step + 1) + i];
          sums[i ? 1 + rowOfStep[i - 1] : 0] += weight / steps.length;
        }
      }
      return sums;
    });
  });
}

/** Shares that were written as 65,535ths of two bytes in base64. @param {string} text */
function levelsOf(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  return Array.from(
    { length: bytes.length / 2 },
    (_, i) => (bytes[2 * i] + 256 * bytes[2 * i + 1]) / 65_535,
  );
}

/**
 * Which word each head looks at most at a row, as a text; "" of a model without heads.
 * @param {FlowMap} map @param {number} row
 */
export const tellHeads = ({ heads, columns, notes }, row) =>
  tellMost(heads?.[row], (best) =>
    notes.sourceEnds && best === columns.length - 1 ? say("the_end_mark") : inLine(columns[best]),
  );

/**
 * Which word before each head looks at most at a row, as `tellHeads` does.
 * @param {FlowMap} map @param {number} row
 */
export const tellSelfHeads = ({ selfHeads, rows }, row) =>
  tellMost(selfHeads?.[row], (best) => (best ? inLine(rows[best - 1]) : say("the_start_mark")));

/** @param {number[][] | undefined} heads @param {(best: number) => string} word */
const tellMost = (heads = [], word) =>
  heads
    .map((weights, head) => {
      const [best] = ranked(weights);
      const share = percentage(weights[best]);
      return say("head_most", { number: head + 1, word: word(best), share });
    })
    .join(" · ");
