// What changes when a person moves: steps, views, chosen cells, weights, nodes of a tree.

import assert from "node:assert/strict";
import { test } from "node:test";

import { arrange, path, placeNodes } from "../../ui/beam_tree/layout.js";
import { boxOf } from "../../ui/player/layout/maps_layout.js";
import { describe, markerBox } from "../../ui/player/drawing/marking.js";
import { stepOfKey } from "../../ui/player/drawing/transport.js";
import { START, currentRow, fit, reduce, stepIn } from "../../ui/player/state/position.js";
import { whereabouts } from "../../ui/player/control/playing.js";
import { moved } from "../../ui/what_if/row_redistribution.js";
import { live } from "../../ui/web/lifecycle.js";

test("arrow keys and those of a clicker step, Home and End go to the ends, other keys do nothing", () => {
  const at = { position: { step: 3 }, content: { last: 7 } };
  const keys = [
    "ArrowLeft",
    "ArrowUp",
    "ArrowRight",
    "ArrowDown",
    "PageUp",
    "PageDown",
    "Home",
    "End",
    "a",
  ];
  assert.deepEqual(
    keys.map((key) => stepOfKey(at, key)),
    [2, 2, 4, 4, 2, 4, 0, 7, undefined],
  );
});

test("a map that has ended stays at its last row", () => {
  const map = { rowOfStep: [0, 0, 1] };
  assert.deepEqual(
    [0, 1, 2, 6].map((step) => currentRow(map, step)),
    [0, 0, 1, 1],
  );
  assert.equal(currentRow({ rowOfStep: [] }, 0), null);
});

test("beside a flow a map is at the word that the flow's model writes, and else at its own", () => {
  const hero = { rows: ["le", "chien", "noir", "end"], rowOfStep: [0, 1, 1, 2, 3] };
  const map = { rows: ["un", "gros", "chien", "noir", "end"], rowOfStep: [0, 1, 2, 2, 3, 4] };
  const rows = (own, of) => [0, 1, 2, 3, 4].map((step) => currentRow(own, stepIn(own, step, of)));
  assert.deepEqual(rows(map, hero), [0, 2, 2, 3, 4]); // it does not write "le"
  assert.deepEqual(rows(hero, hero), [0, 1, 1, 2, 3]);
  assert.deepEqual(rows(map, undefined), [0, 1, 2, 2, 3]);
  assert.equal(stepIn(hero, 4, map), 3); // and back: "noir"
  assert.equal(stepIn(map, 1, map), 1);
  const bounds = { maps: [{ id: "a", ...map }], hero, data: { layers: [] }, last: 4 };
  const cell = { map: "a", unit: "words", row: 2, column: 0 };
  const after = (step, at = { ...START, step: 1, cell }) =>
    reduce(at, { type: "step", step }, bounds).cell.row;
  assert.deepEqual(
    [0, 1, 3, 4].map((step) => after(step)),
    [0, 2, 3, 4],
  );
  assert.equal(after(1, { ...START, step: 1, cell: { ...cell, row: 1 } }), 1); // chosen, of no step
});

test("the readout counts each map's own words, or pieces", () => {
  const own = { rows: ["il", "rit", "end"], rowOfStep: [0, 1, 1, 2] };
  const brief = { rows: ["il", "end"], rowOfStep: [0, 1] };
  const said = (maps, unit) => [0, 1, 2, 3].map((step) => whereabouts(maps, unit, step));
  assert.deepEqual(said([own], "words"), [
    "Word 1 of 3",
    "Word 2 of 3",
    "Word 2 of 3",
    "Word 3 of 3",
  ]);
  assert.deepEqual(said([own, brief], "words"), [
    "Word 1 of 3",
    "Word 2 of 3",
    "Word 2 of 3",
    "Word 3 of 3",
  ]);
  const slow = { rows: ["elle", "rit", "end"], rowOfStep: [0, 0, 1, 2] };
  assert.equal(whereabouts([own, slow], "words", 1), "Words 1–2 of up to 3");
  assert.deepEqual(said([own], "pieces"), [
    "Piece 1 of 4",
    "Piece 2 of 4",
    "Piece 3 of 4",
    "Piece 4 of 4",
  ]);
  assert.equal(whereabouts([own, brief], "pieces", 2), "Piece 3 of 4");
});

test("a cell, a row and a column are called by their words", () => {
  const map = {
    index: 0,
    rows: ["la", "fin"],
    columns: ["the", "end"],
    cells: [
      [0.75, 0.25],
      [null, 1],
    ],
  };
  const card = { map, scale: { label: "weight" }, sums: [{ rows: [1, 1], columns: [0.75, 1.25] }] };
  assert.deepEqual(describe(card, 0, 1), ["end → la", "0.25"]);
  assert.deepEqual(describe(card, 1, 0), ["the → fin", "no weight"]);
  assert.deepEqual(describe(card, 0, null), ["the → la (highest)", "0.75"]);
  assert.deepEqual(describe(card, null, 1), ["Total attention on “end”", "1.25"]);
});

test("a view comes to the layer that is most like what it asks for", () => {
  const layers = [
    ["weights", "words"],
    ["weights", "pieces"],
    ["scores", "words"],
  ].map(([measure, unit]) => ({ measure, unit }));
  const asked = (measure, unit) => {
    const view = fit(layers, { measure, unit, margins: true });
    return [view.measure, view.unit, view.margins];
  };
  assert.deepEqual(asked("weights", "pieces"), ["weights", "pieces", true]);
  assert.deepEqual(asked("scores", "pieces"), ["scores", "words", true]);
  assert.deepEqual(asked("difference", "pieces"), ["weights", "pieces", true]);
});

test("a row keeps its total when one weight is set", () => {
  assert.deepEqual(moved([0.5, 0.25, 0.25], 0, 0.75, 1), [0.75, 0.125, 0.125]);
  assert.deepEqual(moved([1, 0, 0], 0, 0.5, 1), [0.5, 0.25, 0.25]);
  assert.deepEqual(moved([0.5, 0.375, 0.125], 0, 0.75, 1), [0.75, 0.1875, 0.0625]);
  assert.deepEqual(moved([0.5], 0, 0.25, 0.5), [0.5]);
});

test("the best path runs along the top, and children stand in their parents' order", () => {
  //    0 ─ 2 ─ 4        1 is more probable than 0, but 4 is the best leaf
  //    1 ─ 3 └ 5
  const nodes = [
    [null, 0.4],
    [null, 0.6],
    [0, 0.3],
    [1, 0.9],
    [2, 0.1],
    [2, 0.7],
  ].map(([parent, probability]) => ({ parent, probability, token: "abc" }));
  const arranged = arrange(nodes, 4);
  const { columns, children, onBest } = arranged;
  assert.deepEqual(columns, [
    [0, 1],
    [2, 3],
    [4, 5],
  ]);
  assert.deepEqual(children[2], [4, 5]);
  assert.deepEqual(arrange(nodes, 5).columns, [
    [0, 1],
    [2, 3],
    [5, 4],
  ]);
  assert.deepEqual([...onBest], [0, 2, 4]);
  assert.deepEqual(path(nodes, 5), [0, 2, 5]);
  const { places, width, height } = placeNodes(arranged, () => 60, 1000);
  assert.deepEqual(places[3], { left: 2 + 76 + 44, width: 76, top: 28 + 48, column: 1 });
  assert.deepEqual([width, height], [2 + 3 * 76 + 2 * 44 + 10, 28 + 4 + 2 * 48]);
  assert.equal(placeNodes(arranged, () => 60, 260).places[3].left, 2 + 76 + 12);
  assert.deepEqual(arrange(nodes, 4, (i) => i !== 5).columns, [[0, 1], [2, 3], [4]]);
});

test("a component is mounted once, hears new data only, and only its newest call unmounts it", () => {
  const heard = [];
  const parentElement = { append: (root) => heard.push(["append", root.name]) };
  const own = {
    mount: () => ({ root: { name: "root", remove: () => heard.push(["remove"]) }, data: null }),
    receive: (part, data) => {
      part.data = data;
      heard.push(["receive", data]);
    },
    unmount: () => heard.push(["unmount"]),
  };
  const first = live({ data: "a", parentElement }, own);
  live({ data: "a", parentElement }, own);
  const last = live({ data: "b", parentElement }, own);
  first();
  assert.deepEqual(heard, [
    ["append", "root"],
    ["receive", "a"],
    ["receive", "b"],
  ]);
  last();
  assert.deepEqual(heard.slice(3), [["unmount"], ["remove"]]);
  live({ data: "b", parentElement }, own);
  assert.deepEqual(heard.slice(5), [
    ["append", "root"],
    ["receive", "b"],
  ]);
});

test("in the app a clean-up before the next call keeps what was done, and one of an element that is gone unmounts", () => {
  const heard = [];
  const parentElement = { append: () => heard.push("append"), isConnected: true };
  const own = {
    mount: () => ({ root: { remove: () => heard.push("remove") } }),
    receive: (_part, data) => heard.push(data),
    unmount: () => heard.push("unmount"),
  };
  const call = (data) => live({ data, parentElement, setStateValue: () => {} }, own);
  const first = call("a");
  const replaced = call("b");
  replaced();
  const last = call("c");
  assert.deepEqual(heard, ["append", "a", "b", "c"]);
  parentElement.isConnected = false;
  first();
  last();
  assert.deepEqual(heard.slice(4), ["unmount", "remove"]);
});

const layers = [
  { measure: "weights", unit: "words" },
  { measure: "scores", unit: "words" },
];
const content = {
  maps: [{ id: "luong-dot", rowOfStep: [0, 1, 1, 2] }],
  data: { layers },
  last: 9,
};
const cell = { map: "luong-dot", unit: "words", row: 0, column: 4 };
const after = (position, ...actions) =>
  actions.reduce((one, action) => reduce(one, action, content), { ...START, ...position });

test("a position starts where the data say, and is frozen", () => {
  const start = { step: 2, view: { ...START.view, measure: "posterior" }, pins: ["luong-dot"] };
  const position = after(
    {},
    { type: "start", start: { ...start, joint: "luong-dot~words~rows~1" } },
  );
  const joint = { map: "luong-dot", unit: "words", side: "rows", words: [0] };
  assert.deepEqual(position, { step: 2, view: START.view, cell: null, pins: ["luong-dot"], joint });
  assert.throws(() => (position.step = 3), TypeError);
});

test("a step stays within the maps", () => {
  const steps = (...asked) => asked.map((step) => after({}, { type: "step", step }).step);
  assert.deepEqual(steps(-1, 0, 9, 10), [0, 0, 9, 9]);
  assert.equal(after({ step: 12 }, { type: "end" }).step, 9);
});

test("a chosen cell follows the step to the row that is written then", () => {
  const rowAt = (step, of = cell) => after({ cell: of }, { type: "step", step }).cell.row;
  assert.deepEqual(
    [0, 2, 3, 9].map((step) => rowAt(step)),
    [0, 1, 2, 2],
  ); // the map ends at 3
  assert.equal(rowAt(2, { ...cell, unit: "pieces" }), 0);
  assert.equal(rowAt(2, { ...cell, map: "gone" }), 0);
  assert.equal(after({ cell }, { type: "step", step: 0 }).cell, cell);
  assert.equal(after({}, { type: "step", step: 2 }).cell, null);
});

test("a change of view keeps the rest of it, and comes to a layer that there is", () => {
  const seen = (changes) => after({ step: 3, cell }, { type: "view", changes });
  assert.deepEqual(seen({ transposed: true }).view, { ...START.view, transposed: true });
  const { view, ...rest } = seen({ measure: "scores", unit: "pieces" });
  assert.deepEqual([view.measure, view.unit], ["scores", "words"]);
  assert.deepEqual(rest, { step: 3, cell, pins: [], joint: null });
});

test("words are joined in the order of the sentence, and none of them is no joint attention", () => {
  const joint = { map: "luong-dot", unit: "words", side: "rows", words: [3, 1] };
  const joined = after({}, { type: "joint", joint });
  assert.deepEqual(joined.joint.words, [1, 3]);
  assert.equal(after(joined, { type: "joint", joint: { ...joint, words: [] } }).joint, null);
  assert.equal(after(joined, { type: "joint", joint: null }).joint, null);
});

test("a cell and pinned maps are those that were chosen last", () => {
  const chosen = after({ cell: null }, { type: "cell", cell }, { type: "pins", pins: ["a", "b"] });
  assert.deepEqual([chosen.cell, chosen.pins], [cell, ["a", "b"]]);
  const cleared = after(chosen, { type: "cell", cell: null }, { type: "pins", pins: [] });
  assert.deepEqual(cleared, START);
});

test("the marker of a low row is around it and covers none of it", () => {
  const axes = { across: ["a", "b"], down: ["x", "y", "z"] };
  const map = { cells: [[], [], []], rows: axes.down };
  const card = (row) => ({
    map,
    axes,
    turned: false,
    layout: { row, cell: 9, head: 20, mirrored: false, plot: 24, side: 30, text: 9 },
  });
  for (const [row, out] of [
    [8.75, 1.5],
    [20, 0],
  ]) {
    const [marked, own] = [markerBox(card(row), 1), boxOf(card(row), 1, null)];
    assert.deepEqual([own.y - marked.y, marked.height - own.height], [out, 2 * out]);
  }
});

test("beside a small map without cells, the marker leaves the words' room free", () => {
  const layout = { row: 10, head: 20, side: 30, text: 9 };
  const { x, width } = markerBox({ map: { cells: null }, layout }, 0);
  assert.ok(x + width <= 0, `${x}`);
});
