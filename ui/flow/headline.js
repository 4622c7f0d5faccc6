// What a step shows, as a sentence: for the headline, and for screen readers.

import { percentage, ranked } from "../web/numbers.js";

/** @import { FlowMap } from "./types" */
/** @typedef {{ text: string, column?: number }} Part a part, with the source word that tints it */

const SELF = "self-attention";
/**
 * Whether a map's rows are its columns: they attend, and no step writes them.
 * @param {{ kind: string } | null} [notes]
 */
export const isSelf = (notes) => notes?.kind === SELF;
const CLEAR = 0.3; // below, the attention is said to be spread
const MENTIONED = 0.05; // the least share of a second word that is named

/**
 * The headline of a row: its main clause and its details.
 * @param {FlowMap} map @param {number} row @returns {{ clause: Part[], detail: string }}
 */
export function tellStep({ columns, rows, weights, notes, label, mode }, row) {
  const isEnd = row === rows.length - 1 && rows[row] === "end";
  const given = mode.startsWith("forced");
  const [top] = weights ? ranked(weights[row]) : [];
  const word = { text: isEnd ? "the end" : rows[row], column: top ?? -1 };
  const begin = [{ text: given ? "At the forced word " : "To write " }, word, { text: ", " }];
  if (!weights) {
    return { clause: [...begin, { text: `${label} uses one vector for the whole sentence` }],
      detail: "the same at every step, so it cannot look back" };
  }
  const values = weights[row];
  const [first, second] = ranked(values);
  const share = (/** @type {number} */ j) => percentage(values[j] ?? 0);
  const source = (/** @type {number} */ j) => ({ column: j,
    text: j === columns.length - 1 && columns[j] === "end" ? "the end mark" : columns[j] });
  const more = second !== undefined && (values[second] ?? 0) >= MENTIONED
    ? `, ${share(second)} at ${source(second).text}` : "";
  if (isSelf(notes)) {
    return { clause: [word, { text: " attends most to " }, source(first)],
      detail: `${share(first)} of its attention${more}` };
  }
  if (notes.kind !== "weights") {
    const linked = (values[first] ?? 0) > 0;
    return { clause: linked ? [word, { text: " is linked with " }, source(first)]
      : [word, { text: " is linked with no word" }], detail: linked ? `${share(first)}${more}` : "" };
  }
  const looks = (values[first] ?? 0) >= CLEAR ? "the model looks back at "
    : "the model spreads its attention, most on ";
  return { clause: [...begin, { text: looks }, source(first)],
    detail: `${share(first)} of its attention${more}` };
}

/** The sentence as plain text. @param {{ clause: Part[], detail: string }} told */
export const asText = ({ clause, detail }) =>
  `${clause.map(({ text }) => text).join("")}: ${detail}`.replace(/: $/, "");

export const STATE = 4;
/**
 * The beats in the order of a model, as indices into `BEATS`: some update their state before they
 * attend.
 * @param {FlowMap} map
 */
export const orderOf = ({ notes }) =>
  notes.updatesFirst ? [0, STATE, 1, 2, 3, 5] : [0, 1, 2, 3, STATE, 5];

export const BEATS = [
  ["Annotations", "Two RNNs read the sentence, one from each end. Their two states at a word form its " +
    "annotation."],
  ["Scores", "The decoder’s state is the query. It is compared with every annotation."],
  ["Weights", "The normaliser turns the scores into weights, which sum to 1."],
  ["Context", "The annotations, multiplied by their weights, are added up to the context vector."],
  ["State", "The decoder updates its state. Where the context vector enters depends on the model."],
  ["Word", "The state and the context vector give the probability of every word. The model writes the best one."],
];
