// Traces as a file that the app opens: the format of docs/trace-format.md, as `interchange/trace_json.py`
// writes it.

/** @import { Sentence } from "../engine/types" */
/** @import { Confidence, Site, Trace } from "./types" */

const FORMAT = "alignoscope-trace-1";
const HEAD_DECIMALS = 4;

/** Returns the shortest text that is read as the same float. @param {number} one */
const float = (one) => (Number.isFinite(one) ? Number(Math.fround(one).toPrecision(9)) : null);

/** @param {ArrayLike<number>[]} rows */
const floats = (rows) => rows.map((row) => Array.from(row, float));

/** @param {ArrayLike<number>} numbers @param {number} size of each part */
const inParts = (numbers, size) =>
  floats(
    Array.from({ length: numbers.length / size }, (_, i) =>
      Array.from(numbers).slice(i * size, (i + 1) * size),
    ),
  );

/** @param {number} weight of a head, of which no more is drawn */
const toDecimals = (weight) => Number(weight.toFixed(HEAD_DECIMALS));

/**
 * @param {string} name @param {(ArrayLike<number> | null)[]} steps the weights of all heads, by step
 * @param {(step: number) => number} size of one head's
 */
const byHead = (name, steps, size) =>
  steps.every(Boolean)
    ? { [name]: steps.map((one, i) => inParts(Array.from(one ?? [], toDecimals), size(i))) }
    : {};

/** @param {number | null} one */
const finite = (one) => (one !== null && Number.isFinite(one) ? one : null);

/** @param {Sentence} sentence */
const sentence = ({ text, ids, pieces, words, wordOf }) => ({
  text,
  ids,
  pieces,
  words,
  word_of: wordOf,
});

/**
 * Returns the text of a file of traces.
 * @param {Trace[]} traces @param {(trace: Trace) => Confidence | null} sureness how sure each is
 */
export function traceFile(traces, sureness) {
  const records = traces.map((trace) => JSON.stringify(record(trace, sureness(trace))));
  return `{"format": "${FORMAT}", "traces": [\n${records.join(",\n")}\n]}\n`;
}

/**
 * Whether the app opens a file of these traces (`interchange/trace_json.py` refuses larger ones).
 * @param {Pick<Trace, "source" | "steps">[]} traces @param {string} text @param {Site["file"]} most
 */
export function fits(traces, text, most) {
  const cells = traces.reduce(
    (sum, { source, steps }) => sum + source.ids.length * steps.length,
    0,
  );
  return (
    traces.length <= most.traces &&
    cells <= most.cells &&
    new TextEncoder().encode(text).length <= most.bytes &&
    text.split(",").length - 1 <= most.values
  );
}

/** @param {Trace} trace @param {Confidence | null} confidence */
function record(trace, confidence) {
  const {
    model,
    id,
    mode,
    beam,
    finished,
    source,
    target,
    values,
    steps,
    likelihoods,
    given,
    edited,
  } = trace;
  const size = values.length / source.ids.length;
  /** @param {"weights" | "scores"} name */
  const rows = (name) =>
    steps.every((step) => step[name])
      ? floats(steps.map((step) => /** @type {ArrayLike<number>} */ (step[name])))
      : null;
  return {
    variant: model.variant,
    ...(id === model.variant ? {} : { label: id }),
    timing: model.timing,
    mode,
    ...(beam === null ? {} : { beam }),
    ...(model.bidirectional ? { bidirectional: true } : {}),
    finished,
    window: model.window,
    source: sentence(source),
    target: sentence(target),
    weights: rows("weights"),
    scores: rows("scores"),
    ...(likelihoods ? { likelihoods: floats(likelihoods) } : {}),
    tokens: steps.map(({ token }) => token),
    log_probs: steps.map(({ logProb }) => finite(logProb)),
    centers: steps.map(({ center }) => finite(center)),
    ...(steps.every(({ pGen }) => pGen !== null) ? { p_gen: steps.map(({ pGen }) => pGen) } : {}),
    ...byHead(
      "heads",
      steps.map(({ heads }) => heads),
      () => source.ids.length,
    ),
    ...byHead(
      "self_heads",
      steps.map(({ selfHeads }) => selfHeads),
      (step) => step + 1,
    ),
    queries: floats(steps.map(({ query }) => query)),
    contexts: floats(steps.map(({ context }) => context)),
    values: inParts(values, size),
    candidates: steps.map(({ candidates }) => candidates),
    given,
    edited: edited.map((step) => [step, ""]),
    ...(confidence ? { confidence } : {}),
  };
}
