// Returns the focus to a button that was disabled while its file was made: without a focus, Escape
// would not close the dialog around it.

import { html } from "../web/dom.js";
import { live } from "../web/lifecycle.js";

/** @import { Call } from "../web/lifecycle.js" */
/** @typedef {{ root: HTMLElement, hear: (event: Event) => void, timer?: number }} Keeper */

const LOOK_MS = 100;
const LONGEST_MS = 60_000;

/** @param {Call} call */
export default function (call) {
  return live(call, { mount, receive: () => {}, unmount });
}

function mount() {
  /** @type {Keeper} */
  const keeper = { root: html("span", {}), hear: (event) => watch(keeper, event) };
  document.addEventListener("click", keeper.hear, true);
  return keeper;
}

/** @param {Keeper} keeper */
function unmount({ hear, timer }) {
  document.removeEventListener("click", hear, true);
  clearInterval(timer);
}

/** @param {Keeper} keeper @param {Event} event */
function watch(keeper, { target }) {
  /** @type {HTMLButtonElement | null} */
  const button =
    target instanceof Element ? target.closest('[data-testid="stDownloadButton"] button') : null;
  clearInterval(keeper.timer);
  if (!button) return;
  const start = performance.now();
  keeper.timer = window.setInterval(() => {
    const lost = document.activeElement === document.body;
    const elsewhere = !lost && document.activeElement !== button;
    if (lost && !button.disabled) button.focus({ preventScroll: true });
    if (elsewhere || performance.now() - start > LONGEST_MS) clearInterval(keeper.timer);
  }, LOOK_MS);
}
