// Pointing at words and cells, with the pointer or the keyboard: they are highlighted in every map
// that has the same words.

import { called } from "../../phrases/say.js";
import { html } from "../../web/dom.js";
import { clamp, highest } from "../../web/numbers.js";
import { runsRightToLeft, twin } from "../../web/text.js";
import { setBox } from "../drawing/elements.js";
import { boxOf, cellAt } from "../layout/maps_layout.js";
import { describe, light } from "../drawing/marking.js";
import { currentRow, stepIn } from "../state/position.js";
import { reveal } from "../drawing/scroll_frame.js";

/** @import { Cursor, Spot, Stage } from "../layout/maps_types" */

/** @param {Stage} stage @param {PointerEvent} event */
export function onHover(stage, event) {
  const spot = spotAt(stage, event);
  const same =
    spot?.card === stage.spot?.card &&
    spot?.row === stage.spot?.row &&
    spot?.column === stage.spot?.column;
  if (!same) highlight(stage, spot);
  if (spot) placeTooltip(stage, event);
}

/** @param {Stage} stage @param {Spot | null} spot */
export function highlight(stage, spot) {
  stage.spot = spot;
  stage.elements.tooltip.hidden = !spot?.card.map.cells;
  for (const card of stage.cards) {
    if (!spot) {
      light(card, null, null);
      continue;
    }
    const from = spot.card.map;
    const row = twin(from.rows, card.map.rows, spot.row);
    const column = twin(from.columns, card.map.columns, spot.column);
    // If a map has only one word of a cell, nothing is highlighted: a row or column would mislead.
    const whole =
      (row === null) === (spot.row === null) && (column === null) === (spot.column === null);
    light(card, whole ? row : null, whole ? column : null);
  }
  if (!spot || stage.elements.tooltip.hidden) return;
  const [words, number] = describe(spot.card, spot.row, spot.column);
  const { label } = spot.card.scale;
  const {
    row,
    column,
    card: {
      map: { cells },
    },
  } = spot;
  const isCell = row !== null && column !== null && cells?.[row][column] !== null;
  const said = html("strong", {}, isCell ? `${called(label)} ${number}` : number);
  stage.elements.tooltip.replaceChildren(html("span", {}, words), said);
}

/** @param {Stage} stage @param {PointerEvent} event */
function placeTooltip({ elements: { tooltip }, root }, event) {
  const frame = root.getBoundingClientRect();
  const room = frame.width - tooltip.offsetWidth;
  const below = event.clientY + tooltip.offsetHeight + 24 < window.innerHeight;
  const offset = below ? 18 : -tooltip.offsetHeight - 10;
  tooltip.style.left = `${clamp(event.clientX - frame.left + 14, 0, Math.max(0, room))}px`;
  tooltip.style.top = `${event.clientY - frame.top + root.scrollTop + offset}px`;
}

/** @param {Stage} stage @param {MouseEvent} event @returns {Spot | null} */
export function spotAt(stage, event) {
  const target = /** @type {Element} */ (event.target);
  const card = stage.cards.find((one) => one.node.contains(target));
  /** @type {SVGElement | null | undefined} */
  const named = card && target.closest("[data-row], [data-column]");
  if (card && named) {
    const { row, column } = named.dataset;
    return { card, row: row ? Number(row) : null, column: column ? Number(column) : null };
  }
  if (!card?.plot?.contains(target) || card.strands) return null;
  const box = card.plot.getBoundingClientRect();
  const cell = cellAt(card, event.clientX - box.left, event.clientY - box.top);
  return cell && { card, ...cell };
}

/**
 * Starts the cell cursor, at the highest cell of the current row.
 * @param {Stage} stage @param {EventTarget | null} plot
 */
export function enterPlot(stage, plot) {
  const card = stage.cards.find((one) => one.plot === plot);
  const { position, content } = stage;
  const row = card && currentRow(card.map, stepIn(card.map, position.step, content.hero));
  if (typeof row !== "number" || !card?.map.cells) return;
  moveCursor(stage, { card, row, column: highest(card.map.cells[row]) });
}

/** @param {Stage} stage */
export function leavePlot(stage) {
  if (!stage.cursor) return;
  if (stage.cursor.card.cursor) setBox(stage.cursor.card.cursor, null);
  stage.cursor = null;
  stage.elements.status.textContent = "";
  highlight(stage, null);
}

/** @param {Stage} stage @param {Cursor} cursor */
export function moveCursor(stage, { card, row, column }) {
  stage.cursor = { card, row, column };
  const spot = { card, row: row < 0 ? null : row, column: column < 0 ? null : column };
  const inside = row >= 0 && column >= 0;
  if (card.cursor) setBox(card.cursor, inside ? boxOf(card, row, column) : null);
  highlight(stage, spot);
  stage.elements.tooltip.hidden = true;
  stage.elements.status.textContent = describe(card, spot.row, spot.column).join(": ");
  if (reveal(card, spot.row, spot.column)) return;
  const word = card.words.columns[Math.max(column, 0)];
  word.scrollIntoView?.({ block: "nearest", inline: "nearest" });
}

/**
 * Moves the cursor, as far as the words (index -1), or leaves the map; returns whether the key was
 * one of the cursor's.
 * @param {Stage} stage @param {string} key
 */
export function onCursorKey(stage, key) {
  if (!stage.cursor) return false;
  const { card, row, column } = stage.cursor;
  if (key === "Escape") stage.root.focus({ preventScroll: true });
  const { map, turned } = card;
  const mirrored = card.strands ? runsRightToLeft(map.columns) : card.layout.mirrored;
  const right = mirrored ? -1 : 1;
  const move = {
    ArrowLeft: [0, -right],
    ArrowRight: [0, right],
    ArrowUp: [-1, 0],
    ArrowDown: [1, 0],
  }[key];
  if (!move) return key === "Escape";
  const [down, across] = turned ? [move[1], move[0]] : move;
  const next = {
    card,
    row: clamp(row + down, -1, map.rows.length - 1),
    column: clamp(column + across, -1, map.columns.length - 1),
  };
  if (next.row >= 0 || next.column >= 0) moveCursor(stage, next);
  return true;
}
