// Ribbons, the second picture of a trace: source above, target below, and one ribbon per weight.

import { hues } from "../../flow/layout.js";
import { colour } from "../../flow/scene.js";
import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { isFaint, poles, sharer } from "../../web/colours.js";
import { html, set, svg } from "../../web/dom.js";
import { total } from "../../web/numbers.js";
import { runsRightToLeft } from "../../web/text.js";
import { drawAbsence, label, lineOf, outline, title } from "./elements.js";

/** @import { Card, MapData, RibbonLayout } from "../layout/maps_types" */
/** @typedef {{ x: number, width: number }} Place the middle and the width of a word */

/** @param {Card} card */
export function drawRibbons(card) {
  const { map, layout } = card;
  const { head, plot, zoom } = layout;
  const foot = head + MEASURES.ribbon.height * zoom;
  const sources = lineUp(map.columns, layout);
  const targets = lineUp(map.rows, layout);
  card.words.columns = drawLine(map.columns, sources, layout, head - 8, "columns");
  card.words.rows = drawLine(map.rows, targets, layout, foot + 8, "rows");
  card.targets = targets.map(({ x, width }) => ({
    x: x - width / 2 - 3,
    width: width + 6,
    y: layout.level ? foot : foot + 1,
    height: layout.level ? 20 * zoom : 3,
  }));
  card.paths = [];
  card.strands = map.rows.map((_, i) =>
    svg(
      "g",
      { class: "strand" },
      ...(map.cells?.[i] ?? []).map((_, j) => drawRibbon(card, i, j, sources, targets)),
    ),
  );
  card.marker = outline("marker");
  const reached = { role: "application", tabindex: 0, "aria-label": title(card) };
  const size = { width: plot, height: foot + head };
  card.plot = svg(
    "svg",
    { class: "plot ribbons", ...size, ...(map.cells ? reached : {}) },
    ...card.strands,
    ...card.words.columns,
    ...card.words.rows,
    card.marker,
  );
  const node = html("div", { class: "map" }, html("div", { class: "field" }, card.plot));
  if (!map.cells) node.append(drawAbsence(0, undefined, map.late));
  return node;
}

/**
 * @param {Card} card @param {number} i @param {number} j
 * @param {Place[]} sources @param {Place[]} targets
 */
function drawRibbon(card, i, j, sources, targets) {
  const { head, zoom } = card.layout;
  const [from, to] = [sources[j].x, targets[i].x];
  const [top, foot] = [head, head + MEASURES.ribbon.height * zoom];
  const bend = (foot - top) / 2;
  const curve = `M${from} ${top}C${from} ${top + bend} ${to} ${foot - bend} ${to} ${foot}`;
  const path = svg("path", { d: curve, "data-row": i, "data-column": j });
  card.paths.push(path);
  return path;
}

/**
 * Spreads words over the whole line, from right to left if they are read so.
 * @param {string[]} words @param {RibbonLayout} layout
 * @returns {Place[]}
 */
function lineUp(words, { level, measure, shorten, line, plot }) {
  const widths = words.map((word) => measure(shorten(word)));
  const mirrored = runsRightToLeft(words);
  const spare = (line - total(widths)) / words.length;
  let start = 0;
  return widths.map((width, i) => {
    const x = level ? start + (width + spare) / 2 : ((i + 0.5) * line) / words.length;
    start += width + spare;
    return { x: mirrored ? plot - x : x, width: level ? width : 10 };
  });
}

/**
 * @param {string[]} words @param {Place[]} places @param {RibbonLayout} layout
 * @param {number} y @param {"rows" | "columns"} name
 */
function drawLine(words, places, { angle, shorten }, y, name) {
  const mirrored = runsRightToLeft(words);
  const below = name === "rows";
  // Words lean away from the ribbons, in reading direction.
  const tilt = mirrored === below ? -angle : angle;
  const anchor = angle === 0 ? "middle" : mirrored ? "end" : "start";
  const level = angle ? 0 : below ? 4 : -4;
  return words.map((word, i) => {
    const { x } = places[i];
    return label(word, shorten, {
      x,
      y: y + level,
      "text-anchor": anchor,
      ...lineOf(name, i),
      transform: angle ? `rotate(${tilt} ${x} ${y})` : null,
    });
  });
}

/** Sets the colours, widths and opacities of the ribbons. @param {Card} card */
export function paintRibbons({ map, scale, view, layout, paths }) {
  const [negative, positive] = poles(scale);
  const widest = Math.min(MEASURES.ribbon.widest * layout.zoom, layout.cell * 0.9);
  const tints = hues(map.columns, Boolean(map.flow?.sourceEnds));
  let k = 0;
  for (const values of map.cells ?? []) {
    const toShare = sharer(values, scale, view.scaling);
    for (const [j, value] of values.entries()) {
      const share = value === null ? 0 : toShare(value);
      const size = scale.low < 0 && value !== null ? Math.abs(2 * share - 1) : share;
      const faint = value !== null && isFaint(value, scale, view.threshold);
      const path = paths[k];
      k += 1;
      set(path, {
        display: faint || size < MEASURES.ribbon.thinnest ? "none" : "inline",
        "stroke-width": Math.max(0.75, size * widest).toFixed(2),
      });
      path.style.setProperty("--size", (0.25 + 0.75 * size).toFixed(3));
      // Weights have the colours of their words, as in a flow; other numbers those of their signs.
      const own = scale.low < 0 ? positive : colour(tints[j], "ribbon");
      path.style.stroke = value !== null && value < 0 ? negative : own;
    }
  }
}

/**
 * Highlights the ribbons of a row, a column or a cell.
 * @param {Card} card @param {number | null} row @param {number | null} column
 */
export function lightRibbons({ plot, paths }, row, column) {
  const lit = row !== null || column !== null;
  plot?.classList.toggle("dimmed", lit);
  for (const path of paths) {
    const here =
      (row === null || path.dataset.row === `${row}`) &&
      (column === null || path.dataset.column === `${column}`);
    path.classList.toggle("lit", lit && here);
  }
}
