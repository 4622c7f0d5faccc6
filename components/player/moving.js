// Time: stepping, playing, and fading what is ahead.

import { mark } from "../maps/marking.js";
import { showPlaying, showStep } from "../maps/transport.js";
import { clamp } from "../basics/numbers.js";
import { showOptions } from "./options.js";
import { report, tell } from "./reporting.js";
import { showStrip } from "../screen/strip.js";

/** @import { Player } from "./types" */

const PLAY_MS = 700;

/** @param {Player} player @param {number} step */
export function moveByHand(player, step) {
  play(player, false);
  moveTo(player, step);
}

/** @param {Player} player @param {number} step */
export function moveTo(player, step) {
  player.step = clamp(step, 0, player.last);
  const [at, longest] = [player.step + 1, player.last + 1];
  showStep(player, player.level ? `Step ${at} of ${longest}` : `Step ${at}, longest: ${longest}`);
  for (const card of player.cards) mark(card, player.step, player.veiled);
  showStrip(player);
  tell(player);
  report(player);
}

/** @param {Player} player @param {boolean} on */
export function play(player, on) {
  if (on === Boolean(player.playing)) return;
  stop(player);
  showPlaying(player, on);
  if (!on) {
    report(player);
    return;
  }
  // Playing fades what is ahead; it stays so when paused, and ends with the sentence.
  player.lifts = !player.veiled;
  veil(player, true);
  if (player.step === player.last) moveTo(player, 0);
  restart(player);
}

/** @param {Player} player */
export function restart(player) {
  stop(player);
  player.playing = setInterval(() => {
    moveTo(player, player.step + 1);
    if (player.step < player.last) return;
    play(player, false);
    if (player.lifts) veil(player, false);
  }, PLAY_MS / Number(player.speed.value));
}

/** @param {Player} player */
export function stop(player) {
  clearInterval(player.playing ?? undefined);
  player.playing = null;
}

/** @param {Player} player @param {boolean} on */
export function veil(player, on) {
  player.veiled = on;
  showOptions(player);
  for (const card of player.cards) mark(card, player.step, on);
}
