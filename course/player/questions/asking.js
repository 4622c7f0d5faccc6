// Questions: predictions that are made once, answers that are checked, and votes that a teacher
// counts.

import { html, set } from "../../../ui/web/dom.js";
import { answerOf, compared, drawSketch, sharesOf } from "./sketch.js";
import { hintOf, isRight } from "./answers.js";
import { pieces, sayOf } from "../drawing/prose.js";

/** @import { Ask, Curve, Lesson, Prose, Screen } from "../drawing/types" */

export const RIGHT = "r";
const WRONG = "w"; // a typed answer, which may still become right
export const LETTERS = "ABCDEFGHI";
const MIDDLE = 0.5; // the share of points that are not drawn yet

/** Whether a screen needs a prediction to go on. @param {Pick<Screen, "kind">} screen */
export const isBet = ({ kind }) => kind === "predict" || kind === "evidence";

/** Whether a screen needs an answer to go on, right or wrong. @param {Pick<Screen, "kind">} screen */
export const isAsked = (screen) => isBet(screen) || screen.kind === "check";

/**
 * Whether a screen's lab may be shown: on an evidence screen, the lab reveals the answer.
 * @param {Lesson} lesson @param {Screen} screen
 */
export function isTold({ data, answers, shown }, screen) {
  if (screen.kind !== "evidence" || !screen.ask) return true;
  return data.teaching ? shown.has(screen.ask) : Boolean(answers[data.screens.indexOf(screen) + 1]);
}

/**
 * Returns a screen's question. `onAnswer` is called once it has an answer, `onShow` whenever votes
 * or the answer are shown for teaching.
 * @param {Lesson} lesson @param {Screen} screen @param {Ask} ask
 * @param {Pick<Asked, "onAnswer" | "onShow">} heard
 */
export function drawAsk(lesson, screen, ask, heard) {
  const answer = html("div", { class: "says", "aria-live": "polite", tabindex: -1 });
  const legend = html("legend", {}, ...pieces(ask.question));
  const field = html("fieldset", {}, legend);
  const own = ask.options ? drawChoice : ask.explained ? drawExplained : drawWritten;
  const draw = ask.curve ? drawPoints : lesson.data.teaching ? drawHands : own;
  draw({ lesson, screen, ask, field, answer, ...heard });
  field.append(answer);
  return field;
}

/**
 * @typedef {{
 *   lesson: Lesson, screen: Screen, ask: Ask, field: HTMLElement, answer: HTMLElement,
 *   onAnswer: () => void, onShow: () => void,
 * }} Asked
 */

/** Returns the key of a screen's answer: its number, from 1. @param {Asked} asked */
const numberOf = ({ lesson, screen }) => String(lesson.data.screens.indexOf(screen) + 1);

/** @param {Asked} asked */
function drawChoice(asked) {
  const { lesson, screen, ask, field, answer, onAnswer } = asked;
  const bet = isBet(screen);
  const number = numberOf(asked);
  const { bet: place, check } = lesson.data.words;
  const press = html("button", { class: "primary" }, bet ? place : check);
  const boxes = (ask.options ?? []).map(({ text }, i) => {
    const box = html("input", { type: "radio", name: `ask${number}`, value: i });
    field.append(html("label", { class: "option" }, box, html("span", {}, ...pieces(text))));
    box.addEventListener("change", () => set(press, {}).removeAttribute("disabled"));
    return box;
  });
  const show = () => {
    const chosen = Number((lesson.answers[number] ?? "k0").slice(1)) - 1;
    const option = ask.options?.[chosen];
    if (!option) return press.setAttribute("disabled", "");
    boxes[chosen].checked = true;
    const right = chosen === ask.right;
    sayOf(answer, right, ...replies(lesson, ask, chosen, bet));
    for (const box of boxes) box.disabled = right || bet;
    press.hidden = right || bet;
  };
  press.addEventListener("click", () => {
    lesson.answers[number] = `k${boxes.findIndex((box) => box.checked) + 1}`;
    show();
    if (press.hidden) answer.focus(); // The button that had the focus is hidden.
    onAnswer();
  });
  field.append(press);
  show();
}

/** @param {Asked} asked */
function drawWritten(asked) {
  const { lesson, ask, field, answer, onAnswer } = asked;
  const number = numberOf(asked);
  const box = html("input", { type: "text", autocomplete: "off", dir: "auto" });
  box.setAttribute("aria-label", field.textContent ?? "");
  const press = html("button", { class: "primary" }, lesson.data.words.check);
  const form = html("form", {}, box, press);
  const show = () => {
    box.value = ask.answer;
    box.disabled = true;
    press.hidden = true;
    sayOf(answer, true, pieces(ask.praise));
  };
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (!box.value.trim()) return;
    if (!isRight(box.value, ask.answer)) {
      sayOf(answer, false, pieces(hintOf(ask, box.value)));
      lesson.answers[number] = WRONG;
      return onAnswer();
    }
    lesson.answers[number] = RIGHT;
    show();
    answer.focus();
    onAnswer();
  });
  field.append(form);
  if (lesson.answers[number] === RIGHT) show();
}

/** Draws a question that is answered in a sentence, and then shows the model answer beside it. */
function drawExplained(/** @type {Asked} */ asked) {
  const { lesson, ask, field, answer, onAnswer } = asked;
  const number = numberOf(asked);
  const box = html("textarea", { rows: 3, dir: "auto" });
  box.setAttribute("aria-label", field.textContent ?? "");
  const press = html("button", { class: "primary" }, lesson.data.words.compare);
  press.addEventListener("click", () => {
    if (!box.value.trim()) return box.focus();
    lesson.answers[number] = RIGHT; // Nobody checks it: a person compares.
    sayOf(answer, true, pieces(ask.praise));
    answer.focus();
    onAnswer();
  });
  field.append(box, press);
  if (lesson.answers[number]) sayOf(answer, true, pieces(ask.praise));
}

/**
 * Draws a question that is answered by drawing points of a curve. A person draws them once; a
 * teacher draws those of a class, and then shows the curve.
 */
function drawPoints(/** @type {Asked} */ asked) {
  const { lesson, ask, field, answer, onAnswer, onShow } = asked;
  const curve = /** @type {Curve} */ (ask.curve);
  const number = numberOf(asked);
  const { words, teaching } = lesson.data;
  const placed = teaching ? null : sharesOf(lesson.answers[number] ?? "", curve);
  const press = html("button", { class: "primary" }, teaching ? words.show : words.bet);
  let own = placed ?? lesson.hands.get(ask) ?? curve.points.map(() => MIDDLE);
  press.disabled = !teaching && !lesson.hands.has(ask);
  const sketch = drawSketch(curve, own, words, (moved) => {
    own = moved;
    lesson.hands.set(ask, own);
    press.disabled = false;
  });
  const show = () => {
    const told = teaching ? lesson.shown.has(ask) : lesson.answers[number]?.startsWith("d");
    sketch.tell(Boolean(told));
    const drawings = lesson.drawings.get(ask) ?? [];
    const ofClass = drawings.length > 0 && !lesson.hands.has(ask); // The teacher has drawn nothing.
    sketch.overlay(drawings);
    sketch.node.classList.toggle("of-class", ofClass);
    press.hidden = Boolean(told);
    const said = ofClass ? [] : pieces(saidOf(ask, own, words));
    if (told) sayOf(answer, true, said, pieces(ask.praise));
  };
  press.addEventListener("click", () => {
    if (teaching) lesson.shown.add(ask);
    else lesson.answers[number] = answerOf(own);
    show();
    answer.focus();
    if (teaching) onShow();
    else onAnswer();
  });
  field.append(sketch.node, press);
  field.addEventListener("hands", () => {
    show();
    onShow();
  });
  show();
}

/**
 * Returns the feedback on points that were drawn.
 * @param {Ask} ask @param {number[]} own @param {Lesson["data"]["words"]} words @returns {Prose}
 */
function saidOf(ask, own, words) {
  const { lie, gap, amount } = compared(/** @type {Curve} */ (ask.curve), own, words.decimal);
  return (ask.drawn[lie] ?? []).map(([name, text]) => [
    name,
    text.replace("{GAP}", gap).replace("{AMOUNT}", amount),
  ]);
}

/** Draws a question for teaching: one button per option counts its votes, one shows the answer. */
function drawHands(/** @type {Asked} */ asked) {
  const { lesson, ask, field, answer, onShow } = asked;
  const { words } = lesson.data;
  const bars = (ask.options ?? []).map(({ text }, i) => {
    const count = html("output", {});
    const bar = html("meter", { min: 0, "aria-hidden": true });
    const hand = html("button", { class: "hand" }, html("b", {}, LETTERS[i]));
    hand.append(html("span", {}, ...pieces(text)), bar, count);
    hand.addEventListener("click", () => {
      raise(lesson, ask, i, 1);
      show();
    });
    field.append(hand);
    return { hand, bar, count };
  });
  const press = html("button", { class: "primary" }, words.show);
  const show = () => {
    const hands = handsOf(lesson, ask);
    const before = lesson.before.get(ask);
    const most = Math.max(1, ...hands);
    bars.forEach(({ hand, bar, count }, i) => {
      set(bar, { max: most, value: hands[i] });
      count.textContent = before ? `${before[i]} → ${hands[i]}` : String(hands[i]);
      hand.classList.toggle("right", lesson.shown.has(ask) && i === ask.right);
    });
    press.hidden = lesson.shown.has(ask);
    if (lesson.shown.has(ask)) sayOf(answer, true, truth(lesson, ask));
    onShow();
  };
  press.addEventListener("click", () => {
    lesson.shown.add(ask);
    show();
    answer.focus();
  });
  field.append(press);
  field.addEventListener("hands", show);
  show();
}

/** @param {Lesson} lesson @param {Ask} ask */
const handsOf = (lesson, ask) => {
  const none = Array((ask.options ?? []).length).fill(0);
  const hands = lesson.hands.get(ask) ?? none;
  lesson.hands.set(ask, hands);
  return hands;
};

/**
 * Adds or removes a vote.
 * @param {Lesson} lesson @param {Ask} ask @param {number} option
 * @param {number} by 1 or -1; votes do not become negative
 */
export function raise(lesson, ask, option, by) {
  const hands = handsOf(lesson, ask);
  if (option < hands.length) hands[option] = Math.max(0, hands[option] + by);
}

/**
 * Returns the feedback on a chosen option and, after a wrong prediction, the right answer.
 * @param {Lesson} lesson @param {Ask} ask @param {number} chosen @param {boolean} bet
 */
export function replies(lesson, ask, chosen, bet) {
  const says = pieces(ask.options?.[chosen].says ?? []);
  const lost = bet && chosen !== ask.right && !ask.otherwise.length;
  return lost ? [says, truth(lesson, ask)] : [says];
}

/**
 * Returns the prediction on the question that a screen answers: the person's or, for teaching, that
 * with the most votes (none in a tie).
 * @param {Lesson} lesson @param {Screen} screen
 */
export function betBefore({ data, answers, hands }, screen) {
  const ask = screen.bet ? data.screens[screen.bet - 1].ask : null;
  if (!ask?.options) return [];
  const counts = hands.get(ask) ?? [0];
  const most = Math.max(1, ...counts);
  const voted = counts.indexOf(most) === counts.lastIndexOf(most) ? counts.indexOf(most) : -1;
  const chosen = data.teaching ? voted : Number((answers[screen.bet ?? 0] ?? "k0").slice(1)) - 1;
  const option = ask.options[chosen];
  const { your_bet: yours, most_hands: theirs } = data.words;
  return option ? [`${data.teaching ? theirs : yours} `, ...pieces(option.text)] : [];
}

/** Returns the right answer with its explanation. @param {Lesson} lesson @param {Ask} ask */
function truth({ data }, ask) {
  if (ask.otherwise.length) return pieces(ask.otherwise);
  if (!ask.options && !ask.answer) return pieces(ask.praise);
  if (!ask.options) return [html("strong", {}, ask.answer), ". ", ...pieces(ask.praise)];
  if (ask.right === null) return [];
  const { text, says } = ask.options[ask.right];
  const words = data.teaching ? [". ", ...pieces(capitalised(says))] : [];
  return [`${data.words.truth} `, ...pieces(text), ...words];
}

/** A sentence with a capital letter. @param {Prose} prose @returns {Prose} */
const capitalised = ([[name, text], ...rest]) => [
  [name, name === "code" ? text : text.charAt(0).toUpperCase() + text.slice(1)],
  ...rest,
];
