// The options of the view, and the buttons for presenter mode and for the list of keys.

import { underlineBox } from "../../flow/flow.js";
import { called, say } from "../../phrases/say.js";
import { isLong } from "../layout/long_axes.js";
import { button } from "./transport.js";
import { html, set } from "../../web/dom.js";
import { percentage } from "../../web/numbers.js";

/** @import { View } from "../layout/maps_types" */
/** @import { Data, Option, Player } from "../layout/player_types" */

const SCALINGS = /** @type {const} */ (["linear", "log", "row"]);

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
  const { layers } = player.content.data;
  const change = (/** @type {keyof View} */ name) => (/** @type {unknown} */ value) =>
    setView(player, { [name]: value });
  const measures = [...new Set(layers.map((one) => one.measure))];
  const units = [...new Set(layers.map((one) => one.unit))];
  const long = layers.some(({ unit, cells }) =>
    cells.some((one, i) =>
      isLong({ cells: one, places: player.content.data.units[unit][i].places }),
    ),
  );
  const drawn = long
    ? ["map"]
    : [...(hasFlows(player.content.data) ? ["flow"] : []), "map", "ribbons"];
  const toggler = button("present", say("present_help"), () =>
    present(player, !player.session.presenting),
  );
  toggler.append(say("present"));
  const keys = html("button", { type: "button", class: "framed" }, say("keys_button"));
  keys.addEventListener("click", () => player.elements.keys.showModal());
  const options = {
    measure: choice(player, "measure", measures, change("measure")),
    unit: choice(player, "unit", units, change("unit")),
    density: choice(player, "density", long ? ["fit"] : ["fit", "large"], change("density")),
    picture: choice(player, "picture", drawn, change("picture")),
    scaling: scalings(change("scaling")),
    threshold: threshold(change("threshold")),
    transposed: toggle("transpose", change("transposed")),
    margins: toggle("sums", change("margins")),
    veiled: toggle("hide_future", (on) => veil(player, on)),
    doubt: toggle("show_doubt", (on) => {
      player.root.classList.toggle("undoubting", !on);
      player.flows.slice(0, 1).forEach(underlineBox);
    }),
  };
  const there = (/** @type {Option[]} */ ...shown) =>
    shown.map(({ node }) => node).filter((node) => node !== null);
  const {
    measure,
    unit,
    picture,
    density,
    transposed,
    margins,
    scaling,
    threshold: faint,
    veiled,
    doubt,
  } = options;
  const speed = html("label", { class: "threshold" }, say("speed"), player.elements.speed);
  // A measure that was asked for is chosen in the bar, and in a lab what it has.
  const own =
    player.content.data.key === "lab" ? [measure, unit] : measures.length > 2 ? [measure] : [];
  player.elements.measures.replaceChildren(...there(...own));
  const others = [measure, unit].filter((one) => !own.includes(one));
  const pictures = part(say("choice_picture"), ...there(picture, density, transposed, margins));
  player.elements.panel.replaceChildren(
    pictures,
    part(say("scale"), ...there(scaling, faint)),
    part(say("show"), ...there(...others, veiled, doubt), speed, toggler, keys),
  );
  player.controls = { options, present: toggler, pictures };
}

/** A part of the panel under a heading. @param {string} name @param {Node[]} controls */
const part = (name, ...controls) =>
  html(
    "div",
    { class: "choices", role: "group", "aria-label": name },
    html("b", { "aria-hidden": "true" }, name),
    ...controls,
  );

/** Whether any map has a flow: a difference of two has none. @param {Data | null} data */
export const hasFlows = (data) => Boolean(data?.maps.some(({ flow }) => flow));

/** @param {Player} player @param {boolean} on */
export function openPanel({ root, elements: { open } }, on) {
  root.classList.toggle("open", on);
  set(open, { "aria-expanded": on });
}

/** Sets the controls to the current view. @param {Player} player */
export function showOptions(player) {
  const { position, controls, root, session } = player;
  const { options } = controls;
  const { view } = position;
  const values = { ...view, veiled: session.veiled, doubt: !root.classList.contains("undoubting") };
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
 * @param {Player} player @param {"measure" | "unit" | "density" | "picture"} name @param {string[]} values
 * @param {(value: string) => void} change @returns {Option}
 */
function choice(player, name, values, change) {
  const inputs = values.map((value) => {
    const group = `${name}-${player.content.data.key}`;
    const input = html("input", { type: "radio", name: group, value, "aria-label": called(value) });
    input.addEventListener("change", () => change(value));
    return input;
  });
  const labels = inputs.map((input, i) =>
    html(
      "label",
      { title: called(`${values[i]}_help`) },
      input,
      html("span", { "aria-hidden": "true" }, called(values[i])),
    ),
  );
  const node = html(
    "div",
    { class: `choice of-${name}`, role: "radiogroup", "aria-label": say(`choice_${name}`) },
    ...labels,
  );
  const show = (/** @type {string} */ value) => {
    inputs.forEach((input, i) => {
      input.checked = values[i] === value;
    });
  };
  return { node: values.length > 1 ? node : null, show };
}

/** @param {(value: string) => void} change @returns {Option} */
function scalings(change) {
  const node = html(
    "select",
    { "aria-label": say("colour_scale"), title: say("colour_scale") },
    ...SCALINGS.map((value) => html("option", { value }, say(`scaling_${value}`))),
  );
  node.addEventListener("change", () => change(node.value));
  const show = (/** @type {string} */ value) => {
    node.value = value;
  };
  return { node, show };
}

/** @param {(value: number) => void} change @returns {Option} */
function threshold(change) {
  const input = html("input", {
    type: "range",
    min: 0,
    max: 1,
    step: 0.01,
    "aria-label": say("hide_below"),
  });
  input.addEventListener("input", () => change(Number(input.value)));
  const show = (/** @type {number} */ value) => {
    input.value = String(value);
    input.style.setProperty("--done", String(value));
    set(input, { "aria-valuetext": say("of_scale", { share: percentage(value) }) });
  };
  const node = html(
    "label",
    { class: "threshold", title: say("hide_below_help") },
    say("hide_below_label"),
    input,
  );
  return { node, show };
}

/**
 * @param {"transpose" | "sums" | "hide_future" | "show_doubt"} name @param {(on: boolean) => void} change
 * @returns {Option}
 */
function toggle(name, change) {
  const words = say(name);
  const input = html("input", { type: "checkbox", "aria-label": words });
  input.addEventListener("change", () => change(input.checked));
  const text = html("span", { "aria-hidden": "true" }, words);
  const node = html("label", { class: "toggle", title: say(`${name}_help`) }, input, text);
  const show = (/** @type {boolean} */ on) => {
    input.checked = on;
  };
  return { node, show };
}
