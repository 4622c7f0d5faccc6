// The training player: shows every variant's snapshot of one training step. Drawing, pointing and
// controls are those of the step player.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { paint } from "../player/drawing/cards.js";
import { arrange } from "../player/layout/maps_layout.js";
import { arrangeAll } from "../player/layout/fit_all.js";
import { roomOf } from "../player/layout/viewport.js";
import { drawKeys, listenForHotkeys, presses, showKeys } from "../player/control/hotkeys.js";
import { drawLegend } from "../player/drawing/legend.js";
import { highlight, onCursorKey } from "../player/control/pointer.js";
import { createStage, drawCards, watch } from "../player/control/scaffold.js";
import { sumUp } from "../player/drawing/bars.js";
import { drawTransport, showPlaying, showStep, stepOfKey } from "../player/drawing/transport.js";
import { isModified, ruler, set } from "../web/dom.js";
import { live } from "../web/lifecycle.js";
import { clamp } from "../web/numbers.js";

/** @import { Cells, MapData, Scale, StageContent, Stepper, Sums, View } from "../player/layout/maps_types" */
/** @import { Call, Send } from "../web/lifecycle.js" */
/**
 * The snapshots of a map, with one note and one loss each; `snapshotOf` has their indices by step.
 * A map that comes late has one without weights first, whose "loss" is the step from which it is.
 * @typedef {{
 *   snapshots: Cells[], notes: string[], losses: string[], snapshotOf: number[] }} Snapshots
 */
/**
 * @typedef {{
 *   identity: string, start: number | null, scale: Scale, steps: number[], maps: (MapData & Snapshots)[],
 * }} Data
 */
/** @typedef {Stepper & { content: StageContent & { data: Data, maps: (MapData & Snapshots)[] },
 *   sums: Sums[], stopHotkeys: () => void, setState: Send, pending?: ReturnType<typeof setTimeout> }} Player */

const PLAY_MS = 600;
const PAUSE_MS = 250; // before the snapshot is reported
/** @type {View} */
const VIEW = {
  measure: "weights",
  unit: "words",
  picture: "map",
  scaling: "linear",
  threshold: 0,
  transposed: false,
  margins: false,
  density: "large",
};

/** @param {Call} call */
export default function (call) {
  return live(call, { mount, receive, unmount });
}

function mount() {
  const transport = drawTransport(() => player, { moveByHand, play, restart });
  set(transport.slider, { "aria-label": "Training step" });
  const { root, ...stage } = createStage("Attention maps, by training step", transport.bar);
  const player = /** @type {Player} */ (
    /** @type {unknown} */ ({
      root,
      elements: { ...transport, ...stage, keys: drawKeys() },
      position: { step: 0 },
      content: { data: null, last: 0 },
      session: { width: 0, playing: null },
      cards: [],
      sums: [],
      spot: null,
      cursor: null,
    })
  );
  player.session.stopWatching = watch(player, { onKey, draw });
  player.stopHotkeys = listenForHotkeys(player, onKey);
  return player;
}

/** @param {Player} player */
function unmount(player) {
  stop(player);
  clearTimeout(player.pending);
  player.session.stopWatching?.();
  player.stopHotkeys();
}

/**
 * Shows new data: at the same training step if only the choice of variants changed.
 * @param {Player} player @param {Data} data
 */
function receive(player, data) {
  const at =
    data.identity === player.content.data?.identity
      ? player.content.data.steps[player.position.step]
      : -1;
  if (at < 0) play(player, false);
  const before = player.position.step;
  player.content.data = data;
  player.content.last = data.steps.length - 1;
  player.elements.slider.max = String(player.content.last);
  // A training step has no current row: the cell cursor starts in the first.
  player.content.maps = data.maps.map((map, index) => ({
    ...map,
    index,
    rowOfStep: [0],
    next: [],
  }));
  const step =
    at < 0
      ? clamp(data.start ?? 0, 0, player.content.last)
      : Math.max(
          0,
          data.steps.findLastIndex((one) => one <= at),
        );
  player.position = { step };
  showSnapshots(player);
  draw(player);
  if (at >= 0 && player.position.step !== before) report(player); // The number of the step has changed.
}

/** @param {Player} player @param {number} step */
function moveByHand(player, step) {
  play(player, false);
  moveTo(player, step);
}

/** @param {Player} player @param {number} step */
function moveTo(player, step) {
  player.position = { step: clamp(step, 0, player.content.last) };
  showSnapshots(player);
  for (const card of player.cards) paint(card);
  showNotes(player);
  report(player);
}

/** Reports the snapshot to Python for the link, after a pause, and not while playing. @param {Player} player */
function report(player) {
  clearTimeout(player.pending);
  if (player.session.playing) return;
  const {
    content: {
      data: { identity, start },
    },
    position: { step: index },
  } = player;
  player.pending = setTimeout(
    () => player.setState("snapshot", { identity, start, index }),
    PAUSE_MS,
  );
}

/** @param {Player} player */
function showSnapshots({ content: { maps }, sums, position: { step } }) {
  for (const map of maps) {
    map.cells = map.snapshots[map.snapshotOf[step]];
    sums[map.index] = sumUp(map);
  }
}

/** @param {Player} player */
function showNotes(player) {
  const { data, maps } = player.content;
  const { tooltip } = player.elements;
  const { step } = player.position;
  showStep(player, `Step ${data.steps[step].toLocaleString("en")}`);
  for (const card of player.cards) {
    const { notes, losses, snapshotOf } = maps[card.map.index];
    const small = card.node.matches(".small"); // A small card has no space for its note.
    card.rest = notes[snapshotOf[step]];
    card.badge.textContent = small ? losses[snapshotOf[step]] : card.map.mode;
    if (small) card.badge.title = card.rest;
  }
  // The number of the pointed-at cell has changed; a hidden tooltip stays hidden.
  const { hidden } = tooltip;
  highlight(player, player.spot);
  tooltip.hidden = hidden;
}

/** @param {Player} player @param {boolean} on */
function play(player, on) {
  if (on === Boolean(player.session.playing)) return;
  stop(player);
  showPlaying(player, on);
  if (!on) return report(player);
  if (player.position.step === player.content.last) moveTo(player, 0);
  restart(player);
}

/** @param {Player} player */
function restart(player) {
  stop(player);
  player.session.playing = setInterval(() => {
    moveTo(player, player.position.step + 1);
    if (player.position.step === player.content.last) play(player, false);
  }, PLAY_MS / Number(player.elements.speed.value));
}

/** @param {Player} player */
function stop(player) {
  clearInterval(player.session.playing ?? undefined);
  player.session.playing = null;
}

/** @param {Player} player @param {KeyboardEvent} event */
function onKey(player, event) {
  if (showKeys(player, event) || isModified(event)) return;
  const { key } = event;
  const target = /** @type {Element} */ (event.target);
  const goal = stepOfKey(player, key);
  if (target.closest("select")) return; // A select uses the keys itself.
  if (player.cursor && onCursorKey(player, key)) event.preventDefault();
  else if (goal !== undefined) moveByHand(player, goal);
  else if (key !== " " || presses(event)) return;
  else if (!event.repeat) play(player, !player.session.playing);
  event.preventDefault();
}

/**
 * Draws the cards, only when the data or the width change, never per step.
 * @param {Player} player
 */
function draw(player) {
  const { root, sums } = player;
  const { data, maps } = player.content;
  player.session.width = root.clientWidth;
  if (!data || !player.session.width) return; // In a closed tab; the observer calls again when it opens.
  const measure = ruler(root, MEASURES.text.size);
  const narrow = player.session.width < MEASURES.all.narrow;
  const swiped = narrow && maps.length > 1; // On a phone maps are swiped, as on other pages.
  player.elements.grid.classList.toggle("swiped", swiped);
  const width = player.session.width - (swiped ? MEASURES.all.peek : 0);
  const layout =
    narrow || maps.length <= MEASURES.all.few
      ? arrange(maps, width, measure, VIEW, 1)
      : arrangeAll(maps, { width: player.session.width, height: roomOf(player) }, measure, VIEW, 1);
  drawLegend(player.elements.legend, data.scale, VIEW);
  const refocus = drawCards(player, { layout, scale: data.scale, view: VIEW, sums, top: 1 });
  for (const { plot, map } of player.cards) {
    const size = `${map.rows.length} target words by ${map.columns.length} source words`;
    const keys = "Arrow keys move over the cells, Escape leaves.";
    if (plot) set(plot, { "aria-label": `${map.label}: attention weights, ${size}. ${keys}` });
  }
  showNotes(player);
  refocus();
}
