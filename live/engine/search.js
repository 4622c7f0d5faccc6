// What takes more than one pass over a model's step: beam search, as `decoding/beam.py` does it, and the
// likelihoods of single source tokens, as `analysis/likelihoods.py` does.

import { CANDIDATES, END, START } from "./constants.js";
import { encode, lengthLimit, mostProbable, recorded, step } from "./decoding.js";

/** @import { Model, Step, Translation, Value } from "./types" */
/** @typedef {{ before: Path, step: Step } | null} Path the steps of a hypothesis, the last first */
/**
 * A hypothesis, and the index of its last node; null before the first step.
 * @typedef {{ state: Record<string, Value>, token: number, total: number, path: Path, node: number | null }}
 *   Hypothesis
 */
/** @typedef {"live" | "ended" | "pruned"} Fate */
/**
 * A node of a search, as `records/tree.py` has it.
 * @typedef {{ parent: number | null, token: number, logProb: number, total: number, fate: Fate }} Node
 */

/**
 * Returns the best hypotheses, best first, ranked by log p(y) / |y|^penalty, all extensions that were
 * considered, and the last node of the best hypothesis.
 * @param {Model} model @param {number[]} source @param {number} width
 * @returns {{ found: Translation[], nodes: Node[], best: number }}
 */
export function search(model, source, width, penalty = 1) {
  const memory = encode(model, source);
  const limit = lengthLimit(source);
  /** @type {Hypothesis[]} */
  let live = [{ state: memory, token: START, total: 0, path: null, node: null }];
  /** @type {(Hypothesis & { score: number })[]} */
  const done = [];
  /** @type {Node[]} */
  const nodes = [];
  for (let length = 1; done.length < width && length <= limit; length += 1) {
    const all = live
      .flatMap((from) => extended(model, memory, from, width))
      .sort((one, other) => other.total - one.total)
      .slice(0, 2 * width);
    let kept = 0;
    const layer = all.map(({ logProb, ...one }, rank) => {
      const first = one.token === END ? rank < width : kept < width;
      if (one.token !== END) kept += 1;
      const fate = /** @type {Fate} */ (!first ? "pruned" : one.token === END ? "ended" : "live");
      nodes.push({ parent: one.node, token: one.token, logProb, total: one.total, fate });
      return { ...one, fate, node: nodes.length - 1 };
    });
    live = layer.filter(({ fate }) => fate === "live");
    const room = width - done.length;
    const ended = layer.filter(({ fate }) => fate === "ended").slice(0, room);
    const cut = length === limit && ended.length < room ? live : [];
    done.push(
      ...[...ended, ...cut].map((one) => ({ ...one, score: one.total / length ** penalty })),
    );
  }
  const values = memory["memory.values"].data;
  const best = done.sort((one, other) => other.score - one.score).slice(0, width);
  return {
    nodes,
    best: /** @type {number} */ (best[0].node),
    found: best.map(({ token, path }) => {
      const steps = [];
      for (let at = path; at; at = at.before) steps.unshift(at.step);
      return { steps, values, finished: token === END };
    }),
  };
}

/**
 * Returns a hypothesis extended by each of its most probable tokens; `node` is still that of its parent.
 * @param {Model} model @param {Record<string, Value>} memory @param {Hypothesis} from
 * @param {number} width @returns {(Hypothesis & { logProb: number })[]}
 */
function extended(model, memory, { state, token, total, path, node }, width) {
  const output = step(model, { ...memory, ...state }, token);
  const found = mostProbable(output.logits.data, Math.max(2 * width, CANDIDATES));
  return found.best.map((id) => {
    const own = recorded(output, id, found, false);
    return {
      state: output,
      token: id,
      total: total + own.logProb,
      node,
      logProb: own.logProb,
      path: { before: path, step: own },
    };
  });
}

/**
 * Returns log p(y_t | c_t = h_j) [tgt_len][src_len]: each step with all weight on one source token.
 * @param {Model} model @param {number[]} source @param {number[]} target
 * @param {Record<number, ArrayLike<number>>} [given] the weights of edited steps
 * @returns {Float32Array[] | null} null without attention
 */
export function likelihoods(model, source, target, given = {}) {
  if (!model.given) return null;
  const memory = encode(model, source);
  let state = memory;
  return target.map((token, i) => {
    const parts = { ...memory, ...state };
    const before = i ? target[i - 1] : START;
    const row = Float32Array.from(source, (_, j) => {
      const { data } = step(
        model,
        parts,
        before,
        source.map((__, k) => Number(k === j)),
      ).logits;
      return data[token] - mostProbable(data, 1).logSum;
    });
    state = step(model, parts, before, given[i]);
    return row;
  });
}
