// The options of the view, and the buttons for presenter mode and for the list of keys.

import { button } from "./transport.js";
import { html, set } from "../web/dom.js";

/** @import { View } from "./maps_types" */
/** @import { Data, Option, Player } from "./player_types" */

/** @type {Record<string, string>} */
const HELP = {
  weights: "What the softmax makes of the scores: 0 to 1",
  scores: "What the score function says before the softmax",
  posterior: "The weights, corrected by the word that was written: not what the model used",
  alone: "Which source token alone, as context, would have written the word?",
  words: "Weights are summed over the pieces of a source word, averaged over a target word’s",
  pieces: "The subword pieces that the models read and write",
  fit: "All maps on one screen; longer sentences get smaller cells",
  large: "A card a map, as large as its words need",
  flow: "One step of one map: what it looks at, and what it makes of it",
  map: "Target words down, source words across",
  ribbons: "The two sentences, joined by ribbons as wide as the number",
};
const SCALING_NAMES = { linear: "Linear scale", log: "Log scale", row: "Row by row" };

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
    transposed: toggle("Transpose", "Source down, target across", change("transposed")),
    margins: toggle("Sums", "Bars with the sum of each row and column", change("margins")),
    veiled: toggle("Fade ahead", "Fade what is not written yet", (on) => veil(player, on)),
  };
  const there = (/** @type {Option[]} */ ...options) =>
    options.map(({ node }) => node).filter((node) => node !== null);
  const { measure, unit, ...others } = player.options;
  player.measures.replaceChildren(...there(measure, unit));
  player.panel.replaceChildren(...there(...Object.values(others)),
    html("label", { class: "threshold" }, "Speed", player.speed), player.present, keys);
}

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
  const node = html("div", { class: "choice", role: "radiogroup", "aria-label": name }, ...labels);
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
    "aria-label": "Hide faint cells" });
  input.addEventListener("input", () => change(Number(input.value)));
  const show = (/** @type {number} */ value) => {
    input.value = String(value);
    input.style.setProperty("--done", String(value));
    set(input, { "aria-valuetext": `below ${Math.round(100 * value)}% of the scale` });
  };
  const help = "Hides cells below this share of the scale’s top";
  const node = html("label", { class: "threshold", title: help }, "Hide faint", input);
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
