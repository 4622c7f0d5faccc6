// A lesson's answers and labs, with no page.

import assert from "node:assert/strict";
import { test } from "node:test";

import ANSWERS from "./answers.json" with { type: "json" };
import MEASURES from "../../ui/svg/layout_constants.json" with { type: "json" };
import { hintOf, isRight, scoresOf } from "../../course/player/questions/answers.js";
import { betBefore, replies } from "../../course/player/questions/asking.js";
import { pointAt } from "../../course/player/drawing/curve.js";
import { outcomeOf } from "../../course/player/lesson/lab.js";
import { doneOf, findPlatform } from "../../course/player/lesson/scorm.js";
import { answerOf, compared, sharesOf, tableOf } from "../../course/player/questions/sketch.js";
import { nearest } from "../../course/player/drawing/slider.js";
import { tablesOf } from "../../course/player/drawing/lab_tables.js";

test("an answer is right but for spaces and case, a number to the digits that are asked for", () => {
  for (const { answer, right, wrong } of ANSWERS) {
    for (const given of right) assert(isRight(given, answer), `${given} for ${answer}`);
    for (const given of wrong) assert(!isRight(given, answer), `${given} for ${answer}`);
  }
});

test("a usual wrong answer gets a word of its own, any other the one for all", () => {
  const ask = {
    hint: "Count.",
    hints: [
      { answer: "0,731", says: "Exp." },
      { answer: "131,584", says: "All." },
    ],
  };
  for (const given of ["0.731", ".7310"]) assert.equal(hintOf(ask, given), "Exp.");
  for (const given of ["131584", "131 584"]) assert.equal(hintOf(ask, given), "All.");
  for (const given of ["0.73", "two"]) assert.equal(hintOf(ask, given), "Count.");
});

test("points that were drawn are near the curve, turned, or above or below where they are farthest", () => {
  const curve = { points: [0, 2, 3], shares: [1, 0.9, 0.9, 0], amounts: ["0", "1", "33", "1,668"] };
  const drawn = (...own) => Object.values(compared(curve, own, ","));
  assert.deepEqual(drawn(0.88, 0.95, 0.1), ["near", "0,12", "0"]);
  assert.deepEqual(drawn(1, 0.5, 0), ["below", "0,40", "33"]);
  assert.deepEqual(drawn(1, 0.9, 0.6), ["above", "0,60", "1,668"]);
  for (const own of [
    [0.5, 0.5, 0.5],
    [0, 0.5, 1],
  ])
    assert.equal(drawn(...own)[0], "turned");
});

test("the outcome of a setting is found: those of the last control follow each other", () => {
  const controls = [2, 3].map((size) => ({ settings: Array(size).fill("") }));
  const lab = { controls, outcomes: ["00", "01", "02", "10", "11", "12"] };
  assert.equal(outcomeOf(lab, [1, 0]), "10");
  assert.equal(outcomeOf(lab, [0, 2]), "02");
  assert.equal(outcomeOf({ controls: [], outcomes: ["only"] }, []), "only");
});

test("who lost a bet is told what is right, and of other models only what is true of them", () => {
  const lesson = { data: { words: { truth: "It is:" }, teaching: false } };
  const option = (text, says) => ({ text: [["", text]], says: [["", says]] });
  const expected = { right: 0, otherwise: [], options: [option("a", "Yes."), option("b", "No.")] };
  assert.deepEqual(replies(lesson, expected, 0, true), [["Yes."]]);
  assert.deepEqual(replies(lesson, expected, 1, true), [["No."], ["It is: ", "a"]]);
  assert.deepEqual(replies(lesson, expected, 1, false), [["No."]]);
  const others = { right: 1, otherwise: [["", "Otherwise: b"]] };
  others.options = ["a", "b"].map((text) => option(text, "Otherwise: b"));
  for (const chosen of [0, 1]) {
    assert.deepEqual(replies(lesson, others, chosen, true), [["Otherwise: b"]]);
  }
});

test("bets and evidence that were right are counted apart, as far as there are answers", () => {
  const screens = ["hook", "predict", "evidence", "predict", "evidence", "check"].map((kind) => ({
    kind,
    ask: kind === "hook" ? null : { right: 1 },
  }));
  const words = { score: "{right} of {all}", score_evidence: "{right} in {all}" };
  const scores = (answers) => scoresOf({ data: { screens, words }, answers });
  assert.deepEqual(scores({ 2: "k2", 3: "k1", 4: "k1", 5: "k2", 6: "k2" }), ["1 of 2", "1 in 2"]);
  assert.deepEqual(scores({ 2: "k2" }), ["1 of 1"]);
  assert.deepEqual(scores({}), []);
  screens[1].ask.right = null; // of other models
  assert.deepEqual(scores({ 2: "k2", 4: "k2" }), ["1 of 1"]);
});

test("a reveal tells the bet that was placed, and before a class what most hands were for", () => {
  const options = ["a", "b"].map((text) => ({ text: [["", text]] }));
  const [ask, screen] = [{ options }, { bet: 2 }];
  const words = { your_bet: "You bet:", most_hands: "Most hands:" };
  const data = { screens: [{}, { ask }, screen], words, teaching: false };
  const lesson = { data, answers: { 2: "k2" }, hands: new Map() };
  assert.deepEqual(betBefore(lesson, screen), ["You bet: ", "b"]);
  assert.deepEqual(betBefore(lesson, { bet: null }), []);
  assert.deepEqual(betBefore({ ...lesson, answers: {} }, screen), []);
  const teaching = { ...lesson, data: { ...data, teaching: true } };
  assert.deepEqual(betBefore(teaching, screen), []);
  for (const [counts, told] of [
    [
      [3, 1],
      ["Most hands: ", "a"],
    ],
    [[2, 2], []],
    [[0, 0], []],
  ]) {
    teaching.hands.set(ask, counts);
    assert.deepEqual(betBefore(teaching, screen), told);
  }
});

test("a typed number is the setting nearest to it, in any writing; words are counted", () => {
  const turns = ["-180°", "-100°", "0°", "90°"];
  for (const [typed, at] of [
    ["-95", 1],
    ["−100°", 1],
    ["60", 3],
    ["-999", 0],
  ]) {
    assert.equal(nearest(turns, typed), at);
  }
  for (const typed of ["", "north", "-"]) assert.equal(nearest(turns, typed), null);
  assert.equal(nearest(["0,5", "1,25", "2"], "1.3"), 1);
  assert.equal(nearest(["145", "1,552", "12,663"], "1600"), 1);
  assert.equal(nearest(["I like my car.", "I like my red car."], "2"), 1);
});

test("a place in the picture of a curve is a share of its nearest point", () => {
  const curve = { places: [0, 0.2, 1], points: [0, 2] };
  const { width, height, left, right, top, bottom } = MEASURES.curve;
  const at = (x, y) => pointAt(curve, x / width, y / height);
  assert.deepEqual(at(left, bottom), { point: 0, share: 0 });
  assert.deepEqual(at(right - 1, top), { point: 1, share: 1 });
  assert.equal(at(left + 0.45 * (right - left), (top + bottom) / 2).point, 0);
  assert.equal(at(left, (top + bottom) / 2).share, 0.5);
  assert.deepEqual([at(0, 0).share, at(0, height).share], [1, 0]);
});

test("points that were drawn are an answer, and are read from one that has as many", () => {
  assert.equal(answerOf([0.9, 0.55, 0]), "d90_55_0");
  assert.deepEqual(sharesOf("d90_55_0", { points: [0, 3, 9] }), [0.9, 0.55, 0]);
  for (const other of ["d90_55", "k1", "r", "", "d90_x_0"]) {
    assert.equal(sharesOf(other, { points: [0, 3, 9] }), null);
  }
});

test("points that were drawn stand beside the curve's in a table", () => {
  const curve = {
    model: "b",
    over: "Updates",
    amounts: ["0", "1", "7"],
    shares: [1, 0.5, 0],
    points: [0, 2],
  };
  const words = { yours: "you", decimal: "," };
  assert.deepEqual(tableOf(curve, [0.25, 0.5], words), {
    columns: ["Updates", "you", "b"],
    rows: [
      ["0", "0,25", "1,00"],
      ["7", "0,50", "0,00"],
    ],
  });
});

test("arrows and maps are tables, too", () => {
  const arrows = [{ word: "sun", x: 2, y: -0.5 }];
  assert.deepEqual(tablesOf({ arrows })[0].rows, [["sun", "2.00", "-0.50"]]);
  const columns = { words: ["I", "end"], up: [0.25, 1], down: [], line: [0, 1], names: ["w", "g"] };
  assert.deepEqual(tablesOf({ chart: columns })[0], {
    name: "",
    columns: ["", "w"],
    rows: [
      ["I", "0.250"],
      ["end", "1.000"],
    ],
  });
  const [mirrored] = tablesOf({ chart: { ...columns, down: [0, 2] } });
  assert.deepEqual(mirrored.rows, [
    ["I", "0.250", "0.000"],
    ["end", "1.000", "2.000"],
  ]);
  const maps = {
    maps: [{ label: "luong-dot" }],
    lists: [["I", "end"], ["Je"]],
    units: { words: [{ rows: 1, columns: 0 }] },
    layers: [{ unit: "words", cells: [[[0.25, null]]] }],
  };
  assert.deepEqual(tablesOf({ maps }), [
    { name: "luong-dot", columns: ["", "I", "end"], rows: [["Je", "0.25", ""]] },
  ]);
  assert.deepEqual(tablesOf({ lines: [] }), []);
});

test("a bet is done when it is placed, another question when its answer is right", () => {
  const options = [{}, {}];
  const screens = [
    { kind: "hook", ask: null },
    { kind: "predict", ask: { options, right: 0 } },
    { kind: "check", ask: { options, right: 1 } },
    { kind: "check", ask: { options: null, right: null } },
    { kind: "recall", ask: { options, right: null } },
  ];
  const doneWith = (answers) => Object.values(doneOf(screens, answers));
  assert.deepEqual(doneWith({}), [0, 4]);
  assert.deepEqual(doneWith({ 2: "k2", 3: "k1", 5: "k1" }), [2, 4]);
  assert.deepEqual(doneWith({ 2: "k1", 3: "k2", 4: "r", 5: "k2" }), [4, 4]);
});

test("a platform is found around the page or around the page that opened it", () => {
  const top = { API: "here" };
  top.parent = top;
  const alone = {};
  alone.parent = alone;
  assert.equal(findPlatform({ parent: { parent: top } }), "here");
  assert.equal(findPlatform({ ...alone, parent: alone, opener: { parent: top } }), "here");
  assert.equal(findPlatform(alone), null);
});
