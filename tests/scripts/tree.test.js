// The rows of the beam tree, from made-up hypotheses.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrange, placeNodes } from "../../ui/beam_tree/layout.js";

const node = (parent, probability, fate = "live") => ({ parent, probability, fate });
// The best hypothesis is 0, 2, 5. One of the second step has ended, and one goes on below it.
const NODES = [
  node(null, 0.6),
  node(null, 0.4),
  node(0, 0.9),
  node(0, 0.5, "ended"),
  node(1, 0.8),
  node(2, 0.9, "ended"),
  node(2, 0.1),
  node(4, 0.7, "ended"),
  node(4, 0.2),
];

test("a finished hypothesis keeps its row, and the others run straight", () => {
  const { columns, rows } = arrange(NODES, 5);
  assert.deepEqual(columns, [
    [0, 1],
    [2, 3, 4],
    [5, 6, 7, 8],
  ]);
  assert.deepEqual(
    [0, 2, 5].map((i) => rows[i]),
    [0, 0, 0],
  );
  assert.equal(rows[6], 1); // It branches off the best one, above the one that has ended.
  assert.equal(rows[3], 2);
  assert.deepEqual(
    [1, 4, 7].map((i) => rows[i]),
    [3, 3, 3],
  );
  assert.equal(rows[8], 4);
});

test("a row is free again after a hypothesis that was dropped", () => {
  const dropped = NODES.map((one, i) => (i === 3 ? node(0, 0.5) : one));
  const { columns, rows } = arrange(dropped, 5);
  assert.deepEqual([rows[3], rows[6], rows[1]], [1, 1, 2]);
  for (const column of columns) {
    // No two in one place, and in order, so that no lines cross.
    assert.deepEqual(
      column.map((i) => rows[i]),
      [...new Set(column.map((i) => rows[i]))].sort((a, b) => a - b),
    );
  }
});

test("the drawing is as high as its rows", () => {
  const arranged = arrange(NODES, 5);
  const { places, height } = placeNodes(arranged, () => 40, 900);
  const lowest = Math.max(...places.map(({ top }) => top));
  assert.equal(places[8].top, lowest);
  assert.ok(height > lowest && height < lowest + 60);
  assert.equal(places[3].top, places[0].top + 2 * (places[8].top - places[7].top));
});
