// Torch's RNNs. A GRU's and an LSTM's gates are in torch's order: reset, update, new; and input, forget,
// cell, output. All have biases, one direction, and read one sentence.

import { tensor, zeros } from "./tensors.js";

/** @import { Call, Matrix, Tensor, Value } from "./types" */

/** @typedef {(x: Tensor, matrix: Matrix, bias?: Tensor) => Tensor} Linear */
/** @typedef {[weight: Matrix, recurrent: Matrix, bias: Tensor, other: Tensor]} Weights */

/**
 * A cell computes the next state from W x + b, U h + c and h, and an LSTM's memory from the one before.
 * @typedef {(read: Float32Array, recurrent: Float32Array, before: Float32Array, memory: Float32Array)
 * => Float32Array} Cell
 */

/** @param {number} x */
const sigmoid = (x) => 1 / (1 + Math.exp(-x));

/** @type {Record<string, Cell>} */
const CELLS = {
  GRU: (read, recurrent, before) => {
    const size = before.length;
    return before.map((h, i) => {
      const reset = sigmoid(read[i] + recurrent[i]);
      const update = sigmoid(read[size + i] + recurrent[size + i]);
      const fresh = Math.tanh(read[2 * size + i] + reset * recurrent[2 * size + i]);
      return fresh + update * (h - fresh);
    });
  },
  LSTM: (read, recurrent, before, memory) => {
    const size = before.length;
    return before.map((_, i) => {
      const [input, forget, fresh, output] = [i, size + i, 2 * size + i, 3 * size + i].map(
        (k) => read[k] + recurrent[k],
      );
      memory[i] = sigmoid(forget) * memory[i] + sigmoid(input) * Math.tanh(fresh);
      return sigmoid(output) * Math.tanh(memory[i]);
    });
  },
  RNN_TANH: (read, recurrent) => read.map((one, i) => Math.tanh(one + recurrent[i])),
};

/** Returns the calls of torch's RNNs. @param {Linear} linear @returns {Record<string, Call>} */
export function rnnCalls(linear) {
  /**
   * Lets one layer read inputs [1, n, input_size]; returns the states [1, n, size], and changes `memory`.
   * @param {Cell} cell @param {Tensor} inputs @param {Weights} weights
   * @param {Float32Array} before @param {Float32Array} memory
   */
  const read = (cell, inputs, [weight, recurrent, bias, other], before, memory) => {
    const [, size] = recurrent.shape;
    const [, n] = inputs.shape;
    const [rows] = weight.shape;
    const all = /** @type {Float32Array} */ (linear(inputs, weight, bias).data);
    const out = zeros([1, n, size]);
    let state = before;
    for (let i = 0; i < n; i += 1) {
      const again = /** @type {Float32Array} */ (
        linear(tensor([1, size], state), recurrent, other).data
      );
      state = cell(all.subarray(i * rows, (i + 1) * rows), again, state, memory);
      out.data.set(state, i * size);
    }
    return out;
  };

  /**
   * Lets all layers read; returns the top states and the last state and memory of each layer.
   * @param {Cell} cell @param {Tensor} inputs @param {Tensor} first @param {Tensor} memory
   * @param {Value[]} weights four per layer
   */
  const readAll = (cell, inputs, first, memory, weights) => {
    const { shape } = first;
    const [layers, , size] = shape;
    const [states, memories] = [zeros(shape), tensor(shape, memory.data.slice())];
    let found = inputs;
    for (let i = 0; i < layers; i += 1) {
      const own = /** @type {Weights} */ (weights.slice(4 * i, 4 * i + 4));
      /** @param {Tensor} whole */
      const part = ({ data }) =>
        /** @type {Float32Array} */ (data.subarray(i * size, (i + 1) * size));
      found = read(cell, found, own, part(first), part(memories));
      states.data.set(found.data.subarray(-size), i * size);
    }
    return [found, states, memories];
  };

  return {
    "alignoscope.read_rnn.default": (x, weight, recurrent, bias, other, cell) => {
      const [, size] = recurrent.shape;
      const start = () => new Float32Array(size);
      return read(CELLS[cell], x, [weight, recurrent, bias, other], start(), start());
    },
    "gru.input": (x, first, weights) => readAll(CELLS.GRU, x, first, first, weights),
    "gru_cell.default": (x, before, weight, recurrent, bias, other) => {
      const [one, size] = before.shape;
      const inputs = tensor([1, one, x.shape[1]], x.data);
      const weights = /** @type {Weights} */ ([weight, recurrent, bias, other]);
      return tensor([one, size], read(CELLS.GRU, inputs, weights, before.data, before.data).data);
    },
    "lstm.input": (x, [first, memory], weights) => readAll(CELLS.LSTM, x, first, memory, weights),
    "rnn_tanh.input": (x, first, weights) => readAll(CELLS.RNN_TANH, x, first, first, weights),
  };
}
