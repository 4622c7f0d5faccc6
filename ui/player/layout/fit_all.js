// The layout of all maps on one screen: it finds the largest words and cells that fit.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { clamp } from "../../web/numbers.js";
import { runsRightToLeft, shortener } from "../../web/text.js";
import { axes, briefName, hasBars, hasCopied, spanAt } from "./maps_layout.js";
import { disorder, waysToPlace } from "./grid.js";

/** @import { Axes, MapData, MapLayout, Margins, View } from "./maps_types" */
/** @import { Line } from "./grid.js" */
/** @import { Measure } from "../../web/text.js" */
/** @typedef {{ width: number, height: number }} Room */
/**
 * @typedef {{
 *   sides: Axes[], heads: string[][], beside: string[], copied: number,
 *   names: number[][], flows: boolean, perLine: number, text: number, headed: boolean, zoom: number,
 *   room: Room, measure: Measure, margins: Margins, mirrored: boolean,
 * }} Try
 */
/** @typedef {{ lines: Line[], untidy: number }} Way */
/** @typedef {Omit<MapLayout, "lines" | "row" | "title">} Fitted */

const STEEP = 60; // degrees
const EVERY = [1, 2, 5, 10, 20, 50]; // of words that are too many, only every second has a label, ...
const MOST_LINES = 3; // of a name
const BOLD = 1.07; // how much wider bold letters are
const WORST = 1e6; // penalty for maps that overlap or cannot be seen; it is better to scroll
const SIZES = Array.from(
  { length: MEASURES.allText.largest - MEASURES.allText.least + 1 },
  (_, i) => MEASURES.allText.largest - i,
);

/**
 * Returns the layout with the largest words and cells with which all maps fit the viewport `room`.
 * If not even the smallest fit, the page scrolls.
 * @param {MapData[]} maps @param {Room} room @param {Measure} measure
 * @param {Pick<View, "transposed" | "margins"> & { picture?: string }} view @param {number} zoom
 * @param {number} [only] the number of maps per line, or 0 for the best one
 * @returns {MapLayout}
 */
export function arrangeAll(maps, room, measure, { transposed, margins, picture }, zoom, only = 0) {
  const sides = maps.map((map) => axes(map, transposed));
  // Most maps have the same words above their columns, so each list of words is measured once.
  const heads = [...new Map(sides.map(({ across }) => [across.join("\n"), across])).values()];
  const beside = [...new Set(sides.flatMap(({ down }) => down))];
  const mirrored = runsRightToLeft(heads.flat());
  const names = maps.map((map) => partsOf(briefName(map)).map((part) => BOLD * measure(part)));
  const flows = picture === "flow";
  const copied = hasCopied(maps, transposed) ? MEASURES.all.copied : 0;
  const fixed = { sides, heads, beside, copied, mirrored, names, flows };
  const shared = { ...fixed, zoom, room, measure, margins };
  const tries = maps.flatMap((_, i) => {
    if (only && i + 1 !== only) return [];
    const ways = waysToPlace(maps, i + 1).map((lines) => ({
      lines,
      untidy: disorder(maps, lines),
    }));
    // In presenter mode words are larger, unless they would then not fit.
    const texts = SIZES.flatMap((text) => (zoom > 1 ? [text * zoom, text] : [text]));
    const least = { text: MEASURES.allText.least, headed: false };
    const words = [
      ...texts.map((text) => ({ text, headed: true })),
      least,
      { text: 0, headed: false },
    ];
    return words.flatMap((one) => {
      const tried = { ...shared, ...one, perLine: i + 1 };
      const fitted = fitWords(tried);
      return ways.map((way) => tryOut(tried, fitted, way));
    });
  });
  return tries.reduce((best, one) => (one.merit > best.merit ? one : best)).layout;
}

/**
 * Returns what is the same for all placements: the words, and the widest cells that fit with them.
 * @param {Try} one
 * @returns {Fitted}
 */
function fitWords({
  heads,
  beside,
  copied,
  mirrored,
  zoom,
  room,
  measure,
  margins,
  perLine,
  text,
  headed,
}) {
  const { all: ALL, sums } = MEASURES;
  const shrunk = text / (MEASURES.text.size * zoom);
  const sized = (/** @type {string} */ word) => measure(word) * shrunk;
  const inner = Math.floor((room.width - ALL.gap * (perLine - 1)) / perLine);
  const shorten = shortener(sized, text ? inner * ALL.beside : 0, MEASURES.text.longest);
  const brief = shortener(sized, Math.min(ALL.above * zoom, inner * ALL.beside));
  const widths = heads.map((words) => words.map((word) => (headed ? sized(brief(word)) : 0)));
  const longest = Math.max(0, ...widths.flat());
  const side = text
    ? Math.ceil(Math.max(0, ...beside.map((word) => sized(shorten(word))))) + ALL.beyond + copied
    : ALL.bare;
  const bars = hasBars(margins, "beside") ? sums.beside * zoom : 0;
  const { cell, angle } = fitCells(widths, longest, headed ? text : 0, inner - side - bars, zoom);
  const head = Math.ceil(headed ? lean(longest, angle, text) : ALL.bare);
  const plot = Math.ceil(bars + Math.max(0, ...widths.map((one) => spanAt(one, cell, 90))));
  return { perLine, side, cell, angle, shorten, brief, mirrored, zoom, head, plot, text, headed };
}

/**
 * Returns the layout of one placement and its merit: that of the cells' area and of the words, less
 * the penalties for disorder, empty slots, illegible words, scrolling and overlap.
 * @param {Try} one @param {Fitted} fitted @param {Way} way
 * @returns {{ layout: MapLayout, merit: number }}
 */
function tryOut(
  { sides, names, flows, zoom, room, margins, perLine, text, headed },
  fitted,
  { lines, untidy },
) {
  const { all: ALL, marker, sums } = MEASURES;
  const { side, cell, angle, head, plot } = fitted;
  const inner = Math.floor((room.width - ALL.gap * (perLine - 1)) / perLine);
  const below = marker.inset + ALL.below + (hasBars(margins, "below") ? sums.below * zoom : 0);
  const grouped = lines.some(({ groups }) => groups.length);
  const share = flows ? ALL.share * zoom : 0;
  const most = inner + ALL.beyond; // A name may end in the gap before the next map.
  const folds = Math.max(...names.map((parts) => countLines(parts, share, inner, most))) - 1;
  const title = ALL.title + clamp(folds, 0, MOST_LINES - 1) * ALL.fold;
  const above = (title + (grouped ? ALL.group : 0)) * zoom;
  const rows = lines.map(({ placed }) =>
    Math.max(1, ...placed.map(({ index }) => sides[index].down.length)),
  );
  const left = room.height - lines.length * (above + head + below);
  const all = rows.reduce((sum, n) => sum + n, 0);
  const room_ = Math.floor((left / all) * 4) / 4;
  const row = clamp(
    room_,
    MEASURES.allRow.least,
    Math.min(MEASURES.allRow.most * zoom, 1.6 * cell),
  );
  const every = {
    down: thinned(row, text * ALL.fits),
    across: headed && angle === 90 ? thinned(cell, text * ALL.upright) : 1,
  };
  const legible = every.down && every.across;
  const thin = Math.log2((every.down ?? 1) * (every.across ?? 1));
  const high = room_ < MEASURES.allRow.least;
  // Below a flow, which has the words, maps may have none as long as all of them are seen.
  const worse = flows && !high && cell >= ALL.seen ? ALL.wordless : ALL.blind;
  const wide = side + plot > inner + 1;
  const across = cell * Math.max(...sides.map((one) => one.across.length));
  const sliver = cell < MEASURES.allCell.least && across < ALL.sliver;
  const empty = lines.length * perLine - sides.length;
  const merit =
    Math.sqrt(row * cell) -
    untidy -
    ALL.empty * empty -
    ALL.hard * Math.max(0, ALL.small * zoom - Math.min(row, cell)) +
    (text ? ALL.words * text - (headed ? 0 : high ? ALL.blind : ALL.headless) : -worse) -
    ALL.thin * thin -
    (legible ? 0 : 200) -
    (high ? ALL.scrolls + (all * MEASURES.allRow.least - left) / ALL.scrolled : 0) -
    (wide || sliver ? WORST : 0);
  return { merit, layout: { ...fitted, lines, row, title, every } };
}

/**
 * Of how many words one has a label, so that the labels have as much space as they need; undefined
 * if there are too many.
 * @param {number} space of one word @param {number} needed by one label
 */
export const thinned = (space, needed) => EVERY.find((count) => count * space >= needed);

/** The parts of a name between which it may be broken. @param {string} name */
const partsOf = (name) => name.split(/(?<=[-\s])/u);

/**
 * How many lines a name of these parts needs, and the share that stands beside it, or below if both
 * have no room in one line. A part that is wider than a line is broken between letters.
 * @param {number[]} parts @param {number} share @param {number} width @param {number} most
 */
function countLines(parts, share, width, most) {
  if (parts.reduce((sum, part) => sum + part, share) <= width) return 1;
  let [lines, end] = [1, 0];
  for (const part of parts) {
    if (end && end + part > most) [lines, end] = [lines + 1, 0];
    end += part;
    const over = Math.ceil(end / most) - 1;
    if (over > 0) [lines, end] = [lines + over, end - over * most];
  }
  return lines + Math.sign(share);
}

/**
 * The largest cells that fit a width, and the angle of the words above them. Of a sentence too long
 * for the smallest ones, they fill the width, as an overview.
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
    if (fits) return { cell, angle };
    if (cell <= MEASURES.allCell.least) {
      const most = Math.max(...heads.map((one) => one.length));
      return { cell: Math.min(cell, Math.max(width - 2 * MEASURES.marker.inset, 1) / most), angle };
    }
  }
}

/**
 * The height of the longest word above the columns, at an angle.
 * @param {number} longest @param {number} angle @param {number} text
 */
function lean(longest, angle, text) {
  const { head } = MEASURES;
  if (angle === 0) return text + head.level;
  return longest * (angle === 90 ? 1 : MEASURES.all.steep) + head.upright;
}
