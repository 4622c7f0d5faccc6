// A formula of a lesson: one line, which unfolds into the notations of papers and into code.

import { html, set } from "../../../ui/web/dom.js";

/** @import { LessonData, Formula, MathElement } from "./types" */

const MATHML = "http://www.w3.org/1998/Math/MathML";

/** @param {Formula} formula @param {LessonData["words"]} words */
export function drawFormula({ says, code, notations }, words) {
  const written = notations.map(({ name, math }) => drawNotation(name, buildMath(math)));
  const coded = drawNotation(code.name, html("pre", {}, html("code", {}, code.text)));
  const name = words.notations.replace("{count}", String(notations.length + 1));
  const unfolded = html(
    "details",
    {},
    html("summary", {}, name),
    html("dl", {}, ...written, coded),
  );
  return html(
    "figure",
    { class: "formula" },
    buildMath(notations[0].math),
    html("figcaption", {}, says),
    unfolded,
  );
}

/** @param {string} name @param {Node} value */
const drawNotation = (name, value) => html("div", {}, html("dt", {}, name), html("dd", {}, value));

/** @param {MathElement} element @returns {Element} */
function buildMath([name, attributes, ...children]) {
  const node = document.createElementNS(MATHML, name);
  set(node, attributes).append(
    ...children.map((child) => (typeof child === "string" ? child : buildMath(child))),
  );
  return node;
}
