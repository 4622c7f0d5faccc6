// The presenter of a live class: opens it, shows its code, asks phones the question of the screen,
// and shows their votes.

import { html } from "../../../ui/web/dom.js";
import { classesAt, followClass, isOver, requestClass } from "./class_requests.js";

/** @import { Ask, Lesson, Told, Room, RoomState } from "../drawing/types" */
/** @import { Problem } from "./class_requests.js" */

const ROOM = "alignoscope.class"; // in the tab's storage, so that a reload keeps the class
const ROUNDS = 2; // as in course/live_class/classes.py

/** Continues the class that this tab has opened, if any. @param {Lesson} lesson */
export function enterRoom(lesson) {
  if (!lesson.data.teaching || lesson.room) return drawBar(lesson);
  try {
    const kept = sessionStorage.getItem(ROOM);
    if (kept) leadRoom(lesson, { ...JSON.parse(kept), asked: null, state: null });
  } catch {
    // Without storage, a reload leaves the class.
  }
  drawBar(lesson);
}

/** Stops following the class, which goes on. @param {Lesson} lesson */
export function leaveRoom(lesson) {
  lesson.room = null;
}

/** The name of the screen's question. @param {Lesson} lesson */
const questionOf = ({ data, at }) => `${data.identity} ${at + 1}`;

/** What the class shows of the screen's question, if it has it. @param {Lesson} lesson */
function stateOf(lesson) {
  const state = lesson.room?.state;
  return state?.name === questionOf(lesson) ? state : null;
}

/** Asks the phones the question of the screen, or none. @param {Lesson} lesson */
export function askRoom(lesson) {
  const { room, data, at } = lesson;
  const name = questionOf(lesson);
  if (!data.teaching || !room || room.asked === name) return;
  room.asked = name;
  const ask = data.screens[at].ask;
  const size = ask?.curve?.points.length ?? ask?.options?.length ?? 0;
  command(lesson, {
    do: "ask",
    name,
    ask: size && ask ? polled(data.heading, ask) : null,
    drawn: Boolean(ask?.curve),
    size,
  });
}

/** Shows the phones the answer once the class has it. @param {Lesson} lesson */
export function tellRoom(lesson) {
  const { ask } = lesson.data.screens[lesson.at];
  const stage = stateOf(lesson)?.stage;
  if (ask && lesson.shown.has(ask) && (stage === "open" || stage === "shown")) {
    command(lesson, { do: "tell", told: toldTo(lesson.data.words, ask) });
  }
}

/** Shows the votes or, after that, opens the second round. @param {Lesson} lesson */
export function turnRound(lesson) {
  const { stage, rounds = [] } = stateOf(lesson) ?? {};
  if (stage === "open") command(lesson, { do: "show" });
  else if (stage === "shown" && rounds.length < ROUNDS) command(lesson, { do: "again" });
}

/** Shows the code on the whole screen. @param {Lesson} lesson */
export function showCode(lesson) {
  const { room, root, data } = lesson;
  if (!room || root.querySelector(".room-code")) return;
  const { words, alone } = data;
  const close = html("button", { class: "primary" }, words.class_close);
  const end = html("button", {}, words.class_end);
  const nodes = [
    html("h2", {}, words.class_scan),
    ...(room.qr ? [html("img", { src: room.qr, alt: words.class_qr })] : []),
    html("p", { class: "link" }, room.link),
    html("p", { class: "code" }, room.code),
    ...[alone, room.qr ? "" : words.class_code]
      .filter(Boolean)
      .map((said) => html("p", { class: "note" }, said)),
    html("div", {}, close, end),
  ];
  const dialog = html("dialog", { class: "room-code", "aria-label": words.class_scan }, ...nodes);
  close.addEventListener("click", () => dialog.close());
  end.addEventListener("click", async () => {
    dialog.close();
    await command(lesson, { do: "end" });
    closeRoom(lesson);
    drawBar(lesson);
  });
  dialog.addEventListener("close", () => dialog.remove());
  root.append(dialog);
  dialog.showModal();
}

/** What phones need to ask a question: not its answer. @param {string} heading @param {Ask} ask */
export function polled(heading, { question, options, curve }) {
  const { shares: _, ...drawn } = curve ?? { shares: [] };
  return {
    heading,
    question,
    options: options?.map(({ text }) => text) ?? null,
    curve: curve && drawn,
  };
}

/** The answer of a question for phones. @returns {Told} */
export function toldTo(/** @type {Record<string, string>} */ words, /** @type {Ask} */ ask) {
  const { options, right, otherwise, praise, curve } = ask;
  const option = options && right !== null ? options[right] : null;
  const own = option
    ? /** @type {Told["truth"]} */ ([["", `${words.truth} `], ...option.text])
    : praise;
  return {
    right,
    says: options?.map(({ says }) => says) ?? [],
    truth: otherwise.length ? otherwise : own,
    shares: curve?.shares ?? null,
  };
}

async function openRoom(/** @type {Lesson} */ lesson) {
  const base = classesAt(location.href);
  const { lang } = lesson.data.words;
  const query = lang === "en" ? "" : `?lang=${lang}`;
  const room = /** @type {Room | Problem} */ (
    await requestClass(base.slice(0, -1), "", { base, query })
  );
  if ("problem" in room) return drawBar(lesson, room.problem);
  try {
    sessionStorage.setItem(ROOM, JSON.stringify(room));
  } catch {
    // As above.
  }
  leadRoom(lesson, { ...room, asked: null, state: null });
  showCode(lesson);
}

/** @param {Lesson} lesson @param {Room} room */
function leadRoom(lesson, room) {
  lesson.room = room;
  const hear = (/** @type {RoomState | Problem} */ answer) => heardFrom(lesson, room, answer);
  followClass(addressOf(room), room.key, hear, () => lesson.room !== room);
  askRoom(lesson);
}

const addressOf = (/** @type {Room} */ { code }) => `${classesAt(location.href)}${code}`;

/** @param {Lesson} lesson @param {object} said */
async function command(lesson, said) {
  const { room } = lesson;
  if (!room) return;
  heardFrom(lesson, room, await requestClass(`${addressOf(room)}/lead`, room.key, said));
}

/** @param {Lesson} lesson @param {Room} room @param {RoomState | Problem} answer */
function heardFrom(lesson, room, answer) {
  if (lesson.room !== room) return;
  if ("problem" in answer) {
    if (isOver(answer)) closeRoom(lesson);
    return drawBar(lesson, answer.problem);
  }
  if (room.state && answer.seen < room.state.seen) return; // An older answer came later.
  room.state = answer;
  const { ask } = lesson.data.screens[lesson.at];
  const { rounds = [] } = stateOf(lesson) ?? {};
  const votes = rounds.at(-1);
  if (ask && votes && answer.stage !== "open") {
    if (ask.curve) lesson.drawings.set(ask, /** @type {number[][]} */ (votes));
    else {
      lesson.hands.set(ask, /** @type {number[]} */ (votes));
      if (rounds.length > 1) lesson.before.set(ask, /** @type {number[]} */ (rounds[0]));
    }
    if (answer.stage === "told") lesson.shown.add(ask);
    lesson.body.querySelector("fieldset")?.dispatchEvent(new Event("hands"));
  }
  drawBar(lesson);
}

/** @param {Lesson} lesson */
function closeRoom(lesson) {
  lesson.room = null;
  try {
    sessionStorage.removeItem(ROOM);
  } catch {
    // As above.
  }
}

/** Draws what the presenter can do. @param {Lesson} lesson @param {string} problem */
function drawBar(lesson, problem = "") {
  const { bar, room, data } = lesson;
  bar.hidden = !data.teaching;
  if (bar.hidden) return;
  const { words } = data;
  const { phones = 0 } = room?.state ?? {};
  const { stage = "none", rounds = [] } = stateOf(lesson) ?? {};
  const votes = /** @type {unknown[]} */ (rounds.at(-1) ?? []);
  const count = votes.reduce(
    (/** @type {number} */ sum, one) => sum + (typeof one === "number" ? one : 1),
    0,
  );
  const said =
    room && stage !== "none"
      ? words.class_votes.replace("{votes}", String(count)).replace("{phones}", String(phones))
      : room
        ? words.class_phones.replace("{phones}", String(phones))
        : "";
  const press = (/** @type {string} */ name, /** @type {(lesson: Lesson) => void} */ act) => {
    const button = html("button", {}, name);
    button.addEventListener("click", () => act(lesson));
    return button;
  };
  const buttons = [
    room ? press(`${words.class} ${room.code}`, showCode) : press(words.class_open, openRoom),
  ];
  if (stage === "open") buttons.push(press(words.class_show, turnRound));
  if (stage === "shown" && rounds.length < ROUNDS)
    buttons.push(press(words.class_again, turnRound));
  if (document.fullscreenEnabled) buttons.push(press(words.class_full_screen, fillScreen));
  const focused = bar.querySelector("button:focus")?.textContent;
  bar.replaceChildren(
    ...buttons,
    html("span", { role: "status" }, problem ? (words[problem] ?? words.class_offline) : said),
  );
  if (focused) (buttons.find(({ textContent }) => textContent === focused) ?? buttons[0]).focus();
}

/** Shows the lesson on the whole screen, or ends that. @param {Lesson} lesson */
export function fillScreen({ root }) {
  if (document.fullscreenElement) document.exitFullscreen();
  else root.requestFullscreen();
}
