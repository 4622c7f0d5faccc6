// Joint attention: the mean of the rows of chosen target words, or the sum of the columns of chosen
// source words. Bars beside the map show it, and all other rows or columns are faded.

import { called, counted, say } from "../../phrases/say.js";
import { svg } from "../../web/dom.js";
import { figure, percentage, ranked, total } from "../../web/numbers.js";
import { inLine, isolated, twin } from "../../web/text.js";
import { boxOf } from "../layout/maps_layout.js";

/** @import { Card, JointBars, MapData, Margins, Side } from "../layout/maps_types" */
/** @import { Content, Joint, Position } from "../layout/player_types" */

const FORM = /^(.+)~([a-z]+)~(rows|columns)~([1-9]\d*(?:\.[1-9]\d*)*)$/;
const APART = ["scores", "alone"]; // measures whose cells are no shares of a row
const CALLED = 4; // chosen words that are called by name; of more, only the number

/**
 * Reads chosen words as a link has them, such as `luong-dot~words~rows~1.3`.
 * @param {string} text @returns {Joint | null}
 */
export function readJoint(text) {
  const found = FORM.exec(text);
  if (!found) return null;
  const [, map, unit, side, numbers] = found;
  const words = [...new Set(numbers.split("."))].map((one) => Number(one) - 1);
  return { map, unit, side: /** @type {Side} */ (side), words };
}

/** @param {Joint | null} joint */
export const writeJoint = (joint) =>
  joint
    ? [joint.map, joint.unit, joint.side, joint.words.map((i) => i + 1).join(".")].join("~")
    : "";

/**
 * The joint attention of the chosen words in each map that has them all, by the maps' ids.
 * @param {Pick<Position, "joint" | "view">} position @param {MapData[]} maps
 * @returns {Map<string, JointBars>}
 */
export function joinAll({ joint, view }, maps) {
  const from = maps.find(({ id }) => id === joint?.map);
  if (!joint || !from || joint.unit !== view.unit || APART.includes(view.measure)) return new Map();
  const { side, words } = joint;
  if (words.some((i) => i >= from[side].length)) return new Map(); // of a link to another sentence
  const found = maps.map(
    (map) =>
      /** @type {const} */ ([
        map.id,
        join(
          map,
          side,
          words.map((i) => twin(from[side], map[side], i)),
        ),
      ]),
  );
  const top = Math.max(1e-9, ...found.flatMap(([, one]) => one?.values.map(Math.abs) ?? []));
  return new Map(found.flatMap(([id, one]) => (one ? [[id, { ...one, top }]] : [])));
}

/**
 * The bars of a view: those of the joint attention, below or beside the map, or those of the sums.
 * @param {Pick<Position, "joint" | "view">} position @param {Map<string, JointBars>} joints
 * @returns {Margins}
 */
export const marginsOf = ({ joint, view: { margins, transposed } }, joints) =>
  !joints.size ? margins : (joint?.side === "rows") === transposed ? "beside" : "below";

/**
 * The mean of some rows, in each column, or the sum of some columns, in each row.
 * @param {Pick<MapData, "cells" | "columns">} map @param {Side} side @param {(number | null)[]} words
 */
export function join({ cells, columns }, side, words) {
  const own = words.filter((i) => i !== null);
  if (!cells || own.length < words.length) return null;
  const values =
    side === "columns"
      ? cells.map((row) => total(own.map((j) => row[j])))
      : columns.map((_, j) => total(own.map((i) => cells[i][j])) / own.length);
  return { side, words: own, values };
}

/** Whether the bars are means or sums. @param {Pick<JointBars, "side">} bars */
export const kindOf = ({ side }) => (side === "rows" ? "mean" : "sum");

/** What the bars are, such as "mean of 3". @param {Pick<JointBars, "side" | "words">} bars */
export const nameBars = (bars) => say(`${kindOf(bars)}_of`, { count: bars.words.length });

/**
 * Joint attention in words: the chosen words, what their numbers are, and the numbers, highest first.
 * @param {Pick<Position, "joint">} position @param {Pick<Content, "joints" | "maps" | "scale">} content
 */
export function sayJoint({ joint }, { joints, maps, scale }) {
  const bars = joints.get(joint?.map ?? "");
  const map = maps.find(({ id }) => id === joint?.map);
  if (!bars || !map) return null;
  const { side, words, values } = bars;
  const [own, others] = side === "rows" ? [map.rows, map.columns] : [map.columns, map.rows];
  return {
    map: map.label,
    named:
      words.length > CALLED
        ? counted(words, side === "rows" ? "target_word" : "source_word")
        : words.map((i) => isolated(own[i])).join(" + "),
    about: say(side === "rows" ? "mean_on" : "summed_from", {
      value: called(scale.label),
      share: percentage(total(values) / map.rows.length),
    }),
    numbers: ranked(values).map((i) => `${inLine(others[i])} ${figure(values[i])}`),
  };
}

/** Rectangles that fade the rows or columns that are not chosen. @param {Card} card */
export function fadeOthers(card) {
  const { joint, map } = card;
  if (!joint) return [];
  const { side, words } = joint;
  const box = (/** @type {number} */ i) =>
    side === "rows" ? boxOf(card, i, null) : boxOf(card, null, i);
  return [...map[side].keys()]
    .filter((i) => !words.includes(i))
    .map((i) => svg("rect", { class: "faded", ...box(i) }));
}

/** Marks the chosen words of a card and, of ribbons, those that are not of them. @param {Card} card */
export function markJoint({ joint, words, paths }) {
  if (!joint) return;
  for (const i of joint.words) words[joint.side][i]?.classList.add("joint");
  const name = joint.side === "rows" ? "row" : "column";
  for (const path of paths ?? []) {
    if (!joint.words.includes(Number(path.dataset[name]))) path.classList.add("aside");
  }
}
