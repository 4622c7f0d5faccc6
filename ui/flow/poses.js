// The beats of a step: what of the picture is visible, and where it is, at a share of a beat.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { say } from "../phrases/say.js";
import { set } from "../web/dom.js";
import { clamp, figure, percentage } from "../web/numbers.js";
import { BEFORE, poseBundles } from "./bundles.js";
import { EARLIER, STATE } from "./headline.js";
import { place } from "./layout.js";
import { drawMover, textAt } from "./scene.js";

/** @import { Flow } from "./types" */

/** @param {SVGElement | HTMLElement} node @param {number} opacity */
const fade = (node, opacity) => {
  node.style.opacity = opacity >= 1 ? "" : opacity.toFixed(3);
  node.style.visibility = opacity <= 0.001 ? "hidden" : "";
};
/** @param {number} from @param {number} to @param {number} share */
const between = (from, to, share) => from + (to - from) * share;

/**
 * Shows a beat, by its number from 1, at a share from 0 to 1, or the whole step for 0.
 * @param {Flow} flow @param {number} number @param {number} share
 */
export function pose(flow, number, share) {
  const { scene, map, order } = flow;
  if (!scene || !map) return;
  const early = order[1] === STATE; // It is updated before there are scores.
  const first = number === 2 && (early || order[1] === EARLIER);
  const beat = number && (first ? BEFORE : order[number - 1] + 1);
  const whole = beat === 0;
  const done = (/** @type {number} */ number) =>
    whole || beat > number ? 1 : beat === number ? share : 0;
  poseAnnotations(flow, beat === 1 ? share : 1);
  poseScores(flow, beat, share);
  poseBundles(flow, beat, share);
  const mixed = done(4);
  const dim =
    beat === 5 ? between(1, 0.12, share) : beat === 6 && !early ? between(0.12, 1, share) : 1;
  for (const path of scene.ribbons)
    fade(path, (whole || beat > 3 ? Math.min(1, mixed * 2) : 0) * dim);
  for (const group of [scene.parts, scene.partLabels]) {
    for (const node of group) fade(node, whole || beat > 3 ? 1 : 0);
  }
  fade(scene.frame, whole || beat >= 3 ? 1 : 0);
  fade(scene.note, whole || beat >= 4 ? 1 : 0);
  poseMovers(flow, beat === 4 ? share : null);
  for (const rect of scene.context)
    fade(rect, whole || beat > 4 ? 1 : beat === 4 ? clamp(share * 4 - 3, 0, 1) : 0);
  fade(scene.arrow, whole || beat === 6 ? 1 : 0);
  fade(scene.next, whole ? 1 : done(6));
  scene.next.style.transform = "";
  poseWord(flow, beat, share);
}

/** Two sweeps fill the annotations, from both ends. @param {Flow} flow @param {number} share */
function poseAnnotations({ scene, map }, share) {
  const count = map?.columns.length ?? 0;
  scene?.strips.forEach((strip, j) => {
    strip.querySelectorAll(".half").forEach((half, row) => {
      const rank = row === 0 || !map?.notes.twoWay ? j : count - 1 - j;
      fade(/** @type {SVGElement} */ (half), clamp(share * (count + 1) - rank, 0, 1));
    });
  });
}

/**
 * Beat 2: rays from the query, and a chart of the scores. Beat 3: its bars become the parts of the
 * mixing bar.
 * @param {Flow} flow @param {number} beat @param {number} share
 */
function poseScores(flow, beat, share) {
  const { scene, map, layout, row, drawn } = flow;
  if (!scene || !map || !layout) return;
  const { flow: FLOW } = MEASURES;
  const { zoom, barWidth, mix, sources, targets, edge } = layout;
  const scores = map.scores?.[row] ?? [];
  const visible = (beat === 2 || beat === 3) && scores.length > 0;
  const real = scores.filter((value) => value !== null);
  const [least, most] = [Math.min(0, ...real), Math.max(0, ...real)];
  const span = Math.max(most - least, 1e-6);
  const room = FLOW.chart * zoom;
  const grown = beat === 2 ? clamp(share * 2 - 1, 0, 1) : 1;
  const asked = beat === 2 ? clamp(share * 2, 0, 1) : 0;
  const sum = Math.max(
    1,
    drawn.weights.reduce((all, one) => all + one, 0),
  );
  const named = new Set(
    [...scores.keys()]
      .sort((a, b) => (scores[b] ?? -Infinity) - (scores[a] ?? -Infinity))
      .slice(0, 3),
  );
  const queryAt = { x: targets[row].x, y: mix + 10 * zoom };
  let x = drawn.left;
  sources.forEach((source, j) => {
    const value = scores[j] ?? null;
    const weight = drawn.weights[j] ?? 0;
    const width = (weight / sum) * barWidth;
    const top = source.y + (FLOW.drop + FLOW.strip + 4) * zoom;
    const zero = top + ((layout.turned ? -least : most) / span) * room;
    const size = (Math.abs(value ?? 0) / span) * room * grown;
    const box = {
      x: source.x - 7 * zoom,
      y: (value ?? 0) < 0 === layout.turned ? zero - size : zero,
      width: 14 * zoom,
      height: Math.max(size, 1),
    };
    const part = { x, y: mix, width, height: FLOW.bar * zoom };
    const melted = beat === 3 ? share : 0;
    set(
      scene.bars[j],
      Object.fromEntries(
        /** @type {const} */ (["x", "y", "width", "height"]).map((name) => [
          name,
          between(box[name], part[name], melted),
        ]),
      ),
    );
    fade(scene.bars[j], visible && value !== null ? 1 : 0);
    scene.bars[j].classList.toggle("negative", (value ?? 0) < 0 && melted === 0);
    const label = scene.barLabels[j];
    const told = value === null ? say("outside") : figure(value);
    const far = (value ?? 0) < 0 === layout.turned ? 0 : size;
    const under = zero + far + (layout.turned ? 20 : 9) * zoom;
    set(
      label,
      melted > 0.99
        ? textAt(layout, x + width / 2, mix + (FLOW.bar * zoom) / 2)
        : textAt(layout, source.x, under),
    );
    label.textContent =
      beat === 2 ? told : melted > 0.99 && width > 34 * zoom ? percentage(weight) : "";
    fade(
      label,
      visible &&
        (beat === 3 ? melted > 0.99 : grown > 0.6) &&
        (beat === 3 || named.has(j) || sources.length <= 14)
        ? 1
        : 0,
    );
    label.classList.toggle("share", beat === 3);
    set(scene.rays[j], {
      d:
        `M${queryAt.x} ${queryAt.y}L${between(queryAt.x, source.x, asked)} ` +
        `${between(queryAt.y, top, asked)}`,
    });
    fade(scene.rays[j], visible && beat === 2 && value !== null ? 0.55 : 0);
    x += width;
  });
  fade(scene.query, visible && beat === 2 ? 1 : 0);
  const [, letter] = scene.query.children;
  letter.textContent = say("query");
  set(letter, { x: 10 * zoom });
  const at = place(layout, queryAt.x, Math.max(queryAt.y, edge));
  set(scene.query, { transform: `translate(${at.x} ${at.y})` });
}

/** Each annotation, faded to its weight, goes into the context. @param {Flow} flow @param {number | null} share */
function poseMovers(flow, share) {
  const { scene, layout, drawn } = flow;
  if (!scene || !layout) return;
  const { flow: FLOW } = MEASURES;
  const { zoom, barWidth, mix, sources } = layout;
  scene.movers.forEach((mover, j) => {
    const weight = drawn.weights[j] ?? 0;
    if (share === null || weight < 0.012) {
      fade(mover, 0);
      return;
    }
    drawMover(flow, j);
    const at = clamp(share * 1.25, 0, 1);
    const x = between(sources[j].x - (barWidth * 0.3) / 2, drawn.left, at);
    const y = between(sources[j].y + FLOW.drop * zoom, mix + (FLOW.bar + 3) * zoom, at);
    set(mover, {
      transform: `translate(${x} ${y}) scale(${between(0.3, 1, at)} ${between(2, 1, at)})`,
    });
    fade(mover, between(1, weight, at) * (share >= 1 ? 0 : 1));
  });
}

/** Beat 6: the word falls from the context to its place. @param {Flow} flow @param {number} beat @param {number} share */
function poseWord({ scene, layout, row }, beat, share) {
  if (!scene || !layout) return;
  const hidden = beat > 0 && beat < 6;
  for (const { firstElementChild: other } of scene.written)
    if (other instanceof SVGElement) fade(other, 1); // of a step that was left in a beat
  const node = scene.written[row];
  const fall = beat === 6 ? (1 - share) * -34 * layout.zoom : 0;
  const { x, y } = place(layout, 0, fall);
  const [text] = node.children;
  if (text instanceof SVGElement) {
    text.style.translate = fall ? `${x}px ${y}px` : "";
    fade(text, hidden ? 0 : beat === 6 ? share : 1);
  }
  fade(scene.current, hidden ? 0.4 : 1);
}
