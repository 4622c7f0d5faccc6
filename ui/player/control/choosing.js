// Choosing a cell: a click or Enter chooses it, and its row becomes the current one. A second click,
// Escape, or the cross in the readout bar clears it.

import { showChosen } from "../drawing/marking.js";
import { currentRow, setPosition, stepIn } from "../state/position.js";
import { spotAt } from "./pointer.js";
import { moveByHand, moveTo } from "./playing.js";
import { leading } from "../drawing/readout_bar.js";
import { highest } from "../../web/numbers.js";

/** @import { Spot } from "../layout/maps_types" */
/** @import { ChosenCell, Player } from "../layout/player_types" */

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
  const { hero } = player.content;
  const { step, view } = player.position;
  const here = currentRow(map, stepIn(map, step, hero)) === row;
  const own = map.rowOfStep.indexOf(row);
  const goal = here ? step : hero ? stepIn(hero, own, map) : own;
  if (column !== null && map.cells) {
    const cell = { map: map.id, unit: view.unit, row, column };
    if (isSame(player.position.cell, cell)) return clearChosen(player);
    setPosition(player, { type: "step", step: goal }); // first, or the cell would move with it
    setChosen(player, cell);
  }
  moveByHand(player, goal);
}

/** Chooses the highest cell of the current row, in the map that the bar describes. @param {Player} player */
export function chooseBest(player) {
  const map = leading(player);
  const card = player.cards.find((one) => one.map.id === map?.id);
  const { position, content } = player;
  const row = card && currentRow(card.map, stepIn(card.map, position.step, content.hero));
  if (!card?.map.cells || typeof row !== "number") return;
  choose(player, { card, row, column: highest(card.map.cells[row]) });
}

/**
 * Chooses a cell, or none.
 * @param {Player} player @param {ChosenCell | null} cell
 */
function setChosen(player, cell) {
  setPosition(player, { type: "cell", cell });
  for (const card of player.cards) showChosen(card, cell);
}

/** Clears the chosen cell. @param {Player} player */
export function clearChosen(player) {
  setChosen(player, null);
  moveTo(player, player.position.step);
}

/** @param {ChosenCell | null} one @param {ChosenCell} other */
const isSame = (one, other) =>
  one !== null &&
  one.map === other.map &&
  one.unit === other.unit &&
  one.row === other.row &&
  one.column === other.column;
