// The options of the view, and the buttons for presenter mode and for the list of keys.

import { button } from "./transport.js";
import { html, set } from "../web/dom.js";

/** @import { View } from "./maps_types" */
/** @import { Data, Option, Player } from "./player_types" */

/** @type {Record<string, string>} */
const HELP = {
  weights: "Attention weights: the scores after softmax, 0 to 1",
  scores: "Raw scores, before softmax",
  posterior: "Where the model must have looked, given the word it wrote (computed afterwards)",
  alone: "How likely the word would be if the model saw only this source token",
  words: "Weights summed over the pieces of each source word, averaged over those of each target word",
  pieces: "The subword pieces that the models read and write",
  fit: "All maps on one screen; longer sentences get smaller cells",
  large: "Large cards, one per model",
  flow: "One step of one model: where it looks, and what it writes",
  map: "Heatmap: one row per target word, one column per source word",
  ribbons: "Both sentences, joined by ribbons as wide as the weights",
};
const SCALING_NAMES = { linear: "Linear scale", log: "Log scale", row: "Per row" };

/** The names of the choices for a screen reader. @type {Record<string, string>} */
const GROUPS = { measure: "What the maps show", unit: "Words or pieces", density: "Size of the maps",
  picture: "Picture" };

/**
 * Creates the controls. This happens only when the layers have other measures or units; otherwise
 * `showOptions` sets their values.
 * @param {Player} player
 * @param {{
 *   setView: (player: Player, changes: Partial<View>) => void,
 *   veil: (player: Player, on: boolean) => void,
 *   present: (player: Player, on: boolean) => void,
 * }} own
 */
export function drawOptions(player, { setView, veil, present }) {
  const { layers } = player.data;
  const change = (/** @type {keyof View} */ name) => (/** @type {unknown} */ value) =>
    setView(player, { [name]: value });
  const measures = [...new Set(layers.map((one) => one.measure))];
  const units = [...new Set(layers.map((one) => one.unit))];
  const flow = hasFlows(player.data) ? ["flow"] : [];
  player.present = button("present", "Present (P)", () => present(player, !player.presenting));
  player.present.append("Present");
  const keys = html("button", { type: "button", class: "framed" }, "Keys (?)");
  keys.addEventListener("click", () => player.keys.showModal());
  player.options = {
    measure: choice(player, "measure", measures, change("measure")),
    unit: choice(player, "unit", units, change("unit")),
    density: choice(player, "density", ["fit", "large"], change("density")),
    picture: choice(player, "picture", [...flow, "map", "ribbons"], change("picture")),
    scaling: scalings(change("scaling")),
    threshold: threshold(change("threshold")),
    transposed: toggle("Transpose", "Source words as rows, target words as columns", change("transposed")),
    margins: toggle("Sums", "Bars that show the sum of each row and column", change("margins")),
    veiled: toggle("Hide future words", "Hide the words that are not written yet", (on) => veil(player, on)),
  };
  const there = (/** @type {Option[]} */ ...options) =>
    options.map(({ node }) => node).filter((node) => node !== null);
  const { measure, unit, picture, density, transposed, margins, scaling, threshold: faint, veiled } =
    player.options;
  const speed = html("label", { class: "threshold" }, "Speed", player.speed);
  player.measures.replaceChildren(...there(measure, unit));
  player.pictures = part("Picture", ...there(picture, density, transposed, margins));
  player.panel.replaceChildren(player.pictures, part("Scale", ...there(scaling, faint)),
    part("Show", ...there(veiled), speed, player.present, keys));
}

/** A part of the panel under a heading. @param {string} name @param {Node[]} controls */
const part = (name, ...controls) => html("div", { class: "choices", role: "group", "aria-label": name },
  html("b", { "aria-hidden": "true" }, name), ...controls);

/** Whether any map has a flow: a difference of two has none. @param {Data | null} data */
export const hasFlows = (data) => Boolean(data?.maps.some(({ flow }) => flow));

/** @param {Player} player @param {boolean} on */
export function openPanel({ root, open }, on) {
  root.classList.toggle("open", on);
  set(open, { "aria-expanded": on });
}

/** Sets the controls to the current view. @param {Player} player */
export function showOptions(player) {
  const { options, view, veiled } = player;
  const values = { ...view, veiled };
  for (const name of /** @type {(keyof typeof values)[]} */ (Object.keys(options))) {
    options[name].show(values[name]);
  }
  const ribbons = view.picture === "ribbons";
  for (const { node } of [options.transposed, options.margins]) {
    if (node) node.hidden = ribbons;
  }
}

/**
 * A choice of one value; it has no node if there is only one.
 * @param {Player} player @param {string} name @param {string[]} values
 * @param {(value: string) => void} change @returns {Option}
 */
function choice(player, name, values, change) {
  const inputs = values.map((value) => {
    const group = `${name}-${player.data.key}`;
    const input = html("input", { type: "radio", name: group, value, "aria-label": value });
    input.addEventListener("change", () => change(value));
    return input;
  });
  const labels = inputs.map((input, i) => html("label", { title: HELP[values[i]] ?? null },
    input, html("span", { "aria-hidden": "true" }, values[i])));
  const node = html("div", { class: "choice", role: "radiogroup", "aria-label": GROUPS[name] }, ...labels);
  const show = (/** @type {string} */ value) => {
    inputs.forEach((input, i) => {
      input.checked = values[i] === value;
    });
  };
  return { node: values.length > 1 ? node : null, show };
}

/** @param {(value: string) => void} change @returns {Option} */
function scalings(change) {
  const names = Object.entries(SCALING_NAMES);
  const node = html("select", { "aria-label": "Colour scale", title: "Colour scale" },
    ...names.map(([value, text]) => html("option", { value }, text)));
  node.addEventListener("change", () => change(node.value));
  const show = (/** @type {string} */ value) => {
    node.value = value;
  };
  return { node, show };
}

/** @param {(value: number) => void} change @returns {Option} */
function threshold(change) {
  const input = html("input", { type: "range", min: 0, max: 1, step: 0.01,
    "aria-label": "Hide values below" });
  input.addEventListener("input", () => change(Number(input.value)));
  const show = (/** @type {number} */ value) => {
    input.value = String(value);
    input.style.setProperty("--done", String(value));
    set(input, { "aria-valuetext": `${Math.round(100 * value)}% of the scale` });
  };
  const help = "Hides values below this share of the scale’s maximum";
  const node = html("label", { class: "threshold", title: help }, "Hide values below …", input);
  return { node, show };
}

/**
 * @param {string} words @param {string} help @param {(on: boolean) => void} change
 * @returns {Option}
 */
function toggle(words, help, change) {
  const input = html("input", { type: "checkbox", "aria-label": words });
  input.addEventListener("change", () => change(input.checked));
  const text = html("span", { "aria-hidden": "true" }, words);
  const node = html("label", { class: "toggle", title: help }, input, text);
  const show = (/** @type {boolean} */ on) => {
    input.checked = on;
  };
  return { node, show };
}
