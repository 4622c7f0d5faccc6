// Prose: pieces of text, some of them inside an element such as `em`.

import { html } from "../../../ui/web/dom.js";

/** @import { Prose } from "./types" */

/** @type {Record<string, "em" | "strong" | "code">} */
const ELEMENTS = { em: "em", strong: "strong", code: "code" };

/** @param {Prose} prose @returns {(Node | string)[]} */
export const pieces = (prose) =>
  prose.map(([name, text]) => (name ? html(ELEMENTS[name], {}, text) : text));

/**
 * Shows feedback, one paragraph per text.
 * @param {HTMLElement} place @param {boolean} right @param {(Node | string)[][]} texts
 */
export function sayOf(place, right, ...texts) {
  place.className = `says ${right ? "right" : "other"}`;
  const said = texts.filter((text) => text.length).map((text) => html("p", {}, ...text));
  place.replaceChildren(...said);
}
