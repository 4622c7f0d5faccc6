// The address of a live page, whose part after `#` restores what the page shows. Its parameters are
// those of the app's links, and `move`.

import LINK from "../../ui/shell/link_parameters.json" with { type: "json" };

/** @import { View } from "../../ui/player/layout/maps_types" */
/** @typedef {{ step: number, from: number, to: number }} Move the weight of a word that was moved to another */
/**
 * @typedef {{ pair: string, sentence: string, target: string, models: string[], decoding: string,
 *   posterior: boolean, moves: Move[], step: number | null, view: View, joint: string }} State
 */

/**
 * The beam widths of the model whose flow is shown, and of the others.
 * @type {Record<string, number[]>}
 */
export const DECODINGS = { ...LINK.decodings, "beam 2": [2, 2], "beam 10": [10, 10] };
export const GREEDY = "greedy";
export const OPENED = "beam 5 for one";
const MOST_MOVES = 20;

/** @type {Record<string, string[]>} */
const VALUES = LINK.values;
/** @type {Record<string, boolean>} */
const SWITCHES = LINK.switches;

/** Returns the text of a switch's state. @param {boolean} state */
const textOf = (state) => Object.keys(SWITCHES).find((text) => SWITCHES[text] === state) ?? "";

/**
 * Returns what an address asks for, without what is not valid.
 * @param {string} hash @param {View} usual @returns {Partial<State>}
 */
export function readAddress(hash, usual) {
  const asked = withNewNames(new URLSearchParams(hash.replace(/^#/, "")));
  /** @type {Record<string, any>} */
  const view = { ...usual };
  for (const [name, values] of Object.entries(VALUES)) {
    const text = asked.get(name) ?? "";
    if (values.includes(text)) view[name] = SWITCHES[text] ?? text;
  }
  const threshold = Number(asked.get("threshold"));
  if (threshold > 0 && threshold <= 1) view.threshold = threshold;
  const step = whole(asked.get("step"));
  const moves = asked
    .getAll("move")
    .map((one) => one.split(".").map(whole))
    .flatMap(([at, from, to]) =>
      at === undefined || from === undefined || to === undefined ? [] : [{ step: at, from, to }],
    );
  return {
    ...Object.fromEntries(
      ["pair", "sentence", "target"].flatMap((name) =>
        asked.has(name) ? [[name, asked.get(name)]] : [],
      ),
    ),
    ...(asked.has("variants") ? { models: asked.getAll("variants") } : {}),
    decoding: Object.keys(DECODINGS).find((name) => name === asked.get("decoding")) ?? OPENED,
    posterior: asked.get("posterior") === textOf(true),
    moves: moves.slice(0, MOST_MOVES),
    step: step === undefined ? null : Math.max(0, step - 1), // null: the one that tells most
    view: /** @type {View} */ (view),
    joint: asked.get("joint") ?? "",
  };
}

/** Returns a whole number that a text spells. @param {string | null} text */
const whole = (text) => (/^\d{1,4}$/.test(text ?? "") ? Number(text) : undefined);

/**
 * Returns the parameters by the names that the app's links have: until version 1.1, live pages wrote
 * `models=a,b&beam=5&posterior=1&margins=true`.
 * @param {URLSearchParams} asked
 */
function withNewNames(asked) {
  const renamed = new URLSearchParams();
  for (const [name, text] of asked) {
    if (name === "models") for (const model of text.split(",")) renamed.append("variants", model);
    else if (name === "beam") renamed.append("decoding", `beam ${text}`);
    else if (name === "posterior" && text === "1") renamed.append(name, textOf(true));
    else if (["transposed", "margins"].includes(name) && /^(true|false)$/.test(text))
      renamed.append(name, textOf(text === "true"));
    else renamed.append(name, text);
  }
  return renamed;
}

/**
 * Returns the address that restores a state.
 * @param {State} state @param {View} usual @param {string[]} opened the models of a new page
 */
export function writeAddress(state, usual, opened) {
  const { pair, sentence, target, models, decoding, posterior, moves, step, view, joint } = state;
  const now = new URLSearchParams({ pair, sentence });
  if (target) now.set("target", target);
  if (models.join() !== opened.join()) for (const name of models) now.append("variants", name);
  if (decoding !== OPENED) now.set("decoding", decoding);
  if (posterior) now.set("posterior", textOf(true));
  for (const move of moves) now.append("move", `${move.step}.${move.from}.${move.to}`);
  for (const name of /** @type {(keyof View)[]} */ (Object.keys(VALUES))) {
    const value = view[name];
    if (value !== usual[name])
      now.set(name, typeof value === "boolean" ? textOf(value) : `${value}`);
  }
  if (view.threshold !== usual.threshold) now.set("threshold", String(view.threshold));
  if (step !== null) now.set("step", String(step + 1));
  if (joint) now.set("joint", joint);
  return `#${now}`;
}
