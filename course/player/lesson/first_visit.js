// The first visit: a bet by one click, the flow that answers it, weights from left to right, three doors.

import { stillness } from "../../../ui/flow/frames.js";
import { watchStep } from "../../../ui/flow/flow.js";
import { speak } from "../../../ui/phrases/say.js";
import {
  mountPlayer,
  showData,
  unmountPlayer,
} from "../../../ui/player/control/player_lifecycle.js";
import { html, set } from "../../../ui/web/dom.js";
import { live } from "../../../ui/web/lifecycle.js";
import { endFirstVisit, isFirstVisit } from "../../../ui/web/visits.js";
import { pieces } from "../drawing/prose.js";
import { withPick } from "./lab.js";

/** @import { Data as MapsData, Player } from "../../../ui/player/layout/player_types" */
/** @import { Call } from "../../../ui/web/lifecycle.js" */
/** @import { FirstVisit, Prose } from "../drawing/types" */
/**
 * @typedef {object} Visit
 * @property {HTMLElement} root
 * @property {HTMLElement} stage the words, and then their flow
 * @property {boolean} isShown
 * @property {() => void} leaveFlow
 */

const DOORS = /** @type {const} */ (["learn", "explore", "teach"]);

/** @param {Call} call */
export default function (call) {
  return live(call, { mount: beginVisit, receive: drawVisit, unmount: endVisit });
}

/** @returns {Visit} */
function beginVisit() {
  const root = html("section", { class: "lesson visit" });
  const isShown = isFirstVisit();
  // The page's style sheet hides all else as long as the page has this mark.
  if (isShown) document.documentElement.dataset.firstVisit = "";
  return { root, stage: html("div", {}), isShown, leaveFlow: () => {} };
}

/** @param {Visit} visit */
function endVisit(visit) {
  if (!visit.isShown) return;
  visit.isShown = false;
  endFirstVisit();
  visit.leaveFlow();
  visit.root.replaceChildren();
  delete document.documentElement.dataset.firstVisit;
}

/** @param {Visit} visit @param {FirstVisit} data */
function drawVisit(visit, data) {
  if (!visit.isShown || visit.root.hasChildNodes()) return;
  const { root, stage } = visit;
  const { words } = data;
  const skip = html("button", { class: "plain" }, words.first_skip);
  skip.addEventListener("click", () => endVisit(visit));
  const question = html("p", {}, ...pieces(data.question), " ", words.first_tap);
  const rest = html("div", { class: "rest", "aria-live": "polite" });
  speak(data.phrases);
  root.lang = data.lang;
  stage.append(
    drawChips(data, (column) => {
      question.remove();
      stage.replaceChildren();
      showFlow(visit, data, data.maps[0], column);
      showOrder(visit, data, rest, column);
    }),
    html("p", { class: "french", lang: "fr" }, ...pieces(data.own)),
  );
  root.append(html("header", {}, html("h1", {}, data.title), skip), question, stage, rest);
}

/**
 * The source words as buttons; the first one clicked is the bet.
 * @param {FirstVisit} data @param {(column: number) => void} onBet
 */
function drawChips({ source, question }, onBet) {
  const chips = source.map((word, i) => {
    const chip = html("button", { class: "word" }, word);
    chip.addEventListener("click", () => onBet(i));
    return chip;
  });
  const row = html("div", { class: "row", role: "group", lang: "en" }, ...chips);
  return set(row, { "aria-label": question.map(([, text]) => text).join("") });
}

/**
 * Shows a flow with the bet marked; its ribbons grow, unless the person asked for less motion.
 * @param {Visit} visit @param {FirstVisit} data @param {MapsData} maps @param {number} column
 */
function showFlow(visit, { words }, maps, column) {
  const receive = (/** @type {Player} */ player, /** @type {MapsData} */ shown) => {
    showData(player, shown);
    if (!stillness()) watchStep(player.flows[0], "weights");
  };
  visit.leaveFlow = live(
    { data: withPick(maps, column, words), parentElement: visit.stage },
    { mount: mountPlayer, receive, unmount: unmountPlayer },
  );
}

/** @param {Visit} visit @param {FirstVisit} data @param {HTMLElement} rest @param {number} column */
function showOrder(visit, data, rest, column) {
  const { words, told, says, source } = data;
  /** @type {Prose} */
  const said = says[source[column]] ?? [["", words.first_other]];
  const press = html("button", { class: "primary" }, words.first_try);
  rest.append(html("p", { class: "bet" }, ...pieces(said)), press);
  press.addEventListener("click", () => {
    showFlow(visit, data, data.maps[1], column);
    rest.replaceChildren(
      html("p", {}, words.first_told),
      html("p", { class: "french", lang: "fr" }, ...pieces(told)),
      html("p", {}, words.first_steers),
      drawVisitDoors(visit, data),
    );
    focusNext(rest, ".doors .primary");
  });
  focusNext(rest, ".primary");
}

/** Moves the focus from a control that is gone. @param {HTMLElement} rest @param {string} next */
function focusNext(rest, next) {
  /** @type {HTMLElement | null} */ (rest.querySelector(next))?.focus();
}

/** @param {Visit} visit @param {FirstVisit} data */
function drawVisitDoors(visit, { doors, words, lesson }) {
  const nodes = DOORS.map((door) => {
    const parts = [
      html("b", {}, words[`door_${door}`].replace("{lesson}", lesson)),
      html("span", {}, words[`door_${door}_says`]),
    ];
    if (doors[door]) return html("a", { href: doors[door] }, ...parts);
    const button = html("button", {}, ...parts);
    button.addEventListener("click", () => endVisit(visit));
    return button;
  });
  nodes[0].classList.add("primary");
  return html("nav", { class: "doors" }, ...nodes);
}
