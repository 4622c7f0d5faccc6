// The engine of live pages: its kernel is what its source makes, and computes what JavaScript does.

import assert from "node:assert/strict";
import { test } from "node:test";

import { callsWith } from "../../live/engine/calls.js";
import KNOWN from "../../live/engine/known_calls.json" with { type: "json" };
import { Matrices } from "../../live/engine/matrices.js";
import PRODUCT from "../../live/engine/product.json" with { type: "json" };
import { compiled } from "./product.js";

test("product.json is what AssemblyScript makes of product.ts", async () => {
  assert.equal(PRODUCT.wasm, await compiled());
});

test("known_calls.json, which the exporter reads, lists the engine's calls", () => {
  assert.deepEqual(Object.keys(callsWith(new Matrices())).sort(), KNOWN);
});

/** Numbers from -1 to 1 that are the same in every run. */
function numbers() {
  let seed = 1;
  return () => {
    seed = (seed * 48271) % 2147483647;
    return (2 * seed) / 2147483647 - 1;
  };
}

// A row of one, rows that are padded, the widest, one beyond it, and more inputs than fit at once.
const SHAPES = [
  [1, 1, 1],
  [7, 13, 3],
  [96, 256, 2],
  [5, 1024, 1],
  [5, 1025, 2],
  [3000, 8, 90],
];
for (const [rows, columns, n] of SHAPES) {
  test(`a product of ${rows} x ${columns} with ${n} inputs is the same by both ways`, () => {
    const next = numbers();
    const integers = Int8Array.from({ length: rows * columns }, () => 127 * next());
    const scales = Float32Array.from({ length: rows }, () => 0.01 + Math.abs(next()));
    const inputs = Float32Array.from({ length: n * columns }, (_, i) => next() * 10 ** (i % 5));
    const [quick, plain] = [{}, { plain: true }].map((how) => {
      const matrices = new Matrices(how);
      return matrices.product(matrices.keep(integers, scales, [rows, columns]), inputs, n);
    });
    quick.forEach((one, i) => {
      const input = inputs.subarray(
        columns * Math.floor(i / rows),
        columns * (1 + Math.floor(i / rows)),
      );
      const largest = 127 * scales[i % rows] * columns * Math.max(...input.map(Math.abs));
      assert.ok(Math.abs(one - plain[i]) <= 3e-8 * largest, `${one} and ${plain[i]}`);
    });
  });
}

test("inputs of zeros, and of the smallest and largest floats, are multiplied", () => {
  const matrices = new Matrices();
  assert.notEqual(matrices.memory, null);
  const matrix = matrices.keep(Int8Array.of(127, -3), Float32Array.of(0.5), [1, 2]);
  for (const [a, b] of [
    [0, 0],
    [2 ** -60, 2 ** -70],
    [1e30, 1e29],
    [16384, -16384],
    [-1, 0.99999994],
  ]) {
    const wanted = 0.5 * (127 * a - 3 * b);
    const [found] = matrices.product(matrix, Float32Array.of(a, b), 1);
    assert.ok(Math.abs(found - wanted) <= 1e-6 * Math.abs(wanted), `${a}, ${b}: ${found}`);
  }
});

test("the largest sums fit", () => {
  const matrices = new Matrices();
  const matrix = matrices.keep(new Int8Array(1024).fill(127), Float32Array.of(1), [1, 1024]);
  const [found] = matrices.product(matrix, new Float32Array(1024).fill(0.99999994), 1);
  assert.ok(Math.abs(found - 1024 * 127) < 0.05, `${found}`);
});

test("columns and rows of a matrix are its own", () => {
  const matrices = new Matrices();
  const whole = matrices.keep(Int8Array.of(1, 2, 3, 4, 5, 6), Float32Array.of(1, 0.5), [2, 3]);
  assert.deepEqual([...matrices.rows(whole, [1, 0])], [2, 2.5, 3, 1, 2, 3]);
  const part = matrices.columns(whole, 1, 3);
  assert.deepEqual([...matrices.rows(part, [1])], [2.5, 3]);
  assert.deepEqual([...matrices.product(part, Float32Array.of(1, 10), 1)], [32, 32.5]);
});
