// All maps on one screen: which stands where, and how large.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrangeAll } from "../../ui/player/layout/fit_all.js";
import { disorder, placeMaps, waysToPlace } from "../../ui/player/layout/grid.js";

const measure = (text) => 7 * text.length;
const VIEW = { transposed: false, margins: false };
const map = (group, kind, rows = 11, columns = 9) => ({
  label: "one",
  place: { group, about: "", kind },
  rows: Array(rows).fill("mot"),
  columns: Array(columns).fill("word"),
  cells: [],
});
// additive, dot, general; dot, scaled-dot, general, concat; additive; none
const MAPS = [
  map("B", 3),
  map("B", 0),
  map("B", 2),
  map("L", 0),
  map("L", 1),
  map("L", 2),
  map("L", 3),
  map("T", 3),
];

test("a kind of score has one column, and small groups share a line", () => {
  const [first, second] = placeMaps(MAPS, 5);
  const columns = ({ placed }) => placed.map(({ column, index }) => [column, index]);
  assert.deepEqual(columns(first), [
    [0, 1],
    [2, 2],
    [3, 0],
    [4, 7],
  ]);
  assert.deepEqual(columns(second), [
    [0, 3],
    [1, 4],
    [2, 5],
    [3, 6],
  ]);
  assert.deepEqual(
    first.groups.map(({ name, from, to }) => [name, from, to]),
    [
      ["B", 0, 3],
      ["T", 4, 4],
    ],
  );
});

test("every map has a place of its own, however many stand in a line", () => {
  for (let perLine = 1; perLine <= MAPS.length; perLine += 1) {
    const lines = placeMaps(MAPS, perLine);
    const found = lines.flatMap(({ placed }) => placed.map(({ index }) => index));
    assert.deepEqual(found.sort(), [...MAPS.keys()]);
    for (const { placed } of lines) {
      const columns = placed.map(({ column }) => column);
      assert.equal(new Set(columns).size, columns.length);
      assert.ok(columns.every((column) => column >= 0 && column < perLine));
    }
  }
});

test("in more lines a small group stands in its column", () => {
  const ways = waysToPlace(MAPS, 5);
  assert.equal(ways.length, 2);
  const [packed, tidy] = ways.map((lines) =>
    lines.map(({ placed }) => placed.map(({ column, index }) => [column, index])),
  );
  assert.deepEqual(packed, [
    [
      [0, 1],
      [2, 2],
      [3, 0],
      [4, 7],
    ],
    [
      [0, 3],
      [1, 4],
      [2, 5],
      [3, 6],
    ],
  ]);
  assert.deepEqual(tidy, [
    ...packed.map((line) => line.filter(([, index]) => index !== 7)),
    [[3, 7]],
  ]);
  assert.deepEqual(
    ways.map((lines) => disorder(MAPS, lines)),
    [0, 0],
  ); // nothing else is in column 4
  const narrow = placeMaps(MAPS, 3); // L stands in two lines
  const mixed = disorder(MAPS, narrow);
  assert.ok(mixed >= 5, `${mixed}`);
});

test("maps of no group stand as they come", () => {
  const lines = placeMaps([map("", 0), map("", 0), map("", 0)], 2);
  assert.deepEqual(
    lines.map(({ placed }) => placed.map(({ index }) => index)),
    [[0, 1], [2]],
  );
  assert.deepEqual(
    lines.flatMap(({ groups }) => groups),
    [],
  );
});

/** The height that a layout takes: what stands above, the rows, and the gap below, of each line. */
const heightOf = ({ lines, head, row }, maps) =>
  lines.reduce(
    (sum, { placed }) =>
      sum + 40 + head + 13 + row * Math.max(...placed.map(({ index }) => maps[index].rows.length)),
    0,
  );

for (const [rows, columns, cell] of [
  [11, 9, 9],
  [17, 15, 6],
  [26, 22, 6],
  [39, 31, 4],
]) {
  test(`eight maps of ${rows} by ${columns} words fit a screen`, () => {
    const maps = MAPS.map(({ place: { group, kind } }) => map(group, kind, rows, columns));
    const layout = arrangeAll(maps, { width: 1176, height: 520 }, measure, VIEW, 1);
    assert.ok(heightOf(layout, maps) <= 520, `${heightOf(layout, maps)}`);
    assert.ok(layout.cell >= cell && layout.row >= cell);
    const inner = (1176 - 10 * (layout.perLine - 1)) / layout.perLine;
    assert.ok(layout.side + columns * layout.cell + 6 <= inner + 1);
  });
}

// Bahdanau, Luong, Tacotron, Nematus and a model without attention, as the app opens.
const FOURTEEN = Object.entries({
  B: [0, 1, 2, 3],
  L: [0, 1, 2, 3, 4, 5, 5],
  T: [3],
  N: [3],
  X: [6],
}).flatMap(([group, kinds]) => kinds.map((kind) => map(group, kind, 13, 13)));

for (const [width, height] of [
  [1176, 505],
  [1176, 590],
  [1336, 690],
  [1816, 870],
]) {
  test(`fourteen maps have two full lines on ${width} by ${height} pixels`, () => {
    const { lines, row } = arrangeAll(FOURTEEN, { width, height }, measure, VIEW, 1);
    assert.deepEqual(
      lines.map(({ placed }) => placed.length),
      [7, 7],
    );
    assert.ok(row >= 11, `${row}`);
  });
}

test("names take as many lines as they need, of which a share beside them needs more", () => {
  const named = MAPS.map((one) => ({ ...one, label: "location-sensitive" }));
  const title = (width, picture) =>
    arrangeAll(named, { width, height: 200 }, measure, { ...VIEW, picture }, 1).title;
  assert.equal(title(1176, "flow"), 35); // 8 maps in 1176 pixels, and 18 letters of 7
  assert.equal(title(1176, "map"), 22);
  assert.equal(title(2400, "flow"), 22);
  assert.equal(title(700, "map"), 35); // "location-" fits, all of it does not
});

test("more height never gives clearly smaller cells while the same words are shown", () => {
  for (const maps of [FOURTEEN, MAPS, MAPS.slice(0, 5)]) {
    for (const width of [900, 1176, 1816]) {
      let before = { area: 0, words: "" };
      for (let height = 200; height <= 1000; height += 20) {
        const { cell, row, text, headed } = arrangeAll(maps, { width, height }, measure, VIEW, 1);
        const now = { area: cell * row, words: `${Boolean(text)} ${headed}` };
        const least = now.words === before.words ? 0.9 * before.area : 0; // words may grow a little
        assert.ok(now.area >= least, `${maps.length} maps, ${width} by ${height}: ${now.area}`);
        before = now;
      }
    }
  }
});

test("on a wall words are larger, or at least there", () => {
  const few = arrangeAll(MAPS.slice(0, 2), { width: 1232, height: 560 }, measure, VIEW, 1.6);
  const all = arrangeAll(MAPS, { width: 1232, height: 480 }, (text) => 11 * text.length, VIEW, 1.6);
  assert.ok(few.text > 13);
  assert.ok(all.text >= 9);
});

test("where words would be too close to read, only every second or fifth has a label", () => {
  const maps = MAPS.map(({ place: { group, kind } }) => map(group, kind, 30, 28));
  const { text, headed, row, cell, every } = arrangeAll(
    maps,
    { width: 1176, height: 480 },
    measure,
    VIEW,
    1,
  );
  assert.ok(text >= 9 && headed && every.down > 1);
  assert.ok(row * every.down >= 0.9 * text && cell * every.across >= 0.7 * text);
  const few = arrangeAll(MAPS, { width: 1176, height: 480 }, measure, VIEW, 1);
  assert.deepEqual(few.every, { down: 1, across: 1 });
});

test("a sentence of sixty words keeps labels on both sides", () => {
  const maps = FOURTEEN.map(({ place: { group, kind } }) => map(group, kind, 60, 57));
  for (const picture of ["map", "flow"]) {
    const view = { ...VIEW, picture };
    const { text, headed } = arrangeAll(maps, { width: 1176, height: 560 }, measure, view, 1);
    assert.ok(text >= 9 && headed, `${picture}: ${text} ${headed}`);
  }
});

test("maps of a long sentence never cover each other: rather the page scrolls", () => {
  for (const columns of [42, 70, 1500]) {
    const maps = MAPS.map(({ place: { group, kind } }) => map(group, kind, 60, columns));
    const layout = arrangeAll(maps, { width: 1176, height: 520 }, measure, VIEW, 1);
    const inner = (1176 - 10 * (layout.perLine - 1)) / layout.perLine;
    assert.ok(layout.side + columns * layout.cell <= inner, `${layout.perLine} in a line`);
  }
});

// The models that a pair opens with: four, seven, one, one and one without attention.
const OPENED = [
  ...[0, 1, 2, 3].map((kind) => map("B", kind, 13, 13)),
  ...[0, 1, 2, 3, 4, 5, 5].map((kind) => map("L", kind, 13, 13)),
  map("T", 3, 13, 13),
  map("N", 3, 13, 13),
  { ...map("none", 6, 13, 13), cells: null },
];

test("more height gives no smaller cells", () => {
  const area = (height) => {
    const { row, cell } = arrangeAll(OPENED, { width: 1176, height }, measure, VIEW, 1);
    return row * cell;
  };
  const areas = [...Array(16).keys()].map((i) => area(480 + 20 * i));
  assert.ok(
    areas.every((one, i) => one >= (areas[i - 1] ?? 0)),
    `${areas}`,
  );
});

test("fourteen maps stand in two lines on a laptop", () => {
  const { lines } = arrangeAll(OPENED, { width: 1176, height: 560 }, measure, VIEW, 1);
  assert.deepEqual(
    lines.map(({ placed }) => placed.length),
    [7, 7],
  );
});

test("four large maps stand two by two", () => {
  const four = [OPENED[0], ...OPENED.slice(4, 7)];
  const { lines } = arrangeAll(four, { width: 750, height: 560 }, measure, VIEW, 1, 2);
  assert.deepEqual(
    lines.map(({ placed }) => placed.length),
    [2, 2],
  );
});

test("no map is too narrow to be seen, whatever stands beside it", () => {
  const maps = Array.from({ length: 14 }, () => map("B", 0, 17, 17));
  for (const width of [360, 480, 700]) {
    const layout = arrangeAll(maps, { width, height: 600 }, measure, { ...VIEW, margins: true }, 1);
    assert.ok(17 * layout.cell >= 40, `${width}: ${17 * layout.cell}`);
  }
});
