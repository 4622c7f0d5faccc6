// A box shows the beginning of its text after Enter. Live typing: after a pause, the typed text is submitted as if the person had pressed Enter. While
// a text waits for its answer, no other is submitted; then only the newest is. So a slow machine
// skips texts instead of falling behind.

import { html } from "../web/dom.js";
import { live } from "../web/lifecycle.js";

/** @import { Call } from "../web/lifecycle.js" */
/** @typedef {ReturnType<typeof setTimeout>} Timer */
/**
 * `asked` is the time of submission until the answer arrives, and `slow` the number of consecutive
 * slow answers.
 * @typedef {{ root: HTMLElement, data: { labels: string[] }, slow: number,
 *   asked: number | null, timer: Timer | undefined, hear: (event: Event) => void }} Typing
 */

const PAUSE_MS = 150;
const LOOK_MS = 25; // interval of the checks for an answer
const START_MS = 400; // A text that has started no run by then counts as answered.
const SLOW_MS = 2000;
const SLOW_ANSWERS = 3; // consecutive slow answers after which live typing stops

/** @param {Call} call */
export default function (call) {
  return live(call, { mount, receive, unmount });
}

function mount() {
  const root = html("p", { class: "typing", role: "status" });
  /** @type {Typing} */
  const typing = {
    root,
    data: { labels: [] },
    slow: 0,
    asked: null,
    timer: undefined,
    hear: (event) => heard(typing, event),
  };
  document.addEventListener("input", typing.hear);
  document.addEventListener("keydown", showBeginning);
  return typing;
}

/** @param {Typing} typing @param {{ labels: string[] }} data */
function receive(typing, data) {
  typing.data = data;
}

/** @param {Typing} typing */
function unmount(typing) {
  document.removeEventListener("input", typing.hear);
  document.removeEventListener("keydown", showBeginning);
  clearTimeout(typing.timer);
}

/** Scrolls a box back when a person has entered its text. @param {KeyboardEvent} event */
function showBeginning({ key, target, isTrusted }) {
  if (key === "Enter" && isTrusted && target instanceof HTMLInputElement) target.scrollLeft = 0;
}

/** @param {Typing} typing @param {Event} event */
function heard(typing, event) {
  const { target } = event;
  if (!(target instanceof HTMLInputElement) || !follows(typing, target)) return;
  clearTimeout(typing.timer);
  typing.timer = setTimeout(() => enter(typing, target), PAUSE_MS);
}

/** @param {Typing} typing @param {HTMLInputElement} box */
function follows(typing, box) {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  return !still && typing.slow < SLOW_ANSWERS && typing.data.labels.includes(box.ariaLabel ?? "");
}

/** @param {Typing} typing @param {HTMLInputElement} box */
function enter(typing, box) {
  if (typing.asked !== null || isRunning()) {
    typing.timer = setTimeout(() => enter(typing, box), LOOK_MS);
  } else if (box.isConnected && box.value.trim()) {
    typing.asked = performance.now();
    box.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true }));
    awaitAnswer(typing, false);
  }
}

/** @param {Typing} typing @param {boolean} started */
function awaitAnswer(typing, started) {
  const took = performance.now() - /** @type {number} */ (typing.asked);
  const begun = started || isRunning();
  if (isRunning() || (!begun && took < START_MS)) {
    setTimeout(() => awaitAnswer(typing, begun), LOOK_MS);
    return;
  }
  typing.asked = null;
  typing.slow = took > SLOW_MS ? typing.slow + 1 : 0;
  if (typing.slow < SLOW_ANSWERS) return;
  typing.root.textContent = `The last translation took ${(took / 1000).toFixed(1)} s, so live typing is off. Press Enter to translate.`;
}

/** Whether Streamlit is running the script of this page. */
function isRunning() {
  const app = document.querySelector("[data-testid=stApp]");
  return app?.getAttribute("data-test-script-state") === "running";
}
