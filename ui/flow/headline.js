// What a step shows, as a sentence: for the headline, and for screen readers.

import { say, sayParts } from "../phrases/say.js";
import { highest, percentage, ranked } from "../web/numbers.js";
import { inLine } from "../web/text.js";
import { joined, tellCopied } from "./copying.js";
import { tellUnsure } from "./doubt.js";
import { CLEAR, reordering } from "./reordering.js";

/** @import { Phrase } from "../phrases/say.js" */
/** @import { FlowMap } from "./types" */
/** @typedef {{ text: string, column?: number }} Part a part, with the source word that tints it */

const SELF = "self-attention";
/**
 * Whether a map's rows are its columns: they attend, and no step writes them.
 * @param {{ kind: string } | null} [notes]
 */
export const isSelf = (notes) => notes?.kind === SELF;
/**
 * Whether a map has links and the like, of which no model looks at anything or writes.
 * @param {{ kind: string } | null} [notes]
 */
export const isLinked = (notes) => Boolean(notes) && notes?.kind !== "weights" && !isSelf(notes);
const MENTIONED = 0.05; // the least share of a second word that is named

/**
 * The source word that tints a target word: the one of the highest value, or -1 if all are 0.
 * @param {(number | null)[]} values
 */
export const brightest = (values) => {
  const top = highest(values);
  return (values[top] ?? 0) > 0 ? top : -1;
};

/**
 * The headline of a row: its main clause and its details.
 * @param {FlowMap} map @param {number} row @returns {{ clause: Part[], detail: string }}
 */
export function tellStep(map, row) {
  const { clause, detail } = tellLook(map, row);
  const about = [tellCopied(map.copied, row), tellUnsure(map.doubt, row)];
  return { clause, detail: joined(detail, ...about) };
}

/** @param {FlowMap} map @param {number} row @returns {{ clause: Part[], detail: string }} */
function tellLook(map, row) {
  const { columns, rows, weights, notes, label, mode, unit } = map;
  const given = mode.startsWith("forced");
  const isEnd = row === rows.length - 1 && notes.targetEnds && !given;
  if (isEnd && rows.length === 1) return { clause: clause("writes_nothing", {}), detail: "" };
  const word = {
    text: isEnd ? say("the_end") : inLine(rows[row]),
    column: brightest(weights?.[row] ?? []),
  };
  if (!weights) {
    return {
      clause: clause(given ? "given_one_vector" : "one_vector", { word, model: { text: label } }),
      detail: say("one_vector_detail"),
    };
  }
  const values = weights[row];
  const [first, second] = ranked(values);
  const share = (/** @type {number} */ j) => percentage(values[j] ?? 0);
  const source = (/** @type {number} */ j) => ({
    column: j,
    text: j === columns.length - 1 && notes.sourceEnds ? say("the_end_mark") : inLine(columns[j]),
  });
  const detail = (/** @type {Phrase} */ alone, /** @type {Phrase} */ both) => {
    const known = { share: share(first) };
    return second === undefined || (values[second] ?? 0) < MENTIONED
      ? say(alone, known)
      : say(both, { ...known, second: share(second), other: source(second).text });
  };
  if (isSelf(notes)) {
    return {
      clause: clause("attends_most", { word, source: source(first) }),
      detail: detail("share", "share_second"),
    };
  }
  if (isLinked(notes)) {
    const linked = (values[first] ?? 0) > 0;
    return linked
      ? {
          clause: clause("linked", { word, source: source(first) }),
          detail: detail("linked_alone", "linked_second"),
        }
      : { clause: clause("unlinked", { word }), detail: "" };
  }
  const looks = (values[first] ?? 0) >= CLEAR ? /** @type {const} */ ("looks") : "spreads";
  const turned = unit === "words" ? reordering(map, row) : null;
  return {
    clause: [
      ...clause(given ? `given_${looks}` : looks, { word, source: source(first) }),
      ...(turned ? [{ text: say("reordered", turned) }] : []),
    ],
    detail: detail("share", "share_second"),
  };
}

/** @param {Phrase} name @param {Record<string, Part>} values */
const clause = (name, values) =>
  sayParts(name, values).map((part) => (typeof part === "string" ? { text: part } : part));

/** The sentence as plain text. @param {{ clause: Part[], detail: string }} told */
export const asText = ({ clause, detail }) =>
  `${clause.map(({ text }) => text).join("")}: ${detail}`.replace(/: $/, "");

export const STATE = 4;
export const EARLIER = 6; // the words before, to which a Transformer's last word attends
/**
 * The beats in the order of a model, as indices into `BEATS`: some update their state before they
 * attend, one without attention has neither scores nor weights, and a Transformer first attends to the
 * words before.
 * @param {FlowMap} map
 */
export const orderOf = ({ notes, weights, heads, selfHeads }) => {
  if (heads && selfHeads) return [0, EARLIER, 1, 2, 3, STATE, 5];
  return (notes.updatesFirst ? [0, STATE, 1, 2, 3, 5] : [0, 1, 2, 3, STATE, 5]).filter(
    (at) => weights || (BEATS[at] !== "scores" && BEATS[at] !== "weights"),
  );
};

/** The phrases of the beats; each has a sentence. */
export const BEATS = /** @type {const} */ ([
  "annotations",
  "scores",
  "weights",
  "context",
  "state",
  "word",
  "earlier",
]);

const GREEDY = "own translation"; // the badge of a greedy translation; see player/decoding_mode.py

/** What the picture of a map shows at a beat. @param {FlowMap} map @param {number} at */
export function tellBeat({ weights, scores, mode, notes, heads }, at) {
  const beat = BEATS[at];
  const count = heads?.[0].length ?? 0;
  if (count && beat === "scores") return say("beat_scores_heads_says", { count });
  if (count && beat === "weights") return say("beat_weights_heads_says");
  if (count && beat === "context") return say("beat_context_heads_says");
  if (beat === "annotations" && !notes.twoWay) return say("beat_annotations_one_says");
  if (!weights && (beat === "scores" || beat === "weights")) return say("no_attention_brief");
  if (!weights && beat === "context") return say("flow_bar_one");
  if (beat === "scores" && scores?.some((row) => !row.every(Number.isFinite)))
    return say("beat_scores_near_says");
  if (beat === "weights" && !notes.sumsToOne) return say("beat_weights_less_says");
  if (beat === "word" && mode.startsWith("forced")) return say("beat_word_forced_says");
  if (beat === "word" && mode !== GREEDY) return say("beat_word_plain_says"); // of a beam, drawn, ...
  return say(`beat_${beat}_says`);
}
