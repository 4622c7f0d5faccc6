// Maps over pieces merged into maps over words, as `analysis/words.py` merges them, and the posterior of
// `analysis/posterior.py`.

/** @import { Sentence } from "../engine/types" */
/** @typedef {ArrayLike<number>[]} Rows */

const END_MARK = "</s>";
const UNKNOWN = 1; // the id of `data/tokenizer.py`

/** Returns whether a sentence's last word is the end mark. @param {Sentence} sentence */
export const isEnded = ({ words }) => words.at(-1) === END_MARK;

/** Returns a sentence's words as `plain_words` of analysis/words.py does. @param {Sentence} sentence */
export const plainWords = (sentence) => {
  const words = sentence.words.map((word) => (word === "▁" ? "␣" : word));
  return isEnded(sentence) ? [...words.slice(0, -1), "end"] : words;
};

/**
 * Returns the indices of the words, or pieces, with a character that no training text had.
 * @param {Sentence} sentence @param {string} unit
 */
export const unknownPlaces = ({ ids, wordOf }, unit) => [
  ...new Set(ids.flatMap((id, i) => (id !== UNKNOWN ? [] : [unit === "pieces" ? i : wordOf[i]]))),
];

/** Returns the first piece of each word and the piece after its last. @param {Sentence} sentence */
export function spans({ words, wordOf }) {
  const starts = words.map((_, word) => wordOf.indexOf(word));
  return starts.map((start, i) => [start, starts[i + 1] ?? wordOf.length]);
}

/** @param {number} one @param {number} other */
function logAddExp(one, other) {
  const [top, low] = one > other ? [one, other] : [other, one];
  return low === -Infinity ? top : top + Math.log1p(Math.exp(low - top));
}

/** @param {number} one @param {number} other */
const add = (one, other) => one + other;

/** @param {number[][]} rows */
const means = (rows) =>
  rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j], 0) / rows.length);

/**
 * Merges a row's pieces into words: sums of weights, log sum exp of scores.
 * @param {ArrayLike<number>} row @param {Sentence} sentence @param {string} measure
 */
export function mergeSource(row, sentence, measure) {
  const join = measure === "scores" ? logAddExp : add;
  return spans(sentence).map(([from, to]) => Array.from(row).slice(from, to).reduce(join));
}

/**
 * Merges a map over pieces into a map over words; `merge_words` in Python explains how.
 * @param {Rows} rows @param {Sentence} source @param {Sentence} target @param {string} measure
 */
export function mergeWords(rows, source, target, measure) {
  const merged = rows.map((row) => mergeSource(row, source, measure));
  const parts = spans(target).map(([from, to]) => merged.slice(from, to));
  if (measure !== "scores") return parts.map(means);
  return parts.map((part) => {
    const totals = part
      .map((row) => row.reduce(logAddExp))
      .map((one) => (Number.isFinite(one) ? one : 0));
    const level = totals.reduce(add) / part.length - Math.log(part.length);
    return part[0].map(
      (_, j) => part.map((row, i) => row[j] - totals[i]).reduce(logAddExp) + level,
    );
  });
}

/**
 * Returns the posterior of weights: rows in proportion to them and to likelihoods.
 * @param {Rows} weights @param {Rows} likelihoods logarithms
 */
export function posteriorOf(weights, likelihoods) {
  return weights.map((row, i) => {
    const joint = Array.from(row, (weight, j) => Math.log(weight) + likelihoods[i][j]);
    const top = Math.max(...joint);
    const parts = joint.map((one) => Math.exp(one - (Number.isFinite(top) ? top : 0)));
    const sum = parts.reduce(add);
    return parts.map((one) => one / (sum > 0 ? sum : 1));
  });
}

/**
 * Returns the places of the source words that have less than the least mass of a posterior.
 * @param {number[][]} posterior over pieces @param {Sentence} source @param {number} least the least mass
 */
export function uncovered(posterior, source, least) {
  const mass = mergeSource(
    posterior[0].map((_, j) => posterior.reduce((sum, row) => sum + row[j], 0)),
    source,
    "posterior",
  );
  const words = isEnded(source) ? source.words.slice(0, -1) : source.words;
  return words.flatMap((word, i) => (mass[i] < least && /\p{L}/u.test(word) ? [i] : []));
}

/**
 * Moves the weight of a source word to another, and returns the row over pieces, as `move_attention` of
 * the page “What if” does: pieces share their word's weight as before, evenly if they had none.
 * @param {ArrayLike<number>} row @param {Sentence} source @param {number} from @param {number} to
 */
export function movedRow(row, source, from, to) {
  const words = mergeSource(row, source, "weights");
  const moved = words.with(to, words[to] + words[from]).with(from, from === to ? words[to] : 0);
  return spans(source).flatMap(([start, end], word) => {
    const own = Array.from(row).slice(start, end);
    const sum = own.reduce(add);
    return own.map((one) => moved[word] * (sum > 0 ? one / sum : 1 / own.length));
  });
}
