// Elements of a map: words, outlines, and the text in place of a map without attention.

import { joined, tellCopied } from "../../flow/copying.js";
import { describeWord, markWord, tellRare, tellUnsure } from "../../flow/doubt.js";
import { called, counted, say } from "../../phrases/say.js";
import { html, set, svg } from "../../web/dom.js";

/** @import { Attributes, Box, Card } from "../layout/maps_types" */

/**
 * A word as text; if it is shortened, the tooltip has the whole word.
 * @param {string} word @param {(word: string) => string} shorten @param {Attributes} attributes
 */
export function label(word, shorten, attributes) {
  const short = shorten(word);
  const node = svg("text", { class: "word", "dominant-baseline": "central", ...attributes }, short);
  if (short !== word) node.append(svg("title", {}, word));
  return node;
}

/**
 * Marks the words that may be wrong, and the source words that the model read as unknown pieces.
 * @param {Card} card
 */
export function markDoubt({ map, words }) {
  words.rows.forEach((word, i) => {
    const unsure = tellUnsure(map.doubt, i);
    markWord(word, "unsure", unsure);
    describeWord(word, joined(tellCopied(map.copied, i), unsure));
  });
  words.columns.forEach((word, j) => {
    markWord(word, "rare", tellRare(map.doubt, j, map.columns[j]));
  });
  for (const i of map.unread ?? []) {
    const word = words.columns[i];
    if (!word) continue; // A map without cells has no words above it.
    markWord(word, "unread", say("unread", { word: map.columns[i] }));
  }
}

/**
 * The attribute that names a word's row or column, for pointing at it.
 * @param {"rows" | "columns"} name @param {number} index
 */
export const lineOf = (name, index) => ({ [name === "rows" ? "data-row" : "data-column"]: index });

/** The accessible name of a map. @param {Card} card */
export function title({ map: { label: name, rows, columns }, scale }) {
  return say("map_title", {
    name,
    values: called(`${scale.label}s`),
    rows: counted(rows, "target_word"),
    columns: counted(columns, "source_word"),
  });
}

/**
 * An outline of two strokes, one in the page's colour, so that it is visible on any cell.
 * @param {string} name
 */
export function outline(name) {
  return svg(
    "g",
    { class: name, visibility: "hidden" },
    svg("rect", { class: "halo", rx: 2 }),
    svg("rect", { class: "frame", rx: 2 }),
  );
}

/** Moves an outline to a box, or hides it. @param {SVGGElement} group @param {Box | null} box */
export function setBox(group, box) {
  set(group, { visibility: box ? "visible" : "hidden" });
  if (!box) return;
  set(group, { transform: `translate(${box.x} ${box.y})` });
  const [halo] = group.children;
  if (
    halo.getAttribute("width") === `${box.width}` &&
    halo.getAttribute("height") === `${box.height}`
  )
    return;
  for (const rect of group.children) set(rect, { width: box.width, height: box.height });
}

const SMALL = { letter: 5.5, line: 15, frame: 8 }; // of the text in a small map's place, in pixels

/**
 * Whether a small text fits a box, if it is broken between words.
 * @param {string} text @param {number} width @param {number} height
 */
export function fitsBox(text, width, height) {
  const [least, whole] = [Math.max(...text.split(" ").map((word) => word.length)), text.length].map(
    (letters) => letters * SMALL.letter,
  );
  const [wide, high] = [width - SMALL.frame, height - SMALL.frame];
  return least <= wide && (Math.ceil(whole / wide) + 1) * SMALL.line <= high;
}

/**
 * The text in place of a map without cells, or a dash that has this text as its name if it does not
 * fit.
 * @param {number} height @param {number} [width] that of a small map's place
 * @param {boolean} [late] whether the model is still loading
 */
export function drawAbsence(height, width, late) {
  const brief = width !== undefined;
  const words = say(late ? "loading" : brief ? "no_attention_brief" : "no_attention");
  const fits = late || !brief || fitsBox(words, width, height);
  const said = fits ? html("p", {}, words) : html("p", { role: "img", "aria-label": words }, "–");
  const node = html("div", { class: "absence", title: fits ? null : words }, said);
  node.style.minHeight = `${height}px`;
  return node;
}
