// The page without a server: a ribbon that was dragged moves the attention of a whole word.

import assert from "node:assert/strict";
import { test } from "node:test";

import { Library } from "../../live/page/library.js";

const SOURCE = { words: ["a", "b"], wordOf: [0, 1] };
const ROWS = [
  [1, 0],
  [0.25, 0.75],
  [0.5, 0.5],
  [0, 1],
];

/** A library whose models write three words, the second of two pieces, or of one once it is edited. */
function library({ shorter }) {
  const own = Object.create(Library.prototype);
  const asked = [];
  const traceOf = (wordOf, edits) => ({
    id: "m",
    model: { exported: { given: {} } },
    source: SOURCE,
    target: { ids: wordOf, wordOf },
    steps: wordOf.map((_, i) => ({ weights: edits[i] ?? ROWS[i] })),
  });
  own.translate = async (_, job) => {
    asked.push(job);
    return traceOf(shorter ? [0, 1, 2] : [0, 1, 1, 2], job.edits);
  };
  return { own, asked, original: traceOf([0, 1, 1, 2], {}) };
}

test("all pieces of the word are moved, at whichever of them it was shown", async () => {
  for (const step of [1, 2]) {
    const { own, asked, original } = library({ shorter: false });
    await own.edit(original, {}, [{ step, from: 1, to: 0 }]);
    assert.deepEqual(asked.at(-1).edits, { 1: [1, 0], 2: [1, 0] });
    assert.deepEqual(asked.at(-1).prefix, [0]);
  }
});

test("a word that becomes shorter does not hand its edit to the next one", async () => {
  const { own, asked, original } = library({ shorter: true });
  await own.edit(original, {}, [{ step: 2, from: 1, to: 0 }]);
  assert.deepEqual(asked.at(-1).edits, { 1: [1, 0] });
});

test("a step that is not there moves nothing", async () => {
  const { own, original } = library({ shorter: false });
  assert.equal(await own.edit(original, {}, [{ step: 9, from: 1, to: 0 }]), null);
});

test("a model that takes no weights is not asked with any", async () => {
  const { own, asked, original } = library({ shorter: false });
  original.model.exported.given = null;
  assert.equal(await own.edit(original, {}, [{ step: 1, from: 1, to: 0 }]), null);
  assert.deepEqual(asked, []);
});
