// A step of a Transformer by heads: from the words a bundle of ribbons per head, each into its own part
// of one bar, which is what the heads found side by side, and becomes the context.

import { say } from "../phrases/say.js";
import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { svg } from "../web/dom.js";
import { clamp, figure, percentage, total } from "../web/numbers.js";
import { hueAt, ribbon } from "./layout.js";
import { POLES, colour, contextOf, textAt } from "./scene.js";

/** @import { Flow, FlowLayout } from "./types" */

const FAINT = 0.03; // A head's ribbon of a smaller weight is not drawn: it is thinner than its edge.
const BAR = { times: 2, aside: 50, gap: 6, label: 12, context: 22, start: 22 }; // bars' widths, and pixels
const RAY = 0.35; // opacity

export const BEFORE = 1.5; // the number of a beat between the annotations and the scores

/** Whether a beat, from 1, is one of those in which heads work apart. @param {number} beat */
const isByHead = (beat) => beat >= BEFORE && beat <= 4;

/**
 * Draws what the heads do at the current step.
 * @param {Flow} flow @param {boolean} own whether that is self-attention, to the words before
 */
function drawBundles(flow, own) {
  const { map, layout, scene, row } = flow;
  const heads = (own ? map?.selfHeads : map?.heads)?.[row];
  if (!map || !layout || !scene || !heads) return;
  const { flow: FLOW } = MEASURES;
  const { zoom, room, targets } = layout;
  const mix = own ? (layout.mix + layout.edge) / 2 : layout.mix; // higher, for ribbons that rise
  const ends = own ? endsBefore(layout, row) : endsAbove(layout);
  const names = own ? [say("the_start_mark"), ...map.rows] : map.columns;
  const gap = BAR.gap * zoom;
  const whole = Math.min(BAR.times * FLOW.mix * zoom, room - 2 * BAR.aside * zoom);
  const wide = (whole - gap * (heads.length - 1)) / heads.length;
  const left = clamp(targets[row].x - whole / 2, 0, room - whole);
  const foot = mix + FLOW.bar * zoom;
  const shapes = heads.map((weights, head) => {
    const start = left + head * (wide + gap);
    const [shade, sum] = [colour(hueAt(head), "ribbon"), Math.max(1, total(weights))];
    let x = start;
    const rays = svg("path", { class: "head-rays", stroke: shade, d: "" });
    const bundle = svg("g", { class: "bundle", fill: shade });
    const parts = svg("g", { class: "segment", fill: shade });
    let lines = "";
    weights.forEach((weight, j) => {
      const { x: middle, top, slot } = ends[j];
      const width = (weight / sum) * wide;
      // The bundles leave a word side by side.
      const each = Math.min(FLOW.stripe * zoom, slot - 6) / heads.length;
      const from = middle + (head - (heads.length - 1) / 2) * each;
      lines += `M${start + wide / 2} ${mix}L${middle} ${top}`;
      if (weight >= FAINT) {
        const half = Math.min(each, width) / 2;
        const d = ribbon({ x: from, top, half }, { x, y: own ? foot : mix, width });
        const named = `${say("head_number", { number: head + 1 })}: `;
        const told = `${named}${names[j]} → ${map.rows[row]}: ${figure(weight)}`;
        bundle.append(svg("path", own ? { d } : { d, "data-column": j }, svg("title", {}, told)));
      }
      parts.append(svg("rect", { x, y: mix, width, height: foot - mix }));
      x += width;
    });
    rays.setAttribute("d", lines);
    const frame = { class: "frame", x: start, y: mix, width: wide, height: foot - mix, rx: 3 };
    parts.append(svg("rect", frame));
    return { rays, bundle, parts };
  });
  const labels = own ? mix - (BAR.label - 2) * zoom : foot + BAR.label * zoom;
  const texts = heads.map((weights, head) => {
    const middle = left + head * (wide + gap) + wide / 2;
    const [best] = [...weights.keys()].sort((a, b) => weights[b] - weights[a]);
    const before = total(weights.slice(0, best)) + weights[best] / 2;
    const share = left + head * (wide + gap) + (before / Math.max(1, total(weights))) * wide;
    const number = layout.turned ? String(head + 1) : say("head_number", { number: head + 1 });
    return svg(
      "g",
      { class: "head-texts" },
      svg("text", { class: "number", ...textAt(layout, middle, labels) }, number),
      svg(
        "text",
        { class: "share", ...textAt(layout, share, mix + (foot - mix) / 2) },
        weights[best] * wide > (layout.turned ? 16 : 34) * zoom ? percentage(weights[best]) : "",
      ),
    );
  });
  const sums = own ? [] : contextOf(flow);
  const mixed = sums.map((value, k) =>
    svg("rect", {
      x: left + (k * whole) / sums.length,
      width: whole / sums.length,
      y: foot + BAR.context * zoom,
      height: 9 * zoom,
      fill: POLES[Number(value >= 0)],
      "fill-opacity": Math.min(1, Math.abs(value)).toFixed(2),
    }),
  );
  const edge = { class: "joined", x: left - 3, y: mix - 3, rx: 5 };
  const around = svg("rect", { ...edge, width: whole + 6, height: foot - mix + 6 });
  const notes = [
    noteAt(layout, left, whole, mix + (foot - mix) / 2, say("concatenated")),
    ...(own ? [] : [noteAt(layout, left, whole, foot + (BAR.context + 5) * zoom, say("context"))]),
  ];
  const begin = svg("circle", { class: "start", cx: ends[0].x, cy: ends[0].top, r: 4 * zoom });
  scene.bundles.replaceChildren(
    ...shapes.flatMap(({ rays, bundle, parts }) => [rays, bundle, parts]),
    around,
    ...mixed,
    ...(own ? [begin] : []),
  );
  scene.bundleTexts.replaceChildren(...texts, ...(layout.turned ? [] : notes));
  scene.heads = { shapes, texts, after: [around, ...mixed, ...notes], row, own };
}

/** Where the ribbons of the source begin: below its annotations. @param {FlowLayout} layout */
const endsAbove = ({ sources, zoom }) =>
  sources.map(({ x, y, slot }) => {
    const { drop, strip } = MEASURES.flow;
    return { x, slot, top: y + (drop + strip - 2) * zoom };
  });

/**
 * Where the ribbons of the words written so far begin: above them, and before the first, where the start
 * mark has its place.
 * @param {FlowLayout} layout @param {number} row
 */
function endsBefore({ targets, turned, before, zoom }, row) {
  const words = targets.slice(0, row + 1).map(({ x, y, slot }) => ({ x, slot, top: y - before }));
  const [first, second] = targets;
  const way = second && second.line === first.line && second.x < first.x ? 1 : -1;
  const aside = turned ? first.slot / 2 - 4 * zoom : first.width / 2 + 16 * zoom;
  return [{ x: first.x + way * aside, top: words[0].top, slot: BAR.start * zoom }, ...words];
}

/**
 * A note beside the bar, on the side that has room.
 * @param {FlowLayout} layout @param {number} left @param {number} whole @param {number} y
 * @param {string} text
 */
function noteAt(layout, left, whole, y, text) {
  const before = left > 150 * layout.zoom;
  const x = before ? left - 12 : left + whole + 12;
  return svg("text", { class: before ? "note left" : "note", ...textAt(layout, x, y) }, text);
}

/**
 * Shows a beat by heads, if it is one of theirs: in `BEFORE` the words before attend, 2 asks every word in all heads, 3 divides each head's
 * part of the bar, and in 4 the ribbons come, head by head, and then the context.
 * @param {Flow} flow @param {number} beat @param {number} share
 */
export function poseBundles(flow, beat, share) {
  const { scene, map, picture, row } = flow;
  if (!scene || !map?.heads) return;
  const shown = isByHead(beat);
  picture.classList.toggle("by-head", shown);
  if (!shown) return;
  const own = beat === BEFORE;
  if (scene.heads?.row !== row || scene.heads.own !== own) drawBundles(flow, own);
  if (!scene.heads) return;
  const { shapes, texts, after } = scene.heads;
  const mixes = own || beat === 4;
  const show = (/** @type {SVGElement} */ node, /** @type {number} */ opacity) => {
    node.style.opacity = opacity.toFixed(3);
  };
  shapes.forEach(({ rays, bundle, parts }, head) => {
    const come = clamp(share * (shapes.length + 2) - head, 0, 1);
    show(rays, beat === 2 ? come * RAY : 0);
    show(bundle, mixes ? come : 0);
    parts.classList.toggle("empty", beat === 2);
    show(parts, beat === 3 ? come : 1);
    /** @type {SVGElement} */ (texts[head].lastElementChild).style.display =
      beat === 2 ? "none" : "";
  });
  for (const node of after) show(node, mixes ? clamp(share * 4 - 3, 0, 1) : 0);
}
