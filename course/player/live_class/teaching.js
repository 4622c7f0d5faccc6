// Teaching a class: the keys of a keyboard or a clicker change screens, count votes, show answers.

import { isModified } from "../../../ui/web/dom.js";
import { LETTERS, raise } from "../questions/asking.js";
import { fillScreen, showCode, turnRound } from "./live_class.js";

/** @import { Lesson } from "../drawing/types" */

const CLASS_KEYS = new Map([
  ["V", turnRound],
  ["Q", showCode],
  ["F", fillScreen],
]);

/**
 * Listens to the page's keys while a lesson is shown for teaching; returns the function that ends
 * this.
 * @param {Lesson} lesson @param {(at: number) => void} go
 */
export function hearTeacher(lesson, go) {
  const hear = (/** @type {KeyboardEvent} */ event) => {
    const inside = event.composedPath()[0];
    if (!lesson.data?.teaching || !lesson.root.isConnected) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (inside instanceof HTMLInputElement && inside.type === "text") return;
    const turns = { PageDown: 1, PageUp: -1 }[event.key];
    const act = isModified(event) ? null : CLASS_KEYS.get(event.key.toUpperCase());
    if (turns) go(lesson.at + turns);
    else if (act) act(lesson);
    else if (!countsHand(lesson, event)) return;
    event.preventDefault();
    event.stopPropagation(); // A player of maps uses these keys, too.
  };
  window.addEventListener("keydown", hear, { capture: true });
  return () => window.removeEventListener("keydown", hear, { capture: true });
}

/** A letter adds a vote for its option, with Shift removes one; R shows the answer. */
function countsHand(/** @type {Lesson} */ lesson, /** @type {KeyboardEvent} */ event) {
  const { ask } = lesson.data.screens[lesson.at];
  const key = event.key.toUpperCase();
  if (!ask) return false;
  if (key === "R" && !isModified(event)) lesson.shown.add(ask);
  else if (LETTERS.slice(0, ask.options?.length ?? 0).includes(key)) {
    raise(lesson, ask, LETTERS.indexOf(key), event.shiftKey ? -1 : 1);
  } else return false;
  lesson.body.querySelector("fieldset")?.dispatchEvent(new Event("hands"));
  return true;
}
