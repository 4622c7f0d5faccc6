// The models of a page: they are loaded two at a time, and decode in workers.

import { KnownWords } from "./confidence.js";
import { request, requestBytes } from "./delivery.js";
import { movedRow } from "./words.js";
import { Workers } from "./workers.js";

/** @import { Move } from "./address.js" */
/** @import { Decoded, Job, ModelEntry, PairTables, Site, Trace } from "./types" */

const AT_ONCE = 2; // so that the first maps do not wait for the last model

/** All pairs and models of the site, of which those in use are loaded. */
export class Library {
  /** @param {string} source the script of a worker @param {Site} site */
  constructor(source, site) {
    this.doubt = site.doubt;
    this.workers = new Workers(source, site);
    /** @type {Map<string, PairTables>} */
    this.pairs = new Map();
    /** @type {Map<string, KnownWords>} the words that a pair's models have read */
    this.known = new Map();
    /** @type {Map<string, Promise<void>>} */
    this.models = new Map();
    /** @type {Set<string>} */
    this.loaded = new Set();
    /** @type {(() => void)[]} */
    this.queue = [];
    this.loading = 0;
  }

  /** Returns the tables of a pair. @param {string} pair */
  async open(pair) {
    const known = this.pairs.get(pair);
    if (known) return known;
    /** @type {PairTables} */
    const tables = await request(`pairs/${pair}`);
    if (!this.pairs.has(pair)) this.workers.addPair(pair, tables);
    this.pairs.set(pair, tables);
    return tables;
  }

  /** Loads the words that a pair's models have read; returns whether it has. @param {string} pair */
  async know(pair) {
    if (this.known.has(pair) || !this.pairs.get(pair)?.known) return false;
    this.known.set(pair, new KnownWords(await request(`known/${pair}`), this.doubt));
    return true;
  }

  /** Whether a model is loaded. @param {string} pair @param {string} name */
  has(pair, name) {
    return this.loaded.has(`${pair}/${name}`);
  }

  /** Loads a model, once. @param {string} pair @param {ModelEntry} entry */
  load(pair, entry) {
    const key = `${pair}/${entry.name}`;
    const wanted = this.models.get(key) ?? this.bring(key, pair, entry);
    this.models.set(key, wanted);
    wanted.then(
      () => this.loaded.add(key),
      () => this.models.delete(key),
    );
    return wanted;
  }

  /** @param {string} key @param {string} pair @param {ModelEntry} entry */
  async bring(key, pair, entry) {
    if (this.loading >= AT_ONCE) await new Promise((go) => this.queue.push(() => go(null)));
    this.loading += 1;
    try {
      const weights = await requestBytes(`weights/${key}`);
      await this.workers.ask(key, "load", { pair, entry, weights }, [weights]);
    } finally {
      this.loading -= 1;
      this.queue.shift()?.();
    }
  }

  /**
   * Translates with one model.
   * @param {ModelEntry} model @param {Job} job @returns {Promise<Trace>}
   */
  async translate(model, job) {
    /** @type {Decoded} */
    const done = await this.workers.ask(`${job.pair}/${job.name}`, "translate", job);
    return { ...done, model, id: job.name };
  }

  /**
   * Returns the tree of a model's beam search, as the app's drawing takes it.
   * @param {Job} job @returns {Promise<object>}
   */
  tree(job) {
    return this.workers.ask(`${job.pair}/${job.name}`, "tree", job);
  }

  /**
   * Returns a trace after weights were moved, one move after the other; null if it reaches none, or the
   * model takes no weights.
   * @param {Trace} original @param {Job} job @param {Move[]} moves @returns {Promise<Trace | null>}
   */
  async edit(original, job, moves) {
    if (!original.model.exported.given) return null;
    let trace = original;
    /** @type {Record<number, number[]>} */
    const edits = {};
    for (const { step, from, to } of moves) {
      const word = trace.target.wordOf[step];
      // The flow shows the mean of all steps of a word, so that all of them are moved.
      for (let at = trace.target.wordOf.indexOf(word); trace.target.wordOf[at] === word; at += 1) {
        const { source, steps } = trace;
        const row = steps[at]?.weights;
        if (!row || Math.max(from, to) >= source.words.length) break;
        edits[at] = movedRow(row, source, from, to);
        const first = Math.min(...Object.keys(edits).map(Number));
        const prefix = job.target ? [] : original.target.ids.slice(0, first);
        trace = await this.translate(original.model, { ...job, width: 1, edits, prefix });
      }
    }
    return trace === original ? null : { ...trace, id: `${original.id} · edited` };
  }
}
