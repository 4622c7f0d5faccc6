// How much of a word was copied: what is said of it, and the room for its mark and its number.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tellFoot } from "../../ui/player/drawing/marking.js";
import { copiedShares } from "../../live/page/copying.js";
import { tellCopied } from "../../ui/flow/copying.js";
import { tellStep } from "../../ui/flow/headline.js";
import { layOut } from "../../ui/flow/layout.js";
import { arrangeAll } from "../../ui/player/layout/fit_all.js";
import { arrange } from "../../ui/player/layout/maps_layout.js";

const measure = (/** @type {string} */ word) => 7 * word.length;

test("the headline says how much of a word was copied, before its doubt", () => {
  const map = {
    columns: ["Oslo", "end"],
    rows: ["Oslo"],
    weights: [[1, 0]],
    label: "luong-dot-copy",
    mode: "own translation",
    unit: "words",
    notes: { kind: "weights", sourceEnds: true, targetEnds: false },
    doubt: { unsure: [[0, 0.5, "p"]], rare: [], leftOut: [] },
  };
  const { detail } = tellStep({ ...map, copied: [0.874] }, 0);
  assert.match(detail, /attention · 87% copied from the source · Unsure: 50%/);
  assert.doesNotMatch(tellStep(map, 0).detail, /copied/);
  assert.equal(tellCopied(undefined, 0), "");
});

test("a flow whose words were copied has room for their numbers", () => {
  const words = { columns: ["one", "two"], rows: ["un", "deux"] };
  const copied = [0, 1];
  const heights = [words, { ...words, copied }].map((map) => layOut(map, 900, measure, 1).height);
  assert.equal(heights[1] - heights[0], 14);
  const long = { columns: Array(12).fill("transparent"), rows: Array(12).fill("transparent") };
  const ends = [long, { ...long, copied: Array(12).fill(1) }].map((map) => {
    const { turned, targets } = layOut(map, 360, measure, 1, 700);
    assert.ok(turned);
    return targets[0].y;
  });
  assert.ok(ends[0] - ends[1] > 0);
});

test("large maps have room for the numbers, beside the rows only", () => {
  const map = { columns: ["one", "two"], rows: ["un", "deux"], cells: [] };
  const side = (/** @type {object} */ one, transposed = false) =>
    arrange([{ ...map, ...one }], 600, measure, { transposed, margins: false }, 1).side;
  assert.equal(side({ copied: [0, 1] }) - side({}), 30);
  assert.equal(side({ copied: [0, 1] }, true), side({}, true));
});

test("small maps have room for the bars between the words and the rows, beside the rows only", () => {
  const place = { group: "", about: "", kind: 0 };
  const map = { label: "one", place, columns: ["one", "two"], rows: ["un", "deux"], cells: [] };
  const side = (/** @type {object} */ one, transposed = false) => {
    const view = { transposed, margins: false };
    return arrangeAll([{ ...map, ...one }], { width: 600, height: 400 }, measure, view, 1).side;
  };
  assert.equal(side({ copied: [0, 1] }) - side({}), 3);
  assert.equal(side({ copied: [0, 1] }, true), side({}, true));
});

test("a share is what was copied of a probability, and of a word the mean of its pieces", () => {
  const step = (/** @type {number} */ pGen, /** @type {number} */ probability) => ({
    pGen,
    weights: new Float32Array([0.5, 0.25, 0.25]),
    logProb: Math.log(probability),
  });
  const trace = {
    source: { ids: [7, 8, 7] },
    target: { ids: [7, 8, 9], words: ["ab", "c"], wordOf: [0, 0, 1] },
    steps: [step(0.5, 0.5), step(0.2, 0.8), step(0.9, 0.1)],
  };
  // 0.5 (0.5 + 0.25) / 0.5, 0.8 * 0.25 / 0.8, and nothing for a piece that the source has not.
  assert.deepEqual(copiedShares(trace, "pieces"), [0.75, 0.25, 0]);
  assert.deepEqual(copiedShares(trace, "words"), [0.5, 0]);
  const plain = { ...trace, steps: [{ ...trace.steps[0], pGen: null }] };
  assert.equal(copiedShares(plain, "pieces"), null);
});

test("below a map of words a word is named whose share is told, not the piece of a step", () => {
  const map = {
    rows: ["Paul", "Orlando"],
    rowOfStep: [0, 1, 1],
    tokens: ["▁Paul", "▁Or", "lando"],
  };
  const copied = [0, 0.52];
  const said = "Writes “Orlando”, word 2 of 2 · 52% copied from the source";
  assert.equal(tellFoot({ ...map, copied }, 1, "words"), said);
  assert.equal(tellFoot({ ...map, copied }, 2, "words"), said);
  assert.equal(tellFoot(map, 1, "words"), "Writes “Or”, word 2 of 2");
  const pieces = { ...map, rows: map.tokens, rowOfStep: [0, 1, 2], copied: [0, 0.25, 0.5] };
  assert.match(tellFoot(pieces, 2, "pieces"), /^Writes “.*lando” · 50% copied/);
});
