// A slider with a field for a number beside it.

import { html } from "../../../ui/web/dom.js";
import { clamp } from "../../../ui/web/numbers.js";

/** @import { Control, LessonData } from "./types" */

const BY_KEY = new Map([
  ["ArrowUp", 1],
  ["ArrowDown", -1],
]);

/**
 * @param {Control} control @param {number} at @param {LessonData["words"]} words
 * @param {(setting: number) => void} move
 */
export function drawSlider({ label, settings }, at, words, move) {
  const named = !settings.every(isNumber); // The field then has the number of a setting, from 1.
  const range = { type: "range", min: 0, max: settings.length - 1, step: 1 };
  const slider = html("input", { ...range, "aria-label": label });
  const field = html("input", { type: "text", inputmode: "decimal", autocomplete: "off" });
  field.setAttribute("aria-label", `${label}: ${words.number}`);
  const shown = html("output", {});
  const show = (/** @type {number} */ setting) => {
    at = setting;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", settings[at]);
    field.value = named ? String(at + 1) : settings[at];
    shown.textContent = named ? settings[at] : "";
  };
  const go = (/** @type {number} */ setting) => {
    const moved = clamp(setting, 0, settings.length - 1);
    const other = moved !== at;
    show(moved);
    if (other) move(moved);
  };
  slider.addEventListener("input", () => go(Number(slider.value)));
  field.addEventListener("change", () => go(nearest(settings, field.value) ?? at));
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") go(nearest(settings, field.value) ?? at);
    const step = BY_KEY.get(event.key);
    if (!step) return;
    event.preventDefault();
    go(at + step);
  });
  show(at);
  const both = html("span", { class: "typed" }, field, shown);
  return html("div", { class: "slide" }, html("span", {}, label), slider, both);
}

/**
 * The index of the setting nearest to a typed number, or null if the text is not a number. Settings
 * that are not numbers are numbered from 1.
 * @param {string[]} settings @param {string} typed
 */
export function nearest(settings, typed) {
  if (!isNumber(typed)) return null;
  const numbers = settings.every(isNumber)
    ? settings.map(readNumber)
    : settings.map((_, i) => i + 1);
  const away = numbers.map((number) => Math.abs(number - readNumber(typed)));
  return away.indexOf(Math.min(...away));
}

/** @param {string} text */
const isNumber = (text) => /\d/.test(text) && !Number.isNaN(readNumber(text));

/** Reads a number; a comma before three digits separates thousands, others separate decimals. */
function readNumber(/** @type {string} */ text) {
  const plain = text.replace(/[\s°%+]/g, "").replace("−", "-");
  return Number(plain.replace(/,(?=\d{3}(\D|$))/g, "").replace(",", "."));
}
