// Whole translations in one call of the app's engine, `decoding/engine/engine.c`: a model's calls and weights
// are laid into its memory, as `decoding/engine/placing.py` does in Python.

import { CANDIDATES, END, START } from "./constants.js";

/** @import { PlacedTable, Step, StoredWeight, Translation } from "./types" */

const [PAGE, ALIGNED] = [65536, 64];
const BEYOND = 64; // bytes behind a room, over which its last numbers may be written
const BLOCK = 16; // rows
const CHOSEN = -1; // in place of a token that is given

/** Rounds up to a multiple. @param {number} value @param {number} unit */
const upTo = (value, unit) => Math.ceil(value / unit) * unit;

/** The engine of one worker: all its models share a memory. */
export class Engine {
  /** @param {string} wasm the compiled engine, in base64 */
  constructor(wasm) {
    const bytes = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
    /** @type {any} */
    this.code = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    this.end = this.code.first_free();
  }

  /** Returns the address of bytes that nobody else has; all are 0. @param {number} bytes */
  room(bytes) {
    const at = upTo(this.end, ALIGNED);
    this.end = at + bytes + BEYOND;
    const missing = Math.ceil((this.end - this.code.memory.buffer.byteLength) / PAGE);
    if (missing > 0) this.code.memory.grow(missing);
    return at;
  }

  /** @param {number} at @param {number} count */
  floats(at, count) {
    return new Float32Array(this.code.memory.buffer, at, count);
  }

  /** @param {number} at @param {number} count */
  integers(at, count) {
    return new Int32Array(this.code.memory.buffer, at, count);
  }

  /** @param {number} at @param {number} count */
  bytes(at, count) {
    return new Int8Array(this.code.memory.buffer, at, count);
  }

  /** Returns the address of a new room with these numbers. @param {ArrayLike<number>} numbers */
  put(numbers) {
    const at = this.room(4 * numbers.length);
    this.floats(at, numbers.length).set(numbers);
    return at;
  }

  /** @param {ArrayLike<number>} numbers */
  putIntegers(numbers) {
    const at = this.room(4 * numbers.length);
    this.integers(at, numbers.length).set(numbers);
    return at;
  }
}

/** Returns an engine, or null where it cannot run: WebAssembly is forbidden or has no SIMD. @param {string} wasm */
export function startEngine(wasm) {
  try {
    return new Engine(wasm);
  } catch {
    return null;
  }
}

/**
 * Where the number in a row and a column of a matrix is in its blocks: of integers, two columns of 16 rows
 * come first, and then the next two; of floats, one column.
 * @param {number} columns @param {boolean} whole
 */
function layout(columns, whole) {
  const width = whole ? upTo(columns, 2) : columns;
  return (/** @type {number} */ row, /** @type {number} */ column) => {
    const within = row % BLOCK;
    const start = (row - within) * width;
    if (!whole) return start + column * BLOCK + within;
    return start + (column >> 1) * 2 * BLOCK + 2 * within + (column & 1);
  };
}

/** A model in the memory of an engine. */
export class PlacedModel {
  /**
   * Throws an error if a weight is missing.
   * @param {Engine} engine @param {PlacedTable} table @param {Record<string, StoredWeight>} weights
   */
  constructor(engine, table, weights) {
    this.engine = engine;
    this.table = table;
    /** @type {Record<string, { first: number, columns: number, at: number }[]>} */
    this.pieces = {};
    const matrices = new Map(Object.entries(table.matrices));
    this.at = table.sizes.map((size, i) => (matrices.has(String(i)) ? 0 : engine.room(4 * size)));
    for (const [buffer, one] of Object.entries(table.constants)) {
      const content = typeof one === "string" ? floatsOf(stored(weights, one)) : one.map(Number);
      engine.floats(this.at[Number(buffer)], content.length).set(content);
    }
    for (const [buffer, [name, first, rows, columns, bias]] of matrices) {
      const weight = stored(weights, name);
      const numbers = this.blocks(name, weight, first, columns);
      const scales = weight.scales ? engine.put(padded(weight.scales)) : 0;
      const parts = [rows, columns, scales, numbers, bias < 0 ? 0 : this.at[bias]];
      this.at[Number(buffer)] = engine.putIntegers(parts);
    }
    const { calls, once, step, row, most } = table;
    this.fixed = new Int32Array((once + step) * row);
    this.bySource = new Int32Array((once + step) * row);
    for (const [i, number, more, owner] of calls) {
      this.fixed[i] = number + (owner < 0 ? 0 : this.at[owner]);
      this.bySource[i] = more;
    }
    this.calls = engine.room(4 * this.fixed.length);
    const [buffer, first, vocabulary] = table.logits;
    const best = Math.min(CANDIDATES, vocabulary);
    this.best = best;
    this.known = engine.room(4 * most);
    this.tokens = engine.room(4 * most);
    this.logProbs = engine.room(4 * most);
    this.found = engine.room(4 * most * best);
    this.foundLogProbs = engine.room(4 * most * best);
    /** @type {[name: string, part: number[], room: number][]} */
    this.parts = Object.entries(table.parts).flatMap(([name, part]) =>
      part ? [[name, part, engine.room(4 * most * sizeAt(part, table.longest))]] : [],
    );
    this.kept = engine.room(12 * this.parts.length);
    this.head = [this.calls, once, step, this.at[table.token]];
    this.head.push(this.at[buffer] + 4 * first, vocabulary, this.known);
    this.tail = [END, engine.room(table.work), this.tokens, this.logProbs, this.found];
    this.tail.push(this.foundLogProbs, best, this.kept, this.parts.length);
    this.job = engine.room(4 * (this.head.length + 1 + this.tail.length));
  }

  /**
   * Lays columns of a weight into blocks of rows, and returns their address.
   * @param {string} name @param {StoredWeight} weight @param {number} first @param {number} columns
   */
  blocks(name, { shape: [rows, all], numbers, scales }, first, columns) {
    const known = this.pieces[name]?.find((one) => one.first === first && one.columns === columns);
    if (known) return known.at;
    const [place, size] = [layout(columns, Boolean(scales)), upTo(rows, BLOCK) * upTo(columns, 2)];
    const at = this.engine.room(scales ? size : 4 * size);
    const to = scales ? this.engine.bytes(at, size) : this.engine.floats(at, size);
    for (let row = 0; row < rows; row += 1) {
      for (let i = 0; i < columns; i += 1) to[place(row, i)] = numbers[row * all + first + i];
    }
    this.pieces[name] = [...(this.pieces[name] ?? []), { first, columns, at }];
    return at;
  }

  /**
   * Returns a weight whose numbers are read from the engine's memory again, or a copy of one that is not
   * whole there.
   * @param {string} name @param {StoredWeight} weight @returns {() => StoredWeight}
   */
  again(name, { shape, numbers, scales }) {
    const pieces = this.pieces[name] ?? [];
    const [rows, all] = shape;
    if (!scales || pieces.reduce((sum, { columns }) => sum + columns, 0) < all) {
      const copy = numbers.slice();
      return () => ({ shape, numbers: copy, scales });
    }
    return () => {
      const found = new Int8Array(rows * all);
      for (const { first, columns, at } of pieces) {
        const from = this.engine.bytes(at, upTo(rows, BLOCK) * upTo(columns, 2));
        const place = layout(columns, true);
        for (let row = 0; row < rows; row += 1) {
          for (let i = 0; i < columns; i += 1) found[row * all + first + i] = from[place(row, i)];
        }
      }
      return { shape, numbers: found, scales };
    };
  }

  /**
   * Whether the engine has room for a translation of at most `most` steps.
   * @param {number[]} source @param {number} most
   */
  fits(source, most) {
    return source.length <= this.table.longest && most <= this.table.most;
  }

  /**
   * Translates source ids in at most `most` steps.
   * @param {number[]} source @param {number[]} known the first tokens @param {number} most
   * @returns {Translation}
   */
  decode(source, known, most) {
    const { engine, table, best } = this;
    const length = source.length;
    engine
      .integers(this.calls, this.fixed.length)
      .set(this.fixed.map((one, i) => one + this.bySource[i] * length));
    engine.floats(this.at[table.source], length).set(source);
    engine.floats(this.at[table.token], 1)[0] = START;
    const given = engine.floats(this.known, most).fill(CHOSEN);
    given.set(known.slice(0, most));
    const kept = this.parts.flatMap(([, part, room]) => {
      return [this.startOf(part, length), sizeAt(part, length), room];
    });
    engine.integers(this.kept, kept.length).set(kept);
    const job = [...this.head, most, ...this.tail];
    engine.integers(this.job, job.length).set(job);
    const count = engine.code.decode(this.job);

    /** @type {Record<string, Float32Array[]>} */
    const parts = {};
    for (const [name, part, room] of this.parts) {
      const size = sizeAt(part, length);
      const all = engine.floats(room, count * size).slice();
      parts[name] = Array.from({ length: count }, (_, t) => all.subarray(t * size, (t + 1) * size));
    }
    const [tokens, logProbs] = [this.tokens, this.logProbs].map((at) => engine.floats(at, count));
    const [found, foundLogProbs] = [this.found, this.foundLogProbs].map((at) =>
      engine.floats(at, count * best),
    );
    /** @type {Step[]} */
    const steps = Array.from({ length: count }, (_, t) => ({
      token: tokens[t],
      logProb: logProbs[t],
      given: false,
      candidates: Array.from({ length: best }, (__, i) => ({
        token: found[t * best + i],
        logProb: foundLogProbs[t * best + i],
      })),
      scores: parts.scores?.[t] ?? null,
      weights: parts.weights?.[t] ?? null,
      query: parts.query[t],
      context: parts.context[t],
      center: parts.center?.[t][0] ?? null,
      pGen: parts.pGen?.[t][0] ?? null,
      heads: null, // A Transformer, which alone has heads, runs in JavaScript.
      selfHeads: null,
    }));
    const values = engine.floats(this.startOf(table.values, length), sizeAt(table.values, length));
    return { steps, values: values.slice(), finished: tokens[count - 1] === END };
  }

  /** Returns the address of a part for a source. @param {number[]} part @param {number} length */
  startOf([buffer, fixed, bySource], length) {
    return this.at[buffer] + fixed + bySource * length;
  }
}

/** Returns how many numbers a part has. @param {number[]} part @param {number} length */
const sizeAt = ([, , , fixed, bySource], length) => fixed + bySource * length;

/** Returns a weight as floats. @param {StoredWeight} weight */
function floatsOf({ shape: [, columns], numbers, scales }) {
  if (!scales) return numbers;
  return Float32Array.from(numbers, (one, i) => one * scales[Math.floor(i / columns)]);
}

/** Returns scales, filled up to whole blocks. @param {Float32Array} scales */
function padded(scales) {
  const all = new Float32Array(upTo(scales.length, BLOCK));
  all.set(scales);
  return all;
}

/** @param {Record<string, StoredWeight>} weights @param {string} name */
function stored(weights, name) {
  if (!weights[name]) throw new Error(`the file of weights has no ${name}`);
  return weights[name];
}

/**
 * Whether the engine multiplies a model's matrices: large ones are of 8 bits.
 * @param {PlacedTable} table @param {Record<string, StoredWeight>} weights
 */
export const canPlace = ({ matrices, mostFloats }, weights) =>
  Object.values(matrices).every(
    ([name]) => stored(weights, name).scales || weights[name].numbers.length <= mostFloats,
  );
