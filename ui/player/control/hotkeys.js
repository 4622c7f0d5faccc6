// Keyboard shortcuts of the page: a player handles the keys that no other element uses, even before
// it is clicked. `?` opens the list of keys.

import { say } from "../../phrases/say.js";
import { html } from "../../web/dom.js";

/** @import { Phrase } from "../../phrases/say.js" */
/** @import { Stepper } from "../layout/maps_types" */
/** @typedef {Phrase extends infer Name ? Name extends `${infer Key}_says` ? Key & `key_${string}` : never : never} Key */

/** The phrases of the keys; each has one of what the key does. @type {Key[]} */
const KEYS = ["key_steps", "key_ends", "key_space", "key_tab", "key_help"];
// Elements that are only pressed do not use the arrow keys; all others with the focus may.
const PRESSED = "button, a, summary, [type=checkbox], [role=button], [role=checkbox]";
const OPEN =
  "[role=menu], [role=listbox], [role=tablist], [role=radiogroup], [role=dialog], " +
  "[aria-expanded=true]";

/** @type {Stepper[]} */
const onPage = [];

/**
 * Passes the page's keys to a player while it is the first on the page; returns the function that
 * ends this.
 * @template {Stepper} S
 * @param {S} stage @param {(stage: S, event: KeyboardEvent) => void} onKey
 */
export function listenForHotkeys(stage, onKey) {
  const hear = (/** @type {KeyboardEvent} */ event) => {
    if (onPage[0] === stage && !event.defaultPrevented && isFree(event)) onKey(stage, event);
  };
  stage.root.append(stage.elements.keys);
  onPage.push(stage);
  document.addEventListener("keydown", hear);
  return () => {
    onPage.splice(onPage.indexOf(stage), 1);
    document.removeEventListener("keydown", hear);
  };
}

/** Whether a key is outside of all players and not used elsewhere. @param {KeyboardEvent} event */
function isFree(event) {
  const path = event.composedPath();
  if (onPage.some(({ root }) => path.includes(root))) return false;
  const [focused] = path;
  if (focused === document.body) return true;
  return focused instanceof Element && Boolean(focused.closest(PRESSED)) && !focused.closest(OPEN);
}

/** Whether the space bar would press the focused element. @param {KeyboardEvent} event */
export function presses(event) {
  const [focused] = event.composedPath();
  return focused instanceof Element && Boolean(focused.closest(`${PRESSED}, [type=radio]`));
}

/**
 * Opens the list of keys if the key is `?`; returns whether it was.
 * @param {Stepper} stage @param {KeyboardEvent} event
 */
export function showKeys({ elements: { keys } }, event) {
  if (event.key !== "?" || event.ctrlKey || event.altKey || event.metaKey) return false;
  event.preventDefault();
  keys.showModal();
  return true;
}

/** A key and what it does. @param {Key} name @returns {[string, string]} */
export const sayKey = (name) => [say(name), say(`${name}_says`)];

/** The list of keys. @param {[string, string][]} own additional keys of a player */
export function drawKeys(own = []) {
  const lines = [...KEYS.map(sayKey), ...own].flatMap(([key, does]) => [
    html("dt", {}, key),
    html("dd", {}, does),
  ]);
  const close = html("button", { type: "button", class: "framed" }, say("close"));
  const node = html(
    "dialog",
    { class: "keys", "aria-label": say("keys") },
    html("dl", {}, ...lines),
    close,
  );
  close.addEventListener("click", () => node.close());
  node.addEventListener("keydown", (event) => {
    if (!node.open) return; // A closed dialog keeps the focus until the next frame.
    event.stopPropagation(); // Otherwise the player would step or leave full screen.
    if (event.key === "?") node.close();
  });
  return node;
}
