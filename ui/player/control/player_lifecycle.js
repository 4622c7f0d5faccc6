// The step player: has one position (step, view, chosen cell), shows it in all maps at once and
// reports it to Python. Words, numbers and scales come from Python, ready to draw.

import { stopFlow } from "../../flow/flow.js";
import { stillness } from "../../flow/frames.js";
import { say } from "../../phrases/say.js";
import { hearPage, sayKey } from "./hotkeys.js";
import { setStage, watch } from "./scaffold.js";
import { button, drawTransport } from "../drawing/transport.js";
import { html, set } from "../../web/dom.js";
import { recall } from "../../web/keeping.js";
import { playsByItself } from "../../web/visits.js";
import { chooseBest, clearChosen, onClick } from "./choosing.js";
import { draw, setView } from "./redraw.js";
import { OWN_KEYS, onKey } from "./keys.js";
import { clearJoint, joinByClick, watchPresses } from "./joining.js";
import { keepHistory } from "../state/history.js";
import { watchLens } from "./magnifier.js";
import { lift, moveByHand, play, restart, showPlace, stop, veil } from "./playing.js";
import { pinByClick } from "./pinning.js";
import { drawOptions, hasFlows, openPanel } from "../drawing/options.js";
import { present } from "./presenting.js";
import { START, setPosition } from "../state/position.js";
import { report, reportOf, tell } from "../state/reporting.js";
import { drawSharing, showSharing } from "./sharing.js";

/** @import { Data, Player } from "../layout/player_types" */

export function mountPlayer() {
  const player = /** @type {Player} */ (
    /** @type {unknown} */ ({
      position: START,
      last: 0,
      reportedCell: null,
      veiled: false,
      cards: [],
      spot: null,
      cursor: null,
      width: 0,
      data: null,
      reported: false,
      presenting: false,
      playing: null,
      flows: [],
      joints: new Map(),
      touched: false,
      longPressed: false,
    })
  );
  const open = button("view", say("options"), () =>
    openPanel(player, !player.root.matches(".open")),
  );
  set(open, { "aria-expanded": false });
  open.append(say("options"));
  player.open = open;
  player.measures = html("div", { class: "measures" });
  player.panel = html("div", { class: "options", role: "group", "aria-label": say("options") });
  const menu = html("div", { class: "menu" }, open, player.panel);
  player.sharing = drawSharing(player);
  player.bar = drawTransport(
    player,
    { moveByHand, play, restart },
    player.measures,
    menu,
    player.sharing,
  );
  player.source = html("p", { class: "sentence", dir: "auto" });
  player.bar.prepend(player.source);
  player.large = html("div", { class: "grid large", hidden: "" });
  player.strip = html("div", { class: "answer", hidden: "" });
  setStage(player, say("player"), player.bar);
  player.grid.after(player.large);
  player.heroes = html("div", { class: "heroes", hidden: "" });
  player.bar.after(player.heroes);
  player.root.append(player.strip);
  player.clearCell = () => clearChosen(player);
  player.clearJoint = () => clearJoint(player);
  player.chooseBest = () => chooseBest(player);
  watchLens(player);
  watchPresses(player);
  keepHistory();
  watch(player, { onKey, draw });
  player.stopHotkeys = hearPage(player, onKey, OWN_KEYS.map(sayKey));
  const { root } = player;
  root.addEventListener("fullscreenchange", () => {
    if (!root.matches(":fullscreen")) present(player, false);
  });
  player.grid.parentElement?.addEventListener("click", (event) => {
    if (!pinByClick(player, event) && !joinByClick(player, event)) onClick(player, event);
  });
  player.closeMenu = (event) => {
    if (root.matches(".open") && !event.composedPath().includes(player.bar))
      openPanel(player, false);
  };
  document.addEventListener("pointerdown", player.closeMenu);
  player.answer = () => tell(player);
  document.addEventListener("alignoscope:ask", player.answer);
  player.goAhead = (event) => goAhead(player, event);
  document.addEventListener("click", player.goAhead, true);
  return player;
}

/** @param {Player} player */
export function unmountPlayer(player) {
  clearTimeout(player.pending);
  stop(player);
  player.flows.forEach(stopFlow);
  player.stopWatching();
  player.above?.disconnect();
  player.stopHotkeys();
  document.removeEventListener("pointerdown", player.closeMenu);
  document.removeEventListener("alignoscope:ask", player.answer);
  document.removeEventListener("click", player.goAhead, true);
}

/**
 * Shows the prefetched content of a clicked button of the page before Python answers. The answer
 * then replaces it.
 * @param {Player} player @param {Event} event
 */
function goAhead(player, { target }) {
  const button = target instanceof Element && target.closest("button:enabled");
  if (!button) return;
  const {
    data: { key, ahead = [] },
    position: { view, pins },
  } = player;
  const one = ahead.find((goal) => button.closest(`.st-key-${goal.button.replaceAll(" ", "-")}`));
  if (!one) return;
  const { identity, step, cell, drawing } = one;
  const drawn = recall(drawing);
  if (!drawn) return;
  player.lastData = "";
  showData(player, { key, identity, start: { step, view, cell, pins }, ...drawn });
}

/** @param {Player} player @param {Data} data */
export function showData(player, data) {
  const renewed = data.identity !== player.data?.identity;
  const names = (/** @type {Data | null} */ one) =>
    JSON.stringify([hasFlows(one), one?.layers.map(({ measure, unit }) => [measure, unit])]);
  const relayered = names(data) !== names(player.data);
  const view = !player.data ? data.start.view : (renewed && data.restored) || {};
  player.data = data;
  // Names differ within one page; a lab is alone.
  const other = ["player", "lab"].includes(data.key) ? "" : `: ${data.key}`;
  set(player.root, { "aria-label": say("player") + other });
  setPosition(player, { type: "view", changes: view });
  if (relayered) drawOptions(player, { setView, veil, present });
  if (renewed) {
    play(player, false);
    lift(player);
    setPosition(player, { type: "start", start: { ...data.start, view: player.position.view } });
    player.reportedCell = player.position.cell;
    if (!player.reported) player.lastReport = JSON.stringify(reportOf(player));
  }
  showSharing(player);
  player.source.textContent = data.source ?? "";
  const lengths = data.units[player.position.view.unit].map(({ rowOfStep }) => rowOfStep.length);
  player.last = Math.max(1, ...lengths) - 1;
  player.slider.max = String(player.last);
  setPosition(player, { type: "end" });
  draw(player);
  showPlace(player);
  tell(player);
  report(player);
  greet(player);
}

/**
 * Plays the flow of the main player once in a browser, unless the person asked for less motion.
 * @param {Player} player
 */
function greet(player) {
  const {
    data: { key },
    flows,
    position: { step },
  } = player;
  if (key !== "player" || !flows.length || step || stillness() || !playsByItself()) return;
  play(player, true);
}
