// The chosen cell: a click or Enter chooses a cell, and its row becomes the current one.

import { setBox } from "./elements.js";
import { boxOf } from "./maps_layout.js";
import { currentRow } from "./marking.js";
import { spotAt } from "./pointing.js";
import { moveByHand } from "./moving.js";

/** @import { Card, Spot } from "./maps_types" */
/** @import { ChosenCell, Player } from "./player_types" */

/**
 * Chooses the clicked cell and moves to its row; a click on a target word only moves to its row.
 * @param {Player} player @param {MouseEvent} event
 */
export function onClick(player, event) {
  const spot = spotAt(player, event);
  if (spot) choose(player, spot);
}

/** @param {Player} player @param {Spot} spot */
export function choose(player, { card, row, column }) {
  if (row === null) return;
  const { map } = card;
  if (column !== null && map.cells) {
    player.cell = { map: map.id, unit: player.view.unit, row, column };
    for (const one of player.cards) showChosen(one, player.cell);
  }
  const here = currentRow(map, player.step) === row;
  moveByHand(player, here ? player.step : map.rowOfStep.indexOf(row));
}

/**
 * Outlines the chosen cell if it is in this card's map and unit, and else hides the outline.
 * @param {Card} card @param {ChosenCell | null} cell
 */
export function showChosen(card, cell) {
  const { id, rows, columns } = card.map;
  const here = cell && cell.map === id && cell.unit === card.view.unit &&
    cell.row < rows.length && cell.column < columns.length;
  if (card.chosen) setBox(card.chosen, here ? boxOf(card, cell.row, cell.column) : null);
  for (const path of card.paths ?? []) {
    const one = here && path.dataset.row === `${cell.row}`;
    path.classList.toggle("chosen", Boolean(one) && path.dataset.column === `${cell?.column}`);
  }
}
