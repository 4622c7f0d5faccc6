// The workers of a page. A model stays in the worker that loaded it.

/** @import { PairTables, Site } from "./types" */
/** @typedef {{ done: (value: any) => void, failed: (error: Error) => void }} Waiting */

const MOST = 4;
const NONE_STARTS =
  "No model can run here: the security policy of this page's host forbids workers from " +
  "blob: addresses. Open the page from a folder, or from another host.";

/** An answer of a worker that could not do what it was asked. */
export class Refusal extends Error {
  /** @param {string} message @param {boolean} unreadable whether it concerns all models, as of a text */
  constructor(message, unreadable) {
    super(message);
    this.unreadable = unreadable;
  }
}

/** One worker, whose answers are promises. */
class OneWorker {
  /** @param {string} source the worker's script */
  constructor(source) {
    // A worker from a file is refused on pages that were opened from a folder.
    const url = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.last = 0;
    this.refused = false;
    this.worker = new Worker(url);
    this.worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.refused = true; // All that goes wrong later is answered by the worker itself.
      for (const { failed } of this.waiting.values()) failed(new Refusal(NONE_STARTS, true));
    });
    this.worker.addEventListener("message", ({ data: { id, done, error, unreadable } }) => {
      const one = /** @type {Waiting} */ (this.waiting.get(id));
      this.waiting.delete(id);
      if (error === undefined) one.done(done);
      else one.failed(new Refusal(error, unreadable));
    });
  }

  /**
   * @param {string} act @param {object} given @param {Transferable[]} [handed] what the worker gets
   *   without a copy
   * @returns {Promise<any>}
   */
  ask(act, given, handed = []) {
    if (this.refused) return Promise.reject(new Refusal(NONE_STARTS, true));
    this.last += 1;
    const id = this.last;
    return new Promise((done, failed) => {
      this.waiting.set(id, { done, failed });
      this.worker.postMessage({ id, act, given }, handed);
    });
  }
}

/** A worker for each core: while they decode, the page waits. */
export class Workers {
  /** @param {string} source @param {Pick<Site, "limits" | "engine">} start what each worker gets */
  constructor(source, { limits, engine }) {
    const count = Math.min(MOST, navigator.hardwareConcurrency || 2);
    this.all = Array.from({ length: count }, () => new OneWorker(source));
    for (const one of this.all) one.ask("start", { limits, engine }).catch(() => {}); // Its models will say so.
    /** @type {Map<string, OneWorker>} */
    this.owners = new Map();
    this.next = 0;
  }

  /** @param {string} pair @param {PairTables} tables */
  addPair(pair, { tokenizers }) {
    for (const one of this.all) one.ask("pair", { pair, tables: tokenizers }).catch(() => {});
  }

  /**
   * Lets the worker of a model act; a model without a worker gets the next.
   * @param {string} model its pair and name @param {string} act @param {object} given
   * @param {Transferable[]} [handed] what it gets without a copy
   */
  ask(model, act, given, handed) {
    const owner = this.owners.get(model) ?? this.all[this.next % this.all.length];
    if (!this.owners.has(model)) this.next += 1;
    this.owners.set(model, owner);
    return owner.ask(act, given, handed);
  }
}
