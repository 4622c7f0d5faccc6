// The layout of maps in cards. All cards share one, so that equal words are at equal positions.

import { isSelf } from "../../flow/headline.js";
import { say } from "../../phrases/say.js";
import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { clamp } from "../../web/numbers.js";
import { runsRightToLeft, shortener } from "../../web/text.js";

/** @import { Axes, Box, Card, MapData, MapLayout, View, Margins } from "./maps_types" */
/** @import { Measure } from "../../web/text.js" */

export const SLANT = Math.SQRT1_2;

/**
 * The words of a map from left to right and from top to bottom. A map without cells has no words
 * above its columns.
 * @param {Pick<MapData, "rows" | "columns" | "cells">} map @param {boolean} transposed
 * @returns {Axes}
 */
export function axes({ rows, columns, cells }, transposed) {
  if (!cells) return { across: [], down: rows };
  return transposed ? { across: rows, down: columns } : { across: columns, down: rows };
}

/**
 * Returns the layout with as many maps per line as have cells of a good size, and with the largest
 * cells that then fit.
 * @param {Pick<MapData, "rows" | "columns" | "cells" | "copied" | "flow">[]} maps
 * @param {number} width @param {Measure} measure @param {Pick<View, "transposed" | "margins">} view
 * @param {number} zoom
 * @returns {MapLayout}
 */
export function arrange(maps, width, measure, { transposed, margins }, zoom) {
  const { card, cell: CELL, row: ROW, word: WORD, head: HEAD } = MEASURES;
  const sides = maps.map((map) => axes(map, transposed));
  const mirrored = runsRightToLeft(sides.flatMap(({ across }) => across));
  const most = clamp(Math.floor(width / (card.width * zoom)), 1, maps.length);
  for (let perLine = most; ; perLine -= 1) {
    const inner = Math.floor((width - card.gap * (perLine - 1)) / perLine) - card.frame;
    const limit = clamp(inner * WORD.share, WORD.least * zoom, WORD.most * zoom);
    const shorten = shortener(measure, limit, MEASURES.text.longest);
    const wide = (/** @type {string[]} */ words) => words.map((word) => measure(shorten(word)));
    const heads = sides.map(({ across }) => wide(across));
    const beside = wide(sides.flatMap(({ down }) => down));
    const numbers = hasCopied(maps, transposed) ? WORD.number * zoom : 0;
    // The caption of what a token attends to is longer than others, and than many a word.
    const self = maps.some(({ flow }) => flow && isSelf(flow));
    const named = self ? measure(`${say("attends_to")} →`) : 0;
    const side = Math.ceil(Math.max(WORD.least * zoom, named, ...beside)) + WORD.apart + numbers;
    const bars = hasBars(margins, "beside") ? MEASURES.sums.beside * zoom : 0;
    const plot = (/** @type {number} */ cell) =>
      bars + Math.max(...heads.map((widths) => span(widths, cell, zoom)));
    let cell = CELL.most * zoom;
    while (cell > CELL.least && side + plot(cell) > inner) cell -= 1;
    if (perLine > 1 && cell < CELL.good * zoom) continue;
    const longest = Math.max(0, ...heads.flat());
    const angle = slant(longest, cell, zoom);
    const lean = angle === 45 ? longest * SLANT + HEAD.slanted : longest + HEAD.upright;
    return {
      perLine,
      side,
      numbers,
      cell,
      angle,
      shorten,
      mirrored,
      zoom,
      row: clamp(cell, ROW.least * zoom, ROW.most * zoom),
      head: Math.ceil(Math.max(HEAD.least * zoom, lean)),
      plot: Math.ceil(plot(cell)),
    };
  }
}

/**
 * Whether bars of copied shares stand between the words and the rows of a map.
 * @param {Pick<MapData, "copied">[]} maps @param {boolean} transposed
 */
export const hasCopied = (maps, transposed) => !transposed && maps.some(({ copied }) => copied);

/** Whether a map has bars at a side. @param {Margins} margins @param {"beside" | "below"} where */
export const hasBars = (margins, where) => margins === true || margins === where;

/**
 * The angle of the words above the columns: 0° if every word fits its cell, 45° if slanted words
 * fit side by side, otherwise 90°.
 * @param {number} longest @param {number} cell @param {number} zoom
 */
function slant(longest, cell, zoom) {
  return longest <= cell - MEASURES.word.fits ? 0 : leaning(cell, zoom);
}

/**
 * The angle of words that do not fit their cells: 45° or 90°.
 * @param {number} cell @param {number} zoom
 */
export const leaning = (cell, zoom) => (cell * SLANT >= MEASURES.text.size * zoom ? 45 : 90);

/** @param {number[]} widths @param {number} cell @param {number} zoom */
const span = (widths, cell, zoom) =>
  spanAt(widths, cell, slant(Math.max(0, ...widths), cell, zoom));

/**
 * The width of the cells of some words, with words that lean beyond the last cell.
 * @param {number[]} widths @param {number} cell @param {number} angle
 */
export function spanAt(widths, cell, angle) {
  const cells = widths.length * cell + 2 * MEASURES.marker.inset;
  if (angle % 90 === 0) return cells;
  const across = Math.cos((angle * Math.PI) / 180);
  const { tail } = MEASURES.head;
  return widths.reduce(
    (most, width, i) => Math.max(most, (i + 0.5) * cell + (width + tail) * across),
    cells,
  );
}

/** Whether cells are too small for gaps between them. @param {{ layout: { cell: number, row?: number, named?: object } }} card */
export const isOverview = ({ layout }) =>
  Boolean(layout.named) ||
  Math.min(layout.cell, layout.row ?? layout.cell) < MEASURES.allCell.least;

/**
 * The box of a cell, or of a whole row or column if the other index is null.
 * @param {Pick<Card, "layout" | "axes" | "turned">} card
 * @param {number | null} row @param {number | null} column
 * @returns {Box}
 */
export function boxOf(card, row, column) {
  const { cell, row: height, head, mirrored, plot } = card.layout;
  const { inset } = MEASURES.marker;
  const { across, down } = card.axes;
  const [i, j] = card.turned ? [column, row] : [row, column];
  const from = j ?? (mirrored ? across.length - 1 : 0);
  const gap = isOverview(card) ? 0 : 1;
  return {
    x: mirrored ? plot - inset - (from + 1) * cell + gap : inset + from * cell,
    y: head + (i ?? 0) * height,
    width: Math.max(0, (j === null ? across.length * cell : cell) - gap),
    height: Math.max(0, (i === null ? down.length * height : height) - gap),
  };
}

/**
 * The cell at a point of the plot, or null.
 * @param {Pick<Card, "layout" | "axes" | "turned">} card @param {number} x @param {number} y
 */
export function cellAt(card, x, y) {
  const { cell, row: height, head, mirrored, plot } = card.layout;
  const { inset } = MEASURES.marker;
  const { across, down } = card.axes;
  const j = Math.floor((mirrored ? plot - inset - x : x - inset) / cell);
  const i = Math.floor((y - head) / height);
  if (!(i in down && j in across)) return null;
  return card.turned ? { row: j, column: i } : { row: i, column: j };
}

/**
 * A map's name without that of its group: "dot" of luong-dot, "head 3" of "... layer 2, head 3".
 * @param {Pick<MapData, "label" | "place">} map
 */
export function briefName({ label, place }) {
  const group = place.group.toLowerCase();
  if (label.startsWith(`${group}-`)) return label.slice(group.length + 1);
  return label.split(` · ${group}, `)[1] ?? label;
}
