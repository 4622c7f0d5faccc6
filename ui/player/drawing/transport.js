// The transport bar: the buttons that step and play, the speed, the slider and the step in words.

import { say } from "../../phrases/say.js";
import { html, set, svg } from "../../web/dom.js";
import { figure } from "../../web/numbers.js";

/** @import { StageContent, Stepper } from "../layout/maps_types" */
/** @typedef {keyof typeof ICONS} Icon */

const ICONS = {
  first: "M18 6l-6 6 6 6M7 5v14",
  previous: "M15 6l-6 6 6 6",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M17 5v14",
  present: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  leave: "M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5",
  save: "M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14",
  copy: "M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1",
  done: "M5 13l4 4 10-10",
  view: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M7 14.5v5",
};
const SPEEDS = [0.5, 1, 2, 4];

/** @param {Icon} name */
function icon(name) {
  return svg(
    "svg",
    { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: ICONS[name], class: name }),
  );
}

/** @param {Icon} action @param {string} words @param {() => void} run */
export function button(action, words, run) {
  const node = html("button", { type: "button", "data-action": action }, icon(action));
  node.addEventListener("click", run);
  dress(node, action, words);
  return node;
}

/**
 * Sets the icon and the name of a button.
 * @param {HTMLButtonElement} node @param {Icon} name @param {string} words
 */
export function dress(node, name, words) {
  node.title = words;
  set(node, { "aria-label": words });
  node.firstChild?.replaceWith(icon(name));
}

/**
 * Creates the bar. `own` has the player's actions, and `more` the elements at the end of the bar.
 * @template {Stepper} S
 * @param {() => S} stage the player, which is made after its elements
 * @param {{
 *   moveByHand: (stage: S, step: number) => void,
 *   play: (stage: S, on: boolean) => void,
 *   restart: (stage: S) => void,
 * }} own
 * @param {Node[]} more
 */
export function drawTransport(stage, { moveByHand, play, restart }, ...more) {
  const stepTo = (/** @type {() => number} */ target) => () => moveByHand(stage(), target());
  const buttons = {
    first: button(
      "first",
      say("first_step"),
      stepTo(() => 0),
    ),
    previous: button(
      "previous",
      say("previous_step"),
      stepTo(() => stage().position.step - 1),
    ),
    play: button("play", say("play"), () => play(stage(), !stage().session.playing)),
    next: button(
      "next",
      say("next_step"),
      stepTo(() => stage().position.step + 1),
    ),
    last: button(
      "last",
      say("last_step"),
      stepTo(() => stage().content.last),
    ),
  };
  const speed = html(
    "select",
    { class: "speed", "aria-label": say("speed"), title: say("speed") },
    ...SPEEDS.map((times) => html("option", { value: times }, `${figure(times)}×`)),
  );
  speed.value = "1";
  speed.addEventListener("change", () => {
    if (stage().session.playing) restart(stage());
  });
  const slider = html("input", { type: "range", min: 0, step: 1, "aria-label": say("step") });
  slider.addEventListener("input", () => moveByHand(stage(), Number(slider.value)));
  const readout = html("output", { class: "readout", "aria-live": "polite" });
  const legend = html("figure", { class: "legend" });
  const row = html("div", { class: "buttons" }, ...Object.values(buttons));
  const steps = html("div", { class: "steps" }, row, speed, slider, readout, ...more);
  const bar = html("div", { class: "bar" }, steps, legend);
  return { bar, buttons, speed, slider, readout, legend };
}

/** @param {Stepper} stage @param {string} words */
export function showStep({ position: { step }, content: { last }, elements }, words) {
  const { slider, readout, buttons } = elements;
  readout.textContent = words;
  slider.value = String(step);
  set(slider, { "aria-valuetext": words });
  slider.style.setProperty("--done", String(last ? step / last : 1));
  // aria-disabled instead of disabled: a disabled button would lose the focus, and so the keys.
  for (const node of [buttons.first, buttons.previous]) set(node, { "aria-disabled": step === 0 });
  for (const node of [buttons.next, buttons.last]) set(node, { "aria-disabled": step === last });
}

/** @param {Stepper} stage @param {boolean} on */
export function showPlaying({ elements: { buttons } }, on) {
  dress(buttons.play, on ? "pause" : "play", say(on ? "pause" : "play"));
}

/**
 * The step that a key leads to, or undefined for other keys.
 * @param {Pick<Stepper, "position"> & { content: Pick<StageContent, "last"> }} stage @param {string} key
 * @returns {number | undefined}
 */
export function stepOfKey({ position: { step }, content: { last } }, key) {
  return {
    ArrowLeft: step - 1,
    ArrowUp: step - 1,
    ArrowRight: step + 1,
    ArrowDown: step + 1,
    PageUp: step - 1,
    PageDown: step + 1,
    Home: 0,
    End: last, // Clickers send Page Up and Down.
  }[key];
}
