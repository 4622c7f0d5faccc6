// The flow: where words and ribbons are, and the sentence that a step shows. Eight pixels a letter.

import assert from "node:assert/strict";
import { test } from "node:test";

import { readHeads, readSelfHeads, tellHeads, tellSelfHeads } from "../../ui/flow/heads.js";
import { BEATS, STATE, asText, orderOf, tellBeat, tellStep } from "../../ui/flow/headline.js";
import { barAt, breakLines, hues, layOut, ribbon } from "../../ui/flow/layout.js";
import { reordering, tellingRow } from "../../ui/flow/reordering.js";
import { findWords } from "../../ui/flow/tinting.js";
import { inLine } from "../../ui/web/text.js";
import { sayIn, speak } from "../../ui/phrases/say.js";
import SPANISH from "../../ui/phrases/es.json" with { type: "json" };
import REORDERINGS from "./reorderings.json" with { type: "json" };
import GERMAN from "../../ui/phrases/de.json" with { type: "json" };

const measure = (text) => 8 * text.length;
const NOTES = {
  kind: "weights",
  twoWay: true,
  sumsToOne: true,
  sourceEnds: true,
  targetEnds: true,
};
const map = (change = {}) => ({
  columns: ["the", "cat", "end"],
  rows: ["le", "chat", "end"],
  weights: [
    [0.9, 0.1, 0],
    [0.25, 0.28, 0.2],
    [0, 0.01, 0.99],
  ],
  notes: NOTES,
  label: "luong-dot",
  mode: "own translation",
  ...change,
});

test("a decoder that updates its state before it attends has that beat before the scores", () => {
  const order = (updatesFirst) =>
    orderOf(map({ notes: { ...NOTES, updatesFirst } })).map((i) => BEATS[i]);
  assert.deepEqual(order(false), ["annotations", "scores", "weights", "context", "state", "word"]);
  assert.deepEqual(order(true), ["annotations", "state", "scores", "weights", "context", "word"]);
});

test("a model without attention has no beats of scores and weights", () => {
  const order = (updatesFirst) =>
    orderOf(map({ weights: null, notes: { ...NOTES, updatesFirst } })).map((i) => BEATS[i]);
  assert.deepEqual(order(false), ["annotations", "context", "state", "word"]);
  assert.deepEqual(order(true), ["annotations", "state", "context", "word"]);
});

test("a model that begins with the end mark writes nothing", () => {
  const empty = map({ rows: ["end"], weights: [[0.2, 0.7, 0.1]] });
  assert.equal(
    asText(tellStep(empty, 0)),
    "The model writes nothing: the end mark is its first token",
  );
});

test("a step says which words it turns round, and only where it does", () => {
  for (const { reordered, telling, ...words } of REORDERINGS) {
    const rows = [...words.rows.keys()].filter((row) =>
      reordering({ ...words, notes: NOTES }, row),
    );
    assert.deepEqual(rows, reordered);
    assert.equal(tellingRow({ ...words, notes: NOTES }), telling);
  }
  const [{ columns, rows, weights }] = REORDERINGS;
  const dog = map({ columns, rows, weights, unit: "words" });
  assert.equal(
    asText(tellStep(dog, 2)),
    "To write noir, the model looks back at black, and “black dog” becomes “chien noir”: " +
      "70% of its attention, 30% at dog",
  );
  assert.match(asText(tellStep({ ...dog, unit: "pieces" }, 2)), /looks back at black: 70%/);
  const far = reordering(map({ ...REORDERINGS[3] }), 1);
  assert.deepEqual(far, { before: "a … d", after: "D A" });
});

test("a word of another writing direction keeps its place in the headline", () => {
  const told = tellStep(
    map({ columns: ["مرحبا", "بالعالم", "end"], weights: [[0.4, 0.3, 0.3]] }),
    0,
  );
  assert.ok(told.clause.some(({ text }) => text === "\u2068مرحبا\u2069"));
  assert.ok(told.detail.includes("\u2068بالعالم\u2069"));
});

test("words that fit have one line, others lines of about equal length", () => {
  assert.deepEqual(breakLines([40, 40, 40], 200, 10), [[0, 1, 2]]);
  const lines = breakLines(Array(21).fill(40), 300, 10);
  assert.deepEqual(lines.flat(), [...Array(21).keys()]);
  assert.deepEqual(
    lines.map(({ length }) => length),
    [5, 5, 6, 5],
  );
  const long = breakLines([30, 500, 30], 300, 10);
  assert.deepEqual(long.flat(), [0, 1, 2]);
});

test("forty words have lines that all fit, from 1280 down to 600 pixels", () => {
  const words = Array.from({ length: 40 }, (_, i) => "word".repeat(1 + (i % 3)));
  for (const room of [1160, 700, 600]) {
    const { sources, targets } = layOut({ columns: words, rows: words }, room, measure, 1);
    for (const spots of [sources, targets]) {
      for (const { x, width } of spots)
        assert.ok(x - width / 2 >= -0.5 && x + width / 2 <= room + 0.5);
      spots.slice(1).forEach(({ x, width, line }, i) => {
        const before = spots[i];
        if (line === before.line) assert.ok(x - width / 2 > before.x + before.width / 2);
        else assert.equal(line, before.line + 1);
      });
    }
  }
});

test("ribbons leave height to the maps below only if they stay high enough", () => {
  const words = ["the", "black", "dog"];
  const high = (tall, spare) => {
    const { edge, mix } = layOut({ columns: words, rows: words }, 1160, measure, 1, tall, spare);
    return mix - edge;
  };
  const rest = 18 + 10 + 24 + 24 + 62 + 40; // words, strips, bar, arrow and the next words
  assert.deepEqual(
    [rest + 224, rest + 172, rest + 157, rest + 60].map((tall) => high(tall, 66)),
    [158, 106, 157, 60],
  );
});

test("on a phone the sentences are columns, with the bar between them", () => {
  for (const count of [8, 40]) {
    const words = Array.from({ length: count }, (_, i) => "word".repeat(1 + (i % 3)));
    const { turned, room, wide, sources, targets, edge, mix, barWidth, height, word } = layOut(
      { columns: words, rows: words.slice(1) },
      376,
      measure,
      1,
      400,
    );
    assert.ok(turned && wide === 376 && height > room);
    const share = (text) => (measure(text) * word) / 12;
    sources.forEach(({ x, y, width }, j) => {
      assert.ok(Math.abs(width - share(words[j])) < 1e-9 && y - width >= -1e-9); // it ends at y
      assert.ok(x > (sources[j - 1]?.x ?? 0) && x < room);
    });
    assert.ok(sources[0].y < edge && edge < mix && mix + barWidth / 8 < targets[0].y);
    for (const { y, width } of targets) assert.ok(y + width <= wide);
    const pitch = sources[1].x - sources[0].x;
    assert.ok(pitch >= 20 && pitch <= 30 && word <= pitch);
  }
});

test("a sentence that is read from right to left begins at the right", () => {
  const { sources, targets } = layOut(
    { columns: ["הילדה", "אוכלת"], rows: ["she", "eats"] },
    600,
    measure,
    1,
  );
  assert.ok(sources[0].x > sources[1].x);
  assert.ok(targets[0].x < targets[1].x);
});

test("a ribbon is as wide as its part of the bar where it ends", () => {
  const path = ribbon({ x: 100, top: 50, half: 5 }, { x: 300, y: 200, width: 84 });
  const points = path.match(/-?[\d.]+ -?[\d.]+/g).map((pair) => pair.split(" ").map(Number));
  const ends = points.filter(([, y]) => y === 200).map(([x]) => x);
  assert.equal(Math.max(...ends) - Math.min(...ends), 84);
  const begins = points.filter(([, y]) => y === 50).map(([x]) => x);
  assert.equal(Math.max(...begins) - Math.min(...begins), 10);
});

test("the bar stays inside of the picture", () => {
  const layout = layOut({ columns: ["a", "b"], rows: Array(14).fill("mot") }, 1160, measure, 1);
  layout.targets.forEach((_, row) => {
    const left = barAt(layout, row);
    assert.ok(left >= 0 && left + layout.barWidth <= 1160);
  });
});

test("each word has a hue of its own, punctuation and the end mark have none", () => {
  const found = hues(["the", "cat", ".", "end"], true);
  assert.deepEqual(found.slice(2), [null, null]);
  assert.notEqual(found[0], found[1]);
  assert.notEqual(hues(["end", "of", "it"], true)[0], null);
  assert.notEqual(hues(["at", "the", "end"], false)[2], null); // a word of a text without an end mark
});

test("neighbours are never in the same hue", () => {
  const found = hues(Array(40).fill("word"), false);
  found.slice(1).forEach((hue, i) => {
    const apart = Math.abs(hue - found[i]);
    assert.ok(Math.min(apart, 360 - apart) > 90);
  });
  assert.equal(new Set(found).size, 40);
});

test("the headline names what the model looks at, and how much", () => {
  assert.equal(
    asText(tellStep(map(), 0)),
    "To write le, the model looks back at the: 90% of its attention, 10% at cat",
  );
  assert.equal(
    asText(tellStep(map(), 1)),
    "To write chat, the model spreads its attention, " +
      "most on cat: 28% of its attention, 25% at the",
  );
  assert.equal(
    asText(tellStep(map(), 2)),
    "To write the end, the model looks back at the end mark: 99% of its attention",
  );
  assert.match(
    asText(tellStep(map({ mode: "forced translation" }), 0)),
    /^At the forced word le, /,
  );
});

test("a sign is quoted, so that it is not read as one of the headline", () => {
  const signs = { rows: ["le", "chat", ","], columns: ["the", ".", "end"] };
  const plain = { ...NOTES, sourceEnds: false, targetEnds: false };
  assert.equal(
    asText(tellStep(map({ ...signs, notes: plain }), 0)),
    "To write le, the model looks back at the: 90% of its attention, 10% at “.”",
  );
  assert.match(asText(tellStep(map({ ...signs, notes: plain }), 2)), /^To write “,”, the model/);
  assert.equal(inLine("3.50"), "3.50");
});

test("the headline of self-attention has a token that attends, and writes nothing", () => {
  assert.equal(
    asText(tellStep(map({ notes: { ...NOTES, kind: "self-attention" } }), 0)),
    "le attends most to the: 90% of its attention, 10% at cat",
  );
});

test("the headline says what is no attention", () => {
  assert.equal(
    asText(tellStep(map({ weights: null, label: "fixed-context" }), 0)),
    "To write le, fixed-context uses one vector for the whole sentence: the same at every step, " +
      "so it cannot look back",
  );
  const links = map({
    notes: { ...NOTES, kind: "links", sourceEnds: false, targetEnds: false },
    weights: [
      [1, 0, 0],
      [0, 0, 0],
      [0, 0, 1],
    ],
  });
  assert.equal(asText(tellStep(links, 0)), "le is linked with the: 100%");
  assert.equal(asText(tellStep(links, 1)), "chat is linked with no word");
  assert.deepEqual(tellStep(links, 1).clause[0], { text: "chat", column: -1 }); // no word's colour
  assert.equal(asText(tellStep(links, 2)), "end is linked with end: 100%"); // no end marks there
});

test("a beat says what the model of the map does", () => {
  const says = (change, notes = {}) =>
    BEATS.slice(0, 6).map((_, at) =>
      tellBeat(map({ notes: { ...NOTES, ...notes }, ...change }), at),
    );
  const [annotations, scores, weights, context, state, word] = says({});
  assert.match(annotations, /^Two RNNs read/);
  assert.match(weights, /sum to 1\.$/);
  assert.match(word, /writes the most probable one\.$/);
  const none = says({ weights: null });
  assert.match(none[1], /^No attention/);
  assert.equal(none[2], none[1]);
  assert.match(none[3], /last state/);
  assert.deepEqual([none[0], none[STATE], none[5]], [annotations, state, word]);
  const changed = (one) =>
    one.map((text, at) => text !== [annotations, scores, weights, context, state, word][at]);
  assert.deepEqual(changed(says({}, { sumsToOne: false })), [
    false,
    false,
    true,
    false,
    false,
    false,
  ]);
  assert.match(says({}, { sumsToOne: false })[2], /Gaussian .* less than 1\.$/);
  assert.deepEqual(changed(says({ mode: "forced translation" })), [
    false,
    false,
    false,
    false,
    false,
    true,
  ]);
  assert.doesNotMatch(says({ mode: "forced translation" })[5], /the most probable one/);
  const beam = says({ mode: "own translation, beam 5" });
  assert.deepEqual(changed(beam), [false, false, false, false, false, true]);
  assert.doesNotMatch(beam[5], /the most probable one/); // the first word of the best hypothesis need not be
  const near = says({
    scores: [
      [1, 2, null],
      [null, 2, 1],
      [null, 1, 2],
    ],
  }); // null: outside of the window
  assert.deepEqual(changed(near), [false, true, false, false, false, false]);
  assert.match(near[1], /near one position\.$/);
  assert.deepEqual(changed(says({}, { twoWay: false })), [true, false, false, false, false, false]);
  assert.doesNotMatch(says({}, { twoWay: false })[0], /Two/);
});

test("the headline, its numbers and the end mark are in the language of the page", () => {
  speak(SPANISH);
  const end = { columns: ["the", "cat", "fin"], rows: ["le", "chat", "fin"] };
  assert.equal(
    asText(tellStep(map(end), 0)),
    "Para escribir le, el modelo mira the: 90 % de su atención, 10 % en cat",
  );
  assert.equal(
    asText(tellStep(map(end), 2)),
    "Para escribir el final, el modelo mira la marca de fin: 99 % de su atención",
  );
  speak(GERMAN); // in whose order a verb comes before the model
  assert.equal(
    asText(tellStep(map({ weights: null, label: "fixed-context" }), 0)),
    "Um le zu schreiben, hat fixed-context nur einen Vektor für den ganzen Satz: bei jedem Schritt " +
      "denselben; zurückschauen kann es nicht",
  );
  assert.equal(sayIn("{now} {fed_back}: {token}", { token: "{end}", now: 3 }), "3 zurück: {end}");
  speak(null);
  assert.equal(sayIn("{fed_back}"), "fed back");
});

test("words are found in a typed text in order, with what is not in it left out", () => {
  const found = findWords("the cat and the dog", ["the", "cat", "and", "the", "dog", "end"]);
  assert.deepEqual(
    found.map((span) => span && [span.start, span.end]),
    [[0, 3], [4, 7], [8, 11], [12, 15], [16, 19], null],
  );
  assert.deepEqual(
    findWords("It's", ["▁It", "'", "s", "▁"]).map((span) => span?.start),
    [0, 2, 3, undefined],
  );
});

// Two steps, two heads, three source pieces, of which two are one word.
const byHead = (change = {}) => {
  const weights = [1, 0, 0, 0, 0.5, 0.5, 0, 0, 1, 0.25, 0.25, 0.5];
  const levels = Uint16Array.from(weights, (one) => Math.round(65_535 * one));
  const heads = Buffer.from(levels.buffer).toString("base64");
  const notes = { ...NOTES, sizes: [1, 2], heads };
  return { columns: ["a", "b"], rows: ["x"], rowOfStep: [0, 0], unit: "words", notes, ...change };
};
const near = (found, wanted) =>
  found.flat(2).forEach((one, i) => {
    assert.ok(Math.abs(one - wanted.flat(2)[i]) < 1e-4, `${one}`);
  });

test("heads over words are sums over the source's pieces, and means over the target's", () => {
  near(readHeads(byHead()), [
    [
      [0.5, 0.5],
      [0.125, 0.875],
    ],
  ]);
  const pieces = { unit: "pieces", rows: ["x", "+y"], rowOfStep: [0, 1] };
  near(readHeads(byHead(pieces)), [
    [
      [1, 0, 0],
      [0, 0.5, 0.5],
    ],
    [
      [0, 0, 1],
      [0.25, 0.25, 0.5],
    ],
  ]);
});

test("a map without heads, or of more than can be told apart, is drawn as their mean", () => {
  assert.equal(readHeads(byHead({ notes: { ...NOTES, sizes: [3] } })), null);
  const nine = Buffer.from(new Uint8Array(2 * 9)).toString("base64");
  const notes = { ...NOTES, sizes: [1], heads: nine };
  assert.equal(readHeads(byHead({ rowOfStep: [0], notes })), null);
});

// Three steps, two heads; the last two steps write one word.
const selfHeads = (change = {}) => {
  const weights = [1, 1, 0.5, 0.5, 0, 1, 0.5, 0.25, 0.25, 0, 0, 1];
  const levels = Uint16Array.from(weights, (one) => Math.round(65_535 * one));
  const notes = { ...NOTES, selfHeads: Buffer.from(levels.buffer).toString("base64") };
  return { rows: ["x", "y"], rowOfStep: [0, 1, 1], notes, ...change };
};

test("self-attention is that of the start mark and the words up to the row's, a mean over its pieces", () => {
  near(readSelfHeads(selfHeads()), [
    [
      [1, 0],
      [1, 0],
    ],
    [
      [0.5, 0.375, 0.125],
      [0, 0.5, 0.5],
    ],
  ]);
  assert.equal(readSelfHeads(selfHeads({ notes: NOTES })), null);
});

test("a Transformer first attends to the words before, and says to which most", () => {
  const heads = [[[0.9, 0.1]], [[0.9, 0.1]]];
  const own = { heads, selfHeads: [[[1, 0]], [[0.2, 0.8, 0]]], rows: ["x", "y"] };
  const names = orderOf(map(own)).map((i) => BEATS[i]);
  assert.deepEqual(names.slice(0, 3), ["annotations", "earlier", "scores"]);
  assert.equal(names.length, 7);
  assert.ok(!orderOf(map({ ...own, selfHeads: null })).includes(BEATS.indexOf("earlier")));
  assert.equal(tellSelfHeads(map(own), 0), "head 1: the start mark 100%");
  assert.equal(tellSelfHeads(map(own), 1), "head 1: x 80%");
});

test("in the beats of a Transformer it is said where each head looks", () => {
  const found = byHead();
  const told = map({
    ...found,
    heads: [
      [
        [0.9, 0.1],
        [0.125, 0.875],
      ],
    ],
  });
  assert.equal(tellHeads(told, 0), "head 1: a 90% · head 2: the end mark 88%");
  assert.match(tellBeat(told, BEATS.indexOf("scores")), /^Each of the 2 heads has a query/);
  assert.match(tellBeat(told, BEATS.indexOf("context")), /^Each head mixes its own values/);
  assert.equal(tellHeads(map(), 0), "");
});
