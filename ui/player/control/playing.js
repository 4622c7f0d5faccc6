// Stepping, playing, and fading the steps to come.

import { say } from "../../phrases/say.js";
import { stepFlowCards } from "../drawing/flow_cards.js";
import { mark, showChosen } from "../drawing/marking.js";
import { showPlaying, showStep } from "../drawing/transport.js";
import { setPosition, stepIn } from "../state/position.js";
import { showOptions } from "../drawing/options.js";
import { report, tell } from "../state/reporting.js";
import { showReadout } from "../drawing/readout_bar.js";

/** @import { Card, MapData } from "../layout/maps_types" */
/** @import { Player } from "../layout/player_types" */

const PLAY_MS = 700;

/** @param {Player} player @param {number} step */
export function moveByHand(player, step) {
  play(player, false);
  moveTo(player, step);
}

/** @param {Player} player @param {number} step */
export function moveTo(player, step) {
  const { cell } = player.position;
  setPosition(player, { type: "step", step });
  if (player.position.cell !== cell) {
    // A step may wait before Python hears of it.
    if (player.reports.reportedCell === cell) player.reports.reportedCell = player.position.cell;
    for (const card of player.cards) showChosen(card, player.position.cell);
  }
  showPlace(player);
  for (const card of player.cards) markHere(player, card);
  stepFlowCards(player);
  showReadout(player);
  tell(player);
  report(player);
}

/** Shows the current step on a card. @param {Player} player @param {Card} card */
export const markHere = ({ position, content, session }, card) =>
  mark(card, stepIn(card.map, position.step, content.hero), session.veiled);

/**
 * The position in words, such as "Word 3 of 7". Over words, maps may be at different words at one
 * step; those that have ended do not count.
 * @param {Pick<MapData, "rows" | "rowOfStep" | "places">[]} maps @param {string} unit @param {number} step
 */
export function whereabouts(maps, unit, step) {
  const rows = unit === "words";
  const time = maps.every(({ places }) => places?.rows);
  const sizes = maps.map((map) => (rows ? map.rows : map.rowOfStep).length);
  const places = maps
    .filter(({ rowOfStep }) => step < rowOfStep.length)
    .map(({ rowOfStep }) => (rows ? rowOfStep[step] : step) + 1);
  const longest = Math.max(...sizes);
  const [first, last] = [Math.min(longest, ...places), Math.max(...places)];
  if (first < last) return say(rows ? "words_of" : "pieces_of", { first, last, all: longest });
  return say(time ? "step_of" : rows ? "word_of" : "piece_of", { at: first, all: longest });
}

/** Shows the position in words; beside a flow, all maps are at its word. @param {Player} player */
export function showPlace(player) {
  const { maps, hero } = player.content;
  const { view, step } = player.position;
  showStep(player, whereabouts(hero ? [hero] : maps, view.unit, step));
}

/** @param {Player} player @param {boolean} on @param {number} until the step at which it stops */
export function play(player, on, until = player.content.last) {
  if (on === Boolean(player.session.playing)) return;
  stop(player);
  showPlaying(player, on);
  if (!on) {
    report(player);
    return;
  }
  // Playing fades the steps to come. The fade stays while paused; if playing began it, it ends at
  // the last step, or with the sentence.
  const lifts = !player.session.veiled;
  veil(player, true);
  player.session.lifts = lifts;
  if (player.position.step === player.content.last) moveTo(player, 0);
  player.session.until = until;
  restart(player);
}

/** @param {Player} player */
export function restart(player) {
  stop(player);
  player.session.playing = setInterval(() => {
    moveTo(player, player.position.step + 1);
    if (player.position.step < Math.min(player.session.until, player.content.last)) return;
    play(player, false);
    lift(player);
  }, PLAY_MS / Number(player.elements.speed.value));
}

/** @param {Player} player */
export function stop(player) {
  clearInterval(player.session.playing ?? undefined);
  player.session.playing = null;
}

/** Ends the fade that playing began. @param {Player} player */
export function lift(player) {
  if (player.session.lifts) veil(player, false);
}

/** @param {Player} player @param {boolean} on */
export function veil(player, on) {
  player.session.veiled = on;
  player.session.lifts = false;
  showOptions(player);
  for (const card of player.cards) markHere(player, card);
  stepFlowCards(player);
}
