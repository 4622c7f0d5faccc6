// A curve to draw: its points are dragged, or set with one slider and one number field per point.

import { html } from "../../../ui/web/dom.js";
import { drawCurve, pointAt } from "../drawing/curve.js";
import { drawSlider } from "../drawing/slider.js";
import { drawTable } from "../drawing/lab_tables.js";

/** @import { Curve, LessonData, Lie } from "../drawing/types" */

const STEPS = 20; // slider steps from 0 to 1
const NEAR = 0.15; // the largest distance of points that are near the curve

/** Returns the shares of an answer such as "d90_40", or null if their number is not the curve's. */
export function sharesOf(/** @type {string} */ answer, /** @type {Curve} */ { points }) {
  const shares = /^d\d+(_\d+)*$/.test(answer) ? answer.slice(1).split("_").map(Number) : [];
  return shares.length === points.length ? shares.map((share) => share / 100) : null;
}

/** Returns the answer with shares, in percent. @param {number[]} shares */
export const answerOf = (shares) => `d${shares.map((share) => Math.round(100 * share)).join("_")}`;

/**
 * Returns the element in which a curve is drawn, starting with some shares. `onMove` is called with
 * the shares when one changes; `tell` ends the drawing and shows the curve; `overlay` adds curves of
 * others, in percent.
 * @param {Curve} curve @param {number[]} start @param {LessonData["words"]} words
 * @param {(shares: number[]) => void} onMove
 */
export function drawSketch(curve, start, words, onMove) {
  const own = [...start];
  const { picture, show, overlay } = drawCurve(curve, words);
  const numbers = Array.from({ length: STEPS + 1 }, (_, i) => shareText(i / STEPS, words.decimal));
  const sliders = curve.points.map((place, i) => {
    const label = curve.at.replace("{}", curve.amounts[place]);
    const control = { label, settings: numbers, start: 0, slides: true };
    return drawSlider(control, Math.round(own[i] * STEPS), words, (setting) => {
      own[i] = setting / STEPS;
      show(own, false);
      onMove(own);
    });
  });
  hearDrag(picture, (across, down) => {
    const { point, share } = pointAt(curve, across, down);
    const slider = /** @type {HTMLInputElement} */ (sliders[point].querySelector("[type=range]"));
    if (controls.hidden) return;
    slider.value = String(Math.round(share * STEPS));
    slider.dispatchEvent(new Event("input"));
  });
  const [yours, model] = [words.yours, curve.model].map((name) => html("span", {}, name));
  const lines = html("p", { class: "lines" }, yours, model);
  const table = html("details", {}, html("summary", {}, words.table));
  const controls = html("div", {}, html("p", { class: "note" }, words.drag), ...sliders);
  const node = html("div", { class: "sketch" }, html("div", {}, picture, lines, table), controls);
  const tell = (/** @type {boolean} */ told) => {
    [lines.hidden, table.hidden, controls.hidden] = [!told, !told, told];
    if (told)
      table.append(html("div", { class: "outcome" }, drawTable(tableOf(curve, own, words))));
    show(own, told);
  };
  return { node, tell, overlay };
}

/**
 * Returns how drawn points compare with the curve (`lie`), and the largest gap and where it is.
 * @param {Pick<Curve, "points" | "shares" | "amounts">} curve @param {number[]} own
 * @param {string} decimal @returns {{ lie: Lie, gap: string, amount: string }}
 */
export function compared({ points, shares, amounts }, own, decimal) {
  const real = points.map((place) => shares[place]);
  const gaps = own.map((share, i) => share - real[i]);
  const most = gaps.reduce((far, gap) => (Math.abs(gap) > Math.abs(far) ? gap : far), 0);
  const way = (/** @type {number[]} */ line) => Math.sign(line[line.length - 1] - line[0]);
  const side = most > 0 ? "above" : "below";
  const lie = Math.abs(most) <= NEAR ? "near" : way(own) !== way(real) ? "turned" : side;
  const where = amounts[points[Math.max(0, gaps.indexOf(most))]];
  return { lie, gap: shareText(Math.abs(most), decimal), amount: where };
}

/**
 * Returns a table of the drawn points beside those of the curve.
 * @param {Curve} curve @param {number[]} own @param {LessonData["words"]} words
 */
export function tableOf({ model, over, points, shares, amounts }, own, words) {
  const rows = points.map((place, i) => [
    amounts[place],
    shareText(own[i], words.decimal),
    shareText(shares[place], words.decimal),
  ]);
  return { columns: [over, words.yours, model], rows };
}

/** @param {number} share @param {string} decimal */
const shareText = (share, decimal) => share.toFixed(2).replace(".", decimal);

/** Reports positions of a dragging pointer in a picture, as shares of its width and height. */
function hearDrag(
  /** @type {SVGElement} */ picture,
  /** @type {(across: number, down: number) => void} */ draw,
) {
  const hear = (/** @type {PointerEvent} */ event) => {
    const { left, top, width, height } = picture.getBoundingClientRect();
    draw((event.clientX - left) / width, (event.clientY - top) / height);
  };
  picture.addEventListener("pointerdown", (event) => {
    if (event.button) return;
    event.preventDefault();
    picture.setPointerCapture(event.pointerId);
    hear(event);
  });
  picture.addEventListener("pointermove", (event) => {
    if (event.buttons) hear(event);
  });
}
