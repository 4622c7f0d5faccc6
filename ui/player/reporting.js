// Reports of the position: to other components at once; to Python after a pause, or at once if a
// cell was chosen.

import { holds } from "../web/keeping.js";

/** @import { Player } from "./player_types" */

const PAUSE_MS = 250;

/**
 * Sends the step to other components of the page, without Python.
 * @param {Player} player
 */
export function tell({ data, step }) {
  const detail = { key: data.key, step };
  document.dispatchEvent(new CustomEvent("alignoscope:step", { detail }));
}

/** @param {Player} player */
export const position = ({ data, step, view, cell, pins }) =>
  ({ identity: data.identity, start: data.start, step, view, cell, pins });

/** @param {Player} player */
export function report(player) {
  const current = position(player);
  const text = JSON.stringify(current);
  clearTimeout(player.pending);
  // Nothing is reported while the player plays; the position is reported when it stops.
  if (text === player.known || player.playing) return;
  // A person who steps may go on at once, but waits for the arithmetic of a chosen cell.
  const pause = player.cell === player.told ? PAUSE_MS : 0;
  player.pending = setTimeout(() => {
    player.known = text;
    player.told = player.cell;
    player.reported = true;
    const kept = holds();
    player.setState("position", kept.length ? { ...current, holds: kept } : current);
  }, pause);
}
