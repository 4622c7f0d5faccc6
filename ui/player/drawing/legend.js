// The legend: the colours of a scale, or the widths of ribbons, with the numbers that they encode.

import { called, say } from "../../phrases/say.js";
import { painter, poles, ticks } from "../../web/colours.js";
import { html, svg } from "../../web/dom.js";
import { figure } from "../../web/numbers.js";

/** @import { Phrase } from "../../phrases/say.js" */
/** @import { Scaling } from "../../web/types" */
/** @import { Scale, View } from "../layout/maps_types" */

/** @type {Record<Scaling, Phrase | null>} */
const NOTES = { linear: null, log: "logarithmic", row: "row_scales" };

/** @param {HTMLElement} legend @param {Scale} scale @param {View} view */
export function drawLegend(legend, scale, { scaling, picture, threshold }) {
  const hidden = threshold ? say("hidden_below", { number: figure(threshold * scale.high) }) : "";
  const noted = NOTES[scaling];
  const note = [noted ? say(noted) : "", hidden].filter(Boolean).join(", ");
  legend.replaceChildren(
    html("figcaption", {}, called(scale.title), ...(note ? [html("small", {}, note)] : [])),
    html(
      "div",
      {},
      picture === "ribbons" ? drawWedge(scale) : drawRamp(scale),
      html(
        "div",
        { class: "ticks" },
        ...ticks(scale, scaling).map((text) => html("span", {}, text)),
      ),
    ),
  );
}

/** The colours of a scale, from low to high. @param {Scale} scale */
function drawRamp(scale) {
  const { colors } = scale;
  const paint = painter(scale);
  const stops = colors.map((_, i) => {
    const share = i / (colors.length - 1);
    return svg("stop", { offset: share, "stop-color": paint(share) });
  });
  return svg(
    "svg",
    { class: "ramp", viewBox: "0 0 100 8", preserveAspectRatio: "none" },
    svg("linearGradient", { id: "ramp" }, ...stops),
    svg("rect", { width: 100, height: 8, fill: "url(#ramp)" }),
  );
}

/** A ribbon that becomes wider from 0 to the ends of a scale. @param {Scale} scale */
function drawWedge(scale) {
  const [negative, positive] = poles(scale);
  const start = scale.low < 0 ? 50 : 0;
  const half = (/** @type {number} */ end, /** @type {string} */ color) =>
    svg("path", { d: `M${start} 3.6L${end} 0V8L${start} 4.4Z`, style: `fill: ${color}` });
  return svg(
    "svg",
    { class: "ramp wedge", viewBox: "0 0 100 8", preserveAspectRatio: "none" },
    ...(start ? [half(0, negative)] : []),
    half(100, positive),
  );
}
