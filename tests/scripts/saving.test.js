// What a live page saves: the picture starts as the screen is, and the app opens the file.

import assert from "node:assert/strict";
import { test } from "node:test";

import { fits } from "../../live/page/trace_file.js";

// Pictures read colours from a canvas, which Node lacks.
globalThis.document = { createElement: () => ({ getContext: () => null }) };
const { startOf } = await import("../../live/page/pictures.js");

test("a picture starts with all that is chosen on the screen, joint attention included", () => {
  const seen = { step: 2, view: { picture: "map" }, cell: null, pins: ["one"] };
  const joint = { map: "one", unit: "words", side: "rows", words: [0, 2] };
  assert.deepEqual(startOf({ ...seen, joint }), { ...seen, joint: "one~words~rows~1.3" });
  assert.deepEqual(startOf({ ...seen, joint: null }), { ...seen, joint: "" });
});

test("traces fit into a file up to the limits of the app", () => {
  const trace = { source: { ids: [1, 2, 3] }, steps: [{}, {}] };
  const most = { traces: 2, cells: 12, values: 1, bytes: 4 };
  assert(fits([trace, trace], "é,1", most));
  assert(!fits([trace, trace], "é,12", most));
  for (const name of ["traces", "cells", "values"]) {
    assert(!fits([trace, trace], "é,1", { ...most, [name]: most[name] - 1 }), name);
  }
});
