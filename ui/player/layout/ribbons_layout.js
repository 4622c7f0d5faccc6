// The layout of ribbons: words in lines, level, slanted or upright.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { clamp, total } from "../../web/numbers.js";
import { shortener } from "../../web/text.js";
import { leaning, SLANT } from "./maps_layout.js";

/** @import { MapData, RibbonLayout } from "./maps_types" */
/** @import { Measure } from "../../web/text.js" */

/**
 * The layout of ribbons, as `arrange` for maps. The lines of words are level if they fit, otherwise
 * slanted or upright.
 * @param {Pick<MapData, "rows" | "columns">[]} maps @param {number} width
 * @param {Measure} measure @param {number} zoom
 * @returns {RibbonLayout}
 */
export function arrangeRibbons(maps, width, measure, zoom) {
  const { ribbon: RIBBON, card, head: HEAD } = MEASURES;
  const lines = maps.flatMap(({ columns, rows }) => [columns, rows]);
  const most = clamp(Math.floor(width / (RIBBON.width * zoom)), 1, maps.length);
  const shorten = shortener(measure, MEASURES.word.most * zoom, MEASURES.text.longest);
  const widths = lines.map((words) => words.map((word) => measure(shorten(word))));
  const needed = Math.max(...widths.map((line) => total(line) + line.length * RIBBON.apart * zoom));
  const longest = Math.max(...widths.flat());
  const words = Math.max(...lines.map((line) => line.length));
  for (let perLine = most; ; perLine -= 1) {
    const inner = Math.floor((width - card.gap * (perLine - 1)) / perLine) - card.frame;
    const level = needed <= inner;
    const room = inner - (level ? 0 : (longest + HEAD.tail) * SLANT);
    const cell = Math.max(room / words, MEASURES.cell.least * zoom);
    if (!level && perLine > 1 && cell < RIBBON.good * zoom) continue;
    const angle = level ? 0 : leaning(cell, zoom);
    const lean = angle === 45 ? longest * SLANT + HEAD.slanted : longest + RIBBON.upright;
    const plot = level ? inner : Math.ceil(words * cell + (angle === 45 ? inner - room : 0));
    return {
      perLine,
      shorten,
      measure,
      angle,
      cell,
      plot,
      zoom,
      level,
      head: Math.ceil(level ? RIBBON.level * zoom : lean),
      line: level ? inner : words * cell,
    };
  }
}
