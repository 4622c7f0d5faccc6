// Joint attention: the mean of chosen rows, the sum of chosen columns, and what a link says of them.

import assert from "node:assert/strict";
import { test } from "node:test";

import {
  join,
  joinAll,
  marginsOf,
  readJoint,
  sayJoint,
  writeJoint,
} from "../../ui/player/state/joint.js";
import { describe } from "../../ui/player/drawing/marking.js";

const one = {
  id: "one",
  label: "One",
  index: 0,
  rows: ["la", "voiture", "rouge"],
  columns: ["the", "red", "car"],
  cells: [
    [0.5, 0, 0.5],
    [0, 0.25, 0.75],
    [0.25, 0.75, null],
  ],
};
const other = {
  id: "other",
  label: "Other",
  index: 1,
  rows: ["voiture", "rouge"],
  columns: ["the", "red", "car"],
  cells: [
    [0, 0, 1],
    [0, 1, 0],
  ],
};
const maps = [
  one,
  other,
  { id: "none", rows: ["voiture", "rouge"], columns: ["the", "red", "car"], cells: null },
];
const view = { measure: "weights", unit: "words" };
const scale = { label: "weight" };
const joined = (text, seen = view) => {
  const joint = readJoint(text);
  const joints = joinAll({ joint, view: seen }, maps);
  return { joints, said: sayJoint({ joint }, { joints, maps, scale }) };
};

test("rows are averaged, so that they stay a distribution, and columns are added up", () => {
  assert.deepEqual(join(one, "rows", [0, 1]).values, [0.25, 0.125, 0.625]);
  assert.deepEqual(join(one, "columns", [1, 2]).values, [0.5, 1, 0.75]);
});

test("each map that has all the words has bars, on one scale, and no other", () => {
  const { joints } = joined("one~words~rows~2.3");
  assert.deepEqual([...joints.keys()], ["one", "other"]);
  assert.deepEqual(joints.get("one").values, [0.125, 0.5, 0.375]);
  assert.deepEqual(joints.get("other"), {
    side: "rows",
    words: [0, 1],
    values: [0, 0.5, 0.5],
    top: 0.5,
  });
  assert.deepEqual([...joined("one~words~rows~1.3").joints.keys()], ["one"]);
});

test("scores, other units and words that a map lacks are not added up", () => {
  for (const measure of ["scores", "alone"]) {
    assert.equal(joined("one~words~rows~2", { ...view, measure }).joints.size, 0);
  }
  for (const text of [
    "one~pieces~rows~2",
    "one~words~rows~2.4",
    "gone~words~rows~1",
    "",
    "one~words~rows~0",
  ]) {
    assert.deepEqual(joined(text), { joints: new Map(), said: null });
  }
});

test("joint attention is said with its words, its kind, its share of all and its numbers", () => {
  const { said } = joined("one~words~rows~1.2");
  assert.equal(said.about, "mean weight on");
  assert.match(said.named, /la.* \+ .*voiture/);
  assert.deepEqual(said.numbers, ["car 0.625", "the 0.25", "red 0.125"]);
  assert.equal(joined("one~words~columns~2.3").said.about, "summed weight (75% of all) from");
});

test("pointing at a word gives its bar's number", () => {
  const card = { map: one, scale, sums: [], joint: joined("one~words~rows~1.2").joints.get("one") };
  assert.deepEqual(describe(card, null, 2), ["“car”: mean of 2 chosen words", "0.625"]);
  const added = { ...card, joint: joined("one~words~columns~2.3").joints.get("one") };
  assert.deepEqual(describe(added, 1, null), ["“voiture”: sum of 2 chosen words", "1"]);
});

test("there is space for the bars only where they are", () => {
  const at = (text, transposed, margins = true) => {
    const joint = readJoint(text);
    return marginsOf({ joint, view: { ...view, transposed, margins } }, joined(text).joints);
  };
  assert.deepEqual(
    [at("one~words~rows~1", false), at("one~words~rows~1", true)],
    ["below", "beside"],
  );
  assert.deepEqual(
    [at("one~words~columns~1", false), at("one~words~columns~1", true)],
    ["beside", "below"],
  );
  assert.deepEqual([at("", false, true), at("gone~words~rows~1", false, false)], [true, false]);
});

test("a link names the words from 1, each once", () => {
  assert.equal(writeJoint(readJoint("a~b~words~rows~1.3.3")), "a~b~words~rows~1.3");
  assert.equal(writeJoint(null), "");
});
