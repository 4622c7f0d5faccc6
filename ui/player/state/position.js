// The position of the player: step, view, chosen cell, pinned maps, and the words that are chosen for
// their joint attention. `reduce` alone makes a position, and `setPosition` alone sets the player's.

import { clamp } from "../../web/numbers.js";
import { twin } from "../../web/text.js";
import { readJoint } from "./joint.js";

/** @import { View } from "../layout/maps_types" */
/** @import { Action, Bounds, Layer, Player, Position } from "../layout/player_types" */
/** @typedef {Pick<import("../layout/maps_types").MapData, "rows" | "rowOfStep">} Stepped */

/** @type {Position} */
const start = {
  step: 0,
  view: {
    measure: "weights",
    unit: "words",
    scaling: "linear",
    picture: "map",
    threshold: 0,
    transposed: false,
    margins: false,
    density: "fit",
  },
  cell: null,
  pins: [],
  joint: null,
};

/** The position before there is anything to show. */
export const START = Object.freeze(start);

/**
 * The position after an action, which is frozen.
 * @param {Position} position @param {Action} action @param {Bounds} bounds
 * @returns {Position}
 */
export const reduce = (position, action, bounds) =>
  Object.freeze({ ...position, ...changed(position, action, bounds) });

/**
 * What an action changes.
 * @param {Position} position @param {Action} action @param {Bounds} bounds
 * @returns {Partial<Position>}
 */
function changed(position, action, { maps, hero, data: { layers }, last }) {
  switch (action.type) {
    case "start": {
      const { step, view, cell, pins, joint } = action.start;
      return {
        step,
        view: fit(layers, view),
        cell: cell ?? null,
        pins: pins ?? [],
        joint: readJoint(joint ?? ""),
      };
    }
    case "end": // The maps may have become shorter.
      return { step: clamp(position.step, 0, last) };
    case "step": {
      const step = clamp(action.step, 0, last);
      return step === position.step ? { step } : { step, cell: cellAt(position, step, maps, hero) };
    }
    case "view":
      return { view: fit(layers, { ...position.view, ...action.changes }) };
    case "cell":
      return { cell: action.cell };
    case "pins":
      return { pins: action.pins };
    case "joint": {
      const words = action.joint?.words.toSorted((one, other) => one - other) ?? [];
      return { joint: action.joint && words.length ? { ...action.joint, words } : null };
    }
  }
}

/**
 * Changes the player's position.
 * @param {Pick<Player, "position" | "content">} player @param {Action} action
 */
export function setPosition(player, action) {
  player.position = reduce(player.position, action, player.content);
}

/**
 * The row of a step, or of the last step if the map has ended before; null without a row.
 * @param {{ rowOfStep: number[] }} map @param {number} step
 */
export const currentRow = ({ rowOfStep }, step) =>
  rowOfStep[Math.min(step, rowOfStep.length - 1)] ?? null;

/**
 * The step at which a map is at a step of the player: beside a flow, where translations differ, that
 * which writes the flow's word, if the map has it.
 * @param {Stepped} map @param {number} step @param {Stepped} [hero] the map of the flow
 */
export function stepIn(map, step, hero) {
  if (!hero || hero === map) return step;
  const row = twin(hero.rows, map.rows, currentRow(hero, step));
  return row === null || row === currentRow(map, step) ? step : map.rowOfStep.indexOf(row);
}

/**
 * The chosen cell, in the row of a step if its map is on show: the same object in the same row.
 * @param {Position} position @param {number} step @param {Bounds["maps"]} maps
 * @param {Stepped} [hero]
 */
function cellAt({ cell, view }, step, maps, hero) {
  const map = maps.find(({ id }) => cell?.unit === view.unit && id === cell.map);
  const row = map ? currentRow(map, stepIn(map, step, hero)) : null;
  return !cell || row === null || row === cell.row ? cell : { ...cell, row };
}

/**
 * Returns the view with the measure and unit of the layer that matches it best, as `fitting` in
 * ui/player/payload.py does.
 * @param {Pick<Layer, "measure" | "unit">[]} layers @param {View} view @returns {View}
 */
export function fit(layers, view) {
  const likeness = (/** @type {Pick<Layer, "measure" | "unit">} */ { measure, unit }) =>
    2 * Number(measure === view.measure) + Number(unit === view.unit);
  const best = layers.reduce((one, next) => (likeness(next) > likeness(one) ? next : one));
  return { ...view, measure: best.measure, unit: best.unit };
}
