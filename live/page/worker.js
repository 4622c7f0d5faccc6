// A worker of a live page: it keeps models, and decodes with them.

import { decode, readModel } from "../engine/decoding.js";
import { Matrices } from "../engine/matrices.js";
import { startEngine } from "../engine/placed.js";
import { Unreadable, read } from "../engine/reading.js";
import { likelihoods, search } from "../engine/search.js";
import { SPECIAL, Tokenizer } from "../engine/tokens.js";

/** @import { Model, TokenizerTables, Translation } from "../engine/types" */
/** @import { Limits } from "../engine/reading.js" */
/** @import { Node } from "../engine/search.js" */
/** @import { Decoded, Job, ModelEntry } from "./types" */

/** The models of one worker. */
export class Decoder {
  /** @param {{ limits: Limits, engine: string }} given the limits of texts, and the app's engine in base64 */
  constructor({ limits, engine }) {
    this.limits = limits;
    this.matrices = new Matrices();
    this.engine = startEngine(engine);
    /** @type {Map<string, Tokenizer[]>} */
    this.tokenizers = new Map();
    /** @type {Map<string, { model: Model, tokenizer: Tokenizer }>} */
    this.models = new Map();
  }

  /** Adds the tokenizers of a pair. @param {{ pair: string, tables: TokenizerTables[] }} given */
  pair({ pair, tables }) {
    this.tokenizers.set(
      pair,
      tables.map((one) => new Tokenizer(one)),
    );
  }

  /**
   * Adds a model; the memory of its file of weights is freed.
   * @param {{ pair: string, entry: ModelEntry, weights: ArrayBuffer }} given
   */
  load({ pair, entry: { name, tokenizer, exported }, weights }) {
    const model = readModel(exported, weights, this.matrices, this.engine);
    weights.transfer?.(0); // At once: waiting for the garbage collector, fourteen files take 60 MB.
    const known = /** @type {Tokenizer[]} */ (this.tokenizers.get(pair));
    this.models.set(`${pair}/${name}`, { model, tokenizer: known[tokenizer] });
  }

  /**
   * Returns a model that was loaded.
   * @param {{ pair: string, name: string }} asked
   */
  find({ pair, name }) {
    return /** @type {{ model: Model, tokenizer: Tokenizer }} */ (
      this.models.get(`${pair}/${name}`)
    );
  }

  /** Returns the tree of a beam search, as the app's drawing takes it. @param {Job} job */
  tree(job) {
    const { model, tokenizer } = this.find(job);
    const source = read(tokenizer, job.text, "source", this.limits);
    const { nodes, best } = search(model, source.ids, job.width);
    const labels = labelsOf(nodes, tokenizer);
    return {
      best,
      start: best,
      nodes: nodes.map(({ parent, logProb, total, fate }, i) => ({
        parent,
        token: labels[i],
        probability: Math.exp(logProb),
        total,
        fate,
      })),
    };
  }

  /** Translates a text. @param {Job} job @returns {Decoded} */
  translate({ text, target, width, posterior, edits, prefix, ...asked }) {
    const { model, tokenizer } = this.find(asked);
    const source = read(tokenizer, text, "source", this.limits);
    const forced = target ? read(tokenizer, target, "target", this.limits) : null;
    const edited = Object.keys(edits).length > 0;
    const searched = !forced && !edited && width > 1;
    const { steps, values, finished } = /** @type {Translation} */ (
      searched
        ? search(model, source.ids, width).found[0]
        : decode(model, source.ids, { target: forced?.ids, prefix, given: edits })
    );
    const ids = steps.map(({ token }) => token);
    const reached = steps.flatMap(({ given }, i) => (given ? [i] : []));
    return {
      source,
      target: forced ?? tokenizer.decode(ids),
      values,
      finished,
      mode: reached.length ? "edited" : forced ? "forced" : searched ? "beam" : "free",
      beam: searched ? width : null,
      edited: reached,
      given: !reached.length ? 0 : forced ? ids.length : prefix.length,
      likelihoods: posterior ? likelihoods(model, source.ids, ids, edits) : null,
      steps: steps.map(({ token, candidates, given: _, ...step }) => ({
        ...step,
        token: tokenizer.pieces[token],
        candidates: candidates.map((one) => [tokenizer.pieces[one.token], one.logProb]),
      })),
    };
  }
}

/**
 * Returns the label of each node: its word so far, as `labels` of `ui/beam_tree/tree_view.py` does.
 * @param {Node[]} nodes @param {Tokenizer} tokenizer
 */
function labelsOf(nodes, tokenizer) {
  /** @type {string[]} */
  const texts = [];
  return nodes.map(({ parent, token }, i) => {
    const before = parent === null ? "" : texts[parent];
    const piece = tokenizer.pieces[token];
    texts[i] = token < SPECIAL ? before : before + piece;
    if (token < SPECIAL) return piece === "</s>" ? "end" : piece;
    let [begin, end] = [0, 0];
    for (const word of tokenizer.split(`▁${texts[i].replace(/^▁/, "")}`)) {
      [begin, end] = [end, end + word.length];
      if (end > before.length) break;
    }
    return texts[i].slice(begin).replace(/^▁/, "") || "▁";
  });
}

/**
 * Answers the messages of a page. `{ id, act, given }` is answered by `{ id, done }` or `{ id, error }`;
 * `unreadable` tells that the text is the reason, which no model can read.
 * @param {{ postMessage: (answer: any) => void, onmessage: any }} scope
 */
export default function (scope) {
  /** @type {any} */
  let decoder = null;
  scope.onmessage = (/** @type {MessageEvent} */ { data: { id, act, given } }) => {
    try {
      if (act === "start") decoder = new Decoder(given);
      scope.postMessage({ id, done: act === "start" ? null : decoder[act](given) });
    } catch (error) {
      const { message } = /** @type {Error} */ (error);
      scope.postMessage({ id, error: message, unreadable: error instanceof Unreadable });
    }
  };
}
