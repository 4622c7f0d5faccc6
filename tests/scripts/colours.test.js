// From numbers to colours, by hand. `shares.json` is also what ui/player/position.py must do.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isFaint, mixer, painter, poles, sharer, ticks } from "../../ui/web/colours.js";
import EXAMPLES from "./shares.json" with { type: "json" };

const SCORES = {
  title: "",
  label: "",
  low: -7,
  high: 7,
  dark: [],
  colors: ["#0000ff", "#222222", "#444444", "#666666", "#888888", "#ff0000"],
};

for (const { scale, scaling, row, shares } of EXAMPLES) {
  test(`shares of a scale from ${scale.low} to ${scale.high}, ${scaling}: ${row}`, () => {
    const toShare = sharer(row, scale, scaling);
    row.forEach((value, i) => {
      if (value !== null) assert.ok(Math.abs(toShare(value) - shares[i]) < 1e-12, `${value}`);
    });
  });
}

test("a colour between two is mixed, and the ends are the scale's own", () => {
  const mix = mixer(["#000000", "#c80a00", "#ffffff"]);
  assert.deepEqual([0, 0.25, 0.5, 1].map(mix), [
    [0, 0, 0],
    [100, 5, 0],
    [200, 10, 0],
    [255, 255, 255],
  ]);
  const colors = ["#000000", "#ffffff"];
  assert.equal(painter({ colors, dark: [] })(0.2), "rgb(51 51 51)");
  const dark = ["#0a0a0a", "#000000", "#0a0a0a"];
  assert.equal(painter({ colors, dark })(0.2), "light-dark(rgb(51 51 51), rgb(6 6 6))");
});

test("the poles of a scale around zero lie a fifth from its ends", () => {
  assert.deepEqual(poles(SCORES), ["#222222", "#888888"]);
  assert.deepEqual(poles({ ...SCORES, low: 0 }), ["var(--accent)", "var(--accent)"]);
});

test("what is below a share of the scale's top is faint, whatever its sign", () => {
  assert.deepEqual(
    [-3, -1.3, 0, 1.5, 3].map((value) => isFaint(value, SCORES, 0.2)),
    [false, true, true, false, false],
  );
});

test("a logarithm of scores leaves those near 0 pale", () => {
  const toShare = sharer([], SCORES, "log");
  const near = [-0.07, 0.07].map((value) => Math.abs(toShare(value) - 0.5)); // 1 % of the highest
  assert.ok(
    near.every((one) => one < 0.05),
    `${near}`,
  );
  for (const value of [-8.2, -7, 7, 7.0000001]) {
    // rounded numbers may be beyond the scale
    assert.ok(toShare(value) === Number(value > 0), `${value}`);
  }
});

test("a legend says what its scale spans", () => {
  assert.deepEqual(ticks(SCORES, "linear"), ["−7", "0", "7"]);
  assert.deepEqual(ticks(SCORES, "log"), ["−7", "−1.62", "0", "1.62", "7"]);
  assert.deepEqual(ticks(SCORES, "row"), ["−largest", "0", "largest"]);
  assert.deepEqual(ticks({ low: 0, high: 1 }, "log"), ["0.0001", "0.01", "1"]);
  assert.deepEqual(ticks({ low: 0, high: 1 }, "row"), ["0", "", "row’s largest"]);
});
