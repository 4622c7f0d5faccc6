// Which changes of the address are an entry of the history: another page, sentence, target or kind.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAnother, isEmptied, keepHistory } from "../../ui/player/state/history.js";

globalThis.location = { href: "http://host/" };
const at = (query) => `http://host/page${query}`;

test("another subject is an entry of its own; a step or a switch is not", () => {
  assert.ok(isAnother(at("?sentence=a"), at("?sentence=b")));
  assert.ok(isAnother(at("?sentence=a"), at("?sentence=a&target=c")));
  assert.ok(isAnother(at(""), at("?sentence=a")));
  assert.ok(isAnother(at("?sentence=a"), at("?sentence=a&pair=dates")));
  assert.ok(isAnother(at(""), at("?align=This+sentence")));
  assert.ok(!isAnother(at("?sentence=a&step=2"), at("?sentence=a&step=3&posterior=on")));
  assert.ok(!isAnother(at("?sentence=a%21"), at("?variants=x&sentence=a!")));
});

test("an address that loses its sentence is one that is being left", () => {
  assert.ok(isEmptied(at("?sentence=a&step=2"), at("?step=2")));
  assert.ok(!isEmptied(at("?step=2"), at("")));
  assert.ok(!isEmptied(at("?sentence=a"), at("?sentence=b")));
});

test("after the way back, a run of the page that was left does not write its address", () => {
  const [heard, entries] = [{}, []];
  const listen = (name, hear) => (heard[name] = hear);
  const app = { querySelector: () => ({}), addEventListener: listen };
  Object.assign(globalThis, { document: app, window: { addEventListener: listen } });
  globalThis.location = {
    href: "http://host/?sentence=a",
    get pathname() {
      return new URL(this.href).pathname;
    },
  };
  const write = (kind) => (_state, _title, url) => {
    location.href = new URL(url, location.href).href;
    entries.push([kind, location.href]);
  };
  globalThis.history = { state: null, pushState: write("push"), replaceState: write("replace") };
  keepHistory();
  heard.pointerdown();
  history.pushState(null, "", "/bench");
  history.pushState(null, "", "/bench?sentence=a&variants=b");
  location.href = "http://host/?sentence=a";
  heard.popstate();
  entries.length = 0;
  history.pushState(null, "", "/bench");
  history.replaceState(null, "", "http://host/bench?sentence=a&variants=b");
  history.pushState(null, "", "/");
  assert.deepEqual(entries, []);
  assert.equal(location.href, "http://host/?sentence=a");
  heard.pointerdown();
  history.pushState(null, "", "/bench");
  assert.deepEqual(entries.at(-1), ["push", "http://host/bench"]);
});
