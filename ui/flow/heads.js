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
  const bytes = Uint8Array.from(atob(notes.heads), (letter) => letter.charCodeAt(0));
  const pieces = total(notes.sizes);
  const count = bytes.length / 2 / rowOfStep.length / pieces;
  if (count > MOST) return null;
  const sizes = unit === "words" ? notes.sizes : notes.sizes.flatMap((size) => Array(size).fill(1));
  const starts = sizes.map((_, j) => total(sizes.slice(0, j)));
  const weight = (
    /** @type {number} */ step,
    /** @type {number} */ head,
    /** @type {number} */ i,
  ) => {
    const at = 2 * ((step * count + head) * pieces + i);
    return (bytes[at] + 256 * bytes[at + 1]) / 65_535;
  };
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
 * Which word each head looks at most at a row, as a text; "" of a model without heads.
 * @param {FlowMap} map @param {number} row
 */
export const tellHeads = ({ heads, columns, notes }, row) =>
  (heads?.[row] ?? [])
    .map((weights, head) => {
      const [best] = ranked(weights);
      const ends = notes.sourceEnds && best === columns.length - 1;
      return say("head_most", {
        number: head + 1,
        word: ends ? say("the_end_mark") : inLine(columns[best]),
        share: percentage(weights[best]),
      });
    })
    .join(" · ");
