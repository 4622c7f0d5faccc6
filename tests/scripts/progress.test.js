// Progress in the lessons, in a browser's storage that is a map here.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { forgetProgress, keepProgress, keptProgress } from "../../course/player/lesson/progress.js";

let stored;

beforeEach(() => {
  stored = new Map();
  globalThis.localStorage = {
    getItem: (name) => stored.get(name) ?? null,
    setItem: (name, text) => stored.set(name, text),
  };
});

const at = (screen) => ({ screen, screens: 3, answers: { 2: "k1" } });

test("a lesson stays done when one goes back to its beginning", () => {
  keepProgress("oracle", at(2));
  assert.equal(keptProgress().lessons.oracle.done, false);
  keepProgress("oracle", at(3));
  keepProgress("oracle", at(1));
  const { oracle } = keptProgress().lessons;
  assert.deepEqual([oracle.screen, oracle.done, oracle.answers], [1, true, { 2: "k1" }]);
});

test("what is forgotten is gone, and nothing is kept once that is turned off", () => {
  keepProgress("oracle", at(2));
  forgetProgress(false);
  assert.deepEqual(keptProgress(), { off: false, lessons: {} });
  forgetProgress(true);
  keepProgress("oracle", at(2));
  assert.deepEqual(keptProgress(), { off: true, lessons: {} });
});

test("a browser without storage, or with another program's text in it, keeps nothing", () => {
  stored.set("alignoscope.lessons", "{");
  assert.deepEqual(keptProgress().lessons, {});
  delete globalThis.localStorage;
  keepProgress("oracle", at(2));
  assert.deepEqual(keptProgress().lessons, {});
});
