// A lesson, one screen at a time. All its data arrive at once, so that nothing waits for a server.
// The progress (screen and answers) is reported to Python, which keeps it in the link.

import { speak } from "../../../ui/phrases/say.js";
import { html, set } from "../../../ui/web/dom.js";
import { live } from "../../../ui/web/lifecycle.js";
import { clamp } from "../../../ui/web/numbers.js";
import { betBefore, drawAsk, isAsked, isBet, isTold } from "../questions/asking.js";
import { drawFormula } from "../drawing/formula.js";
import { drawLab } from "./lab.js";
import { askRoom, enterRoom, leaveRoom, tellRoom } from "../live_class/live_class.js";
import { pieces } from "../drawing/prose.js";
import { fitMaps } from "./fitting.js";
import { scoresOf } from "../questions/answers.js";
import { keepProgress } from "./progress.js";
import { hearTeacher } from "../live_class/teaching.js";

/** @import { Call } from "../../../ui/web/lifecycle.js" */
/** @import { LessonData, Lesson } from "../drawing/types" */

/** Shows a lesson, in the app or in a file. @param {Call} call */
export const showLesson = (call) =>
  live(call, { mount: mountLesson, receive: receiveLesson, unmount: leaveLesson, nameOf });

/** The name of a lesson that is opened at one place. @param {LessonData} data */
const nameOf = ({ identity, start }) => JSON.stringify([identity, start]);

function mountLesson() {
  const bar = html("div", { class: "room-bar" });
  const body = html("div", { class: "lesson-body" });
  const lesson = /** @type {Lesson} */ (
    /** @type {unknown} */ ({
      root: html("section", { class: "lesson" }, bar, body),
      bar,
      body,
      data: null,
      at: 0,
      answers: {},
      settings: new Map(),
      hands: new Map(),
      before: new Map(),
      drawings: new Map(),
      shown: new Set(),
      room: null,
      leaveLab: () => {},
    })
  );
  lesson.deaf = hearTeacher(lesson, (at) => goTo(lesson, at));
  return lesson;
}

/** @param {Lesson} lesson */
function leaveLesson(lesson) {
  lesson.leaveLab();
  leaveRoom(lesson);
  lesson.deaf();
}

/** @param {Lesson} lesson @param {LessonData} data */
function receiveLesson(lesson, data) {
  if (JSON.stringify(data) === JSON.stringify(lesson.data)) return; // It was put into a new element.
  const isNew = data.identity !== lesson.data?.identity;
  if (isNew) {
    lesson.at = data.start.screen - 1;
    lesson.answers = { ...data.start.answers };
  }
  lesson.data = data;
  speak(data.phrases);
  lesson.root.lang = data.words.lang;
  lesson.root.classList.toggle("teaching", data.teaching);
  drawScreen(lesson);
  enterRoom(lesson);
  // If a person opened the lesson, the control that had the focus is gone.
  if (isNew && navigator.userActivation?.hasBeenActive) focusTitle(lesson);
}

/** The index of the last screen that the answers so far open. @param {Lesson} lesson */
function lastOpen({ data, answers }) {
  const { screens, teaching } = data;
  const locked = screens.findIndex((screen, i) => isAsked(screen) && !answers[i + 1]);
  return teaching || locked < 0 ? screens.length - 1 : locked;
}

/** @param {Lesson} lesson @param {number} at */
function goTo(lesson, at) {
  lesson.at = at;
  drawScreen(lesson);
  lesson.root.scrollIntoView({ block: lesson.data.teaching ? "start" : "nearest" });
  focusTitle(lesson);
  tellPlace(lesson);
}

/** @param {Lesson} lesson */
function focusTitle({ body }) {
  const title = /** @type {HTMLElement} */ (body.querySelector("h1"));
  title.focus({ preventScroll: true });
}

/** @param {Lesson} lesson */
function tellPlace({ data, at, answers, setState }) {
  const { identity, start, screens, kept } = data;
  setState("place", { identity, start, screen: at + 1, answers });
  if (kept) keepProgress(identity, { screen: at + 1, screens: screens.length, answers });
}

/** @param {Lesson} lesson */
function drawScreen(lesson) {
  const { data, body } = lesson;
  lesson.at = clamp(lesson.at, 0, lastOpen(lesson));
  const screen = data.screens[lesson.at];
  lesson.leaveLab();
  lesson.leaveLab = () => {};
  /** @type {Node[]} */
  const nodes = [
    html("div", { class: "top" }, html("p", { class: "where" }, data.heading), drawDots(lesson)),
    html("h1", { tabindex: -1 }, screen.title),
    ...screen.prose.map((prose) => html("p", { dir: "auto" }, ...pieces(prose))),
  ];
  const bet = betBefore(lesson, screen);
  if (bet.length) nodes.push(html("p", { class: "bet", dir: "auto" }, ...bet));
  const scores = lesson.at === data.screens.length - 1 ? scoresOf(lesson) : [];
  nodes.push(...scores.map((score) => html("p", { class: "score" }, score)));
  const place = html("div", { class: "lab-place" });
  const showLab = () => {
    if (!screen.lab || !place.isConnected || place.hasChildNodes() || !isTold(lesson, screen))
      return;
    const lab = drawLab(lesson, screen.lab, screen.bet);
    place.append(lab.node);
    lab.show(); // Only now, because a player measures the page that it is in.
    if (!data.teaching) return;
    const [leaveLab, unfit] = [lesson.leaveLab, fitMaps(lesson.bar, place)];
    lesson.leaveLab = () => {
      unfit();
      leaveLab();
    };
  };
  const answered = () => {
    body.querySelector(".ways")?.replaceWith(drawWays(lesson));
    body.querySelector(".dots")?.replaceWith(drawDots(lesson));
    showLab();
    tellPlace(lesson);
  };
  const onShow = () => {
    showLab();
    tellRoom(lesson);
  };
  if (screen.ask) nodes.push(drawAsk(lesson, screen, screen.ask, { onAnswer: answered, onShow }));
  if (screen.link) {
    const link = {
      class: "primary",
      href: withTask(lesson, screen.link),
      target: "_blank",
      rel: "noopener",
    };
    nodes.push(html("a", link, data.words.open));
  }
  if (screen.lab) nodes.push(place);
  nodes.push(...screen.formulas.map((formula) => drawFormula(formula, data.words)));
  nodes.push(
    drawWays(lesson),
    ...data.notes[lesson.at].map((note) => html("p", { class: "note" }, note)),
  );
  body.replaceChildren(...nodes);
  showLab();
  askRoom(lesson);
}

/** Returns a link into the app with the address of this screen, to which that page leads back. */
function withTask(/** @type {Lesson} */ { data, at, answers }, /** @type {string} */ link) {
  const here = new URLSearchParams(location.search);
  here.set("lesson", data.identity);
  here.set("screen", String(at + 1));
  here.set(
    "answers",
    Object.entries(answers)
      .map((answer) => answer.join("-"))
      .join("."),
  );
  return `${link}${link.includes("?") ? "&" : "?"}task=${encodeURIComponent(String(here))}`;
}

/** @param {Lesson} lesson */
function drawDots(lesson) {
  const { screens, words } = lesson.data;
  const turn = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {number} */ at) =>
    html("li", {}, drawWay(lesson, at, sign, { class: "turn", "aria-label": name }));
  const dots = screens.map(({ title }, i) => {
    const dot = html("button", { "aria-label": `${words.screen} ${i + 1}: ${title}`, title });
    if (i === lesson.at) set(dot, { "aria-current": "step" });
    dot.disabled = i > lastOpen(lesson);
    dot.addEventListener("click", () => goTo(lesson, i));
    return html("li", {}, dot);
  });
  const [back, next] = [turn(words.back, "‹", lesson.at - 1), turn(words.next, "›", lesson.at + 1)];
  return html("ol", { class: "dots" }, back, ...dots, next);
}

/** @param {Lesson} lesson */
function drawWays(lesson) {
  const { screens, words } = lesson.data;
  const next = lesson.at + 1;
  const ways = html("nav", { class: "ways" }, drawWay(lesson, lesson.at - 1, words.back));
  if (next < screens.length) ways.append(drawWay(lesson, next, words.next, { class: "primary" }));
  const isLocked = next < screens.length && next > lastOpen(lesson);
  const why = isBet(screens[lesson.at]) ? words.locked : words.locked_check;
  if (isLocked) ways.append(html("p", { class: "note" }, why));
  return ways;
}

/**
 * @param {Lesson} lesson @param {number} at @param {string} text
 * @param {import("../../../ui/web/dom.js").Attributes} attributes
 */
function drawWay(lesson, at, text, attributes = {}) {
  const button = html("button", attributes, text);
  button.disabled = at < 0 || at > lastOpen(lesson);
  button.addEventListener("click", () => goTo(lesson, at));
  return button;
}
