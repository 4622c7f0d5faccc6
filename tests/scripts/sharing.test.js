// The link that “Copy link” copies.

import assert from "node:assert/strict";
import { test } from "node:test";

import { linkTo } from "../../ui/player/control/toolbar.js";

test("a copied link has the step on show, whatever step the address has", () => {
  const stepOf = (address, step) =>
    new URL(
      linkTo({ content: { data: { source: "b" } }, position: { step } }, address),
    ).searchParams.getAll("step");
  assert.deepEqual(stepOf("http://host/?sentence=a", 3), ["4"]); // playing, which reports no steps
  assert.deepEqual(stepOf("http://host/?step=2&sentence=a", 3), ["4"]);
  assert.deepEqual(stepOf("http://host/?step=2", 0), ["1"]); // pages may open at another step
});

test("a copied link names the sentence, even if it is the first example", () => {
  const sentenceOf = (address) =>
    new URL(
      linkTo({ content: { data: { source: "b" } }, position: { step: 0 } }, address),
    ).searchParams.get("sentence");
  assert.equal(sentenceOf("http://host/"), "b");
  assert.equal(sentenceOf("http://host/?sentence=a"), "a");
});
