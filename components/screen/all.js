// The layout that shows all maps at once: it finds the largest cells with which they fit a screen.

import MEASURES from "../../figures/measures.json" with { type: "json" };
import { clamp } from "../basics/numbers.js";
import { runsRightToLeft, shortener } from "../basics/text.js";
import { axes, spanAt } from "../maps/layout.js";
import { placeMaps } from "./placing.js";

/** @import { Axes, MapData, MapLayout, View } from "../maps/types" */
/** @import { Line } from "./placing.js" */
/** @import { Measure } from "../basics/text.js" */
/** @typedef {{ width: number, height: number }} Room */
/**
 * @typedef {{
 *   sides: Axes[], heads: string[][], beside: string[], lines: Line[],
 *   perLine: number, text: number, zoom: number,
 *   room: Room, measure: Measure, margins: boolean, mirrored: boolean,
 * }} Try
 */

const STEEP = 60;
const WORST = 1e6; // of maps that would cover each other: rather the page scrolls
const SIZES = Array.from({ length: MEASURES.allText.largest - MEASURES.allText.least + 1 },
  (_, i) => MEASURES.allText.largest - i);

/**
 * Returns the layout of the largest words and cells with which all maps stand in a room; where not
 * even the smallest fit, the page scrolls.
 * @param {MapData[]} maps @param {Room} room @param {Measure} measure
 * @param {Pick<View, "transposed" | "margins">} view @param {number} zoom
 * @returns {MapLayout}
 */
export function arrangeAll(maps, room, measure, { transposed, margins }, zoom) {
  const sides = maps.map((map) => axes(map, transposed));
  // Most maps have the same words above them: each line of words is measured once.
  const heads = [...new Map(sides.map(({ across }) => [across.join("\n"), across])).values()];
  const beside = [...new Set(sides.flatMap(({ down }) => down))];
  const mirrored = runsRightToLeft(heads.flat());
  const shared = { sides, heads, beside, mirrored, zoom, room, measure, margins };
  const tries = maps.flatMap((_, i) => {
    const lines = placeMaps(maps, i + 1);
    // On a wall words are larger, unless that leaves them out.
    const texts = SIZES.flatMap((text) => (zoom > 1 ? [text * zoom, text] : [text]));
    return [...texts, 0].map((text) =>
      tryOut({ ...shared, lines, perLine: i + 1, text }));
  });
  return tries.reduce((best, one) => (one.merit > best.merit ? one : best)).layout;
}

/**
 * @param {Try} one
 * @returns {{ layout: MapLayout, merit: number }}
 */
function tryOut(one) {
  const { sides, heads, beside, mirrored, zoom, room, measure, margins } = one;
  const { lines, perLine, text } = one;
  const { all: ALL, marker, sums } = MEASURES;
  const shrunk = text / (MEASURES.text.size * zoom);
  const sized = (/** @type {string} */ word) => measure(word) * shrunk;
  const inner = Math.floor((room.width - ALL.gap * (perLine - 1)) / perLine);
  const shorten = shortener(sized, text ? inner * ALL.beside : 0, MEASURES.text.longest);
  const brief = shortener(sized, Math.min(ALL.above * zoom, inner * ALL.beside));
  const widths = heads.map((words) => words.map((word) => (text ? sized(brief(word)) : 0)));
  const longest = Math.max(0, ...widths.flat());
  const side = text
    ? Math.ceil(Math.max(0, ...beside.map((word) => sized(shorten(word))))) + ALL.beyond
    : ALL.bare;
  const bars = margins ? sums.beside * zoom : 0;
  const { cell, angle } = fitCells(widths, longest, text, inner - side - bars, zoom);
  const head = Math.ceil(text ? lean(longest, angle, text) : ALL.bare);
  const below = marker.inset + ALL.below + (margins ? sums.below * zoom : 0);
  const grouped = lines.some(({ groups }) => groups.length);
  const above = (ALL.title + (grouped ? ALL.group : 0)) * zoom;
  const rows = lines.map(({ placed }) =>
    Math.max(1, ...placed.map(({ index }) => sides[index].down.length)));
  const left = room.height - lines.length * (above + head + below);
  const room_ = Math.floor((left / rows.reduce((sum, n) => sum + n, 0)) * 4) / 4;
  const row = clamp(room_, MEASURES.allRow.least, Math.min(MEASURES.allRow.most * zoom, 1.6 * cell));
  const plot = bars + Math.max(0, ...widths.map((one) => spanAt(one, cell, 90)));
  const legible = text === 0 || row >= text * ALL.fits;
  const high = room_ < MEASURES.allRow.least;
  const wide = side + plot > inner + 1;
  const apart = lines.flatMap(({ groups }) => groups.map(({ name }) => name));
  const split = apart.length - new Set(apart).size;
  const merit = Math.min(row, cell, ALL.ample * zoom) - ALL.split * split +
    (text ? ALL.words * text : -ALL.wordless) - (legible ? 0 : 200) -
    (wide || high ? 500 + Math.max(0, -left) : 0) - (wide ? WORST : 0);
  return { merit, layout: { perLine, side, cell, angle, shorten, brief, mirrored, zoom, row, head,
    plot: Math.ceil(plot), lines, text } };
}

/**
 * The largest cells of a width, and the angle of the words above them.
 * @param {number[][]} heads @param {number} longest @param {number} text @param {number} width
 * @param {number} zoom
 */
function fitCells(heads, longest, text, width, zoom) {
  const { all: ALL, word } = MEASURES;
  for (let cell = MEASURES.allCell.most * zoom; ; cell -= 0.5) {
    const level = longest <= cell - word.fits;
    const angle = level ? 0 : cell * ALL.steep >= text * ALL.apart ? STEEP : 90;
    const cells = Math.max(0, ...heads.map((one) => spanAt(one, cell, 90)));
    const leaning = Math.max(0, ...heads.map((one) => spanAt(one, cell, text ? angle : 90)));
    // The words of the last columns may lean into the gap before the next map.
    const fits = cells <= width && leaning <= width + ALL.over;
    if (fits || cell <= MEASURES.allCell.least) return { cell, angle };
  }
}

/**
 * How high leaning words stand.
 * @param {number} longest @param {number} angle @param {number} text
 */
function lean(longest, angle, text) {
  const { head } = MEASURES;
  if (angle === 0) return text + head.level;
  return longest * (angle === 90 ? 1 : MEASURES.all.steep) + head.upright;
}
