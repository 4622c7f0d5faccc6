// The flow: one decoding step as a picture. Source words send ribbons as wide as their weights into
// the context, a bar of coloured parts, from which the next word is written. A step can be watched
// in six beats.

import { called, say } from "../phrases/say.js";
import { drawClock } from "../timing/clock.js";
import { html, set } from "../web/dom.js";
import { clamp } from "../web/numbers.js";
import { tellRare } from "./doubt.js";
import { hearDrags } from "./dragging.js";
import { runFrames, stillness } from "./frames.js";
import { BEATS, STATE, asText, orderOf, tellBeat, tellStep } from "./headline.js";
import { tellHeads, tellSelfHeads } from "./heads.js";
import { hues, layOut } from "./layout.js";
import { pose } from "./poses.js";
import { colour, drawScene, placeRow, readValues, rowWeights } from "./scene.js";
import { hearSwipes } from "./swiping.js";
import { clearBox, tintBox } from "./tinting.js";

/** @import { Measure } from "../web/text.js" */
/** @import { Flow, FlowLayout, FlowMap, FlowSpot } from "./types" */

const MORPH_MS = 260; // from one step to the next
const BEAT_MS = 1500;
// The beats that tell where each head looks.
const BY_HEAD = { weights: tellHeads, context: tellHeads, earlier: tellSelfHeads };
const CLOCK = { share: 0.76, frame: 20 }; // of the picture's height, and pixels

/** Whether the steps of a flow's map have beats: links and the like are not mixed. @param {Flow} flow */
const hasBeats = ({ map }) => map?.notes.kind === "weights";

/**
 * Creates the elements of a flow.
 * @param {Pick<Flow, "onStep" | "onMove">} own what a click on a target word does, and a ribbon
 *   that was dragged to another source word
 * @returns {Flow}
 */
export function createFlow({ onStep, onMove }) {
  const headline = html("h2", { class: "headline" });
  const picture = html("div", { class: "picture" });
  const clock = html("figure", { class: "clock", hidden: "" });
  const caption = html("span", { class: "says" });
  const formula = html("span", { class: "formula" });
  const flow = /** @type {Flow} */ (
    /** @type {unknown} */ ({
      headline,
      picture,
      clock,
      caption,
      formula,
      map: null,
      layout: null,
      scene: null,
      values: [],
      step: 0,
      row: 0,
      veiled: false,
      beat: 0,
      watching: false,
      order: [],
      moving: 0,
      movable: false,
      onStep,
      onMove,
      drawn: { weights: [], left: 0 },
      showClock: () => {},
    })
  );
  flow.watch = html(
    "button",
    { type: "button", class: "framed watch", title: say("watch_help") },
    say("watch"),
  );
  flow.watch.addEventListener("click", () => watchStep(flow));
  flow.beats = BEATS.map((_, i) => {
    const beat = html(
      "button",
      { type: "button", class: "beat", "aria-pressed": false },
      html("b", {}, String(i + 1)),
      html("span", {}),
    );
    beat.addEventListener("click", () => showBeat(flow, flow.beat === i + 1 ? 0 : i + 1));
    return beat;
  });
  hearSwipes(picture, (by) => {
    const count = flow.order.length + 1;
    if (hasBeats(flow) && !flow.movable) showBeat(flow, (flow.beat + by + count) % count);
  });
  flow.name = html("span", { class: "model" });
  const beats = html(
    "div",
    { class: "beats", role: "group", "aria-label": say("beats") },
    flow.watch,
    ...flow.beats,
    flow.name,
  );
  const words = html("p", { class: "caption" }, caption, formula);
  flow.root = html(
    "section",
    { class: "flow", "aria-label": say("flow_of_step") },
    headline,
    html("div", { class: "stage" }, picture, clock),
    beats,
    words,
  );
  return flow;
}

/**
 * Draws a map's flow, whenever the map, the unit or the width change.
 * @param {Flow} flow @param {FlowMap} map
 * @param {{ width: number, measure: Measure, zoom: number, tall: number, spare?: number,
 *   step: number, veiled: boolean, movable: boolean, beat?: string }} how `tall`: the height that is
 *   left on the screen for the picture; `spare`: what it leaves of it to maps below; `movable`: whether ribbons can be dragged; `beat`: the name of the beat
 *   that is shown first
 */
export function drawFlow(
  flow,
  map,
  { width, measure, zoom, tall, spare, step, veiled, movable, beat },
) {
  cancelAnimationFrame(flow.moving);
  // A redraw at the same step, as when a phone's layout moves, goes on with the beat on show.
  const again = flow.map?.id === map.id && flow.step === clamp(step, 0, map.rowOfStep.length - 1);
  const shown = again ? flow.beat : 0;
  const { watching } = flow;
  flow.map = map;
  flow.order = orderOf(map);
  flow.beats.forEach((node, i) => {
    const at = flow.order[i];
    node.hidden = !hasBeats(flow) || at === undefined;
    if (at === undefined) return;
    set(node, { title: tellBeat(map, at) });
    /** @type {Element} */ (node.lastElementChild).textContent = ` ${say(`beat_${BEATS[at]}`)}`;
  });
  flow.watch.hidden = !hasBeats(flow);
  flow.movable = movable;
  flow.picture.classList.toggle("movable", movable);
  flow.measure = measure;
  flow.layout = layOut(map, width, measure, zoom, tall, spare);
  flow.values = readValues(map.notes);
  const tints = hues(map.columns, map.notes.sourceEnds);
  flow.scene = drawScene(flow, tints);
  // With the next layout of the page: measuring the box now would need one of its own.
  requestAnimationFrame(() => underlineBox(flow));
  hearDrags(flow, /** @type {SVGSVGElement} */ (flow.picture.firstElementChild));
  flow.showClock = drawClock(flow.clock, {
    plan: map.plan,
    clock: "",
    steps: map.tokens.map((token) => ({ token: token.replace("▁", "") })),
  });
  flow.clock.hidden = true;
  // It must not cover the buttons below a flat picture.
  const tallest = CLOCK.share * flow.layout.height - CLOCK.frame;
  if (map.plan) flow.clock.style.maxWidth = `${(tallest * map.plan.width) / map.plan.height}px`;
  flow.step = -1;
  flow.beat = 0;
  stepFlow(flow, step, { veiled, moves: false });
  if (!hasBeats(flow)) return;
  if (shown) (watching ? watchFrom : showBeat)(flow, shown);
  else if (beat) showBeat(flow, 1 + flow.order.findIndex((one) => BEATS[one] === beat));
}

/** Underlines the words in the page's box of the sentence as the flow has them. @param {Flow} flow */
export function underlineBox({ map, root }) {
  if (!map) return;
  const doubt = root.closest(".undoubting") ? null : map.doubt;
  tintBox(
    map.columns,
    hues(map.columns, map.notes.sourceEnds).map((hue) =>
      hue === null ? null : colour(hue, "ribbon"),
    ),
    map.columns.map((word, j) => tellRare(doubt, j, word)),
  );
}

/**
 * Shows a step.
 * @param {Flow} flow @param {number} step
 * @param {{ veiled: boolean, moves?: boolean, quiet?: boolean }} how `moves`: whether the ribbons
 *   move to their new places; `quiet`: whether a screen reader is not told
 */
export function stepFlow(flow, step, { veiled, moves = true, quiet = false }) {
  const { map } = flow;
  if (!map || !flow.scene || !flow.layout) return;
  const at = clamp(step, 0, map.rowOfStep.length - 1);
  const other = at !== flow.step;
  flow.veiled = veiled;
  flow.step = at;
  flow.row = map.rowOfStep[at];
  set(flow.headline, { "aria-live": quiet ? "off" : "polite" });
  const from = { ...flow.drawn };
  const goal = rowWeights(flow);
  if (other) {
    flow.watching = false;
    flow.beat = 0;
    sayHeadline(flow);
  }
  if (moves && other && flow.layout.turned) {
    // Columns may be higher than the screen.
    flow.scene.written[flow.row].scrollIntoView({ block: "nearest" });
  }
  if (!moves || !other || stillness()) {
    cancelAnimationFrame(flow.moving);
    settle(flow, goal);
    return;
  }
  settle(flow, from);
  runFrames(flow, MORPH_MS, (share) => {
    const weights = goal.weights.map(
      (value, j) => (from.weights[j] ?? 0) + (value - (from.weights[j] ?? 0)) * share,
    );
    placeRow(flow, { weights, left: from.left + (goal.left - from.left) * share });
  });
}

/** @param {Flow} flow @param {{ weights: number[], left: number }} drawn */
function settle(flow, drawn) {
  placeRow(flow, drawn);
  pose(flow, flow.beat, 1);
  sayBeat(flow);
}

/**
 * The headline: what the step does or, in the beats before the word is written, what happens there,
 * so that the answer comes last.
 * @param {Flow} flow
 */
function sayHeadline({ headline, picture, map, row, beat, order }) {
  if (!map) return;
  const tints = hues(map.columns, map.notes.sourceEnds);
  const told = tellStep(map, row);
  const at = order[beat - 1];
  headline.classList.toggle("beat-says", isBefore(at));
  if (isBefore(at)) {
    const tell = /** @type {Partial<Record<string, typeof tellHeads>>} */ (BY_HEAD)[BEATS[at]];
    const detail = tell?.(map, row);
    const small = detail ? [" ", html("small", {}, detail)] : [];
    headline.replaceChildren(tellBeat(map, at), ...small);
    return;
  }
  const parts = told.clause.map(({ text, column }) => {
    const own = column === undefined ? html("span", {}, text) : html("strong", {}, text);
    if (column !== undefined && column >= 0) own.style.color = colour(tints[column], "word");
    return own;
  });
  // The space is heard: a screen reader joins the texts of neighbouring elements.
  headline.replaceChildren(...parts, " ", html("small", {}, told.detail));
  picture.firstElementChild?.setAttribute("aria-label", asText(told));
}

/** Whether a beat, an index into `BEATS`, comes before the word. @param {number | undefined} at */
const isBefore = (at) => at !== undefined && BEATS[at] !== "word";

/**
 * Shows one beat of the step, or the whole step for 0.
 * @param {Flow} flow @param {number} beat
 */
export function showBeat(flow, beat) {
  cancelAnimationFrame(flow.moving);
  flow.watching = false;
  flow.beat = clamp(beat, 0, flow.order.length);
  placeRow(flow, rowWeights(flow));
  sayBeat(flow);
  if (!flow.beat || stillness()) return pose(flow, flow.beat, 1);
  runFrames(flow, BEAT_MS, (share) => pose(flow, flow.beat, share));
}

/**
 * Plays the beats of the step, all or from one on.
 * @param {Flow} flow @param {string} [beat] the name of the first
 */
export function watchStep(flow, beat = BEATS[flow.order[0]]) {
  if (hasBeats(flow)) watchFrom(flow, 1 + flow.order.findIndex((one) => BEATS[one] === beat));
}

/** Plays the beats of the step from one on. @param {Flow} flow @param {number} beat */
function watchFrom(flow, beat) {
  if (beat > flow.order.length) return showBeat(flow, 0);
  cancelAnimationFrame(flow.moving);
  flow.watching = true;
  flow.beat = beat;
  placeRow(flow, rowWeights(flow));
  sayBeat(flow);
  // Without motion, each beat is a still that stays as long.
  const draw = stillness()
    ? () => pose(flow, beat, 1)
    : (/** @type {number} */ share) => pose(flow, beat, Math.min(1, share * 1.6));
  runFrames(flow, BEAT_MS * 1.6, draw, () => watchFrom(flow, beat + 1));
}

/** @param {Flow} flow */
function sayBeat(flow) {
  const { beats, beat, order, caption, formula, map, root, clock, showClock, step, movable } = flow;
  const at = beat ? order[beat - 1] : null;
  beats.forEach((node, i) => {
    set(node, { "aria-pressed": i + 1 === beat });
  });
  root.classList.toggle("beating", beat > 0);
  const bar = map?.weights ? "flow_bar" : "flow_bar_one";
  const told = map && hasBeats(flow);
  sayHeadline(flow);
  caption.textContent =
    !told || isBefore(at ?? undefined)
      ? ""
      : at !== null
        ? tellBeat(map, at)
        : say(movable ? "flow_drag" : bar);
  formula.replaceChildren(...setFormula(told ? (map.notes.formulas[at ?? 3] ?? "") : ""));
  const timed = at === STATE && Boolean(map?.plan);
  clock.hidden = !timed;
  if (timed) showClock(step);
  coverWords(flow, timed);
}

/**
 * Hides the words under the timing diagram, of which half letters would show at its edges.
 * @param {Flow} flow @param {boolean} timed
 */
function coverWords({ clock, layout, scene, row }, timed) {
  const half = clock.offsetWidth / 2;
  const { targets, room, turned } = /** @type {FlowLayout} */ (layout);
  const { offsetTop: top, offsetHeight: tall } = clock;
  const under = (/** @type {FlowSpot} */ { x, width }) =>
    turned ? x > top - 12 && x < top + tall + 12 : Math.abs(x - room / 2) - width / 2 < half;
  scene?.written.forEach((node, i) => {
    const covered = timed && under(targets[i]);
    if (i === row) scene.current.classList.toggle("covered", covered);
    node.classList.toggle("covered", covered);
  });
}

/**
 * A formula as elements: `_{...}` is a subscript, `^{...}` a superscript, `{...}` a phrase, and names of functions are upright.
 * @param {string} text
 */
function setFormula(text) {
  return text
    .split(/([_^]?\{[^}]*\}|\p{L}{2,})/u)
    .map((part) =>
      part.startsWith("_{")
        ? html("sub", {}, part.slice(2, -1))
        : part.startsWith("^{")
          ? html("sup", {}, part.slice(2, -1))
          : part.startsWith("{")
            ? html("b", {}, called(part.slice(1, -1)))
            : /^\p{L}{2,}$/u.test(part)
              ? html("b", {}, part)
              : part,
    );
}

/** Stops what moves, and takes the colours out of the page's box. @param {Flow} flow */
export function stopFlow(flow) {
  cancelAnimationFrame(flow.moving);
  clearBox();
}
