// Maps of speech and pictures: all of them fits the screen, and time has round ticks.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrangeLong, isLong, named } from "../../ui/player/layout/long_axes.js";
import { boxOf, isOverview } from "../../ui/player/layout/maps_layout.js";

const measure = (text) => 8 * text.length;
const words = (count) => Array.from({ length: count }, (_, i) => `${i}`);

test("ticks are round times, at the steps that begin then", () => {
  // A step takes 0.02 s and one pixel, so 56 pixels are 1.12 s: a tick every 2 s.
  const found = named(words(250), { seconds: 0.02 }, 1, 9);
  assert.deepEqual(
    [...found],
    [
      [0, "0 s"],
      [100, "2 s"],
      [200, "4 s"],
    ],
  );
  const finer = named(words(30), { seconds: 0.02 }, 30, 9);
  assert.deepEqual([...finer].slice(0, 3), [
    [0, "0.00 s"],
    [3, "0.05 s"],
    [5, "0.10 s"],
  ]);
});

test("ticks are round times where the first step is later than 0", () => {
  const found = named(words(250), { seconds: 0.02, start: 1.5 }, 1, 9);
  assert.deepEqual(
    [...found],
    [
      [25, "2 s"],
      [125, "4 s"],
      [225, "6 s"],
    ],
  );
  const first = named(words(250), { seconds: 0.02, start: 2 }, 1, 9);
  assert.deepEqual([...first][0], [0, "2 s"]);
});

test("steps of an unknown time have round numbers, counted from 1", () => {
  const found = named(words(250), { seconds: null }, 1, 9);
  assert.deepEqual(
    [...found],
    [
      [99, "100"],
      [199, "200"],
    ],
  );
});

test("words are named if there is room for them, and cells of a picture are not", () => {
  assert.equal(named(words(3), undefined, 9, 9).size, 3);
  assert.equal(named(words(3), undefined, 8, 9).size, 0);
  assert.equal(named(words(4), { grid: [2, 2, 0] }, 30, 9).size, 0);
});

test("a thousand steps of two hundred letters fit the screen in both ways", () => {
  const rows = words(1000);
  const columns = words(200);
  const cells = rows.map(() => columns.map(() => 0));
  const map = { rows, columns, cells, places: { rows: { seconds: 0.02 } } };
  assert.ok(isLong(map));
  for (const transposed of [true, false]) {
    const layout = arrangeLong([map], { width: 1160, height: 700 }, measure, { transposed }, 1);
    const axes = transposed ? { across: rows, down: columns } : { across: columns, down: rows };
    const card = { layout, axes, turned: transposed };
    const { x, y, width, height } = boxOf(card, null, null);
    assert.ok(layout.side + x + width <= 1160 && y + height <= 700);
    assert.ok(isOverview(card)); // no gaps between cells
    assert.equal(layout.named[0][transposed ? "across" : "down"].get(0), "0 s");
  }
});
