// The first visit: a bet by one click, the row that lights up, weights from left to right, three doors.

import { html, set } from "../../../ui/web/dom.js";
import { live } from "../../../ui/web/lifecycle.js";
import { percentage, ranked } from "../../../ui/web/numbers.js";
import { endFirstVisit, isFirstVisit } from "../../../ui/web/visits.js";
import { pieces } from "../drawing/prose.js";

/** @import { Call } from "../../../ui/web/lifecycle.js" */
/** @import { FirstVisit, Prose } from "../drawing/types" */
/** @typedef {{ root: HTMLElement, isShown: boolean }} Visit */

const DOORS = /** @type {const} */ (["learn", "explore", "teach"]);

/** @param {Call} call */
export default function (call) {
  return live(call, { mount: beginVisit, receive: drawVisit, unmount: endVisit });
}

/** @returns {Visit} */
function beginVisit() {
  const visit = { root: html("section", { class: "lesson visit" }), isShown: isFirstVisit() };
  // The page's style sheet hides all else as long as the page has this mark.
  if (visit.isShown) document.documentElement.dataset.firstVisit = "";
  return visit;
}

/** @param {Visit} visit */
function endVisit(visit) {
  if (!visit.isShown) return;
  visit.isShown = false;
  endFirstVisit();
  visit.root.replaceChildren();
  delete document.documentElement.dataset.firstVisit;
}

/** @param {Visit} visit @param {FirstVisit} data */
function drawVisit(visit, data) {
  if (!visit.isShown || visit.root.hasChildNodes()) return;
  const { words } = data;
  const skip = html("button", { class: "plain" }, words.first_skip);
  skip.addEventListener("click", () => endVisit(visit));
  const rest = html("div", { class: "rest", "aria-live": "polite" });
  visit.root.lang = data.lang;
  visit.root.append(
    html("header", {}, html("h1", {}, data.title), skip),
    drawChips(data, (said) => showOrder(visit, data, rest, said)),
    html("p", { class: "written", lang: "fr" }, ...pieces(data.own)),
    html("p", {}, ...pieces(data.question), " ", words.first_tap),
    rest,
  );
}

/**
 * The source words as buttons; the first one clicked is the bet, and then all show their weights.
 * @param {FirstVisit} data @param {(said: Prose) => void} onBet
 */
function drawChips({ source, weights, says, question, words }, onBet) {
  const [best] = ranked(weights);
  const notes = source.map(() => html("small", {}));
  const chips = source.map((word, i) => {
    const chip = html("button", { class: "word" }, word, notes[i]);
    chip.addEventListener("click", () => {
      chips.forEach((one, j) => {
        one.disabled = true;
        one.style.setProperty("--share", percentage(weights[j]));
        notes[j].textContent = percentage(weights[j]);
      });
      chips[best].classList.add("best");
      notes[best].append(` ${words.the_model}`);
      chip.classList.add("own");
      notes[i].append(i === best ? ` + ${words.yours}` : ` ${words.yours}`);
      onBet(says[word] ?? [["", words.first_other]]);
    });
    return chip;
  });
  const row = html("div", { class: "row", role: "group", lang: "en" }, ...chips);
  return set(row, { "aria-label": question.map(([, text]) => text).join("") });
}

/** @param {Visit} visit @param {FirstVisit} data @param {HTMLElement} rest @param {Prose} said */
function showOrder(visit, data, rest, said) {
  const { words, told } = data;
  const press = html("button", { class: "primary" }, words.first_try);
  rest.append(html("p", { class: "bet" }, ...pieces(said)), press);
  press.addEventListener("click", () => {
    press.replaceWith(
      html("p", {}, words.first_told),
      html("p", { class: "written", lang: "fr" }, ...pieces(told)),
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
