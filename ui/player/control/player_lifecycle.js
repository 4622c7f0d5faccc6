// The step player: has one position (step, view, chosen cell), shows it in all maps at once and
// reports it to Python. Words, numbers and scales come from Python, ready to draw.

import { stopFlow } from "../../flow/flow.js";
import { stillness } from "../../flow/frames.js";
import { say } from "../../phrases/say.js";
import { drawKeys, listenForHotkeys, sayKey } from "./hotkeys.js";
import { createStage, watch } from "./scaffold.js";
import { button, drawTransport } from "../drawing/transport.js";
import { html, set } from "../../web/dom.js";
import { recall } from "../../web/keeping.js";
import { toNobody } from "../../web/lifecycle.js";
import { playsByItself } from "../../web/visits.js";
import { chooseBest, clearChosen, onClick } from "./choosing.js";
import { draw, setView } from "./redraw.js";
import { OWN_KEYS, onKey } from "./keys.js";
import { clearJoint, joinByClick, watchPresses } from "./joining.js";
import { keepHistory } from "../state/history.js";
import { watchMagnifier } from "./magnifier.js";
import { lift, moveByHand, moveTo, play, restart, stop, veil } from "./playing.js";
import { listenToList, pinByClick } from "./pinning.js";
import { openHeads } from "../drawing/openers.js";
import { drawOptions, hasFlows, openPanel } from "../drawing/options.js";
import { START, setPosition } from "../state/position.js";
import { report, reportOf, tell } from "../state/reporting.js";
import { drawSharing, present, showSharing } from "./toolbar.js";

/** @import { Data, Player } from "../layout/player_types" */

/** Creates the elements. @param {() => Player} player which is made after them */
function createElements(player) {
  const open = button("view", say("options"), () =>
    openPanel(player(), !player().root.matches(".open")),
  );
  set(open, { "aria-expanded": false });
  open.append(say("options"));
  const measures = html("div", { class: "measures" });
  const panel = html("div", { class: "options", role: "group", "aria-label": say("options") });
  const menu = html("div", { class: "menu" }, open, panel);
  const { sharing, copy } = drawSharing(player);
  const own = { moveByHand, play, restart };
  const transport = drawTransport(player, own, measures, menu, sharing);
  const source = html("p", { class: "sentence", dir: "auto" });
  transport.bar.prepend(source);
  const { root, ...stage } = createStage(say("player"), transport.bar);
  const large = html("div", { class: "grid large", hidden: "" });
  stage.grid.after(large);
  const magnifier = html("div", { class: "grid lens", "aria-hidden": "true", hidden: "" });
  stage.grid.parentElement?.append(magnifier);
  const flowCards = html("div", { class: "heroes", hidden: "" });
  const shares = html("p", { class: "shares", hidden: "" });
  const written = html("section", {
    class: "written",
    "aria-label": say("each_wrote"),
    hidden: "",
  });
  transport.bar.after(flowCards, shares, written);
  const readoutBar = html("div", { class: "answer", hidden: "" });
  root.append(readoutBar);
  const keys = drawKeys(OWN_KEYS.map(sayKey));
  const parts = {
    open,
    measures,
    panel,
    sharing,
    copy,
    source,
    large,
    magnifier,
    flowCards,
    shares,
    written,
    readoutBar,
    keys,
  };
  return { root, elements: Object.freeze({ ...transport, ...stage, ...parts }) };
}

export function mountPlayer() {
  const { root, elements } = createElements(() => player);
  /** @type {Player} */
  const player = {
    root,
    elements,
    position: START,
    reports: { reportedCell: null, reported: false },
    presses: { touched: false, longPressed: false },
    // What is null comes with the first data.
    content: {
      data: /** @type {any} */ (null),
      scale: /** @type {any} */ (null),
      maps: [],
      joints: new Map(),
      last: 0,
    },
    session: {
      width: 0,
      playing: null,
      until: 0,
      presenting: false,
      veiled: false,
      lifts: false,
      swiped: false,
      listing: false,
      top: 0,
    },
    controls: /** @type {any} */ (null),
    setState: toNobody,
    cards: [],
    flows: [],
    spot: null,
    cursor: null,
    clearCell: () => clearChosen(player),
    clearJoint: () => clearJoint(player),
    chooseBest: () => chooseBest(player),
  };
  watchMagnifier(player);
  watchPresses(player);
  keepHistory();
  const stopWatching = watch(player, { onKey, draw });
  root.addEventListener("click", (event) => openHeads(player, event));
  root.addEventListener("fullscreenchange", () => {
    if (!root.matches(":fullscreen")) present(player, false);
  });
  elements.grid.parentElement?.addEventListener("click", (event) => {
    if (!pinByClick(player, event) && !joinByClick(player, event)) onClick(player, event);
  });
  listenToList(player);
  const stopListening = listen(player);
  player.session.stopWatching = () => {
    stopWatching();
    stopListening();
  };
  return player;
}

/**
 * Listens to the page; returns the function that ends this.
 * @param {Player} player
 */
function listen(player) {
  const stopHotkeys = listenForHotkeys(player, onKey);
  const closeMenu = (/** @type {Event} */ event) => {
    const outside = !event.composedPath().includes(player.elements.bar);
    if (player.root.matches(".open") && outside) openPanel(player, false);
  };
  const answer = () => tell(player);
  const go = (/** @type {Event} */ event) => {
    const { detail } = /** @type {CustomEvent<{ key: string, step: number }>} */ (event);
    if (detail.key === player.content.data?.key) moveByHand(player, detail.step);
  };
  const ahead = (/** @type {Event} */ event) => goAhead(player, event);
  document.addEventListener("pointerdown", closeMenu);
  document.addEventListener("alignoscope:ask", answer);
  document.addEventListener("alignoscope:go", go);
  document.addEventListener("click", ahead, true);
  return () => {
    stopHotkeys();
    document.removeEventListener("pointerdown", closeMenu);
    document.removeEventListener("alignoscope:ask", answer);
    document.removeEventListener("alignoscope:go", go);
    document.removeEventListener("click", ahead, true);
  };
}

/** @param {Player} player */
export function unmountPlayer(player) {
  clearTimeout(player.reports.pending);
  stop(player);
  player.flows.forEach(stopFlow);
  player.session.stopWatching?.();
  player.session.above?.disconnect();
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
    content: {
      data: { key, ahead = [] },
    },
    position: { view, pins },
  } = player;
  const one = ahead.find((goal) => button.closest(`.st-key-${goal.button.replaceAll(" ", "-")}`));
  if (!one) return;
  const { identity, step, cell, drawing } = one;
  const drawn = recall(drawing);
  if (!drawn) return;
  player.reports.lastData = "";
  showData(player, { key, identity, start: { step, view, cell, pins }, ...drawn });
}

/** @param {Player} player @param {Data} data */
export function showData(player, data) {
  const renewed = data.identity !== player.content.data?.identity;
  const names = (/** @type {Data | null} */ one) =>
    JSON.stringify([hasFlows(one), one?.layers.map(({ measure, unit }) => [measure, unit])]);
  const relayered = names(data) !== names(player.content.data);
  const view = !player.content.data ? data.start.view : (renewed && data.restored) || {};
  player.content.data = data;
  // Names differ within one page; a lab is alone.
  const other = ["player", "lab"].includes(data.key) ? "" : `: ${data.key}`;
  set(player.root, { "aria-label": say("player") + other });
  setPosition(player, { type: "view", changes: view });
  if (relayered) drawOptions(player, { setView, veil, present });
  if (renewed) {
    play(player, false);
    lift(player);
    setPosition(player, { type: "start", start: { ...data.start, view: player.position.view } });
    player.reports.reportedCell = player.position.cell;
    if (!player.reports.reported) player.reports.lastReport = JSON.stringify(reportOf(player));
  }
  showSharing(player);
  player.elements.source.textContent = data.source ?? "";
  draw(player);
  tell(player);
  report(player);
  greet(player);
}

/**
 * Plays the flow of the main player to the step at which it opens, once in a browser, unless the
 * person asked for less motion.
 * @param {Player} player
 */
function greet(player) {
  const {
    content: {
      data: { key, opening },
    },
    flows,
    position: { step },
  } = player;
  const opens = flows.length > 0 && step === opening;
  if (key !== "player" || !opens || stillness() || !playsByItself()) return;
  play(player, true, step || player.content.last);
  moveTo(player, 0);
}
