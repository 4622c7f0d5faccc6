// A component as a picture to save: it is drawn once, in the width and the colours of a file, under
// a heading and above a caption. The SVG made of that is shown, with a button that saves it.

import { html, set, svg } from "./dom.js";
import { toNobody } from "./lifecycle.js";
import { sizeSaid } from "./print_size.js";
import { saveFile } from "./saving.js";
import { animated, svgOf, svgText } from "./svg_text.js";

const SECONDS = 1.2; // for which an animation shows a step
const SLIDES = [800, 1200, 1800, 2600]; // the widths in which a slide is laid out

/** @import { Call, Part } from "./lifecycle.js" */
/**
 * @typedef {{
 *   width: number, mm: number, slide: boolean, clean: boolean, heading: string, caption: string, title: string, help: string, said: string,
 *   name: string, marker: boolean, dark: boolean, theme: Record<string, string>, steps: number,
 * }} Picture
 */

/**
 * @template {Part} T
 * @typedef {{ mount: () => T, draw: (part: T, data: any) => void, unmount: (part: T) => void }} Drawer
 */

/**
 * Shows a component's picture.
 * @template {Part} T
 * @param {Call} call whose data have a `picture`
 * @param {Drawer<T>} own
 */
export function showPicture({ data, parentElement }, own) {
  const { mm, slide, help, name, steps } = /** @type {Picture} */ (data.picture);
  parentElement.querySelector(".picture")?.remove();
  const drawing = pictureOf(data, parentElement, own);
  const text = svgText(drawing);
  const save = html("button", { type: "button", class: "save" }, "SVG");
  save.addEventListener("click", () => saveFile(text, "image/svg+xml", `${name}.svg`));
  const shown = `data:image/svg+xml,${encodeURIComponent(text)}`;
  parentElement.append(
    html(
      "div",
      { class: "picture" },
      save,
      html("img", { alt: help, src: shown }),
      ...(mm && !steps
        ? [html("p", { class: "size" }, sizeSaid(mm, drawing.viewBox.baseVal, slide))]
        : []),
    ),
  );
  return () => {};
}

/**
 * Draws a component once, as `data.picture` says, and returns the drawing.
 * @template {Part} T
 * @param {any} data @param {ParentNode} place where the component's style applies @param {Drawer<T>} own
 */
export function pictureOf(data, place, own) {
  /** @type {Picture} */
  const { width, mm, slide, clean, heading, caption, title, said, marker, dark, theme, steps } =
    data.picture;
  const part = own.mount();
  Object.assign(part, { setState: toNobody, trigger: toNobody });
  const above = html("h2", { dir: "auto" }, heading);
  const below = html("p", { class: "caption", dir: "auto" }, caption);
  const sheet = html(
    "div",
    { class: "sheet" },
    ...(heading ? [above] : []),
    part.root,
    ...(caption ? [below] : []),
  );
  sheet.classList.toggle("unmarked", !marker);
  sheet.classList.toggle("clean", clean);
  sheet.classList.toggle("printed", mm > 0);
  for (const [property, value] of Object.entries(theme)) sheet.style.setProperty(property, value);
  sheet.style.colorScheme = dark ? "dark" : "light";
  place.append(sheet);
  const laidOut = (/** @type {object} */ one, /** @type {number} */ room) => {
    sheet.style.height = "";
    sheet.style.width = `${room}px`;
    own.draw(part, one);
    sheet.style.width = sheet.style.height = ""; // As large as what was drawn, in whole pixels.
    sheet.style.width = `${Math.ceil(sheet.getBoundingClientRect().width)}px`;
    sheet.style.height = `${Math.ceil(sheet.getBoundingClientRect().height)}px`;
    return svgOf(sheet, heading || title, said);
  };
  // The layout whose labels are largest once a slide is as wide as it shall be.
  const drawn = (/** @type {object} */ one) =>
    (slide ? SLIDES : [width])
      .map((room) => inPrint(laidOut(one, room), mm, slide))
      .reduce((best, next) => (unitsOf(next) < unitsOf(best) ? next : best));
  const frames = Array.from({ length: steps }, (_, step) =>
    drawn({ ...data, identity: `${step}`, start: { ...data.start, step } }),
  );
  const drawing = steps ? animated(frames, SECONDS) : drawn(data);
  own.unmount(part);
  sheet.remove();
  return drawing;
}

/** The width of a drawing in its own units. @param {SVGSVGElement} drawing */
const unitsOf = (drawing) => drawing.viewBox.baseVal.width;

/**
 * Gives a drawing its width in print; a slide is 16:9, with the drawing in its middle.
 * @param {SVGSVGElement} drawing @param {number} mm 0 to leave it as it is @param {boolean} slide
 */
function inPrint(drawing, mm, slide) {
  if (!mm) return drawing;
  let { width, height } = drawing.viewBox.baseVal;
  if (slide) {
    const [wide, high] = [Math.max(width, (height * 16) / 9), Math.max(height, (width * 9) / 16)];
    const box = { x: (width - wide) / 2, y: (height - high) / 2, width: wide, height: high };
    const fill = drawing.querySelector("rect")?.getAttribute("fill") ?? "none";
    drawing.querySelector("desc")?.after(svg("rect", { ...box, fill }));
    set(drawing, { viewBox: `${box.x} ${box.y} ${wide} ${high}` });
    [width, height] = [wide, high];
  }
  set(drawing, { width: `${mm}mm`, height: `${((mm * height) / width).toFixed(2)}mm` });
  return drawing;
}
