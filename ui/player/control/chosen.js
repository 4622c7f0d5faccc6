// The chosen cell and its outline.

import { setBox } from "../drawing/elements.js";
import { boxOf } from "../layout/maps_layout.js";
import { setPosition } from "../state/position.js";

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
  setPosition(player, { type: "cell", cell });
  for (const card of player.cards) showChosen(card, cell);
}
