// Elements of a map: words, outlines, and the text in place of a map without attention.

import { called, counted, say } from "../phrases/say.js";
import { html, set, svg } from "../web/dom.js";

/** @import { Attributes, Box, Card } from "./maps_types" */

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

/** Marks the source words that the model read as unknown pieces. @param {Card} card */
export function markUnread({ map, words }) {
  for (const i of map.unread ?? []) {
    const word = words.columns[i];
    if (!word) continue; // A map without cells has no words above it.
    word.classList.add("unread");
    word.querySelector("title")?.remove();
    word.append(svg("title", {}, say("unread", { word: map.columns[i] })));
  }
}

/**
 * The attribute that names a word's row or column, for pointing at it.
 * @param {"rows" | "columns"} name @param {number} index
 */
export const lineOf = (name, index) =>
  ({ [name === "rows" ? "data-row" : "data-column"]: index });

/** The accessible name of a map. @param {Card} card */
export function title({ map: { label: name, rows, columns }, scale }) {
  return say("map_title", { name, values: called(`${scale.label}s`), rows: counted(rows, "target_word"),
    columns: counted(columns, "source_word") });
}

/**
 * An outline of two strokes, one in the page's colour, so that it is visible on any cell.
 * @param {string} name
 */
export function outline(name) {
  return svg("g", { class: name, visibility: "hidden" },
    svg("rect", { class: "halo", rx: 2 }), svg("rect", { class: "frame", rx: 2 }));
}

/** Moves an outline to a box, or hides it. @param {SVGGElement} group @param {Box | null} box */
export function setBox(group, box) {
  set(group, { visibility: box ? "visible" : "hidden" });
  if (!box) return;
  set(group, { transform: `translate(${box.x} ${box.y})` });
  const [halo] = group.children;
  if (halo.getAttribute("width") === `${box.width}` &&
    halo.getAttribute("height") === `${box.height}`) return;
  for (const rect of group.children) set(rect, { width: box.width, height: box.height });
}

/**
 * The text in place of a map without cells.
 * @param {number} height @param {boolean} brief
 * @param {boolean} [late] whether the model is still loading
 */
export function drawAbsence(height, brief, late) {
  const words = say(late ? "loading" : brief ? "no_attention_brief" : "no_attention");
  const node = html("div", { class: "absence" }, html("p", {}, words));
  node.style.minHeight = `${height}px`;
  return node;
}
