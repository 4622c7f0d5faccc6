// A grid of weights for each word, over the picture that it was written from. The player's step is
// shown large, and a click on a word sends the player to its step.

import { mixer } from "../web/colours.js";
import { html, set } from "../web/dom.js";
import { live } from "../web/lifecycle.js";
import { figure, percentage } from "../web/numbers.js";

/** @import { Call } from "../web/lifecycle.js" */
/**
 * @typedef {{
 *   player: string, name: string, words: string[], rowOfStep: number[], cells: number[][],
 *   marks: number[], height: number, width: number, colors: string[],
 *   picture: string | null,
 * }} Data
 * @typedef {{
 *   root: HTMLElement, large: HTMLElement, listen: (event: Event) => void, data: Data | null,
 * }} Grids
 */

const VEIL = 0.82; // how dark the picture is where no weight is

/** @param {Call} call */
export default function (call) {
  return live(call, { mount, receive, unmount });
}

function mount() {
  const large = html("div", { class: "large", "aria-live": "polite" });
  /** @type {Grids} */
  const grids = {
    root: html("section", { class: "grids" }),
    large,
    data: null,
    listen: (event) => {
      const { detail } = /** @type {CustomEvent<{ key: string, step: number }>} */ (event);
      if (grids.data && detail.key === grids.data.player) show(grids, grids.data, detail.step);
    },
  };
  document.addEventListener("alignoscope:step", grids.listen);
  grids.root.addEventListener("click", ({ target }) => {
    const button = /** @type {HTMLElement} */ (target).closest("button");
    if (!button || !grids.data) return;
    const detail = { key: grids.data.player, step: Number(button.dataset.step) };
    document.dispatchEvent(new CustomEvent("alignoscope:go", { detail }));
  });
  return grids;
}

/** @param {Grids} grids */
function unmount({ listen }) {
  document.removeEventListener("alignoscope:step", listen);
}

/** @param {Grids} grids @param {Data} data */
function receive(grids, data) {
  grids.data = data;
  set(grids.root, { "aria-label": `Weights over the picture: ${data.name}` });
  const small = data.words.map((word, row) =>
    html(
      "button",
      { type: "button", "data-row": row, "data-step": data.rowOfStep.indexOf(row) },
      ...draw(data, row, word),
    ),
  );
  grids.root.replaceChildren(grids.large, html("div", { class: "small" }, ...small));
  show(grids, data, 0);
  document.dispatchEvent(new CustomEvent("alignoscope:ask")); // The player tells its step.
}

/** Shows a step. @param {Grids} grids @param {Data} data @param {number} step */
function show({ root, large }, data, step) {
  const row = data.rowOfStep[Math.min(step, data.rowOfStep.length - 1)];
  if (large.dataset.row !== String(row) || !large.childElementCount) {
    large.replaceChildren(...draw(data, row, data.words[row]));
    large.dataset.row = String(row);
  }
  for (const button of root.querySelectorAll("button")) {
    if (button.dataset.row === String(row)) button.setAttribute("aria-current", "step");
    else button.removeAttribute("aria-current");
  }
}

/**
 * The grid of a row and its word, with the largest weight, to which the grid is scaled.
 * @param {Data} data @param {number} row @param {string} word
 */
function draw({ cells, marks, height, width, colors, picture }, row, word) {
  const most = Math.max(...cells[row]);
  const canvas = html("canvas", { width, height, "aria-hidden": "true" });
  paint(canvas, cells[row], most, picture ? null : mixer(colors));
  const field = html("span", { class: "field" });
  if (picture) field.append(html("img", { src: picture, alt: "" }));
  else field.style.aspectRatio = `${width} / ${height}`;
  field.append(canvas);
  const beside = marks[row] ? `, ${percentage(marks[row])} on marks` : "";
  return [
    field,
    html("span", { class: "word", dir: "auto" }, word),
    html("span", { class: "most" }, `up to ${figure(most)}${beside}`),
  ];
}

/**
 * Paints a pixel for each cell: its colour, or over a picture a veil that is clear where the weight
 * is largest.
 * @param {HTMLCanvasElement} canvas @param {number[]} values @param {number} most
 * @param {((share: number) => number[]) | null} mix
 */
function paint(canvas, values, most, mix) {
  const pen = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = pen.createImageData(canvas.width, canvas.height);
  values.forEach((value, i) => {
    const share = most > 0 ? Math.max(0, value) / most : 0;
    const pixel = mix ? [...mix(share), 255] : [0, 0, 0, 255 * VEIL * (1 - share)];
    image.data.set(pixel.map(Math.round), 4 * i);
  });
  pen.putImageData(image, 0, 0);
}
