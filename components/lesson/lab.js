// A lab: what follows from each setting of its controls came with the lesson, and is looked up.

import { html } from "../basics/dom.js";
import { live } from "../basics/lifecycle.js";
import { mountPlayer, showData, unmountPlayer } from "../player/living.js";
import { drawPlane } from "./plane.js";
import { pieces } from "./prose.js";

/** @import { Control, Lab, Lesson, Outcome } from "./types" */

const SAID_MS = 400; // after the last move

/** @param {Lesson} lesson @param {Lab} lab */
export function drawLab(lesson, lab) {
  const place = html("div", { class: "outcome" });
  const maps = html("div", { class: "lab-maps", lang: "en" }); // as the player is everywhere
  const said = html("div", { class: "status", "aria-live": "polite" });
  const chosen = lesson.settings.get(lab) ?? lab.controls.map(({ start }) => start);
  lesson.settings.set(lab, chosen);
  /** @type {ReturnType<typeof setTimeout>} */
  let pending;
  const show = () => {
    const outcome = outcomeOf(lab, chosen);
    place.replaceChildren(...drawOutcome(outcome, lesson.data.words.decimal));
    clearTimeout(pending);
    pending = setTimeout(() => {
      said.textContent = place.textContent;
    }, SAID_MS);
    const player = { mount: mountPlayer, receive: showData, unmount: unmountPlayer };
    const shown = { data: outcome.maps, parentElement: maps };
    if (outcome.maps) lesson.leaveLab = live(shown, player);
  };
  const controls = lab.controls.map((control, i) =>
    drawControl(control, chosen[i], (setting) => {
      chosen[i] = setting;
      show();
    }),
  );
  const node = html("div", { class: "lab" }, ...controls, place, maps, said);
  return { node, show };
}

/** Returns the outcome of a setting an index a control: the last one's follow each other. */
export function outcomeOf(/** @type {Lab} */ { controls, outcomes }, /** @type {number[]} */ chosen) {
  const place = controls.reduce((at, { settings }, i) => at * settings.length + chosen[i], 0);
  return outcomes[place];
}

/** @param {Control} control @param {number} at @param {(setting: number) => void} move */
function drawControl({ label, settings, slides }, at, move) {
  if (!slides) {
    const boxes = settings.map((setting, i) => {
      const box = html("input", { type: "radio", name: `control ${label}`, value: i });
      box.checked = i === at;
      box.addEventListener("change", () => move(i));
      return html("label", { class: "option" }, box, html("span", {}, setting));
    });
    return html("fieldset", { class: "settings" }, html("legend", {}, label), ...boxes);
  }
  const shown = html("output", {}, settings[at]);
  const range = { type: "range", min: 0, max: settings.length - 1, step: 1, value: at };
  const slider = html("input", { ...range, "aria-label": label, "aria-valuetext": settings[at] });
  slider.addEventListener("input", () => {
    const setting = Number(slider.value);
    shown.textContent = settings[setting];
    slider.setAttribute("aria-valuetext", settings[setting]);
    move(setting);
  });
  return html("label", { class: "slide" }, html("span", {}, label), slider, shown);
}

/** @param {Outcome} outcome @param {string} decimal @returns {Node[]} */
function drawOutcome({ lines = [], bars = [], table, arrows }, decimal) {
  const said = lines.map((line) => html("p", {}, ...pieces(line)));
  const shares = bars.map(({ label, share }) => {
    const number = share.toFixed(3).replace(".", decimal);
    const bar = html("meter", { min: 0, max: 1, value: share, "aria-hidden": true });
    return html("div", { class: "share" }, html("span", {}, label), bar, html("output", {}, number));
  });
  const nodes = [...shares, ...said];
  if (arrows) nodes.push(drawPlane(arrows));
  if (table) nodes.push(drawTable(table));
  return nodes;
}

/** @param {NonNullable<Outcome["table"]>} table */
function drawTable({ columns, rows }) {
  const head = html("tr", {}, ...columns.map((name) => html("th", { scope: "col" }, name)));
  const lines = rows.map(([first, ...rest]) => {
    const cells = rest.map((text) => html("td", { dir: "auto" }, text));
    return html("tr", {}, html("th", { scope: "row", dir: "auto" }, first), ...cells);
  });
  return html("table", {}, html("thead", {}, head), html("tbody", {}, ...lines));
}
