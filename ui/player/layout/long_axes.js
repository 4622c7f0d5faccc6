// The layout of maps whose places are no words, or too many to be named: all of a map fits the
// screen, however thin its rows and columns become, and time has ticks instead of words.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { axes, hasCopied, leaning, SLANT } from "./maps_layout.js";

/** @import { MapData, MapLayout, Place1D, Side, View } from "./maps_types" */
/** @import { Measure } from "../../web/text.js" */

const MANY = 100_000; // cells, more than a page can have as elements
const APART = 56; // pixels between two ticks, at least
const STEPS = [1, 2, 5];
const LINE = 24; // pixels above a map for its ticks
const LOWEST = 160; // pixels of a map, if several are below each other

/** Whether a map is drawn in this layout. @param {Pick<MapData, "places" | "cells">} map */
export const isLong = ({ places, cells }) =>
  Boolean(places) || (cells?.length ?? 0) * (cells?.[0].length ?? 0) > MANY;

/**
 * The places of an axis that are named, with their names: all words if there is room for them, and
 * round times or numbers of steps.
 * @param {string[]} words @param {Place1D | undefined} place what the places are, if no words
 * @param {number} size the pixels of a place @param {number} room those that a word needs
 * @returns {Map<number, string>}
 */
export function named(words, place, size, room) {
  if (place?.grid) return new Map();
  if (place) return ticks(words.length, place.seconds ?? null, place.start ?? 0, size);
  return size < room ? new Map() : new Map(words.entries());
}

/**
 * Round times in seconds, or round numbers of steps counted from 1, and their places.
 * @param {number} count @param {number | null} seconds @param {number} start the first time
 * @param {number} size
 * @returns {Map<number, string>}
 */
function ticks(count, seconds, start, size) {
  const unit = seconds ?? 1;
  const least = (APART / size) * unit;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [...STEPS.map((one) => one * power), 10 * power].find((one) => one >= least) ?? 1;
  const each = seconds === null ? Math.max(1, Math.round(step)) : step;
  const digits = Math.max(0, -Math.floor(Math.log10(each) + 1e-9));
  /** @type {Map<number, string>} */
  const found = new Map();
  for (let i = seconds === null ? 1 : Math.ceil(start / each - 1e-9); ; i += 1) {
    const place = seconds === null ? i * each - 1 : Math.round((i * each - start) / seconds);
    if (place >= count) return found;
    found.set(place, seconds === null ? String(i * each) : `${(i * each).toFixed(digits)} s`);
  }
}

/**
 * Returns the layout in which all maps fit the height, several of them side by side.
 * @param {MapData[]} maps @param {{ width: number, height: number }} room
 * @param {Measure} measure @param {Pick<View, "transposed">} view @param {number} zoom
 * @returns {MapLayout}
 */
export function arrangeLong(maps, room, measure, { transposed }, zoom) {
  const { all: ALL, allCell, allRow, allText, marker } = MEASURES;
  const perLine = maps.length === 1 ? 1 : maps.length <= 4 ? 2 : 4;
  const height = Math.ceil(maps.length / perLine);
  const inner = Math.floor((room.width - ALL.gap * (perLine - 1)) / perLine);
  const sides = maps.map((map) => axes(map, transposed));
  const [down, across] = transposed ? ["columns", "rows"] : ["rows", "columns"];
  const most = (/** @type {"down" | "across"} */ way) =>
    Math.max(1, ...sides.map((side) => side[way].length));
  const text = allText.least * zoom;
  const shrunk = text / (MEASURES.text.size * zoom);
  const width = (/** @type {Iterable<string>} */ words) =>
    Math.max(0, ...[...words].map((word) => measure(word) * shrunk));
  const placeOf = (/** @type {MapData} */ map, /** @type {string} */ side) =>
    map.places?.[/** @type {Side} */ (side)];
  // First with room for words, which then need it only if they are named.
  const fitted = (/** @type {number} */ head) => {
    const above = ALL.title * zoom + head + ALL.below + marker.inset;
    const left = Math.max(LOWEST, Math.floor(room.height / height) - above);
    return Math.min(left / most("down"), allRow.most * zoom);
  };
  const row = fitted(LINE * zoom);
  const beside = maps.map((map, i) => named(sides[i].down, placeOf(map, down), row, text));
  const apart = ALL.beyond + (hasCopied(maps, transposed) ? ALL.copied : 0);
  const side = Math.ceil(Math.max(...beside.map((one) => width(one.values())))) + apart;
  const cell = Math.min((inner - side - 2 * marker.inset) / most("across"), allCell.most * zoom);
  const above = maps.map((map, i) => named(sides[i].across, placeOf(map, across), cell, text));
  const longest = width(above.flatMap((one) => [...one.values()]));
  const level = maps.some((map) => placeOf(map, across)) || longest <= cell;
  const angle = level ? 0 : leaning(cell, zoom);
  const lean = level ? LINE * zoom : longest * (angle === 45 ? SLANT : 1) + MEASURES.head.upright;
  const head = Math.ceil(longest ? lean : ALL.bare);
  return {
    perLine,
    side,
    cell,
    angle,
    head,
    row: longest && !level ? fitted(head) : row,
    plot: Math.ceil(cell * most("across") + 2 * marker.inset),
    shorten: (word) => word,
    mirrored: false,
    zoom,
    text,
    headed: true,
    title: ALL.title,
    named: maps.map((_, i) => ({ down: beside[i], across: above[i] })),
    lines: Array.from({ length: height }, (_, line) => ({
      placed: maps
        .map((_, index) => index)
        .slice(line * perLine, (line + 1) * perLine)
        .map((index, column) => ({ index, column })),
      groups: [],
    })),
  };
}
