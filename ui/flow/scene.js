// The elements of the flow's picture, and their places for a row of weights.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { say } from "../phrases/say.js";
import { set, svg } from "../web/dom.js";
import { clamp, figure, percentage, ranked, total } from "../web/numbers.js";
import { inLine, plainToken } from "../web/text.js";
import { drawCopied, joined, tellCopied } from "./copying.js";
import { describeWord, markWord, tellRare, tellUnsure } from "./doubt.js";
import { brightest, isSelf } from "./headline.js";
import { barAt, place, ribbon } from "./layout.js";

/** @import { Flow, FlowLayout, FlowNotes, Scene } from "./types" */

const FAINT = 0.012; // a ribbon of a smaller weight is not drawn
const PAST = 0.1; // the least weight of a ribbon of a word that was written before
export const POLES = ["var(--negative)", "var(--positive)"]; // of negative and positive numbers

/**
 * The colour of a source word, in its text or in its ribbon; grey without a hue.
 * @param {number | null} hue @param {"word" | "ribbon"} part
 */
export function colour(hue, part) {
  if (hue === null) return "var(--muted)";
  return part === "word"
    ? `light-dark(oklch(0.48 0.15 ${hue}), oklch(0.82 0.11 ${hue}))`
    : `light-dark(oklch(0.68 0.13 ${hue}), oklch(0.62 0.13 ${hue}))`;
}

/** The drawn dimensions of each source piece's value, from -1 to 1. @param {FlowNotes} notes */
export function readValues({ values, sizes }) {
  if (!values) return [];
  const bytes = Int8Array.from(atob(values), (letter) => letter.charCodeAt(0));
  const count = total(sizes);
  const size = bytes.length / count;
  return Array.from({ length: count }, (_, i) =>
    Array.from(bytes.subarray(i * size, (i + 1) * size), (level) => level / 127),
  );
}

/**
 * The weights of the current row and the left edge of its bar. Without attention the context is the
 * forward state at the last word and the backward state at the first, at every step.
 * @param {Flow} flow
 */
export function rowWeights({ map, layout, row }) {
  const left = layout ? barAt(layout, row) : 0;
  if (map?.weights) return { weights: map.weights[row].map((value) => value ?? 0), left };
  const last = (map?.columns.length ?? 1) - 1;
  const weights =
    map?.columns.map(
      (_, j) =>
        (map.notes.twoWay ? Number(j === 0) + Number(j === last) : 2 * Number(j === last)) / 2,
    ) ?? [];
  return { weights, left };
}

/**
 * The drawn dimensions of the context: the sum of the pieces' values, each times its weight.
 * @param {Flow} flow
 */
export function contextOf({ map, values, row }) {
  if (!map || !values.length) return [];
  if (!map.weights && map.notes.twoWay) {
    const half = values[0].length / 2;
    return [...values[0].slice(half), ...values[values.length - 1].slice(0, half)]; // as the bar
  }
  const pieces = map.pieces ?? [];
  if (!pieces.length) return map.weights ? [] : values[values.length - 1];
  const steps = map.rowOfStep.flatMap((one, step) => (one === row ? [step] : []));
  const weight = (/** @type {number} */ i) =>
    total(steps.map((step) => pieces[step][i])) / steps.length;
  return values[0].map((_, k) => total(values.map((value, i) => weight(i) * value[k])));
}

/** The pieces of a column. @param {Flow} flow @param {number} column */
function piecesOf({ map }, column) {
  if (!map || map.unit === "pieces") return [column];
  const start = total(map.notes.sizes.slice(0, column));
  return Array.from({ length: map.notes.sizes[column] ?? 1 }, (_, i) => start + i);
}

/**
 * Draws all elements once; `placeRow` and `pose` then move them.
 * @param {Flow} flow @param {(number | null)[]} tints @returns {Scene}
 */
export function drawScene(flow, tints) {
  const { map, layout, picture } = flow;
  if (!map || !layout) throw new Error("there is no map");
  const { flow: FLOW } = MEASURES;
  const { sources, targets, zoom, mix, height, wide, turned, word: size } = layout;
  const rows = map.rows.map((_, i) => i);
  const words = map.columns.map((word, j) => {
    const text = svg("text", { class: map.unread.includes(j) ? "unread" : "" }, word);
    text.style.fill = colour(tints[j], "word");
    markWord(text, "rare", tellRare(map.doubt, j, word));
    const gone = map.doubt?.leftOut.includes(j);
    // In a column a note above would be on another word; a left out word has hardly a ribbon to hide.
    const at = turned ? [layout.edge - sources[j].y + 5 * zoom, 0] : [0, -size];
    const note = gone
      ? [svg("text", { class: "left-out", x: at[0], y: at[1] }, say("left_out"))]
      : [];
    return svg("g", { class: "source", "data-column": j }, text, ...note);
  });
  const strips = map.columns.map((_, j) => drawStrip(flow, j, tints[j]));
  const each = map.columns.map((_, j) => j);
  // Without attention no word is looked at: what comes from both ends of the encoder is grey.
  const shade = (/** @type {number} */ j) => colour(map.weights ? tints[j] : null, "ribbon");
  const rect = (/** @type {string} */ name, /** @type {number} */ j) => {
    const node = svg("rect", { class: name });
    node.style.fill = shade(j);
    return node;
  };
  const past = rows.map((i) => each.map((j) => pastRibbon(flow, i, j, tints[j])));
  const ribbons = each.map((j) => {
    const path = svg("path", { class: "ribbon", "data-column": j }, svg("title", {}));
    path.style.fill = shade(j);
    return path;
  });
  const rays = each.map(() => svg("path", { class: "ray" }));
  const bars = each.map((j) => rect("score", j));
  const barLabels = each.map(() => svg("text", { class: "number" }));
  const parts = each.map((j) => rect("part", j));
  const partLabels = each.map(() => svg("text", { class: "share" }));
  const movers = each.map(() => svg("g", { class: "mover" }));
  const context = (flow.values[0] ?? []).map(() =>
    svg("rect", { class: "mixed", height: 9 * zoom }),
  );
  const frame = svg("rect", {
    class: "frame",
    rx: 3,
    width: layout.barWidth,
    height: FLOW.bar * zoom,
  });
  const note = svg("text", { class: "note" });
  const query = svg("g", { class: "query" }, svg("circle", { r: 5 * zoom }), svg("text", { y: 4 }));
  const arrow = svg("path", { class: "arrow" });
  const written = rows.map((i) =>
    svg(
      "g",
      { class: "target", "data-row": i },
      svg("text", {}, map.rows[i]),
      svg(
        "text",
        { class: "dots", "aria-hidden": "true" },
        "·····".slice(0, clamp(map.rows[i].length, 2, 5)),
      ),
      ...drawCopied(map.copied, i, targets[i], layout),
    ),
  );
  const tall = turned ? Math.min(28 * zoom, targets[0].slot + 4) : 28 * zoom;
  const current = svg("rect", {
    class: "current",
    rx: 7,
    height: tall,
    y: -0.34 * size - tall / 2,
  });
  const next = svg("g", { class: "next", transform: `translate(0 ${height - 10 * zoom})` });
  written.forEach((node, i) => {
    const [text] = node.children;
    const unsure = tellUnsure(map.doubt, i);
    markWord(text, "unsure", unsure);
    describeWord(text, joined(tellCopied(map.copied, i), unsure));
  });
  words.forEach((node, j) => {
    set(node, { transform: wordAt(layout, sources[j]) });
  });
  written.forEach((node, i) => {
    set(node, { transform: wordAt(layout, targets[i]) });
    node.addEventListener("click", () => flow.onStep(map.rowOfStep.indexOf(i)));
  });
  set(frame, { y: mix });
  const [bundles, bundleTexts] = [svg("g", { class: "bundles" }), svg("g", { class: "bundles" })];
  const lines = Math.max(...sources.map(({ line }) => line)) + 1;
  const windows = Array.from({ length: lines }, () => svg("rect", { class: "window" }));
  const drawing = svg(
    "svg",
    {
      class: turned ? "drawing turned" : "drawing",
      role: "img",
      width: wide,
      height,
      viewBox: `0 0 ${wide} ${height}`,
    },
    svg(
      "g",
      turned ? { transform: "matrix(0 1 1 0 0 0)" } : {},
      ...windows,
      ...past.flat().filter((path) => path.hasAttribute("d")),
      ...rays,
      ...ribbons,
      ...bars,
      ...parts,
      ...movers,
      frame,
      ...context,
      arrow,
      bundles,
      ...strips,
    ),
    ...barLabels,
    ...partLabels,
    note,
    query,
    ...words,
    current,
    ...written,
    next,
    bundleTexts,
  );
  const picks = drawPicks(flow);
  drawing.append(...picks);
  const lightAt = (/** @type {Event} */ { target }) => {
    const named = /** @type {Element} */ (target).closest("[data-column], .target:not(.hidden)");
    const { row, column } = named instanceof SVGElement ? named.dataset : {};
    lightColumn(flow, column === undefined ? null : Number(column));
    if (row !== undefined && Number(row) !== flow.row) lightRow(flow, Number(row));
  };
  drawing.addEventListener("pointerover", lightAt);
  drawing.addEventListener("pointerleave", () => lightColumn(flow, null));
  drawing.style.setProperty("--word", `${size}px`);
  picture.replaceChildren(drawing);
  return {
    words,
    strips,
    bars,
    barLabels,
    rays,
    past,
    ribbons,
    parts,
    partLabels,
    movers,
    frame,
    context,
    note,
    query,
    arrow,
    written,
    current,
    next,
    windows,
    picks,
    bundles,
    bundleTexts,
  };
}

/**
 * Where a word stands: on its baseline, in a column in the middle of its line.
 * @param {FlowLayout} layout @param {{ x: number, y: number }} spot
 */
function wordAt(layout, spot) {
  const { x, y } = place(layout, spot.x, spot.y);
  return `translate(${x} ${layout.turned ? y + 0.34 * layout.word : y})`;
}

/**
 * Where a number stands whose middle is at a point.
 * @param {FlowLayout} layout @param {number} x along the sentences @param {number} y
 */
export function textAt(layout, x, y) {
  const at = place(layout, x, y);
  return { x: at.x, y: at.y + 4 * layout.zoom };
}

/**
 * A named frame around the word that a person chose for a row, and around the model's.
 * @param {Flow} flow
 */
function drawPicks({ map, layout }) {
  if (!map?.pick || !map.weights || !layout) return [];
  const { row, column, own, model } = map.pick;
  const [best] = ranked(map.weights[row]);
  const marks =
    best === column
      ? [{ at: best, name: "best", says: `${own} + ${model}` }]
      : [
          { at: column, name: "own", says: own },
          { at: best, name: "best", says: model },
        ];
  return marks.map(({ at, name, says }) => {
    const { width } = layout.sources[at];
    const { zoom, word, turned } = layout;
    const [wide, tall] = [width * 1.15 + 16 * zoom, word * (turned ? 1.5 : 1.7)];
    const [left, top] = [turned ? 6 * zoom - wide : -wide / 2, 0.25 * word - 0.85 * tall];
    const beside = { x: 40 * zoom, y: 0, "text-anchor": "start" };
    return svg(
      "g",
      { class: `pick ${name}`, transform: wordAt(layout, layout.sources[at]) },
      svg("rect", { x: left, y: top, width: wide, height: tall, rx: 6 }),
      svg("text", { class: "number", ...(turned ? beside : { y: top - 5 * zoom }) }, says),
    );
  });
}

/**
 * The annotation of a word: its pieces side by side, the forward RNN's dimensions above.
 * @param {Flow} flow @param {number} column @param {number | null} hue
 */
function drawStrip(flow, column, hue) {
  const { layout, values } = flow;
  if (!layout) throw new Error("there is no layout");
  const { flow: FLOW } = MEASURES;
  const { x, y, slot } = layout.sources[column];
  const { zoom } = layout;
  const width = Math.min(FLOW.stripe * zoom, slot - 6);
  const height = (FLOW.strip - 4) * zoom;
  const frame = svg("rect", { class: "edge", width, height, rx: 2 });
  frame.style.stroke = colour(hue, "ribbon");
  return svg(
    "g",
    {
      class: "strip",
      "data-column": column,
      transform: `translate(${x - width / 2} ${y + FLOW.drop * zoom})`,
    },
    svg("rect", { class: "ground", width, height, rx: 2 }),
    ...stripes(
      piecesOf(flow, column).map((i) => values[i] ?? []),
      width,
      height,
    ),
    frame,
  );
}

/**
 * The numbers of vectors as stripes: two rows, the first half of the dimensions above.
 * @param {number[][]} vectors @param {number} width @param {number} height
 */
function stripes(vectors, width, height) {
  const each = width / vectors.length;
  return [0, 1].map((row) =>
    svg(
      "g",
      { class: "half" },
      ...vectors.flatMap((vector, i) => {
        const half = Math.ceil(vector.length / 2);
        const wide = each / half;
        return vector.slice(row * half, (row + 1) * half).map((value, k) =>
          stripe(value, {
            x: i * each + k * wide,
            width: wide,
            y: (row * height) / 2,
            height: height / 2,
          }),
        );
      }),
    ),
  );
}

/** @param {number} value @param {import("../web/dom.js").Attributes} box */
function stripe(value, box) {
  return svg("rect", {
    class: "stripe",
    ...box,
    fill: POLES[Number(value >= 0)],
    "fill-opacity": Math.min(1, Math.abs(value)).toFixed(2),
  });
}

/**
 * Draws the copy of an annotation that goes into the context, once: most steps are never watched.
 * @param {Flow} flow @param {number} column
 */
export function drawMover(flow, column) {
  const { layout, values, scene } = flow;
  const mover = scene?.movers[column];
  if (!mover || mover.firstChild) return;
  const width = layout?.barWidth ?? 0;
  const vectors = piecesOf(flow, column).map((i) => values[i] ?? []);
  const mean = (vectors[0] ?? []).map(
    (_, k) => total(vectors.map((one) => one[k])) / vectors.length,
  );
  const wide = width / Math.max(1, mean.length);
  const height = 9 * (layout?.zoom ?? 1);
  mover.append(
    ...mean.map((value, k) => stripe(value, { x: k * wide, width: wide, y: 0, height })),
  );
}

/**
 * A ribbon of a word that was written before, straight from word to word.
 * @param {Flow} flow @param {number} row @param {number} column @param {number | null} hue
 */
function pastRibbon({ map, layout }, row, column, hue) {
  const weight = map?.weights?.[row][column] ?? 0;
  const path = svg("path", { class: "past", "data-column": column });
  if (!layout || weight < PAST) return path;
  const { x: to, y } = layout.targets[row];
  const [from, top] = [layout.sources[column].x, layout.edge];
  const foot = y - layout.before;
  const bend = (foot - top) / 2;
  set(path, {
    d: `M${from} ${top}C${from} ${top + bend} ${to} ${foot - bend} ${to} ${foot}`,
    "stroke-width": Math.max(1, weight * 13 * layout.zoom),
  });
  path.style.stroke = colour(hue, "ribbon");
  return path;
}

/**
 * Places ribbons, bar and words for weights, which may be between two rows while they move.
 * @param {Flow} flow @param {{ weights: number[], left: number }} drawn
 */
export function placeRow(flow, drawn) {
  const { map, layout, scene, row } = flow;
  if (!map || !layout || !scene) return;
  flow.drawn = drawn;
  const veiled = flow.veiled || flow.beat > 0; // In its beats a step has yet to write its word.
  const { flow: FLOW } = MEASURES;
  const { sources, targets, zoom, mix, barWidth } = layout;
  const sum = Math.max(1, total(drawn.weights));
  const mixes = map.notes.kind === "weights" || isSelf(map.notes);
  let x = drawn.left;
  sources.forEach((source, j) => {
    const weight = drawn.weights[j] ?? 0;
    const width = (weight / sum) * barWidth;
    const top = source.y + (FLOW.drop + FLOW.strip - 2) * zoom;
    const half = Math.min(Math.min(FLOW.stripe * zoom, source.slot - 6) / 2, width / 2 + 0.4);
    const path = scene.ribbons[j];
    const seen = weight >= FAINT;
    set(path, { d: seen ? ribbon({ x: source.x, top, half }, { x, y: mix, width }) : "" });
    const end = say(!map.notes.twoWay ? "last_state" : j ? "forward" : "backward");
    if (path.firstElementChild)
      path.firstElementChild.textContent = map.weights
        ? `${map.columns[j]} → ${map.rows[row]}: ${figure(weight)}`
        : end;
    set(scene.parts[j], { x, y: mix, width: Math.max(0, width), height: FLOW.bar * zoom });
    const label = scene.partLabels[j];
    set(label, textAt(layout, x + width / 2, mix + (FLOW.bar * zoom) / 2));
    const needed = (layout.turned ? 16 : 34) * zoom;
    label.textContent = width <= needed ? "" : map.weights ? percentage(weight) : end;
    const grows = layout.turned ? FLOW.grows - 1 : 0.3;
    const large = map.weights ? 1 + grows * Math.sqrt(clamp(weight, 0, 1)) : 1;
    const word = scene.words[j].firstElementChild;
    if (word) set(word, { transform: `scale(${large.toFixed(3)})` });
    const strong = weight >= 0.02 || !map.weights;
    scene.words[j].classList.toggle("weak", !strong);
    scene.strips[j].style.opacity = (0.35 + 0.65 * Math.sqrt(clamp(weight, 0, 1))).toFixed(2);
    x += width;
  });
  set(scene.frame, { x: drawn.left });
  placeWindow(flow);
  const sums = contextOf(flow);
  scene.context.forEach((rect, k) => {
    const value = sums[k] ?? 0;
    set(rect, {
      x: drawn.left + (k * barWidth) / scene.context.length,
      width: barWidth / scene.context.length,
      y: mix + (FLOW.bar + 3) * zoom,
      fill: POLES[Number(value >= 0)],
      "fill-opacity": Math.min(1, Math.abs(value)).toFixed(2),
    });
  });
  const high = layout.turned ? 24 * zoom : 150 * zoom;
  const right = drawn.left > high || drawn.left + barWidth + 70 * zoom > layout.room;
  const gap = (layout.turned ? 14 : 10) * (right ? -1 : 1);
  const note = (right ? drawn.left : drawn.left + barWidth) + gap;
  set(scene.note, textAt(layout, note, mix + (FLOW.bar * zoom) / 2));
  scene.note.classList.toggle("left", right);
  scene.note.textContent = mixes ? say("context") : "";
  const middle = targets[row].x;
  const from = clamp(middle, drawn.left + 8, drawn.left + barWidth - 8);
  const foot = targets[row].y - layout.before - (layout.turned ? 0 : 4 * zoom);
  const top = mix + (FLOW.bar + (sums.length ? 14 : 3)) * zoom;
  set(scene.arrow, { d: `M${from} ${top}L${middle} ${foot}m-4 -7l4 7l4 -7` });
  scene.written.forEach((node, i) => {
    const best = brightest(map.weights?.[i] ?? []);
    const [text] = node.children;
    if (text instanceof SVGElement)
      text.style.fill =
        i <= row || !veiled
          ? scene.words[best]?.querySelector("text")?.style.fill || "var(--text)"
          : "";
    node.classList.toggle("now", i === row);
    node.classList.toggle("future", i > row);
    node.classList.toggle("hidden", veiled && i > row);
  });
  const wide = targets[row].width * 1.12 + 18 * zoom;
  set(scene.current, {
    width: wide,
    x: layout.turned ? -9 * zoom : -wide / 2,
    transform: wordAt(layout, targets[row]),
  });
  for (const pick of scene.picks)
    set(pick, { visibility: row === map.pick?.row ? "visible" : "hidden" });
  scene.past.forEach((paths, i) => {
    for (const path of paths) path.classList.toggle("shown", i < row);
  });
  placeNext(flow);
}

/**
 * Frames the words that local attention can reach; the others have no score.
 * @param {Flow} flow
 */
function placeWindow({ map, layout, scene, row }) {
  if (!map || !layout || !scene) return;
  const scores = map.scores?.[row];
  const inside = layout.sources.flatMap((_, j) => (!scores || scores[j] !== null ? [j] : []));
  const local = inside.length < layout.sources.length;
  scene.words.forEach((word, j) => {
    word.classList.toggle("outside", local && !inside.includes(j));
  });
  scene.windows.forEach((rect, number) => {
    const line = inside.filter((j) => layout.sources[j].line === number);
    set(rect, { visibility: local && line.length ? "visible" : "hidden" });
    if (!local || !line.length) return;
    const { flow: FLOW } = MEASURES;
    const ends = [line[0], line[line.length - 1]].map((j) => layout.sources[j]);
    const widest = Math.max(...line.map((j) => layout.sources[j].width));
    const depth = layout.turned ? widest + 4 : 19 * layout.zoom;
    const left = Math.min(...ends.map(({ x, slot }) => x - slot / 2));
    const right = Math.max(...ends.map(({ x, slot }) => x + slot / 2));
    set(rect, {
      x: left,
      width: right - left,
      y: ends[0].y - depth,
      height: (FLOW.drop + FLOW.strip) * layout.zoom + depth,
      rx: 6,
    });
  });
}

/** Whether a piece begins a word. @param {string} token */
const isFirstPiece = (token) => token.startsWith("▁");

/** The most probable next words, as bars; those that have no room are left out. @param {Flow} flow */
function placeNext({ map, scene, step, measure, layout }) {
  if (!map || !scene || !layout) return;
  const { zoom, wide: room } = layout;
  const likely = map.next[step] ?? [];
  let x = 0;
  /** @type {Node[]} */
  const nodes = [];
  // A word of several pieces is written piece by piece, and these are probabilities of pieces.
  const row = map.rowOfStep[step];
  const split = map.unit === "words" && map.rowOfStep.filter((one) => one === row).length > 1;
  const goesOn = split && step > map.rowOfStep.indexOf(row);
  const lead = say(split ? "next_piece" : "next_word");
  if (likely.length) {
    nodes.push(svg("text", { class: "lead", x }, lead));
    x += measure(lead) + 10;
  }
  for (const [k, [token, share]] of likely.entries()) {
    const width = Math.max(2, share * 110 * zoom);
    const joined = goesOn && !isFirstPiece(token);
    const word = plainToken(token, map.unit);
    const said = `${joined ? `-${word}` : inLine(word)} ${percentage(share)}`;
    const end = x + width + 6 + measure(said) * 1.06;
    if (k && end > room) break;
    nodes.push(
      svg("rect", {
        class: k ? "chance" : "chance best",
        x,
        y: -9 * zoom,
        width,
        height: 10 * zoom,
        rx: 2,
      }),
      svg("text", { class: k ? "" : "best", x: x + width + 6 }, said),
    );
    x = end + 16;
  }
  scene.next.replaceChildren(...nodes);
}

/**
 * Highlights the ribbons of a target word of another step.
 * @param {Flow} flow @param {number} row
 */
function lightRow({ picture, scene }, row) {
  picture.classList.add("lighting");
  scene?.past[row].forEach((path, j) => {
    path.classList.add("of-row");
    if (path.hasAttribute("d")) scene.words[j].classList.add("lit");
  });
}

/**
 * Highlights the ribbons of a source word, or all of them.
 * @param {Flow} flow @param {number | null} column
 */
export function lightColumn(flow, column) {
  const { picture } = flow;
  for (const node of picture.querySelectorAll(".of-row")) node.classList.remove("of-row");
  picture.classList.toggle("lighting", column !== null);
  for (const node of picture.querySelectorAll("[data-column]")) {
    node.classList.toggle(
      "lit",
      column !== null && /** @type {SVGElement} */ (node).dataset.column === `${column}`,
    );
  }
}
