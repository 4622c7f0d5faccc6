// What torch's calls compute, by their names; arguments are in the order of torch's schema. One sentence
// at a time: the first axis of a batch is 1. `known_calls.json` lists the same names.

import { rnnCalls } from "./rnns.js";
import {
  along,
  alike,
  axisOf,
  broadcast,
  divide,
  sizeOf,
  tensor,
  together,
  zeros,
} from "./tensors.js";

/** @import { Matrices } from "./matrices.js" */
/** @import { Call, Matrix, Tensor, Value } from "./types" */

/** @type {Record<string, any>} */
const TYPES = { float32: Float32Array, int64: Int32Array, bool: Uint8Array };

/** Returns an element-wise function. @param {(a: number) => number} f @param {any} [Type] */
const each =
  (f, Type) =>
  (/** @type {Tensor} */ { shape, data }) => {
    const out = Type ? new Type(data.length) : alike(data, data.length);
    for (let i = 0; i < out.length; i += 1) out[i] = f(data[i]);
    return tensor(shape, out);
  };

/**
 * Returns an element-wise function of two tensors, or of a tensor and a number.
 * @param {(a: number, b: number) => number} f @param {any} [Type]
 */
const pairs = (f, Type) => (/** @type {Tensor} */ a, /** @type {Tensor | number} */ b) => {
  if (typeof b === "number") {
    const Own =
      Type ?? (Number.isInteger(b) && !(a.data instanceof Uint8Array) ? null : Float32Array);
    return each((one) => f(one, b), Own)(a);
  }
  const shape = together(a.shape, b.shape);
  const [one, other] = [broadcast(a, shape), broadcast(b, shape)];
  const isFloat = [one, other].some((data) => data instanceof Float32Array);
  const out = new (Type ?? (isFloat ? Float32Array : Int32Array))(one.length);
  for (let i = 0; i < out.length; i += 1) out[i] = f(one[i], other[i]);
  return tensor(shape, out);
};

/** Returns a comparison, whose result is 0 or 1. @param {(a: number, b: number) => boolean} f */
const compare = (f) => pairs((a, b) => Number(f(a, b)), Uint8Array);

/**
 * Returns a reduction along one axis.
 * @param {(total: number, one: number) => number} f @param {number} first
 */
const reduce =
  (f, first) =>
  (/** @type {Tensor} */ a, /** @type {number[]} */ [axis, ...more], keep = false) => {
    if (more.length) throw new Error("a reduction along several axes");
    const { at, outer, inner } = divide(a.shape, axis);
    const out =
      a.data instanceof Uint8Array ? new Int32Array(outer * inner) : alike(a.data, outer * inner);
    const { shape } = along(a, axis, 1, out, (from, to, step, count) => {
      let total = first;
      for (let i = 0; i < count; i += 1) total = f(total, a.data[from + i * step]);
      out[to] = total;
    });
    return tensor(keep ? shape : shape.filter((_, i) => i !== at), out);
  };

/** @param {Tensor} a @param {number} axis */
function softmax(a, axis) {
  const out = new Float32Array(a.data.length);
  return along(a, axis, a.shape[axisOf(axis, a.shape)], out, (from, to, step, count) => {
    let [most, sum] = [-Infinity, 0];
    for (let i = 0; i < count; i += 1) most = Math.max(most, a.data[from + i * step]);
    for (let i = 0; i < count; i += 1) sum += Math.exp(a.data[from + i * step] - most);
    for (let i = 0; i < count; i += 1)
      out[to + i * step] = Math.exp(a.data[from + i * step] - most) / sum;
  });
}

/**
 * Returns (x - mean) / sqrt(variance + epsilon) * gain + bias, over the last axis.
 * @param {Tensor} a @param {number[]} axes @param {Tensor} gain @param {Tensor} bias @param {number} epsilon
 */
function normalise(a, axes, gain, bias, epsilon) {
  if (axes.length > 1) throw new Error("a normalisation over several axes");
  const out = new Float32Array(a.data.length);
  return along(a, -1, axes[0], out, (from, to, _, count) => {
    let [sum, squares] = [0, 0];
    for (let i = 0; i < count; i += 1) sum += a.data[from + i];
    const mean = sum / count;
    for (let i = 0; i < count; i += 1) squares += (a.data[from + i] - mean) ** 2;
    const scale = 1 / Math.sqrt(squares / count + epsilon);
    for (let i = 0; i < count; i += 1)
      out[to + i] = (a.data[from + i] - mean) * scale * gain.data[i] + bias.data[i];
  });
}

/** @param {Tensor} a @param {number} axis */
function cumulate(a, axis) {
  const out = alike(a.data, a.data.length);
  return along(a, axis, a.shape[axisOf(axis, a.shape)], out, (from, to, step, count) => {
    for (let i = 0, sum = 0; i < count; i += 1) {
      sum += a.data[from + i * step];
      out[to + i * step] = sum;
    }
  });
}

/**
 * Returns sorted values and their places.
 * @param {Tensor} a @param {number} axis @param {boolean} descending
 */
function sort(a, axis, descending) {
  const [values, places] = [alike(a.data, a.data.length), new Int32Array(a.data.length)];
  along(a, axis, a.shape[axisOf(axis, a.shape)], values, (from, to, step, count) => {
    const sign = descending ? -1 : 1;
    const order = Array.from({ length: count }, (_, i) => i).sort(
      (i, j) => sign * (a.data[from + i * step] - a.data[from + j * step]),
    );
    order.forEach((i, n) => {
      values[to + n * step] = a.data[from + i * step];
      places[to + n * step] = i;
    });
  });
  return [tensor(a.shape, values), tensor(a.shape, places)];
}

/** @param {Tensor} a @param {number} axis @param {Tensor} index */
function gather(a, axis, index) {
  const out = alike(a.data, index.data.length);
  const { count: rows } = divide(a.shape, axis);
  return along(index, axis, index.shape[axisOf(axis, a.shape)], out, (from, to, step, count) => {
    const first = Math.floor(from / (step * count)) * step * rows + (from % step);
    for (let i = 0; i < count; i += 1)
      out[to + i * step] = a.data[first + index.data[from + i * step] * step];
  });
}

/**
 * Returns a tensor to whose last axis numbers are added, each at its index.
 * @param {Tensor} a @param {number} axis @param {Tensor} index @param {Tensor} added
 */
function scatterAdd(a, axis, index, added) {
  const [width, count] = [a.shape, index.shape].map((shape) => shape[axisOf(axis, shape)]);
  const out = a.data.slice();
  index.data.forEach((place, i) => {
    out[Math.floor(i / count) * width + place] += added.data[i];
  });
  return tensor(a.shape, out);
}

/** Returns the rows a[i_k, j_k]. @param {Tensor} a @param {[Tensor, Tensor]} places */
function pick({ shape: [, count, ...rest], data }, [{ data: i }, { data: j }]) {
  const size = sizeOf(rest);
  const out = alike(data, i.length * size);
  for (let k = 0; k < i.length; k += 1) {
    const from = (i[k] * count + j[k]) * size;
    out.set(data.subarray(from, from + size), k * size);
  }
  return tensor([i.length, ...rest], out);
}

/** @param {Tensor[]} parts @param {number} axis */
function join(parts, axis) {
  const { at, outer } = divide(parts[0].shape, axis);
  const widths = parts.map(({ shape }) => sizeOf(shape.slice(at)));
  const width = widths.reduce((sum, one) => sum + one, 0);
  const out = alike(parts[0].data, outer * width);
  let start = 0;
  parts.forEach(({ data }, k) => {
    for (let i = 0; i < outer; i += 1) {
      out.set(data.subarray(i * widths[k], (i + 1) * widths[k]), i * width + start);
    }
    start += widths[k];
  });
  const count = parts.reduce((sum, { shape }) => sum + shape[at], 0);
  return tensor(
    parts[0].shape.map((one, i) => (i === at ? count : one)),
    out,
  );
}

/** @param {number | null | undefined} place @param {number} count @param {number} missing */
const bound = (place, count, missing) =>
  Math.min(Math.max(0, place == null ? missing : place < 0 ? place + count : place), count);

/** @param {Tensor} a @param {number} axis @param {number | null} [start] @param {number | null} [end] */
function slice(a, axis, start, end) {
  const { at, outer, count, inner } = divide(a.shape, axis);
  const [from, to] = [bound(start, count, 0), bound(end, count, count)];
  if (from === 0 && to === count) return a;
  const width = (to - from) * inner;
  const out = alike(a.data, outer * width);
  for (let i = 0; i < outer; i += 1) {
    const first = (i * count + from) * inner;
    out.set(a.data.subarray(first, first + width), i * width);
  }
  return tensor(
    a.shape.map((one, i) => (i === at ? to - from : one)),
    out,
  );
}

/** @param {Tensor} a @param {number} axis */
const squeeze = ({ shape, data }, axis) =>
  tensor(
    shape.filter((one, i) => i !== axisOf(axis, shape) || one !== 1),
    data,
  );

/** @param {Tensor} a @param {number} axis */
const unsqueeze = ({ shape, data }, axis) =>
  tensor(shape.toSpliced(axis < 0 ? axis + shape.length + 1 : axis, 0, 1), data);

/** Returns n parts of equal length, of which the last may be shorter. @param {Tensor} a @param {number} n @param {number} axis */
function chunk(a, n, axis) {
  const count = a.shape[axisOf(axis, a.shape)];
  const length = Math.ceil(count / n);
  return Array.from({ length: Math.ceil(count / length) }, (_, i) =>
    slice(a, axis, i * length, (i + 1) * length),
  );
}

/** @param {Tensor} a @param {number} one @param {number} other */
function transpose(a, one, other) {
  const [i, j] = [axisOf(one, a.shape), axisOf(other, a.shape)].sort((x, y) => x - y);
  if (j !== i + 1) throw new Error("a transpose of axes that are not neighbours");
  const [outer, n, m] = [sizeOf(a.shape.slice(0, i)), a.shape[i], a.shape[j]];
  const inner = sizeOf(a.shape.slice(j + 1));
  const out = alike(a.data, a.data.length);
  for (let o = 0, from = 0; o < outer; o += 1) {
    for (let y = 0; y < n; y += 1) {
      for (let x = 0; x < m; x += 1) {
        const to = ((o * m + x) * n + y) * inner;
        for (let k = 0; k < inner; k += 1, from += 1) out[to + k] = a.data[from];
      }
    }
  }
  return tensor(
    a.shape.map((size, k) => (k === i ? m : k === j ? n : size)),
    out,
  );
}

/** Returns products of matrices [..., n, k] and [..., k, m]. @param {Tensor} a @param {Tensor} b */
function multiply({ shape, data: a }, { shape: other, data: b }) {
  const [before, [n, inner], m] = [shape.slice(0, -2), shape.slice(-2), other[other.length - 1]];
  if (`${[...before, inner]}` !== `${other.slice(0, -1)}`) {
    throw new Error(`matrices of the shapes ${shape} and ${other} do not fit`);
  }
  const out = zeros([...before, n, m]);
  const sums = new Float64Array(m);
  for (let row = 0; row < sizeOf(before) * n; row += 1) {
    sums.fill(0);
    const first = Math.floor(row / n) * inner * m;
    for (let k = 0; k < inner; k += 1) {
      const factor = a[row * inner + k];
      for (let j = 0, at = first + k * m; j < m; j += 1, at += 1) sums[j] += factor * b[at];
    }
    out.data.set(sums, row * m);
  }
  return out;
}

/**
 * Returns [1, out, length] of numbers [1, 1, length] and filters [out, 1, width], with zeros around.
 * @param {Tensor} a @param {Tensor} filters
 */
function convolve(
  { shape: [, , length], data },
  { shape: [count, channels, width], data: filters },
) {
  if (channels !== 1) throw new Error("a convolution of several channels");
  const left = Math.floor((width - 1) / 2);
  const out = zeros([1, count, length]);
  for (let f = 0; f < count; f += 1) {
    for (let i = 0; i < length; i += 1) {
      let sum = 0;
      for (let k = 0; k < width; k += 1) sum += (data[i + k - left] ?? 0) * filters[f * width + k];
      out.data[f * length + i] = sum;
    }
  }
  return out;
}

/** @param {Tensor} mask @param {Tensor | number} a @param {Tensor | number} b */
function choose(mask, a, b) {
  const tensors = [mask, a, b].filter((one) => typeof one !== "number");
  const shape = tensors.map((one) => one.shape).reduce(together);
  /** @param {Tensor | number} one @returns {ArrayLike<number>} */
  const full = (one) =>
    typeof one === "number" ? new Float32Array(sizeOf(shape)).fill(one) : broadcast(one, shape);
  const [truths, yes, no] = [broadcast(mask, shape), full(a), full(b)];
  const out = alike(tensors[1].data, truths.length);
  for (let i = 0; i < out.length; i += 1) out[i] = truths[i] ? yes[i] : no[i];
  return tensor(shape, out);
}

/** @param {Tensor} a @param {string | null} [kind] */
const cast = (a, kind) =>
  !kind || a.data instanceof TYPES[kind] ? a : tensor(a.shape, TYPES[kind].from(a.data));

/** @param {number[]} shape @param {string | null} [kind] */
const empty = (shape, kind) => tensor(shape, new TYPES[kind ?? "float32"](sizeOf(shape)));

/** @param {number} start @param {number} end @param {number} step @param {string | null} [kind] */
function range(start, end, step, kind) {
  const length = Math.ceil((end - start) / step);
  const numbers = Array.from({ length }, (_, i) => start + i * step);
  return tensor([length], TYPES[kind ?? "int64"].from(numbers));
}

/** @param {Tensor} a @param {number[]} shape -1 keeps an axis */
const expand = (a, shape) => {
  const more = shape.length - a.shape.length;
  const wanted = shape.map((one, i) => (one < 0 ? a.shape[i - more] : one));
  return tensor(wanted, broadcast(a, wanted));
};

/** @param {Tensor} a @param {number} axis @param {number[]} sizes one may be -1 */
function unflatten({ shape, data }, axis, sizes) {
  const { at, count } = divide(shape, axis);
  const known = sizeOf(sizes.filter((one) => one >= 0));
  const made = sizes.map((one) => (one < 0 ? count / known : one));
  return tensor([...shape.slice(0, at), ...made, ...shape.slice(at + 1)], data);
}

/** @param {Tensor} a @param {number} [start] @param {number} [end] the last axis that is joined */
function flatten({ shape, data }, start = 0, end = -1) {
  const [from, to] = [axisOf(start, shape), axisOf(end, shape) + 1];
  return tensor([...shape.slice(0, from), sizeOf(shape.slice(from, to)), ...shape.slice(to)], data);
}

const sum = reduce((total, one) => total + one, 0);

/** @type {Record<string, Call>} */
const PLAIN = {
  add: (/** @type {number} */ a, /** @type {number} */ b) => a + b,
  getitem: (/** @type {Value[]} */ several, /** @type {number} */ i) => several[i],
  "__and__.Tensor": pairs((a, b) => a & b, Uint8Array),
  "__or__.Tensor": pairs((a, b) => a | b, Uint8Array),
  "abs.default": each(Math.abs),
  "add.Tensor": pairs((a, b) => a + b),
  "amax.default": reduce(Math.max, -Infinity),
  "arange.default": (end, kind) => range(0, end, 1, kind),
  "arange.start": (start, end, kind) => range(start, end, 1, kind),
  "arange.start_step": range,
  "bitwise_not.default": each((a) => Number(!a)),
  "bmm.default": multiply,
  "cat.default": join,
  "chunk.default": chunk,
  "conv1d.padding": convolve,
  "cos.default": each(Math.cos, Float32Array),
  "clamp_min.default": pairs(Math.max),
  "cumsum.default": cumulate,
  "detach.default": (a) => a,
  "div.Tensor": pairs((a, b) => a / b, Float32Array),
  "dropout.default": (a) => a, // a model that decodes drops nothing
  "eq.Scalar": compare((a, b) => a === b),
  "exp.default": each(Math.exp, Float32Array),
  "expand.default": expand,
  "expand_as.default": (a, b) => expand(a, b.shape),
  "flatten.using_ints": flatten,
  "gather.default": gather,
  "ge.Scalar": compare((a, b) => a >= b),
  "gt.Scalar": compare((a, b) => a > b),
  "gt.Tensor": compare((a, b) => a > b),
  "index.Tensor": pick,
  "layer_norm.default": normalise,
  "log.default": each(Math.log, Float32Array),
  "masked_fill.Scalar": (a, mask, value) => choose(mask, value, a),
  "matmul.default": multiply,
  "mean.dim": (a, axes, keep) => {
    const { count } = divide(a.shape, axes[0]);
    return each((total) => total / count)(sum(a, axes, keep));
  },
  "minimum.default": pairs(Math.min),
  "mul.Tensor": pairs((a, b) => a * b),
  "ne.Scalar": compare((a, b) => a !== b),
  "new_zeros.default": (a, shape, kind) => cast(tensor(shape, alike(a.data, sizeOf(shape))), kind),
  "pow.Tensor_Scalar": pairs(Math.pow),
  "relu.default": each((a) => Math.max(a, 0)),
  "rsub.Scalar": pairs((a, b) => b - a),
  "scatter_add.default": scatterAdd,
  "select.int": (a, axis, i) => squeeze(slice(a, axis, i, i === -1 ? null : i + 1), axis),
  "sigmoid.default": each((a) => 1 / (1 + Math.exp(-a)), Float32Array),
  "sin.default": each(Math.sin, Float32Array),
  "slice.Tensor": slice,
  "softmax.int": softmax,
  "sort.default": sort,
  "sqrt.default": each(Math.sqrt, Float32Array),
  "square.default": each((a) => a * a),
  "squeeze.dim": squeeze,
  "stack.default": (parts, axis = 0) =>
    join(
      parts.map((/** @type {Tensor} */ one) => unsqueeze(one, axis)),
      axis,
    ),
  "sub.Tensor": pairs((a, b) => a - b),
  "sum.dim_IntList": sum,
  "sym_size.int": (a, axis) => a.shape[axisOf(axis, a.shape)],
  "tanh.default": each(Math.tanh, Float32Array),
  "to.dtype": cast,
  "to.dtype_layout": cast,
  "transpose.int": transpose,
  "unflatten.int": unflatten,
  "unsqueeze.default": unsqueeze,
  "where.ScalarOther": choose,
  "where.self": choose,
  "zeros.default": empty,
  "zeros_like.default": (a, kind) => cast(tensor(a.shape, alike(a.data, a.data.length)), kind),
};

/** Returns all calls that the engine has, with the matrices that they read. @param {Matrices} matrices */
export function callsWith(matrices) {
  /** W x + b. @param {Tensor} x @param {Matrix} matrix @param {Tensor} [bias] */
  const linear = (x, matrix, bias) => {
    const [rows, columns] = matrix.shape;
    const n = x.data.length / columns;
    const out = matrices.product(matrix, /** @type {Float32Array} */ (x.data), n);
    for (let from = 0; bias && from < out.length; from += rows) {
      for (let i = 0; i < rows; i += 1) out[from + i] += bias.data[i];
    }
    return tensor([...x.shape.slice(0, -1), rows], out);
  };
  /** @type {Record<string, Call>} */
  const own = {
    ...PLAIN,
    ...rnnCalls(linear),
    "linear.default": linear,
    "embedding.default": (matrix, { shape, data }) =>
      tensor([...shape, matrix.shape[1]], matrices.rows(matrix, data)),
    "slice.Tensor": (a, axis, start, end) => {
      if (!a.scales) return slice(a, axis, start, end);
      const count = a.shape[axis];
      if (axis === 1) return matrices.columns(a, bound(start, count, 0), bound(end, count, count));
      if (bound(start, count, 0) === 0 && bound(end, count, count) === count) return a;
      throw new Error("a slice of the rows of a matrix");
    },
  };
  return own;
}
