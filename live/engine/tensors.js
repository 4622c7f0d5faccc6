// Tensors: a shape, and its numbers row by row. Sums are made in double precision, as JavaScript does.

/** @import { Numbers, Tensor } from "./types" */

/** Returns the number of elements of a shape. @param {number[]} shape */
export const sizeOf = (shape) => shape.reduce((product, one) => product * one, 1);

/** @param {number[]} shape @param {Numbers} data @returns {Tensor} */
export const tensor = (shape, data) => ({ shape, data });

/** Returns a tensor of zeros. @param {number[]} shape */
export const zeros = (shape) => ({ shape, data: new Float32Array(sizeOf(shape)) });

/** Returns numbers of the same type as others. @param {Numbers | Int8Array} numbers @param {number} length */
export const alike = (numbers, length) => new /** @type {any} */ (numbers.constructor)(length);

/** Returns an axis from 0; -1 is the last. @param {number} axis @param {number[]} shape */
export const axisOf = (axis, shape) => (axis < 0 ? axis + shape.length : axis);

/**
 * Returns how a tensor is divided by an axis: the numbers of elements before, along and after it.
 * @param {number[]} shape @param {number} axis
 */
export function divide(shape, axis) {
  const at = axisOf(axis, shape);
  return {
    at,
    outer: sizeOf(shape.slice(0, at)),
    count: shape[at],
    inner: sizeOf(shape.slice(at + 1)),
  };
}

/** Returns the shape of two tensors broadcast together. @param {number[]} one @param {number[]} other */
export function together(one, other) {
  const rank = Math.max(one.length, other.length);
  return Array.from({ length: rank }, (_, i) => {
    const a = one[one.length - rank + i] ?? 1;
    const b = other[other.length - rank + i] ?? 1;
    if (a !== b && a !== 1 && b !== 1) throw new Error(`shapes ${one} and ${other} do not fit`);
    return a === 1 ? b : a;
  });
}

/**
 * Returns a tensor's numbers repeated to a shape.
 * @param {Tensor} given @param {number[]} shape @returns {Numbers}
 */
export function broadcast({ shape: own, data }, shape) {
  if (own.length === shape.length && own.every((one, i) => one === shape[i])) return data;
  let found = data;
  let inner = 1; // elements after the axis, already repeated
  for (let i = 1; i <= shape.length; i += 1) {
    const [had, wanted] = [own[own.length - i] ?? 1, shape[shape.length - i]];
    if (had !== wanted) {
      const more = alike(data, found.length * wanted);
      for (let from = 0; from < found.length; from += inner) {
        const part = found.subarray(from, from + inner);
        for (let k = 0; k < wanted; k += 1) more.set(part, from * wanted + k * inner);
      }
      found = more;
    }
    inner *= wanted;
  }
  return found;
}

/**
 * Returns what a function writes along an axis: it gets the place of the first element in the input and
 * in the output, the step from one element to the next, and the output's numbers.
 * @param {Tensor} given @param {number} axis @param {number} made the output's length along the axis
 * @param {Numbers} out
 * @param {(from: number, to: number, step: number, count: number) => void} write
 */
export function along({ shape }, axis, made, out, write) {
  const { at, outer, count, inner } = divide(shape, axis);
  for (let i = 0; i < outer; i += 1) {
    for (let j = 0; j < inner; j += 1)
      write(i * count * inner + j, i * made * inner + j, inner, count);
  }
  return tensor(
    shape.map((one, i) => (i === at ? made : one)),
    out,
  );
}
