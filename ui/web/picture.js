// A component as a picture to save: it is drawn once, in the width and the colours of a file, under
// a heading and above a caption. The SVG made of that is shown, with a button that saves it.

import { html } from "./dom.js";
import { toNobody } from "./lifecycle.js";
import { animated, svgOf, svgText } from "./svg_text.js";

const SECONDS = 1.2; // for which an animation shows a step

/** @import { Call, Part } from "./lifecycle.js" */
/**
 * @typedef {{
 *   width: number, heading: string, caption: string, title: string, help: string, said: string,
 *   name: string, marker: boolean, dark: boolean, theme: Record<string, string>, steps: number,
 * }} Picture
 */

/**
 * Shows a component's picture.
 * @template {Part} T
 * @param {Call} call whose data have a `picture`
 * @param {{ mount: () => T, draw: (part: T, data: any) => void, unmount: (part: T) => void }} own
 */
export function showPicture({ data, parentElement }, own) {
  /** @type {Picture} */
  const { width, heading, caption, title, help, said, name, marker, dark, theme, steps } = data.picture;
  const part = own.mount();
  Object.assign(part, { setState: toNobody, trigger: toNobody });
  const above = html("h2", { dir: "auto" }, heading);
  const below = html("p", { class: "caption", dir: "auto" }, caption);
  const sheet = html("div", { class: marker ? "sheet" : "sheet unmarked" },
    ...(heading ? [above] : []), part.root, ...(caption ? [below] : []));
  for (const [property, value] of Object.entries(theme)) sheet.style.setProperty(property, value);
  sheet.style.colorScheme = dark ? "dark" : "light";
  sheet.style.width = `${width}px`;
  parentElement.querySelector(".picture")?.remove();
  parentElement.append(sheet);
  const drawn = (/** @type {object} */ one) => {
    own.draw(part, one);
    sheet.style.width = sheet.style.height = ""; // As large as what was drawn, in whole pixels.
    sheet.style.width = `${Math.ceil(sheet.getBoundingClientRect().width)}px`;
    sheet.style.height = `${Math.ceil(sheet.getBoundingClientRect().height)}px`;
    return svgOf(sheet, heading || title, said);
  };
  const frames = Array.from({ length: steps }, (_, step) =>
    drawn({ ...data, identity: `${step}`, start: { ...data.start, step } }));
  const text = svgText(steps ? animated(frames, SECONDS) : drawn(data));
  own.unmount(part);
  const save = html("button", { type: "button", class: "save" }, "SVG");
  save.addEventListener("click", () => {
    const url = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    html("a", { href: url, download: `${name}.svg` }).click();
    setTimeout(() => URL.revokeObjectURL(url));
  });
  const shown = `data:image/svg+xml,${encodeURIComponent(text)}`;
  sheet.replaceWith(html("div", { class: "picture" }, save, html("img", { alt: help, src: shown })));
  return () => {};
}
