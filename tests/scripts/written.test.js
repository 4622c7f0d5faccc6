// What each model wrote: how its words differ from those of the model whose flow is shown.

import assert from "node:assert/strict";
import { test } from "node:test";

import { bySureness, compareWords } from "../../ui/player/drawing/written.js";

/** Differing words in brackets, and left out ones in braces. */
const told = (own, other) =>
  compareWords(own, other)
    .map(({ text, differs, gap }) => `${gap && `{${gap}} `}${differs ? `[${text}]` : text}`)
    .join(" ")
    .trim();

test("words that another model did not write are marked, and those it wrote besides are named", () => {
  assert.equal(told("un chien noir", "un chien noir"), "un chien noir");
  assert.equal(told("un chat noir", "un chien noir"), "un [chat] noir");
  assert.equal(told("un noir", "un petit chien noir"), "un {petit chien} noir");
  assert.equal(told("un chien", "un chien noir"), "un chien {noir}");
  assert.equal(told("un très petit chien", "un chien"), "un [très] [petit] chien");
  assert.equal(told("le chien", "un chat"), "[le] [chien]");
  assert.equal(told("", "un chat"), "{un chat}");
  assert.equal(told("un chat", ""), "[un] [chat]");
});

test("the surest model is first, and maps of no model's words are left out", () => {
  const maps = [{ perToken: 0.2 }, {}, { perToken: 0.7 }, { perToken: 0.9, late: true }];
  assert.deepEqual(
    bySureness(maps).map(({ perToken }) => perToken),
    [0.7, 0.2],
  );
});
