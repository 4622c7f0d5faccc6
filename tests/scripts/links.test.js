// What links become when some of them are set by hand.

import assert from "node:assert/strict";
import { test } from "node:test";

import { NONE, POSSIBLE, SURE, linked, toggled } from "../../ui/alignment/link_changes.js";

/** @type {[number, number][]} */
const FOUND = [
  [0, 0],
  [2, 1],
];
/** @param {[number, number, number][]} changes */
const kinds = (changes) =>
  Object.fromEntries(
    [...linked(FOUND, changes)].map(([name, { kind, hand }]) => [name, [kind, hand]]),
  );

test("a click links what is not linked, and parts what is", () => {
  const made = toggled(FOUND, [], [1, 1], SURE);
  assert.deepEqual(made, [[1, 1, SURE]]);
  assert.deepEqual(toggled(FOUND, made, [1, 1], SURE), [
    [1, 1, SURE],
    [1, 1, NONE],
  ]);
  assert.deepEqual(toggled(FOUND, [], [2, 1], SURE), [[2, 1, NONE]]);
});

test("what is linked can become possible, and a click parts that, too", () => {
  const made = toggled(FOUND, [], [2, 1], POSSIBLE);
  assert.deepEqual(made, [[2, 1, POSSIBLE]]);
  assert.deepEqual(toggled(FOUND, made, [2, 1], POSSIBLE).at(-1), [2, 1, NONE]);
  assert.deepEqual(toggled(FOUND, made, [2, 1], SURE).at(-1), [2, 1, NONE]);
});

test("links found and links set by hand are told apart; what is as it was needs no mark", () => {
  assert.deepEqual(kinds([]), { "0,0": [SURE, false], "2,1": [SURE, false] });
  assert.deepEqual(
    kinds([
      [1, 1, SURE],
      [2, 1, NONE],
    ]),
    { "0,0": [SURE, false], "2,1": [NONE, true], "1,1": [SURE, true] },
  );
  assert.deepEqual(
    kinds([
      [1, 1, SURE],
      [2, 1, NONE],
      [1, 1, NONE],
      [2, 1, SURE],
    ]),
    kinds([]),
  );
});
