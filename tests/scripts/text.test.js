// Words and numbers: letters as people count them, what is cut, which way it runs, how it is written.

import assert from "node:assert/strict";
import { test } from "node:test";

import { percent } from "../../ui/anatomy/tables.js";
import GERMAN from "../../ui/phrases/de.json" with { type: "json" };
import SPANISH from "../../ui/phrases/es.json" with { type: "json" };
import FRENCH from "../../ui/phrases/fr.json" with { type: "json" };
import { counted, speak } from "../../ui/phrases/say.js";
import { shortToken } from "../../ui/timing/clock.js";
import { percent as share } from "../../ui/beam_tree/drawing.js";
import { decimal, figure, highest, hundredths, percentage, total } from "../../ui/web/numbers.js";
import {
  graphemes,
  isolated,
  plainToken,
  runsRightToLeft,
  shortener,
  twin,
} from "../../ui/web/text.js";

const LETTERS = ["क्षि", "e\u0301", "👨‍👩‍👧", "x", "🇫🇷"];
const length = (text) => graphemes(text).length;

test("a token is shown without its space mark, of which ␣ is left", () => {
  assert.deepEqual(
    ["▁dog", "s", "▁", "</s>"].map((token) => plainToken(token, "words")),
    ["dog", "s", "␣", "end"],
  );
  assert.equal(plainToken("▁", "pieces"), "▁");
});

test("a letter with its marks is one letter", () => {
  assert.deepEqual(graphemes(LETTERS.join("")), LETTERS);
});

for (const letter of LETTERS) {
  test(`words of ${letter} are cut between letters`, () => {
    assert.equal(shortener(length, 7)(letter.repeat(11)), `${letter.repeat(6)}…`);
    assert.equal(shortener(length, 11)(letter.repeat(11)), letter.repeat(11));
    assert.equal(shortener(length, 100, 5)(letter.repeat(6)), `${letter.repeat(4)}…`);
    assert.equal(shortener(length, 0)(letter.repeat(3)), `${letter}…`);
    assert.equal(shortToken(letter.repeat(11)), `${letter.repeat(9)}…`);
    assert.equal(shortToken(letter.repeat(9)), letter.repeat(9));
  });
}

test("words run from right to left where most of their letters do", () => {
  assert.equal(runsRightToLeft(["Anna", "אוכלת", "תפוח"]), true);
  assert.equal(runsRightToLeft(["Anna", "ate", "תפוח"]), false);
  assert.equal(runsRightToLeft(["1", "…"]), false);
});

test("the twin of a word is the same word of the same rank", () => {
  const words = ["the", "red", "car", "the"];
  assert.equal(twin(words, ["the", "car", "of", "the"], 3), 3);
  assert.equal(twin(words, ["red", "the", "the"], 0), 1);
  assert.equal(twin(words, ["red", "the"], 3), null);
  assert.equal(twin(words, words, null), null);
});

test("numbers have the digits that count, and a real minus", () => {
  assert.deepEqual([0.12345, -12.345, 1234, 0, 1e-9].map(figure), [
    "0.123",
    "−12.3",
    "1230",
    "0",
    "<0.0001",
  ]);
  assert.deepEqual([0.125, -0.001, -1.239].map(decimal), ["0.13", "0.00", "−1.24"]);
  assert.deepEqual([1, 0.5, 0.0123, 0.0004].map(share), ["100%", "50%", "1.2%", "<0.1%"]);
  assert.deepEqual(
    [1, 0.5, 0.0004].map((part) => percent(Math.log(part))),
    ["100.0%", "50.0%", "<0.1%"],
  );
  assert.deepEqual([counted([7], "step"), counted([], "step")], ["1 step", "0 steps"]);
});

test("only nothing is 0 percent and only all is 100 percent, in each language", () => {
  const shares = [0, 1e-9, 0.0004, 0.004, 0.006, 0.24, 0.994, 0.996, 0.9996, 1];
  const whole = "0% <1% <1% <1% 1% 24% 99% >99% >99% 100%";
  assert.equal(shares.map((one) => percentage(one)).join(" "), whole);
  const tenths = "0.0% <0.1% <0.1% 0.4% 0.6% 24.0% 99.4% 99.6% >99.9% 100.0%";
  assert.equal(shares.map((one) => percentage(one, 1)).join(" "), tenths);
  for (const phrases of [FRENCH, GERMAN, SPANISH]) {
    speak(phrases);
    assert.deepEqual(
      [0.004, 0.996, 1].map((one) => percentage(one)),
      ["<1 %", ">99 %", "100 %"],
    );
    assert.equal(percentage(0.0004, 1), "<0,1 %");
  }
  speak(null);
});

test("what is outside of a window adds nothing and is never the highest", () => {
  assert.equal(total([1, null, 2.5]), 3.5);
  assert.equal(highest([null, -5, -3, -4, null]), 2);
});

test("a right-to-left word is isolated in a line, and no other word", () => {
  assert.equal(isolated("القط"), "\u2068القط\u2069");
  assert.equal(isolated("chat"), "chat");
});

test("a weight has the same hundredths in the row editor as percent in the player", () => {
  for (let i = 0; i <= 100_000; i += 1) {
    const [weight, sent] = [i / 100_000, Number((i / 100_000).toFixed(4))];
    const percent = percentage(sent).replace("<1", "0").replace(">99", "100");
    assert.equal(`${Math.round(100 * Number(hundredths(weight)))}%`, percent);
  }
});
