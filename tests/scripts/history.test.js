// Which changes of the address are an entry of the history: another page, sentence or target.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isAnother, isEmptied } from "../../ui/player/history.js";

globalThis.location = { href: "http://host/" };
const at = (query) => `http://host/page${query}`;

test("another sentence, target or pair is an entry of its own; a step or a switch is not", () => {
  assert.ok(isAnother(at("?sentence=a"), at("?sentence=b")));
  assert.ok(isAnother(at("?sentence=a"), at("?sentence=a&target=c")));
  assert.ok(isAnother(at(""), at("?sentence=a")));
  assert.ok(isAnother(at("?sentence=a"), at("?sentence=a&pair=dates")));
  assert.ok(!isAnother(at("?sentence=a&step=2"), at("?sentence=a&step=3&posterior=on")));
  assert.ok(!isAnother(at("?sentence=a%21"), at("?variants=x&sentence=a!")));
});

test("an address that loses its sentence is one that is being left", () => {
  assert.ok(isEmptied(at("?sentence=a&step=2"), at("?step=2")));
  assert.ok(!isEmptied(at("?step=2"), at("")));
  assert.ok(!isEmptied(at("?sentence=a"), at("?sentence=b")));
});
