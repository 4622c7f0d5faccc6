// The address of a live page: what it restores, and what it ignores.

import assert from "node:assert/strict";
import { test } from "node:test";

import LINK from "../../ui/shell/link_parameters.json" with { type: "json" };
import { readAddress, writeAddress } from "../../live/page/address.js";

const USUAL = {
  measure: "weights",
  unit: "words",
  scaling: "linear",
  picture: "flow",
  threshold: 0,
  transposed: false,
  margins: false,
  density: "fit",
};
const STATE = {
  pair: "eng-fra",
  sentence: "Is 1 & 1 = 2 #?",
  target: "Sé",
  models: ["a", "b"],
  decoding: "beam 5",
  posterior: true,
  moves: [
    { step: 0, from: 1, to: 2 },
    { step: 3, from: 0, to: 1 },
  ],
  step: 4,
  view: { ...USUAL, unit: "pieces", margins: true, threshold: 0.25 },
  joint: "a~words~rows~1.3",
};

test("an address restores all that was written into it", () => {
  assert.deepEqual(readAddress(writeAddress(STATE, USUAL, ["a"]), USUAL), STATE);
  const first = { ...STATE, step: 0 };
  assert.deepEqual(readAddress(writeAddress(first, USUAL, ["a"]), USUAL), first);
});

test("a link of the app asks a live page for the same", () => {
  const link =
    "variants=luong-dot&variants=fixed-context&decoding=beam+5&posterior=on&transposed=on&margins=off";
  const { models, decoding, posterior, view } = readAddress(`#${link}`, {
    ...USUAL,
    margins: true,
  });
  const asked = [models, decoding, posterior];
  assert.deepEqual(asked, [["luong-dot", "fixed-context"], "beam 5", true]);
  assert.deepEqual(view, { ...USUAL, transposed: true });
});

test("an address of version 1.1 still opens", () => {
  const old = readAddress(
    "#sentence=true&target=1&models=a,b&beam=10&posterior=1&transposed=true&margins=false",
    { ...USUAL, margins: true },
  );
  const link =
    "#sentence=true&target=1&variants=a&variants=b&decoding=beam+10&posterior=on&transposed=on&margins=off";
  assert.deepEqual(old, readAddress(link, { ...USUAL, margins: true }));
  assert.equal(old.decoding, "beam 10");
  assert.equal(old.sentence, "true");
  assert.ok(old.posterior && old.view?.transposed && !old.view.margins);
  assert.equal(readAddress("#beam=7", USUAL).decoding, "beam 5 for one");
});

test("a live page writes the app's parameters, and moves", () => {
  const other = { ...USUAL, measure: "scores", scaling: "log", picture: "map", density: "large" };
  const view = { ...other, unit: "pieces", transposed: true, margins: true, threshold: 0.5 };
  const written = new URLSearchParams(writeAddress({ ...STATE, view }, USUAL, []).slice(1));
  const not = ["cell", "pinned"];
  const known = [...LINK.translation, ...LINK.position].filter((name) => !not.includes(name));
  assert.deepEqual(new Set(written.keys()), new Set([...known, "move"]));
});

test("what is usual is left out of the address", () => {
  const usual = {
    ...STATE,
    target: "",
    decoding: "beam 5 for one",
    posterior: false,
    moves: [],
    step: null,
    view: USUAL,
    joint: "",
  };
  assert.equal(
    writeAddress(usual, USUAL, ["a", "b"]),
    "#pair=eng-fra&sentence=Is+1+%26+1+%3D+2+%23%3F",
  );
});

test("what is not valid is ignored", () => {
  const asked =
    "#decoding=beam+1e9&posterior=yes&move=1.2&move=-1.0.1&move=a.b.c&step=-3&measure=none&margins=true+&unit=<img>&%";
  const decoding = "beam 5 for one";
  const nothing = { decoding, posterior: false, moves: [], step: null, view: USUAL, joint: "" };
  assert.deepEqual(readAddress(asked, USUAL), nothing);
  assert.deepEqual(readAddress("", USUAL), nothing);
  for (const threshold of ["2", "-0.1", "all"]) {
    assert.deepEqual(readAddress(`#threshold=${threshold}`, USUAL), nothing);
  }
  assert.equal(readAddress(`#${"move=0.0.1&".repeat(99)}`, USUAL).moves?.length, 20);
});
