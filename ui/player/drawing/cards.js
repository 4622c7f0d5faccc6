// Cards and maps, drawn from finished data. The parts that change with a step are in a layer of
// their own above the cells, so that a step repaints no cell.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { isSelf } from "../../flow/headline.js";
import { called, say } from "../../phrases/say.js";
import { isFaint, painter, sharer } from "../../web/colours.js";
import { html, set, svg } from "../../web/dom.js";
import { decimal, percentage } from "../../web/numbers.js";
import { drawCopied, drawSums, nameJoint } from "./bars.js";
import { drawAbsence, label, lineOf, markDoubt, outline, title } from "./elements.js";
import { headsOpener } from "./openers.js";
import { fadeOthers, markJoint } from "../state/joint.js";
import { axes, boxOf, briefName, hasBars, hasCopied, isOverview } from "../layout/maps_layout.js";
import { isSlim } from "./marking.js";
import { drawRibbons, paintRibbons } from "./ribbons.js";
import { frameTall } from "./scroll_frame.js";

/** @import { Box, Card, MapData, Paper } from "../layout/maps_types" */

/** @param {MapData} map @param {Paper} paper */
export function drawCard(map, paper) {
  const turned = paper.view.transposed && Boolean(map.cells);
  const { id, label: name, mode, origin, translation } = map;
  const words = { rows: [], columns: [] };
  const card = /** @type {Card} */ (
    /** @type {unknown} */ ({
      map,
      ...paper,
      scale: map.scale ?? paper.scale,
      turned,
      axes: axes(map, turned),
      words,
      joint: paper.joints?.get(id),
      foot: html("p", { class: "foot" }),
      badge: html("span", { class: "badge", title: called(origin) }, called(mode)),
    })
  );
  const drawing = paper.view.picture === "ribbons" ? drawRibbons(card) : drawMap(card);
  card.node = html(
    "article",
    { class: "card", "data-map": id, "aria-label": name },
    html(
      "header",
      {},
      html("h2", { "aria-label": name }, drawName(card, paper)),
      ...(paper.view.picture === "flow" ? [html("span", { class: "share" })] : []),
      ...(paper.heads?.includes(id) ? [headsOpener(id)] : []),
      card.badge,
    ),
    html("p", { class: "translation", dir: "auto" }, translation),
    drawing,
    card.foot,
  );
  if (map.logProb !== undefined) tellLikelihood(card, map.logProb);
  card.node.classList.toggle("small", card.layout.text !== undefined);
  card.node.classList.toggle("slim", isSlim(card));
  card.node.style.setProperty("--label", `${card.layout.text ?? 0}px`);
  const { title: height = MEASURES.all.title } = card.layout;
  card.node.classList.toggle("folds", height > MEASURES.all.title);
  card.node.style.setProperty("--title", String(height));
  card.node.style.setProperty("--row", `${card.layout.row}px`);
  markDoubt(card);
  markJoint(card);
  paint(card);
  return card;
}

/**
 * A map's name, without the name of its group if that is shown above the map. If maps can be
 * pinned, the name is a button that makes the map large.
 * @param {Card} card @param {Paper} paper
 */
function drawName({ map, layout }, { pins }) {
  const { id, label: name, translation } = map;
  const brief = layout.lines ? briefName(map) : name;
  if (!pins) return brief;
  const pressed = pins.includes(id);
  const said = say(pressed ? "shrink" : "enlarge");
  return html(
    "button",
    {
      type: "button",
      class: "name",
      "aria-label": name,
      "aria-pressed": pressed,
      title: `${name}: ${translation}\n${said}`,
    },
    brief,
  );
}

/**
 * Shows in the header how probable the model finds the translation that it was forced to: as a
 * number, and per token as a bar, which is full at a probability of 1.
 * @param {Card} card @param {number} logProb
 */
function tellLikelihood({ node, map }, logProb) {
  const share = Math.exp(logProb / map.tokens.length);
  const header = /** @type {HTMLElement} */ (node.querySelector("header"));
  header.classList.add("forced");
  header.style.setProperty("--likely", String(share));
  header.title = say("likelihood", { sum: decimal(logProb), share: percentage(share) });
  (header.querySelector(".share") ?? header.firstElementChild)?.after(
    html("span", { class: "likely" }, say("log_p", { sum: decimal(logProb) })),
  );
}

/** @param {Card} card */
function drawMap(card) {
  const {
    map,
    axes: { down },
    layout,
    view,
  } = card;
  const { row, head, mirrored, zoom } = layout;
  const height =
    head +
    down.length * row +
    MEASURES.marker.inset +
    (hasBars(view.margins, "below") ? MEASURES.sums.below * zoom : 0);
  const side = drawSide(card, height);
  const order = mirrored ? "map mirrored" : "map";
  if (map.cells) {
    const node = html("div", { class: order }, side, drawField(card, height));
    frameTall(card, node);
    return node;
  }
  card.marker = outline("marker");
  side.prepend(card.marker); // Under the words, whose ends its halo would otherwise cover.
  const width = layout.text === undefined ? undefined : layout.plot;
  const absence = drawAbsence(height - MEASURES.marker.inset, width, map.late);
  return html("div", { class: "map" }, side, absence);
}

/**
 * Draws the words beside the rows and the captions of both axes. It also creates the words above
 * the columns, for `drawField`.
 * @param {Card} card @param {number} height
 */
function drawSide(card, height) {
  const {
    map,
    axes: { down, across },
    layout,
    turned,
  } = card;
  const { row, head, side, mirrored, zoom, shorten, text } = layout;
  const bar = text === undefined ? (layout.numbers ?? 0) : MEASURES.all.copied;
  const apart = (text === undefined ? 8 : 3) + (hasCopied([map], turned) ? bar : 0);
  const x = mirrored ? apart : side - apart;
  const anchor = mirrored ? "start" : "end";
  const [lines, heads] = turned
    ? /** @type {const} */ (["columns", "rows"])
    : /** @type {const} */ (["rows", "columns"]);
  const { down: every = 1 } = layout.every ?? {};
  const shown = layout.named?.[map.index];
  card.words[lines] = drawWords(down, shown?.down, (word, i) =>
    label(word, shorten, {
      class: i % every ? "word thin" : "word",
      x,
      y: head + (i + 0.5) * row,
      "text-anchor": anchor,
      ...lineOf(lines, i),
    }),
  );
  card.words[heads] = drawWords(across, shown?.across, (word, j) => drawHead(card, word, j, heads));
  const caption = (/** @type {string} */ words, /** @type {number} */ y) =>
    svg("text", { class: "caption", x, y: head - y * zoom, "text-anchor": anchor }, words);
  const sides = isSelf(map.flow)
    ? [say("attends_to"), say("token")]
    : [say("source"), say("target")];
  const [above, beside] = turned ? sides.toReversed() : sides;
  const captions = [
    ...(map.cells ? [caption(mirrored ? `← ${above}` : `${above} →`, MEASURES.caption.above)] : []),
    caption(`${beside} ↓`, MEASURES.caption.beside),
  ];
  const bars = (card.joint?.side === "columns") === turned ? nameJoint(card, x, anchor) : [];
  return svg(
    "svg",
    { class: "side", width: side, height, "aria-hidden": "true" },
    ...(text === undefined ? captions : []),
    ...bars,
    ...(text === 0 ? [] : Object.values(card.words[lines])),
    ...(turned ? [] : drawCopied(card)),
  );
}

/**
 * Draws the words of an axis, or only those that are named; the others are holes.
 * @param {string[]} words @param {Map<number, string> | undefined} shown
 * @param {(word: string, index: number) => SVGTextElement} drawWord
 */
function drawWords(words, shown, drawWord) {
  /** @type {SVGTextElement[]} */
  const nodes = [];
  for (const [i, word] of (shown ?? words).entries()) nodes[i] = drawWord(word, i);
  return nodes;
}

/** @param {Card} card @param {string} word @param {number} j @param {"rows" | "columns"} name */
function drawHead({ layout }, word, j, name) {
  const { across: every = 1 } = layout.every ?? {};
  const begins = layout.named && j === 0; // Its middle is at the edge.
  const { cell, head, angle, mirrored, plot, shorten, brief } = layout;
  const middle = (j + 0.5) * cell + MEASURES.marker.inset + (angle % 90 === 0 ? 0 : 2);
  const x = mirrored ? plot - middle : middle;
  const y = head - (angle === 0 ? MEASURES.head.level : MEASURES.head.leaning);
  const anchor = begins ? "start" : angle === 0 ? "middle" : mirrored ? "end" : "start";
  return label(word, brief ?? shorten, {
    class: j % every ? "word thin" : "word",
    x,
    y,
    "text-anchor": anchor,
    ...lineOf(name, j),
    transform: angle ? `rotate(${mirrored ? angle : -angle} ${x} ${y})` : null,
  });
}

/** @param {Card} card @param {number} height */
function drawField(card, height) {
  const { layout, turned, view, words } = card;
  card.rects = [];
  if (isFlat(card)) card.canvas = drawCanvas(card);
  else drawRects(card);
  card.marker = outline("marker");
  card.lights = { row: outline("light"), column: outline("light") };
  card.chosen = outline("chosen");
  card.cursor = outline("cursor");
  card.veil = svg("rect", { class: "veil" });
  const size = { width: layout.plot, height };
  card.plot = svg(
    "svg",
    { class: "plot", ...size, role: "application", tabindex: 0, "aria-label": title(card) },
    ...(layout.headed === false ? [] : Object.values(words[turned ? "rows" : "columns"])),
  );
  if (turned) card.plot.append(...drawCopied(card));
  for (const row of card.rects) card.plot.append(...row); // All at once may overflow the stack.
  if (view.margins) card.plot.append(...drawSums(card));
  const over = svg(
    "svg",
    { class: "over", ...size, "aria-hidden": "true" },
    card.veil,
    ...fadeOthers(card),
    card.lights.column,
    card.lights.row,
    card.marker,
    card.chosen,
    card.cursor,
  );
  card.plot.classList.toggle("flat", Boolean(card.canvas));
  return html("div", { class: "field" }, ...(card.canvas ? [card.canvas] : []), card.plot, over);
}

/**
 * Whether the cells are drawn on a canvas: those of maps that fit a screen, unless their colours
 * depend on the page's.
 * @param {Card} card
 */
const isFlat = ({ map, flat, scale, layout }) =>
  Boolean(
    flat &&
      layout.lines &&
      !scale.dark.length &&
      map.cells?.every((values) => !values.includes(null)),
  );

/** @param {Card} card */
function drawRects(card) {
  const { width, height } = boxOf(card, 0, 0);
  const mould = svg("rect", {
    class: "cell",
    width,
    height,
    "shape-rendering": isOverview(card) ? "crispEdges" : null,
  });
  card.rects = (card.map.cells ?? []).map((values, i) =>
    values.map((_, j) => {
      const { x, y } = boxOf(card, i, j);
      return /** @type {SVGRectElement} */ (
        set(/** @type {Element} */ (mould.cloneNode()), { x, y })
      );
    }),
  );
}

// Two cells meet at one pixel, though their sums differ in the last digits.
const toPixel = (/** @type {number} */ pixel) => Math.round(pixel + 1e-6);

/** Creates the canvas behind the plot, as large as all cells. @param {Card} card */
function drawCanvas(card) {
  const { x, y, width, height } = boxOf(card, null, null);
  const dense = window.devicePixelRatio;
  // It covers whole pixels of the screen, or the browser would blur it.
  const [left, top] = [Math.floor(x * dense), Math.floor(y * dense)];
  const canvas = html("canvas", {
    class: "cells",
    "aria-hidden": "true",
    width: Math.ceil((x + width) * dense) - left,
    height: Math.ceil((y + height) * dense) - top,
  });
  const sizes = { left, top, width: canvas.width, height: canvas.height };
  for (const [name, pixels] of Object.entries(sizes)) {
    canvas.style.setProperty(name, `${pixels / dense}px`);
  }
  return canvas;
}

/**
 * Colours the cells. This is separate from drawing, because the threshold slider does only this.
 * @param {Card} card
 */
export function paint(card) {
  const { map, scale, view } = card;
  if (!map.cells) return;
  if (card.strands) {
    paintRibbons(card);
    return;
  }
  const color = painter(scale);
  const fill = card.canvas && filler(card, card.canvas);
  map.cells.forEach((values, i) => {
    const share = sharer(values, scale, view.scaling);
    values.forEach((value, j) => {
      const kind = value === null ? " none" : isFaint(value, scale, view.threshold) ? " faint" : "";
      const shown = kind || value === null ? "none" : color(share(value));
      if (fill) {
        if (!kind) fill(boxOf(card, i, j), shown);
        return;
      }
      const rect = card.rects[i][j];
      rect.setAttribute("fill", shown);
      if (kind || rect.classList.length > 1) rect.setAttribute("class", `cell${kind}`);
    });
  });
}

/**
 * Clears a card's canvas and returns the function that fills a box of its plot.
 * @param {Card} card @param {HTMLCanvasElement} canvas
 */
function filler(card, canvas) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const [left, top, width] = ["left", "top", "width"].map((name) =>
    parseFloat(canvas.style.getPropertyValue(name)),
  );
  const dense = canvas.width / width;
  // Without gaps, cells that share a pixel would show the page between them.
  const at = isOverview(card) ? toPixel : (/** @type {number} */ pixel) => pixel;
  pen.clearRect(0, 0, canvas.width, canvas.height);
  return (/** @type {Box} */ { x, y, width, height }, /** @type {string} */ color) => {
    const [from, above] = [at((x - left) * dense), at((y - top) * dense)];
    pen.fillStyle = color;
    pen.fillRect(
      from,
      above,
      at((x + width - left) * dense) - from,
      at((y + height - top) * dense) - above,
    );
  };
}
