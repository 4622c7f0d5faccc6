// The legend: the colours of a scale, or the widths of ribbons, with the numbers that they encode.

import { painter, poles, ticks } from "../web/colours.js";
import { html } from "../web/dom.js";
import { figure } from "../web/numbers.js";

/** @import { Scale, View } from "./maps_types" */

const NOTES = { linear: "", log: "logarithmic", row: "each row on a scale of its own" };

/** @param {HTMLElement} legend @param {Scale} scale @param {View} view */
export function drawLegend(legend, scale, { scaling, picture, threshold }) {
  const { title: words, low, colors } = scale;
  const paint = painter(scale);
  const stops = colors.map((_, i) => paint(i / (colors.length - 1)));
  const ramp = html("div", { class: picture === "ribbons" ? "ramp wedge" : "ramp" });
  const [negative, positive] = poles(scale);
  ramp.classList.toggle("both", low < 0);
  ramp.style.background = picture === "ribbons"
    ? `linear-gradient(to right, ${negative} 50%, ${positive} 50%)`
    : `linear-gradient(to right, ${stops.join(", ")})`;
  const hidden = threshold ? `below ${figure(threshold * scale.high)} hidden` : "";
  const note = [NOTES[scaling], hidden].filter(Boolean).join(", ");
  legend.replaceChildren(
    html("figcaption", {}, words, ...(note ? [html("small", {}, note)] : [])),
    html("div", {}, ramp, html("div", { class: "ticks" },
      ...ticks(scale, scaling).map((text) => html("span", {}, text)))),
  );
}
