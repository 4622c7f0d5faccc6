// Reports of the position: to other components at once; to Python after a pause, or at once if a
// cell was chosen.

import { holds } from "../../web/keeping.js";
import { writeJoint } from "./joint.js";

/** @import { Player } from "../layout/player_types" */

const PAUSE_MS = 250;

/**
 * Sends the step to other components of the page, without Python.
 * @param {Player} player
 */
export function tell({ content: { data }, position: { step } }) {
  const detail = { key: data.key, step };
  document.dispatchEvent(new CustomEvent("alignoscope:step", { detail }));
}

/** @param {Player} player */
export const reportOf = ({ content: { data }, position: { step, view, cell, pins, joint } }) => ({
  identity: data.identity,
  start: data.start,
  step,
  view,
  cell,
  pins,
  joint: writeJoint(joint),
});

/** @param {Player} player */
export function report(player) {
  const text = JSON.stringify(reportOf(player));
  clearTimeout(player.reports.pending);
  // Nothing is reported while the player plays; the position is reported when it stops.
  if (text === player.reports.lastReport || player.session.playing) return;
  // A person who steps may go on at once, but waits for the arithmetic of a chosen cell.
  const pause = player.position.cell === player.reports.reportedCell ? PAUSE_MS : 0;
  player.reports.pending = setTimeout(() => reportAtOnce(player), pause);
}

/**
 * Reports the position, and what the browser keeps, so that Python does not send it again.
 * @param {Player} player
 */
export function reportAtOnce(player) {
  clearTimeout(player.reports.pending);
  const current = reportOf(player);
  player.reports.lastReport = JSON.stringify(current);
  player.reports.reportedCell = player.position.cell;
  player.reports.reported = true;
  const kept = holds();
  player.setState("position", kept.length ? { ...current, holds: kept } : current);
}
