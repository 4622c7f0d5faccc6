// The training player when the choice of models, and so the training steps, change.

import assert from "node:assert/strict";
import { test } from "node:test";

import player from "../../ui/training_history/evolution.js";

/** An element as far as a player needs one that has no width, and so draws no card. */
class Element {
  heard = {};
  dataset = {};
  clientWidth = 0;
  style = { setProperty() {} };
  classList = { toggle() {} };
  setAttribute() {}
  append() {}
  addEventListener(name, hear) {
    this.heard[name] = hear;
  }
  closest() {
    return null;
  }
}
const make = () => new Element();
globalThis.Element = Element;
globalThis.ResizeObserver = class {
  observe() {}
  disconnect() {}
};
globalThis.matchMedia = make;
globalThis.window = { innerHeight: 900, addEventListener() {}, removeEventListener() {} };
globalThis.document = {
  createElement: make,
  createElementNS: make,
  querySelector: () => null,
  addEventListener() {},
  removeEventListener() {},
  fonts: make(),
  body: make(),
};

/** Shows models at a step, then others; returns how to go on and the steps that were reported. */
function change(t, steps, start, others) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const reported = [];
  let root;
  const parentElement = { append: (node) => (root = node), isConnected: true };
  const show = (data) =>
    player({ parentElement, data, setStateValue: (_name, { index }) => reported.push(index) });
  show({ identity: "red", start, steps, maps: [] });
  show({ identity: "red", start: 0, steps: others, maps: [] });
  t.mock.timers.tick(1000);
  const press = (key) => {
    root.heard.keydown({ key, target: root, composedPath: () => [root], preventDefault() {} });
    t.mock.timers.tick(1000);
  };
  return { reported, press };
}

test("at a step before all of the models that are left, the first is shown", (t) => {
  const { reported, press } = change(t, [0, 1, 1069], 0, [1069, 1070, 1071]);
  press("ArrowRight");
  assert.deepEqual(reported, [1]);
});

test("a step whose number has changed is reported for the link", (t) => {
  assert.deepEqual(change(t, [0, 5, 7, 9], 3, [0, 7, 8]).reported, [2]);
});

test("a step that kept its number is not reported again", (t) => {
  assert.deepEqual(change(t, [0, 5, 7, 9], 2, [0, 5, 7]).reported, []);
});
