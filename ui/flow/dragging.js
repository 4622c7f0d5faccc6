// Dragging a ribbon of the flow to another source word, which moves its weight there.

import { place } from "./layout.js";
import { lightColumn, placeRow, rowWeights } from "./scene.js";

/** @import { Flow } from "./types" */

/**
 * Returns the weights with that of one word moved to another.
 * @param {number[]} weights @param {number} from @param {number} to
 */
export function shifted(weights, from, to) {
  if (from === to) return weights;
  return weights.map((weight, j) => (j === to ? weight + weights[from] : j === from ? 0 : weight));
}

/**
 * Lets a person drag the ribbons and source words of a drawing, if the flow is movable.
 * @param {Flow} flow @param {SVGSVGElement} drawing
 */
export function hearDrags(flow, drawing) {
  drawing.addEventListener("pointerdown", (event) => {
    const grabbed = /** @type {Element} */ (event.target).closest(".ribbon, .source");
    if (!flow.movable || event.button || !(grabbed instanceof SVGElement)) return;
    event.preventDefault();
    const from = Number(grabbed.dataset.column);
    const { weights, left } = rowWeights(flow);
    let to = from;
    cancelAnimationFrame(flow.moving);
    const heard = new AbortController();
    const { signal } = heard;
    const drop = () => {
      heard.abort();
      lightColumn(flow, null);
      placeRow(flow, { weights, left }); // An edit may be refused: only the answer moves the ribbon.
      if (to !== from) flow.onMove(flow.step, from, to);
    };
    window.addEventListener(
      "pointermove",
      (moved) => {
        to = wordAt(flow, drawing, moved);
        placeRow(flow, { weights: shifted(weights, from, to), left });
        lightColumn(flow, to);
      },
      { signal },
    );
    window.addEventListener("pointerup", drop, { signal });
    window.addEventListener(
      "pointercancel",
      () => {
        to = from;
        drop();
      },
      { signal },
    );
  });
}

/**
 * The source word that is nearest to the pointer.
 * @param {Flow} flow @param {SVGSVGElement} drawing @param {PointerEvent} pointer
 */
function wordAt({ layout }, drawing, { clientX, clientY }) {
  const { left, top } = drawing.getBoundingClientRect();
  if (!layout) return 0;
  const far = layout.sources.map((spot) => {
    const { x, y } = place(layout, spot.x, spot.y);
    return Math.hypot(clientX - left - x, clientY - top - y);
  });
  return far.indexOf(Math.min(...far));
}
