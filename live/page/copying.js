// How much of each written token or word was copied, as `analysis/copying.py` computes it.

import { spans } from "./words.js";

/** @import { Trace } from "./types" */

const TINY = 1.1754943508222875e-38; // the smallest normal float of 32 bits

/** @param {number[]} values */
const sumOf = (values) => values.reduce((sum, value) => sum + value, 0);

/**
 * Returns the share of each token's probability that was copied, or each word's mean of them; null
 * if the model does not copy.
 * @param {Pick<Trace, "source" | "target" | "steps">} trace @param {string} unit
 */
export function copiedShares({ source, target, steps }, unit) {
  const shares = steps.map(({ pGen, weights, logProb }, i) => {
    if (pGen === null || !weights || !Math.exp(logProb)) return null;
    const row = Array.from(weights);
    const same = row.filter((_, j) => source.ids[j] === target.ids[i]);
    const copied = ((1 - pGen) * sumOf(same)) / Math.max(sumOf(row), TINY);
    return Math.min(copied / Math.exp(logProb), 1);
  });
  const known = shares.filter((share) => share !== null);
  if (known.length < shares.length) return null;
  if (unit === "pieces") return known;
  return spans(target).map(([from, to]) => sumOf(known.slice(from, to)) / (to - from));
}
