// Matrices of 8-bit integers with a scale per row, as most checkpoints have them, and products with them:
// by WebAssembly, or by JavaScript where that is not allowed. Matrices of floats are read by JavaScript.

import PRODUCT from "./product.json" with { type: "json" };
import { alike } from "./tensors.js";

/** @import { Matrix } from "./types" */

const PAGE = 65536;
const WORK = 16 * PAGE; // bytes at the start of the memory, for inputs and results of a product
const WIDEST = 1024; // columns, for which sums are exact in `product.ts`

/** Rounds up to a multiple. @param {number} value @param {number} unit */
const upTo = (value, unit) => Math.ceil(value / unit) * unit;

/** The matrices of all models of a worker, and products with them. */
export class Matrices {
  /** @param {{ plain?: boolean }} [how] plain: without WebAssembly */
  constructor({ plain = false } = {}) {
    this.end = WORK;
    /** @type {WebAssembly.Memory | null} */
    this.memory = null;
    /** @type {any} */
    this.code = null;
    if (plain || typeof WebAssembly === "undefined") return;
    const bytes = Uint8Array.from(atob(PRODUCT.wasm), (letter) => letter.charCodeAt(0));
    try {
      const memory = new WebAssembly.Memory({ initial: WORK / PAGE });
      this.code = new WebAssembly.Instance(new WebAssembly.Module(bytes), {
        env: { memory },
      }).exports;
      this.memory = memory;
    } catch {
      // A browser without SIMD, or a page whose policy forbids WebAssembly.
    }
  }

  /** Returns the place of new bytes in the memory, which may grow. @param {number} bytes */
  take(bytes) {
    const memory = /** @type {WebAssembly.Memory} */ (this.memory);
    const at = upTo(this.end, 16);
    this.end = at + bytes;
    const missing = Math.ceil((this.end - memory.buffer.byteLength) / PAGE);
    if (missing > 0) memory.grow(missing);
    return at;
  }

  /**
   * Keeps a copy of a matrix [rows, columns].
   * @param {Int8Array | Float32Array} numbers @param {Float32Array} scales
   * @param {[number, number]} shape @returns {Matrix}
   */
  keep(numbers, scales, shape) {
    const [rows, columns] = shape;
    const stride = upTo(columns, 8);
    if (
      !this.memory ||
      numbers instanceof Float32Array ||
      stride > WIDEST ||
      this.most(rows, stride) < 1
    ) {
      return { shape, stride: columns, scales, numbers: numbers.slice(), at: 0, scalesAt: 0 };
    }
    const [at, scalesAt] = [this.take(rows * stride), this.take(4 * rows)];
    const kept = new Int8Array(this.memory.buffer, at, rows * stride);
    for (let r = 0; r < rows; r += 1) {
      kept.set(numbers.subarray(r * columns, (r + 1) * columns), r * stride);
    }
    new Float32Array(this.memory.buffer, scalesAt).set(scales);
    return { shape, stride, scales, numbers: null, at, scalesAt };
  }

  /** Returns the most inputs that fit into the work space. @param {number} rows @param {number} stride */
  most(rows, stride) {
    return Math.floor((WORK - 64) / (4 * rows + 8 * stride + 8));
  }

  /** Returns a matrix's numbers [rows, stride]. @param {Matrix} matrix */
  read({ numbers, at, shape: [rows], stride }) {
    if (numbers) return numbers;
    return new Int8Array(/** @type {WebAssembly.Memory} */ (this.memory).buffer, at, rows * stride);
  }

  /**
   * Returns the columns from one to another as a matrix.
   * @param {Matrix} matrix @param {number} from @param {number} to
   */
  columns(matrix, from, to) {
    const {
      shape: [rows],
      stride,
    } = matrix;
    const all = this.read(matrix);
    const part = alike(all, rows * (to - from));
    for (let r = 0; r < rows; r += 1) {
      part.set(all.subarray(r * stride + from, r * stride + to), r * (to - from));
    }
    return this.keep(part, matrix.scales, [rows, to - from]);
  }

  /** Returns rows as floats [n, columns]. @param {Matrix} matrix @param {ArrayLike<number>} rows */
  rows(matrix, rows) {
    const {
      shape: [, columns],
      stride,
      scales,
    } = matrix;
    const [all, out] = [this.read(matrix), new Float32Array(rows.length * columns)];
    for (let i = 0; i < rows.length; i += 1) {
      for (let j = 0; j < columns; j += 1) {
        out[i * columns + j] = all[rows[i] * stride + j] * scales[rows[i]];
      }
    }
    return out;
  }

  /**
   * Returns W x [n, rows] of inputs x [n, columns].
   * @param {Matrix} matrix @param {Float32Array} inputs @param {number} n
   */
  product(matrix, inputs, n) {
    const {
      shape: [rows, columns],
      stride,
      at,
    } = matrix;
    const out = new Float32Array(n * rows);
    const most = at ? this.most(rows, stride) : n;
    for (let from = 0; from < n; from += most) {
      const count = Math.min(most, n - from);
      const part = inputs.subarray(from * columns, (from + count) * columns);
      if (at) this.quick(matrix, part, count, out.subarray(from * rows));
      else this.plain(matrix, part, count, out);
    }
    return out;
  }

  /**
   * Writes W x by WebAssembly.
   * @param {Matrix} matrix @param {Float32Array} inputs @param {number} n @param {Float32Array} out
   */
  quick({ shape: [rows, columns], stride, at, scalesAt }, inputs, n, out) {
    const { buffer } = /** @type {WebAssembly.Memory} */ (this.memory);
    const y = 4 * n * stride;
    const work = upTo(y + 4 * n * rows, 16);
    const floats = new Float32Array(buffer, 0, WORK / 4);
    for (let i = 0; i < n; i += 1) {
      floats.set(inputs.subarray(i * columns, (i + 1) * columns), i * stride);
      floats.fill(0, i * stride + columns, (i + 1) * stride);
    }
    this.code.product(at, scalesAt, 0, y, work, rows, stride, n);
    out.set(floats.subarray(y / 4, y / 4 + n * rows));
  }

  /**
   * Writes W x by JavaScript.
   * @param {Matrix} matrix @param {Float32Array} inputs @param {number} n @param {Float32Array} out
   */
  plain(matrix, inputs, n, out) {
    const {
      shape: [rows, columns],
      stride,
      scales,
    } = matrix;
    const all = this.read(matrix);
    for (let i = 0; i < n; i += 1) {
      const x = inputs.subarray(i * columns, (i + 1) * columns);
      for (let r = 0; r < rows; r += 1) {
        let sum = 0;
        for (let j = 0, w = r * stride; j < columns; j += 1, w += 1) sum += all[w] * x[j];
        out[i * rows + r] = sum * scales[r];
      }
    }
  }
}
