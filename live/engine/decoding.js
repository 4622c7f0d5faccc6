// Decoding with a model: greedy, forced to a target, or with given weights, as `decoding/loop.py` does.

import { callsWith } from "./calls.js";
import { readWeights } from "./checkpoint_file.js";
import { prepare } from "./program.js";
import { tensor } from "./tensors.js";

/** @import { Matrices } from "./matrices.js" */
/** @import { ExportedModel, Model, Step, Tensor, Translation } from "./types" */

const START = 2; // the ids of `data/tokenizer.py`
const END = 3;
const CANDIDATES = 10;

/**
 * Returns a model that is ready to decode.
 * @param {ExportedModel} exported @param {ArrayBuffer} file the checkpoint @param {Matrices} matrices
 * @returns {Model}
 */
export function readModel({ encode, step, given, longest }, file, matrices) {
  const [weights, calls] = [readWeights(file, matrices), callsWith(matrices)];
  return { longest, encode: prepare(encode, weights, calls), step: prepare(step, weights, calls),
    given: given && prepare(given, weights, calls) };
}

/**
 * Returns a translation of source ids, whose last is the end mark.
 * @param {Model} model @param {number[]} source
 * @param {{ target?: number[] | null, given?: Record<number, ArrayLike<number>> }} [how] target: the ids
 *   that are written instead of the most probable tokens; given: the weights of single steps, by step
 * @returns {Translation}
 */
export function decode(model, source, { target = null, given = {} } = {}) {
  if (source.length > model.longest) {
    throw new Error(`The source has ${source.length} tokens with the end mark: this model reads at most ` +
      `${model.longest}. Shorten it.`);
  }
  const memory = model.encode({ source: tensor([1, source.length], Int32Array.from(source)) });
  const limit = target ? target.length : 2 * source.length + 10;
  /** @type {Step[]} */
  const steps = [];
  let state = memory;
  let token = START;
  while (steps.length < limit && (target || token !== END)) {
    const parts = { ...memory, ...state, token: tensor([1], Int32Array.of(token)) };
    const row = model.given && given[steps.length];
    const output = model.given && row
      ? model.given({ ...parts, given: tensor([1, source.length], Float32Array.from(row)) })
      : model.step(parts);
    const { best, logSum } = mostProbable(output.logits.data);
    token = target ? target[steps.length] : best[0];
    /** @param {number} id */
    const logProb = (id) => output.logits.data[id] - logSum;
    /** @param {Tensor | undefined} part */
    const floats = (part) => (part ? /** @type {Float32Array} */ (part.data) : null);
    steps.push({ token, logProb: logProb(token), given: Boolean(row),
      candidates: best.map((id) => ({ token: id, logProb: logProb(id) })),
      scores: floats(output.scores), weights: floats(output.weights), query: output.query.data,
      context: output.context.data, center: output.center ? output.center.data[0] : null });
    state = output;
  }
  return { steps, values: memory["memory.values"].data, finished: token === END };
}

/**
 * Returns the most probable tokens, best first, and the log of the sum of exponentials.
 * @param {Float32Array} logits
 */
function mostProbable(logits) {
  /** @type {number[]} */
  const best = [];
  let least = -Infinity;
  for (let id = 0; id < logits.length; id += 1) {
    if (logits[id] <= least) continue;
    const place = best.findLastIndex((other) => logits[other] >= logits[id]) + 1;
    best.splice(place, 0, id);
    if (best.length > CANDIDATES) best.pop();
    if (best.length === CANDIDATES) least = logits[best[CANDIDATES - 1]];
  }
  const most = logits[best[0]];
  let sum = 0;
  for (let id = 0; id < logits.length; id += 1) sum += Math.exp(logits[id] - most);
  return { best, logSum: most + Math.log(sum) };
}
