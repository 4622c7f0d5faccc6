// The chosen cell: its outline, how it follows the step, and how it is cleared.

import { setBox } from "../drawing/elements.js";
import { boxOf } from "../layout/maps_layout.js";
import { currentRow } from "../drawing/marking.js";

/** @import { Card } from "../layout/maps_types" */
/** @import { ChosenCell, Player } from "../layout/player_types" */

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

/**
 * Chooses a cell, or none.
 * @param {Player} player @param {ChosenCell | null} cell
 */
export function setChosen(player, cell) {
  player.cell = cell;
  for (const card of player.cards) showChosen(card, cell);
}

/** Moves the chosen cell to the row of the current step. @param {Player} player */
export function followStep(player) {
  const { cell, maps, step, view } = player;
  const map = maps.find(({ id }) => cell?.unit === view.unit && id === cell.map);
  const row = map ? currentRow(map, step) : null;
  if (!cell || row === null || row === cell.row) return;
  const waits = player.told === cell;
  setChosen(player, { ...cell, row });
  if (waits) player.told = player.cell; // A step may wait before Python hears of it.
}
