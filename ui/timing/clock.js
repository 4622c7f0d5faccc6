// The clock diagram, laid out by ui/timing/diagram.py: which decoder state is the query,
// and where the context vector enters.

import { say, sayIn } from "../phrases/say.js";
import { html, set, svg } from "../web/dom.js";
import { graphemes } from "../web/text.js";

/** @import { Attributes } from "../web/dom.js" */
/** @import { Plan } from "./types" */

const LONGEST_TOKEN = 9;

/**
 * Draws the diagram once and returns the function that fills in a step's numbers and tokens.
 * @param {HTMLElement} parent
 * @param {{ plan: Plan | null, clock: string, steps: { token: string }[] }} data `clock`: the caption
 * @returns {(step: number) => void}
 */
export function drawClock(parent, { plan, clock, steps }) {
  parent.hidden = !plan;
  if (!plan) return () => {};
  /** @type {[SVGTextElement, string][]} */
  const labels = [];
  const text = (/** @type {string} */ template, /** @type {Attributes} */ attributes) => {
    const node = svg("text", attributes);
    labels.push([node, template]);
    return node;
  };
  const parts = [];
  for (const { path, role, label, x, y, anchor } of plan.arrows) {
    parts.push(svg("path", { class: `arrow ${role}`, d: path }));
    if (label) parts.push(text(label, { class: "note", x, y, "text-anchor": anchor }));
  }
  for (const { x, y, width, label, role } of plan.boxes) {
    const box = { x: x - width / 2, y: y - plan.box / 2, width, height: plan.box };
    parts.push(svg("rect", { class: `box ${role}`, rx: 6, ...box }));
    parts.push(text(label, { class: "name", x, y: y + 4, "text-anchor": "middle" }));
  }
  const size = `0 0 ${plan.width} ${plan.height}`;
  const drawing = svg("svg", { viewBox: size, role: "img" }, ...parts);
  parent.replaceChildren(drawing, html("figcaption", {}, clock));
  return (step) => {
    const prior = step ? shortToken(steps[step - 1].token) : say("start_token");
    const values = { now: step + 1, before: step, token: shortToken(steps[step].token), prior };
    for (const [node, template] of labels) {
      node.textContent = sayIn(template, values);
    }
    set(drawing, {
      "aria-label": [say("timing_of_step", { step: step + 1 }), clock].filter(Boolean).join(": "),
    });
  };
}

/** A token cut to `LONGEST_TOKEN` graphemes. @param {string} token */
export function shortToken(token) {
  const letters = graphemes(token);
  return letters.slice(0, LONGEST_TOKEN).join("") + (letters.length > LONGEST_TOKEN ? "…" : "");
}
