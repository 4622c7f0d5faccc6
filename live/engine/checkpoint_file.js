// The weights of a checkpoint, which is a safetensors file: the length of a header, the header (JSON),
// then all numbers. `models/rounding.py` writes matrices as 8-bit integers with a scale per row; older
// and exact files have floats.

import { tensor } from "./tensors.js";

/** @import { Matrices } from "./matrices.js" */
/** @import { Matrix, Tensor } from "./types" */

const SCALE = ".scale";

/**
 * Returns copies of a file's weights, by name; throws an error if the file is damaged.
 * @param {ArrayBuffer} file @param {Matrices} matrices
 */
export function readWeights(file, matrices) {
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
  /** @type {Record<string, Tensor | Matrix>} */
  const weights = {};
  for (const [name, part] of Object.entries(parts)) {
    if (name.endsWith(SCALE)) continue;
    if (part.dtype === "I8") {
      const scales = new Float32Array(bytes(parts[name + SCALE]));
      weights[name] = matrices.keep(new Int8Array(file, ...placeOf(part)), scales, part.shape);
    } else {
      const floats = floatsOf(part.dtype, bytes(part), name);
      const [rows] = part.shape;
      weights[name] =
        part.shape.length === 2
          ? matrices.keep(floats, new Float32Array(rows).fill(1), part.shape)
          : tensor(part.shape, floats);
    }
  }
  return weights;
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
