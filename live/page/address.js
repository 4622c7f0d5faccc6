// The address of a live page, whose part after `#` restores what the page shows.

/** @import { View } from "../../ui/player/layout/maps_types" */
/** @typedef {{ step: number, from: number, to: number }} Move the weight of a word that was moved to another */
/**
 * @typedef {{ pair: string, sentence: string, target: string, models: string[], width: number,
 *   posterior: boolean, moves: Move[], step: number, view: View, joint: string }} State
 */

export const WIDTHS = [1, 2, 5, 10];
const MOST_MOVES = 20;

/** @type {Record<string, string[]>} */
const CHOICES = {
  measure: ["weights", "scores", "posterior", "alone"],
  unit: ["words", "pieces"],
  scaling: ["linear", "log", "row"],
  picture: ["flow", "map", "ribbons"],
  density: ["fit", "large"],
  transposed: ["true", "false"],
  margins: ["true", "false"],
};

/**
 * Returns what an address asks for, without what is not valid.
 * @param {string} hash @param {View} usual @returns {Partial<State>}
 */
export function readAddress(hash, usual) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  /** @type {Record<string, any>} */
  const view = { ...usual };
  for (const [name, known] of Object.entries(CHOICES)) {
    const given = asked.get(name) ?? "";
    if (known.includes(given)) view[name] = known.includes("true") ? given === "true" : given;
  }
  const threshold = Number(asked.get("threshold"));
  if (threshold > 0 && threshold <= 1) view.threshold = threshold;
  const step = whole(asked.get("step")) ?? 1;
  const width = whole(asked.get("beam")) ?? 1;
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
    ...(asked.has("models") ? { models: (asked.get("models") ?? "").split(",") } : {}),
    width: WIDTHS.includes(width) ? width : 1,
    posterior: asked.has("posterior"),
    moves: moves.slice(0, MOST_MOVES),
    step: Math.max(0, step - 1),
    view: /** @type {View} */ (view),
    joint: asked.get("joint") ?? "",
  };
}

/** Returns a whole number that a text spells. @param {string | null} text */
const whole = (text) => (/^\d{1,4}$/.test(text ?? "") ? Number(text) : undefined);

/**
 * Returns the address that restores a state.
 * @param {State} state @param {View} usual @param {string[]} opened the models of a new page
 */
export function writeAddress(state, usual, opened) {
  const { pair, sentence, target, models, width, posterior, moves, step, view, joint } = state;
  const now = new URLSearchParams({ pair, sentence });
  if (target) now.set("target", target);
  if (models.join() !== opened.join()) now.set("models", models.join());
  if (width > 1) now.set("beam", String(width));
  if (posterior) now.set("posterior", "1");
  for (const move of moves) now.append("move", `${move.step}.${move.from}.${move.to}`);
  for (const name of /** @type {(keyof View)[]} */ (Object.keys(CHOICES))) {
    if (view[name] !== usual[name]) now.set(name, String(view[name]));
  }
  if (view.threshold !== usual.threshold) now.set("threshold", String(view.threshold));
  if (step) now.set("step", String(step + 1));
  if (joint) now.set("joint", joint);
  return `#${now}`;
}
