// A vector as a strip of colours, on one scale for all steps, above a list of its largest entries.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import PALETTE from "../theme/palette.json" with { type: "json" };
import { mixer } from "../web/colours.js";
import { html, set } from "../web/dom.js";
import { clamp, decimal } from "../web/numbers.js";

/** @import { Part, Vectors } from "./types" */

const LEVELS = 32767;
const mix = mixer(Object.values(PALETTE.signs));
const COLORS = Array.from({ length: 256 }, (_, i) => [...mix(i / 255), 255]);

/** @param {string} name @param {Vectors} vectors @returns {Part<number>} */
export function buildStrip(name, { size, peak, levels }) {
  if (!size) return { nodes: [html("p", {}, "Not in this trace.")], show: () => {} };
  const numbers = new Int16Array(Uint8Array.from(atob(levels), (c) => c.charCodeAt(0)).buffer);
  const strip = html("canvas", { class: "strip", role: "img", width: size, height: 1 });
  const pen = /** @type {CanvasRenderingContext2D} */ (strip.getContext("2d"));
  const pixels = pen.createImageData(size, 1);
  const said = html("p", { class: "numbers" });
  let row = numbers;
  const at = (/** @type {number} */ i) => `${i + 1}: ${signed((row[i] / LEVELS) * peak)}`;
  const summary = () => {
    const largest = [...row.keys()].sort((a, b) => Math.abs(row[b]) - Math.abs(row[a]));
    const named = largest.slice(0, MEASURES.strip.named).map(at);
    return `${size} dimensions; largest ${named.join(", ")}`;
  };
  strip.addEventListener("pointermove", ({ offsetX }) => {
    const i = clamp(Math.floor((offsetX / strip.clientWidth) * size), 0, size - 1);
    said.textContent = `dimension ${at(i)}`;
  });
  strip.addEventListener("pointerleave", () => {
    said.textContent = summary();
  });
  const show = (/** @type {number} */ step) => {
    row = numbers.subarray(step * size, (step + 1) * size);
    row.forEach((level, i) => {
      pixels.data.set(COLORS[(level + LEVELS) >> 8], 4 * i);
    });
    pen.putImageData(pixels, 0, 0);
    said.textContent = summary();
    set(strip, { "aria-label": `${name}: ${summary()}` });
  };
  return { nodes: [strip, said], show };
}

/** A number with its sign. @param {number} value */
const signed = (value) => (value < 0 ? "" : "+") + decimal(value);
