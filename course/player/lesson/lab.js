// A lab: the outcomes of all settings of its controls arrive with the lesson and are looked up.

import { html } from "../../../ui/web/dom.js";
import { live } from "../../../ui/web/lifecycle.js";
import {
  mountPlayer,
  showData,
  unmountPlayer,
} from "../../../ui/player/control/player_lifecycle.js";
import { drawColumns } from "../drawing/columns.js";
import { drawPlane } from "../drawing/plane.js";
import { drawSlider } from "../drawing/slider.js";
import { asTables, drawTable } from "../drawing/lab_tables.js";
import { pieces } from "../drawing/prose.js";

/** @import { Data as MapsData } from "../../../ui/player/layout/player_types" */
/** @import { Control, Lab, Lesson, Outcome } from "../drawing/types" */

const SAID_MS = 400; // pause after the last move before a screen reader announces the outcome

/**
 * Draws a lab; `bet` is the number of the screen with the bet that it answers.
 * @param {Lesson} lesson @param {Lab} lab @param {number | null} bet
 */
export function drawLab(lesson, lab, bet) {
  const place = html("div", { class: "outcome" });
  const maps = html("div", { class: "lab-maps" });
  const said = html("div", { class: "status", "aria-live": "polite" });
  const tables = asTables(lesson.data.words.table);
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
    const shown = { data: withBet(lesson, outcome, bet), parentElement: maps };
    if (outcome.maps) lesson.leaveLab = live(shown, player);
    tables.show(outcome);
  };
  const controls = lab.controls.map((control, i) =>
    drawControl(control, chosen[i], lesson.data.words, (setting) => {
      chosen[i] = setting;
      show();
    }),
  );
  const node = html("div", { class: "lab" }, ...controls, place, maps, tables.node, said);
  return { node, show };
}

/**
 * The maps of an outcome, with the cell that a bet was about chosen, and marked in a flow.
 * @param {Lesson} lesson @param {Outcome} outcome @param {number | null} bet
 */
function withBet({ answers, data: { words } }, { maps, places }, bet) {
  const column = places?.[Number(answers[bet ?? 0]?.slice(1)) - 1] ?? null;
  return !maps || column === null ? maps : withPick(maps, column, words);
}

/**
 * Maps with the word that a bet was about, and the model's, marked at the step on show.
 * @param {MapsData} maps @param {number} column @param {Record<string, string>} words
 * @returns {MapsData}
 */
export function withPick(maps, column, words) {
  const {
    start,
    units,
    maps: [{ id }],
  } = maps;
  const row = units.words[0].rowOfStep[start.step];
  return {
    ...maps,
    start: { ...start, cell: { map: id, unit: "words", row, column } },
    pick: { row, column, own: words.yours, model: words.the_model },
  };
}

/** Returns the outcome of one setting per control; in `outcomes`, the last varies fastest. */
export function outcomeOf(
  /** @type {Lab} */ { controls, outcomes },
  /** @type {number[]} */ chosen,
) {
  const place = controls.reduce((at, { settings }, i) => at * settings.length + chosen[i], 0);
  return outcomes[place];
}

/**
 * @param {Control} control @param {number} at @param {Lesson["data"]["words"]} words
 * @param {(setting: number) => void} move
 */
function drawControl(control, at, words, move) {
  const { label, settings, slides } = control;
  if (slides) return drawSlider(control, at, words, move);
  const boxes = settings.map((setting, i) => {
    const box = html("input", { type: "radio", name: `control ${label}`, value: i });
    box.checked = i === at;
    box.addEventListener("change", () => move(i));
    return html("label", { class: "option" }, box, html("span", {}, setting));
  });
  return html("fieldset", { class: "settings" }, html("legend", {}, label), ...boxes);
}

/** @param {Outcome} outcome @param {string} decimal @returns {Node[]} */
function drawOutcome({ lines = [], bars = [], table, arrows, chart }, decimal) {
  const said = lines.map((line) => html("p", {}, ...pieces(line)));
  const shares = bars.map(({ label, share }) => {
    const number = share.toFixed(3).replace(".", decimal);
    const bar = html("meter", { min: 0, max: 1, value: share, "aria-hidden": true });
    return html(
      "div",
      { class: "share" },
      html("span", {}, label),
      bar,
      html("output", {}, number),
    );
  });
  const nodes = [...shares, ...said];
  if (arrows) nodes.push(drawPlane(arrows));
  if (chart) nodes.push(drawColumns(chart, decimal));
  if (table) nodes.push(drawTable(table));
  return nodes;
}
