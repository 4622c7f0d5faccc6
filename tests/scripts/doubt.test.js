// Marks of words that may be wrong: what is said of each, on the map and in the headline.

import assert from "node:assert/strict";
import { test } from "node:test";

import { tellRare, tellUnsure } from "../../ui/flow/doubt.js";
import { asText, tellStep } from "../../ui/flow/headline.js";

const DOUBT = {
  unsure: [[1, 0.314, "times"]],
  rare: [
    [0, 0],
    [2, 7],
  ],
  leftOut: [2, 3],
};

test("an unsure word has its share and its reason, another nothing", () => {
  assert.equal(
    tellUnsure(DOUBT, 1),
    "Unsure: 31% of such words are right, since its source word is rare",
  );
  assert.equal(tellUnsure(DOUBT, 0), "");
  assert.equal(tellUnsure(null, 1), "");
  assert.equal(tellUnsure(undefined, 1), "");
});

test("a word that the second reader hardly gives has its name and its probability", () => {
  const doubt = { ...DOUBT, unsure: [[1, 0.314, "second", 0.021, "transformer"]] };
  assert.equal(
    tellUnsure(doubt, 1),
    "Unsure: 31% of such words are right, since transformer gives it 2%",
  );
});

test("a reason of another tool is told by its name", () => {
  assert.match(tellUnsure({ ...DOUBT, unsure: [[0, 0.2, "odd"]] }, 0), /since unsure_odd$/);
});

test("a source word is left out, rare, both or neither", () => {
  const gone = "The posterior on % sums to less than a third: it may be left out.";
  const of = (/** @type {string} */ text) => gone.replace("%", text);
  assert.equal(tellRare(DOUBT, 0, "gnu"), "The models have never read gnu.");
  assert.equal(tellRare(DOUBT, 1, "the"), "");
  assert.equal(tellRare(DOUBT, 2, "ox"), `${of("ox")} The models have read ox 7 times.`);
  assert.equal(tellRare(DOUBT, 3, "is"), of("is"));
  assert.equal(tellRare(null, 0, "gnu"), "");
});

test("the headline of a step ends with the doubt of its word", () => {
  const notes = { kind: "weights", twoWay: true, sumsToOne: true, sourceEnds: true };
  const map = {
    columns: ["the", "gnu"],
    rows: ["le", "chat", "end"],
    weights: [
      [0.9, 0.1],
      [0, 1],
      [0, 0],
    ],
    notes: { ...notes, targetEnds: true },
    label: "luong-dot",
    mode: "own translation",
    doubt: DOUBT,
  };
  const told = (/** @type {number} */ row) => asText(tellStep(map, row));
  const { detail } = tellStep(map, 1);
  assert.ok(detail.endsWith(` · ${tellUnsure(DOUBT, 1)}`));
  assert.ok(told(1).endsWith(detail));
  assert.doesNotMatch(told(0), /Unsure/);
  const only = {
    ...map,
    weights: [[0, 0]],
    rows: ["x"],
    doubt: { ...DOUBT, unsure: [[0, 0.5, "p"]] },
  };
  const linked = { ...only, notes: { ...map.notes, kind: "links", targetEnds: false } };
  assert.equal(
    tellStep(linked, 0).detail,
    "Unsure: 50% of such words are right, since the word’s own probability is low",
  );
});
