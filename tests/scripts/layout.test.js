// Where maps and ribbons stand: eight pixels a letter, no browser.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fitsBox } from "../../ui/player/drawing/elements.js";
import { arrange, axes, boxOf, briefName, cellAt } from "../../ui/player/layout/maps_layout.js";
import { arrangeRibbons } from "../../ui/player/layout/ribbons_layout.js";
import { sumUp, written } from "../../ui/player/drawing/bars.js";
import { sizeSaid } from "../../ui/web/print_size.js";

const measure = (text) => 8 * text.length;
const VIEW = { transposed: false, margins: false };
const words = (number, letters) => Array.from({ length: number }, () => "a".repeat(letters));
const map = (rows, columns) => ({ rows, columns, cells: rows.map(() => columns.map(() => 0)) });
const card = (one, view = VIEW, width = 700) => ({
  turned: view.transposed,
  axes: axes(one, view.transposed),
  layout: arrange([one], width, measure, view, 1),
});

test("a map below the name of its group is named by the rest", () => {
  const named = (label, group) => briefName({ label, place: { group, about: "", kind: 0 } });
  assert.equal(named("luong-dot", "Luong"), "dot");
  assert.equal(named("transformer · layer 2, head 3", "Layer 2"), "head 3");
  assert.equal(named("my-model", ""), "my-model");
});

test("the text in place of a small map is shown where it fits, and not cut elsewhere", () => {
  const said = "No attention: the same context vector at every step.";
  assert.ok(fitsBox(said, 69, 150));
  assert.ok(!fitsBox(said, 43, 120)); // too narrow for a word
  assert.ok(!fitsBox(said, 69, 60)); // too low for its lines
});

test("a small map has the largest cells, and its words stand level", () => {
  const layout = arrange([map(words(3, 2), words(5, 4))], 700, measure, VIEW, 1);
  assert.deepEqual([layout.cell, layout.row, layout.angle, layout.head], [44, 34, 0, 42]);
  assert.deepEqual([layout.side, layout.plot, layout.perLine], [58, 5 * 44 + 6, 1]);
});

test("cells shrink until the widest map fits, and longer words lean", () => {
  const layout = arrange([map(words(3, 6), words(23, 10))], 600, measure, VIEW, 1);
  assert.equal(layout.angle, 45);
  assert.ok(layout.cell < 44 && layout.side + layout.plot <= 600 - 34);
  const larger = layout.cell + 1;
  const tail = 22.5 * larger + (80 + 8) * Math.SQRT1_2;
  assert.ok(layout.side + tail > 600 - 34);
});

test("fewer maps stand side by side where their cells would be too small", () => {
  const maps = Array.from({ length: 4 }, () => map(words(3, 3), words(19, 3)));
  const { perLine, cell } = arrange(maps, 1200, measure, VIEW, 1);
  assert.ok(perLine < 4 && cell >= 15);
  assert.equal(arrange(maps, 2400, measure, VIEW, 1).perLine, 4);
});

test("the sums take their room, and no map without attention asks for columns", () => {
  const one = map(words(3, 2), words(5, 4));
  const with_ = arrange([one], 700, measure, { transposed: false, margins: true }, 1);
  assert.equal(with_.plot, 5 * 44 + 6 + 74);
  assert.deepEqual(axes({ ...one, cells: null }, true), { across: [], down: one.rows });
});

for (const transposed of [false, true]) {
  for (const letter of ["a", "א"]) {
    test(`a point in a cell's box is in that cell, transposed ${transposed}, ${letter}`, () => {
      const [rows, columns] = [Array(3).fill("b"), Array(5).fill(letter.repeat(2))];
      const drawn = card(map(rows, columns), { transposed, margins: false });
      for (const [row, column] of [
        [0, 0],
        [2, 1],
        [1, 4],
      ]) {
        const { x, y, width, height } = boxOf(drawn, row, column);
        assert.deepEqual(cellAt(drawn, x + 0.5, y + 0.5), { row, column });
        assert.deepEqual(cellAt(drawn, x + width - 0.5, y + height - 0.5), { row, column });
      }
      assert.equal(cellAt(drawn, 1, 1), null);
    });
  }
}

test("a row's box goes from its first cell to its last, also from right to left", () => {
  const drawn = card(map(["b", "b"], ["אב", "גד", "הו"]));
  assert.equal(drawn.layout.mirrored, true);
  const [first, last] = [boxOf(drawn, 1, 0), boxOf(drawn, 1, 2)];
  const row = boxOf(drawn, 1, null);
  assert.ok(last.x < first.x);
  assert.deepEqual([row.x, row.y], [last.x, last.y]);
  assert.equal(row.x + row.width, first.x + first.width);
});

test("ribbons are level where both lines fit, and lean where they do not", () => {
  const short = arrangeRibbons([map(words(3, 3), words(5, 3))], 400, measure, 1);
  assert.deepEqual([short.level, short.angle, short.head, short.line], [true, 0, 22, 366]);
  const long = arrangeRibbons([map(words(3, 3), words(17, 6))], 400, measure, 1);
  assert.equal(long.level, false);
  assert.equal(long.angle, long.cell * Math.SQRT1_2 >= 12 ? 45 : 90);
});

test("sums leave out what is outside of a window", () => {
  assert.deepEqual(
    sumUp({
      columns: ["a", "b"],
      cells: [
        [1, null],
        [2, 3],
      ],
    }),
    { rows: [1, 5], columns: [3, 3] },
  );
  assert.deepEqual(sumUp({ columns: ["a"], cells: null }), { rows: [], columns: [] });
});

test("a sum that is next to nothing is written as 0", () => {
  assert.deepEqual([9.08e-18, -0.0004, 0.000512, -1.2345].map(written), [
    "0",
    "0",
    "0.000512",
    "−1.23",
  ]);
});

test("the size in print is said, and what to do about small labels and high pictures", () => {
  const fits = sizeSaid(77, { width: 349, height: 500 }, false);
  assert.equal(fits, "77 mm wide and 110 mm high, with labels of 7.5 pt.");
  const small = (mm, slide) => sizeSaid(mm, { width: 20 * mm, height: 10 * mm }, slide);
  assert.match(
    small(77, false),
    /of 1\.7 pt\. Labels below 7 pt .*: choose Text width or a shorter sentence\.$/,
  );
  assert.match(small(160, false), /: choose Slide or a shorter sentence\.$/);
  assert.match(small(254, true), /: choose fewer models or a shorter sentence\.$/);
  const high = sizeSaid(77, { width: 349, height: 1200 }, false);
  assert.match(
    high,
    /265 mm high, .* A page has space for 247 mm: choose fewer models or a shorter sentence\.$/,
  );
});

test("the caption of what a token attends to has room beside short words", () => {
  const short = map(words(3, 2), words(3, 2));
  const self = { ...short, flow: { kind: "self-attention" } };
  const [plain, own] = [short, self].map((one) => arrange([one], 376, measure, VIEW, 1).side);
  assert.ok(own > measure("attends to →"));
  assert.ok(plain < own);
});
