// A phone in a live class: it shows the question that is on the screen, and votes once a round.

import { html, set } from "../../../ui/web/dom.js";
import { live } from "../../../ui/web/lifecycle.js";
import { LETTERS } from "../questions/asking.js";
import { classesAt, followClass, requestClass } from "./class_requests.js";
import { pieces, sayOf } from "../drawing/prose.js";
import { drawSketch } from "../questions/sketch.js";

/** @import { Call } from "../../../ui/web/lifecycle.js" */
/** @import { Curve, PolledAsk, Told, Vote } from "../drawing/types" */
/** @import { Problem } from "./class_requests.js" */
/** @typedef {Record<string, string>} Words */
/**
 * What a phone shows: the stage of the question, the question, its answer, and this phone's votes.
 * @typedef {{
 *   seen: number, stage: "none" | "open" | "shown" | "told", ask: PolledAsk, told: Told | null,
 *   mine: (Vote | null)[],
 * }} State
 */
/** @typedef {{ root: HTMLElement, body: HTMLElement, said: HTMLElement, away: boolean }} Phone */

const MIDDLE_SHARE = 0.5; // of points that are not drawn yet

/** @param {Call} call */
export default function (call) {
  return live(call, { mount: mountPhone, receive: startPhone, unmount: leavePhone });
}

function mountPhone() {
  const body = html("div", { class: "lesson-body" });
  const said = html("p", { class: "phone-said", role: "status" });
  return /** @type {Phone} */ ({
    root: html("section", { class: "lesson phone" }, body, said),
    body,
    said,
    away: false,
  });
}

/** @param {Phone} phone */
function leavePhone(phone) {
  phone.away = true;
}

/** @param {Phone} phone @param {{ words: Record<string, Words> }} data */
function startPhone(phone, { words: all }) {
  const words = all[new URLSearchParams(location.search).get("lang") ?? ""] ?? all.en;
  document.documentElement.lang = words.lang;
  const at = classesAt(location.href);
  const [, code] = /\/class\/(\w+)/.exec(location.pathname) ?? [];
  if (!code) return askCode(phone, words, at);
  const address = `${at}${code}`;
  const show = (/** @type {State | Problem} */ answer) => {
    if ("problem" in answer) sayProblem(phone, words, answer, at);
    else drawState(phone, words, answer, address, show);
  };
  followClass(address, "", show, () => phone.away);
}

/** Shows a problem; without a class to vote in, the code can be typed. */
function sayProblem(
  /** @type {Phone} */ phone,
  /** @type {Words} */ words,
  /** @type {Problem} */ { problem },
  /** @type {string} */ at,
) {
  const gone = problem === "class_ended" || problem === "class_full";
  if (gone) phone.body.replaceChildren(html("h1", {}, words.class));
  if (problem === "class_unknown") askCode(phone, words, at);
  phone.said.textContent = words[problem] ?? words.class_offline;
}

/** @param {Phone} phone @param {Words} words @param {string} at */
function askCode(phone, words, at) {
  const box = html("input", {
    type: "text",
    autocomplete: "off",
    autocapitalize: "characters",
    maxlength: 5,
  });
  box.setAttribute("aria-label", words.class_code_of);
  const form = html("form", {}, box, html("button", { class: "primary" }, words.class_join));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (box.value.trim())
      location.assign(`${at}${encodeURIComponent(box.value.trim())}${location.search}`);
  });
  phone.body.replaceChildren(html("h1", {}, words.class), html("p", {}, words.class_code_of), form);
}

/**
 * @param {Phone} phone @param {Words} words @param {State} state @param {string} address
 * @param {(answer: State | Problem) => void} show
 */
function drawState(phone, words, state, address, show) {
  const { stage, ask, mine } = state;
  if (stage === "none") {
    phone.body.replaceChildren(html("h1", {}, words.class));
    phone.said.textContent = words.class_waits;
    return;
  }
  const own = mine.findLast((vote) => vote !== null) ?? null;
  const open = stage === "open" && mine.at(-1) === null;
  const send = async (/** @type {Vote} */ vote) => {
    const answer = /** @type {State | Problem} */ (
      await requestClass(`${address}/vote`, "", { round: mine.length, vote })
    );
    if ("problem" in answer) drawState(phone, words, state, address, show);
    show(answer);
  };
  const draw = ask.curve ? drawCurveVote : drawOptions;
  const field = html("fieldset", {}, html("legend", {}, ...pieces(ask.question)));
  draw({ field, ask, words, state, own, send: open ? send : null });
  phone.body.replaceChildren(html("h1", { class: "where" }, ask.heading), field);
  if (state.told) {
    const says = html("div", { class: "says" });
    sayOf(says, true, ...saysTo(state.told, own));
    phone.body.append(says);
  }
  const at = { shown: "class_over", told: "class_told", open: "class_voted" }[stage];
  phone.said.textContent =
    words[open ? (mine.length > 1 ? "class_again_says" : "class_choose") : at];
}

/** Returns what is said of a vote once the answer is shown. @param {Told} told @param {Vote | null} own */
export function saysTo({ says, truth }, own) {
  const reply = typeof own === "number" ? says[own] : undefined;
  return [...(reply ? [pieces(reply)] : []), pieces(truth)];
}

/**
 * `send` sends a vote; null if none is possible.
 * @typedef {{
 *   field: HTMLElement, ask: PolledAsk, words: Words, state: State, own: Vote | null,
 *   send: ((vote: Vote) => void) | null,
 * }} Asking
 */

function drawOptions(/** @type {Asking} */ { field, ask, state, own, send }) {
  (ask.options ?? []).forEach((text, i) => {
    const button = html(
      "button",
      { class: "hand" },
      html("b", {}, LETTERS[i]),
      html("span", {}, ...pieces(text)),
    );
    button.disabled = !send;
    if (i === own) set(button, { "aria-current": true });
    button.classList.toggle("right", state.told?.right === i);
    button.addEventListener("click", () => {
      for (const one of field.querySelectorAll("button")) one.disabled = true; // One tap is one vote.
      send?.(i);
    });
    field.append(button);
  });
}

function drawCurveVote(/** @type {Asking} */ { field, ask, words, state, own, send }) {
  const told = state.told?.shares ?? null;
  const curve = /** @type {Curve} */ ({ ...ask.curve, shares: told ?? [] });
  let shares = Array.isArray(own)
    ? own.map((share) => share / 100)
    : curve.points.map(() => MIDDLE_SHARE);
  const press = html("button", { class: "primary" }, words.class_send);
  const sketch = drawSketch(curve, shares, words, (moved) => {
    shares = moved;
  });
  field.append(sketch.node, press);
  sketch.tell(Boolean(told));
  sketch.node.inert = !send && !told; // Its table can be opened once the answer is shown.
  press.hidden = !send;
  press.addEventListener("click", () => {
    press.disabled = true;
    send?.(shares.map((share) => Math.round(100 * share)));
  });
}
