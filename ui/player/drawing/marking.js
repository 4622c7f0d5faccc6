// Changes on finished cards: the current row, faded rows, and highlighted words and cells. Only
// attributes and classes change, never the cells, so that a step is painted within one frame.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { joined, tellCopied } from "../../flow/copying.js";
import { isLinked, isSelf } from "../../flow/headline.js";
import { called, counted, say } from "../../phrases/say.js";
import { html, set } from "../../web/dom.js";
import { figure, highest, ranked } from "../../web/numbers.js";
import { isolated, plainToken } from "../../web/text.js";
import { setBox } from "./elements.js";
import { kindOf } from "../state/joint.js";
import { currentRow } from "../state/position.js";
import { boxOf } from "../layout/maps_layout.js";
import { lightRibbons } from "./ribbons.js";
import { reveal } from "./scroll_frame.js";

/** @import { Box, Card, MapData } from "../layout/maps_types" */
/** @import { ChosenCell } from "../layout/player_types" */

const NAMED = 2; // cells that the description of a map names

/**
 * What is said below a map: what its step does, or how much of its word was copied.
 * @param {Pick<MapData, "rows" | "rowOfStep" | "tokens" | "copied" | "flow">} map
 * @param {number} step @param {string} unit
 */
export function tellFoot({ rows, rowOfStep, tokens, copied, flow }, step, unit) {
  const row = rowOfStep[step];
  const [self, linked] = [isSelf(flow), isLinked(flow)];
  // A share is that of the whole word, of which a step may write a piece.
  const whole = self || linked || (copied && unit === "words");
  const own = whole ? rows[row] : plainToken(tokens[step] ?? "", unit);
  const place = { word: isolated(own), at: row + 1, all: rows.length };
  const does = self ? /** @type {const} */ ("attends") : linked ? "quoted" : "writes";
  return joined(say(unit === "words" ? `${does}_at` : does, place), tellCopied(copied, row));
}

/**
 * Shows a step on a card.
 * @param {Card} card @param {number} step @param {boolean} veiled whether later rows are faded
 */
export function mark(card, step, veiled) {
  const { map, marker, words, strands } = card;
  if (map.late) return;
  const row = currentRow(map, step);
  const finished = step >= map.rowOfStep.length;
  card.rest = finished
    ? say("finished", { steps: counted(map.rowOfStep, "step") })
    : tellFoot(map, step, card.view.unit);
  if (!card.lit || !map.cells) card.foot.textContent = card.rest;
  if (row === null) return;
  if (card.plot && map.cells) set(card.plot, { "aria-description": describeRow(card, row) });
  for (const nodes of strands ? [words.rows, strands] : [words.rows]) {
    nodes.forEach((node, i) => {
      node.classList.toggle("current", i === row);
      node.classList.toggle("future", veiled && i > row);
    });
  }
  clearNear(card, "rows", row);
  marker.dataset.row = String(row);
  marker.classList.toggle("finished", finished);
  setBox(marker, markerBox(card, row));
  reveal(card, row, null);
  if (card.veil) setVeil(card, card.veil, row, veiled);
}

/**
 * Hides the labels so near to that of a word that they would overlap, where only some words have one.
 * @param {Card} card @param {"rows" | "columns"} side @param {number | null} index
 */
function clearNear({ words, layout, turned }, side, index) {
  const every = layout.every?.[(side === "rows") === turned ? "across" : "down"] ?? 1;
  if (every === 1) return;
  words[side].forEach((word, i) => {
    word.classList.toggle("near", index !== null && Math.abs(i - index) < every);
  });
}

/**
 * Outlines the chosen cell if it is in this card's map and unit, and else hides the outline.
 * @param {Card} card @param {ChosenCell | null} cell
 */
export function showChosen(card, cell) {
  const { id, rows, columns } = card.map;
  const here =
    cell &&
    cell.map === id &&
    cell.unit === card.view.unit &&
    cell.row < rows.length &&
    cell.column < columns.length;
  if (card.chosen) setBox(card.chosen, here ? boxOf(card, cell.row, cell.column) : null);
  for (const path of card.paths ?? []) {
    const one = here && path.dataset.row === `${cell.row}`;
    path.classList.toggle("chosen", Boolean(one) && path.dataset.column === `${cell?.column}`);
  }
}

/** The highest cells of a row, for a screen reader. @param {Card} card @param {number} row */
function describeRow({ map: { rows, columns, cells, copied }, scale }, row) {
  const values = cells?.[row] ?? [];
  const named = ranked(values)
    .filter((j) => values[j] !== null)
    .slice(0, NAMED)
    .map((j) => `${columns[j]} ${figure(values[j] ?? 0)}`);
  const highest = say("highest_of", {
    values: called(`${scale.label}s`),
    word: rows[row],
    cells: named.join(", "),
  });
  return joined(highest, tellCopied(copied, row));
}

/**
 * Whether the lines of steps are so thin that the marker is around them, not on their edges.
 * @param {Pick<Card, "layout" | "turned">} card
 */
export const isSlim = ({ layout: { row, cell }, turned }) =>
  Math.min(row, turned ? cell : row) < MEASURES.marker.slim;

/** @param {Card} card @param {number} row @returns {Box} */
export function markerBox(card, row) {
  const { map, layout, strands } = card;
  if (strands) return card.targets[row];
  if (map.cells) {
    const { x, y, width, height } = boxOf(card, row, null);
    const out = isSlim(card) ? MEASURES.marker.outside : 0; // else it would cover the row
    return { x: x - out, y: y - out, width: width + 2 * out, height: height + 2 * out };
  }
  const { head, side, row: height, text } = layout;
  const { inset } = MEASURES.marker;
  if (text === 0) return { x: 0, y: 0, width: 0, height: 0 }; // There are no words to mark.
  // A frame around a small word would cover it, so the marker is a line in the gap before the words.
  const small = text !== undefined;
  const width = small ? 1 : Math.max(0, side - 2 * inset);
  return { x: small ? -inset : inset, y: head + row * height, width, height: height - 1 };
}

/**
 * Fades the rows that are not written yet.
 * @param {Card} card @param {SVGRectElement} veil @param {number} row @param {boolean} veiled
 */
function setVeil(card, veil, row, veiled) {
  const last = card.map.rows.length - 1;
  set(veil, { visibility: veiled && row < last ? "visible" : "hidden" });
  if (!veiled || row === last) return;
  const first = boxOf(card, row + 1, null);
  const end = boxOf(card, last, null);
  const x = Math.min(first.x, end.x);
  set(veil, {
    x,
    y: first.y,
    width: Math.max(first.x, end.x) + end.width - x,
    height: end.y + end.height - first.y,
  });
}

/**
 * Highlights a row, a column or both (a cell), and shows its number below the map.
 * @param {Card} card @param {number | null} row @param {number | null} column
 */
export function light(card, row, column) {
  const { map, words, lights, strands, foot } = card;
  card.lit = row !== null || column !== null;
  words.rows.forEach((word, i) => {
    word.classList.toggle("lit", i === row);
  });
  words.columns.forEach((word, j) => {
    word.classList.toggle("lit", j === column);
  });
  clearNear(card, "rows", row ?? Number(card.marker.dataset.row));
  clearNear(card, "columns", column);
  if (lights) {
    setBox(lights.row, row === null ? null : boxOf(card, row, null));
    setBox(lights.column, column === null ? null : boxOf(card, null, column));
  }
  if (strands) lightRibbons(card, row, column);
  foot.classList.toggle("lit", card.lit && Boolean(map.cells));
  if (!card.lit || !map.cells) {
    foot.textContent = card.rest;
    return;
  }
  const [name, value] = describe(card, row, column);
  foot.replaceChildren(html("span", {}, name), html("strong", {}, value));
}

/**
 * The name and the number of a cell (its value), a column (its sum) or a row (its highest value),
 * in a map with cells.
 * @param {Pick<Card, "map" | "scale" | "sums" | "joint">} card
 * @param {number | null} row @param {number | null} column
 */
export function describe({ map, scale, sums, joint }, row, column) {
  const { rows, columns, index } = map;
  const cells = map.cells ?? [];
  if (row !== null && column !== null) {
    const value = cells[row][column];
    const number = value === null ? say("no_value", { value: called(scale.label) }) : figure(value);
    return [`${isolated(columns[column])} → ${isolated(rows[row])}`, number];
  }
  const shared = joint?.side === "rows" ? column : joint && row;
  if (joint && typeof shared === "number") {
    const word = isolated((joint.side === "rows" ? columns : rows)[shared]);
    return [
      say(`${kindOf(joint)}_of_chosen`, { word, count: joint.words.length }),
      figure(joint.values[shared]),
    ];
  }
  if (column !== null) {
    const name = scale.label === "weight" ? /** @type {const} */ ("total_attention") : "total_on";
    return [
      say(name, { value: called(scale.label), word: isolated(columns[column]) }),
      figure(sums[index].columns[column]),
    ];
  }
  if (row === null) return ["", ""];
  const top = highest(cells[row]);
  const cell = `${isolated(columns[top])} → ${isolated(rows[row])}`;
  return [say("highest", { cell }), figure(cells[row][top] ?? 0)];
}
