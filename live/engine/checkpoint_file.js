// The weights of a checkpoint, which is a safetensors file: the length of a header, the header (JSON),
// then all numbers. `models/rounding.py` writes matrices as 8-bit integers with a scale per row; older
// and exact files have floats.

import { tensor } from "./tensors.js";

/** @import { Matrices } from "./matrices.js" */
/** @import { Matrix, StoredWeight, Tensor } from "./types" */

const SCALE = ".scale";

/**
 * Returns a file's weights, by name; throws an error if the file is damaged. Integers are no copies.
 * @param {ArrayBuffer} file @returns {Record<string, StoredWeight>}
 */
export function readWeights(file) {
  const size = file.byteLength < 8 ? Infinity : Number(new DataView(file).getBigUint64(0, true));
  if (8 + size > file.byteLength) throw new Error("the file of weights is cut short");
  const { __metadata__: _, ...parts } = JSON.parse(
    new TextDecoder().decode(new Uint8Array(file, 8, size)),
  );
  /** Returns the place of a part and its length. @param {{ data_offsets: [number, number] }} part */
  const placeOf = ({ data_offsets: [from, to] }) => {
    if (8 + size + to > file.byteLength) throw new Error("the file of weights is cut short");
    return /** @type {const} */ ([8 + size + from, to - from]);
  };
  /** Returns a copy: floats begin at a multiple of their size. @param {any} part */
  const bytes = (part) => {
    const [from, length] = placeOf(part);
    return file.slice(from, from + length);
  };
  /** @type {Record<string, StoredWeight>} */
  const weights = {};
  for (const [name, { dtype, shape, ...part }] of Object.entries(parts)) {
    if (name.endsWith(SCALE)) continue;
    weights[name] =
      dtype === "I8"
        ? {
            shape,
            numbers: new Int8Array(file, ...placeOf(part)),
            scales: new Float32Array(bytes(parts[name + SCALE])),
          }
        : { shape, numbers: floatsOf(dtype, bytes(part), name), scales: null };
  }
  return weights;
}

/**
 * Returns a weight as programs read it: matrices are kept.
 * @param {StoredWeight} weight @param {Matrices} matrices @returns {Tensor | Matrix}
 */
export function keptWeight({ shape, numbers, scales }, matrices) {
  if (shape.length !== 2) return tensor(shape, /** @type {Float32Array} */ (numbers));
  const [rows, columns] = shape;
  return matrices.keep(numbers, scales ?? new Float32Array(rows).fill(1), [rows, columns]);
}

/** @param {string} type @param {ArrayBuffer} bytes @param {string} name */
function floatsOf(type, bytes, name) {
  if (type === "F16") return widened(new Uint16Array(bytes));
  if (type === "F32") return new Float32Array(bytes);
  throw new Error(`the weights ${name} are of the type ${type}`);
}

/** Returns half-precision numbers as floats. @param {Uint16Array} halves */
function widened(halves) {
  return Float32Array.from(halves, (bits) => {
    const [sign, exponent, fraction] = [bits & 0x8000 ? -1 : 1, (bits >> 10) & 31, bits & 1023];
    if (!exponent) return sign * fraction * 2 ** -24;
    return sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  });
}
