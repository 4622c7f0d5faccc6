// Where a person is: told to other components at once, to Python with a chosen cell or in a pause.

import { holds } from "../web/keeping.js";

/** @import { Player } from "./player_types" */

const PAUSE_MS = 250;

/**
 * Other components of the page follow the step at once, without a word to Python.
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
  // While it plays nobody waits for Python: where it came to is told when it stops.
  if (text === player.known || player.playing) return;
  // Steps are passed, but a person waits for what a chosen cell brings.
  const pause = player.cell === player.told ? PAUSE_MS : 0;
  player.pending = setTimeout(() => {
    player.known = text;
    player.told = player.cell;
    player.reported = true;
    const kept = holds();
    player.setState("position", kept.length ? { ...current, holds: kept } : current);
  }, pause);
}
