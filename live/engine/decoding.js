// Decoding with a model: greedy, forced to a target, or with given weights, as `decoding/loop.py` does.

import { callsWith } from "./calls.js";
import { keptWeight, readWeights } from "./checkpoint_file.js";
import { CANDIDATES, END, START } from "./constants.js";
import { PlacedModel, canPlace } from "./placed.js";
import { prepare } from "./program.js";
import { tensor } from "./tensors.js";

/** @import { Matrices } from "./matrices.js" */
/** @import { Engine } from "./placed.js" */
/** @import { ExportedModel, Model, Run, Step, Tensor, Translation, Value } from "./types" */

/** Returns the most tokens of a translation. @param {number[]} source */
export const lengthLimit = (source) => 2 * source.length + 10;

/**
 * Returns a model that is ready to decode. Where the engine has it, its programs are made when they are first
 * run, of the weights in the engine's memory.
 * @param {ExportedModel} exported @param {ArrayBuffer} file the checkpoint @param {Matrices} matrices
 * @param {Engine | null} [engine] the app's
 * @returns {Model}
 */
export function readModel({ encode, step, given, longest, placed }, file, matrices, engine = null) {
  const weights = readWeights(file);
  const whole =
    engine && placed && canPlace(placed, weights) ? new PlacedModel(engine, placed, weights) : null;
  const again = Object.entries(weights).map(([name, one]) => ({
    name,
    read: whole ? whole.again(name, one) : () => one,
  }));
  /** @type {Pick<Model, "encode" | "step" | "given"> | null} */
  let made = null;
  const programs = () => {
    if (made) return made;
    const kept = Object.fromEntries(
      again.splice(0).map(({ name, read }) => [name, keptWeight(read(), matrices)]),
    );
    const calls = callsWith(matrices);
    made = {
      encode: prepare(encode, kept, calls),
      step: prepare(step, kept, calls),
      given: given && prepare(given, kept, calls),
    };
    return made;
  };
  if (!whole) programs(); // The file's memory is freed afterwards.
  return {
    longest,
    whole,
    encode: (parts) => programs().encode(parts),
    step: (parts) => programs().step(parts),
    given: given && ((parts) => /** @type {Run} */ (programs().given)(parts)),
  };
}

/**
 * Returns the memory and the first state of source ids.
 * @param {Model} model @param {number[]} source
 */
export function encode(model, source) {
  if (source.length > model.longest) {
    throw new Error(
      `The source has ${source.length} tokens with the end mark: this model reads at most ` +
        `${model.longest}. Shorten it.`,
    );
  }
  return model.encode({ source: tensor([1, source.length], Int32Array.from(source)) });
}

/**
 * Returns what a step computes.
 * @param {Model} model @param {Record<string, Value>} parts the memory and the state before
 * @param {number} token the token before @param {ArrayLike<number> | null} [row] given weights
 */
export function step(model, parts, token, row) {
  const all = { ...parts, token: tensor([1], Int32Array.of(token)) };
  if (!row || !model.given) return model.step(all);
  return model.given({ ...all, given: tensor([1, row.length], Float32Array.from(row)) });
}

/**
 * Returns the step that a trace keeps of what was computed.
 * @param {Record<string, Value>} output @param {number} token the token that is written
 * @param {ReturnType<typeof mostProbable>} found @param {boolean} given whether weights were given
 * @returns {Step}
 */
export function recorded(output, token, { best, logSum }, given) {
  /** @param {number} id */
  const logProb = (id) => output.logits.data[id] - logSum;
  /** @param {Tensor | undefined} part */
  const floats = (part) => (part ? /** @type {Float32Array} */ (part.data) : null);
  return {
    token,
    logProb: logProb(token),
    given,
    candidates: best.slice(0, CANDIDATES).map((id) => ({ token: id, logProb: logProb(id) })),
    scores: floats(output.scores),
    weights: floats(output.weights),
    query: output.query.data,
    context: output.context.data,
    center: output.center ? output.center.data[0] : null,
    pGen: output.p_gen ? output.p_gen.data[0] : null,
    heads: floats(output.heads),
    selfHeads: floats(output.self_heads),
  };
}

/**
 * Returns a translation of source ids, whose last is the end mark.
 * @param {Model} model @param {number[]} source
 * @param {{ target?: number[] | null, prefix?: number[], given?: Record<number, ArrayLike<number>> }} [how]
 *   target: the ids that are written instead of the most probable tokens; prefix: the first of them;
 *   given: the weights of single steps, by step
 * @returns {Translation}
 */
export function decode(model, source, { target = null, prefix = [], given = {} } = {}) {
  const limit = target ? target.length : lengthLimit(source);
  const known = target ?? prefix;
  // The engine ends at the first end mark, and computes all weights.
  const early = known.slice(0, limit - 1).includes(END);
  if (model.whole?.fits(source, limit) && !early && !Object.keys(given).length) {
    return model.whole.decode(source, known, limit);
  }
  const memory = encode(model, source);
  /** @type {Step[]} */
  const steps = [];
  let state = memory;
  let token = START;
  while (steps.length < limit && (target || token !== END)) {
    const row = model.given && given[steps.length];
    const output = step(model, { ...memory, ...state }, token, row);
    const found = mostProbable(output.logits.data);
    token = known[steps.length] ?? found.best[0];
    steps.push(recorded(output, token, found, Boolean(row)));
    state = output;
  }
  return { steps, values: memory["memory.values"].data, finished: token === END };
}

/**
 * Returns the most probable tokens, best first, and the log of the sum of exponentials.
 * @param {Float32Array} logits @param {number} most
 */
export function mostProbable(logits, most = CANDIDATES) {
  /** @type {number[]} */
  const best = [];
  let least = -Infinity;
  for (let id = 0; id < logits.length; id += 1) {
    if (logits[id] <= least) continue;
    const place = best.findLastIndex((other) => logits[other] >= logits[id]) + 1;
    best.splice(place, 0, id);
    if (best.length > most) best.pop();
    if (best.length === most) least = logits[best[most - 1]];
  }
  const top = logits[best[0]];
  let sum = 0;
  for (let id = 0; id < logits.length; id += 1) sum += Math.exp(logits[id] - top);
  return { best, logSum: top + Math.log(sum) };
}
