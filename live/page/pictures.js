// Pictures of what the player shows: drawn like the app's, and saved as pixels or printed by the browser.

import { writeJoint } from "../../ui/player/state/joint.js";
import { mountPlayer, showData, unmountPlayer } from "../../ui/player/control/player_lifecycle.js";
import { html, set } from "../../ui/web/dom.js";
import { pictureOf } from "../../ui/web/picture.js";
import { sizeSaid } from "../../ui/web/print_size.js";
import { svgText } from "../../ui/web/svg_text.js";

/** @import { Player, Position } from "../../ui/player/layout/player_types" */
/** @import { Site } from "./types" */
/** @typedef {{ size: string, clean: boolean, dark: boolean }} Look what can be chosen of a picture */

const MOST_PIXELS = 11_000; // per side; Firefox has no larger canvases
const INCH = 96; // CSS pixels
const INCH_MM = 25.4;

/**
 * Returns a drawing of what a player shows.
 * @param {Player} player @param {ParentNode} place where its style applies
 * @param {Site} site @param {Look} look
 */
export function pictureNow(player, place, { sizes, themes, version }, { size, clean, dark }) {
  const {
    position,
    content: {
      data: { movable, forcible, ...data },
    },
  } = player; // Nobody can drag it.
  const { view, pins } = position;
  const title = data.source ?? "";
  const whose = view.picture === "flow" ? `${(pins.length ? pins : [data.lead]).join(", ")}. ` : "";
  const picture = {
    ...sizes[size],
    clean,
    marker: !clean,
    dark,
    theme: themes[dark ? "dark" : "light"],
    heading: clean ? "" : title,
    title,
    caption: clean ? "" : `${whose}Alignoscope ${version}.`,
    said: "",
    steps: 0,
  };
  return pictureOf({ ...data, key: "picture", start: startOf(position), picture }, place, {
    mount: mountPlayer,
    draw: showData,
    unmount: unmountPlayer,
  });
}

/**
 * Returns the start by which another player shows the same.
 * @param {Position} position
 */
export const startOf = ({ step, view, cell, pins, joint }) => ({
  step,
  view,
  cell,
  pins,
  joint: writeJoint(joint),
});

/** Says how large a drawing is in print. @param {SVGSVGElement} drawing @param {Site["sizes"][""]} size */
export const sizeOf = (drawing, { mm, slide }) =>
  mm ? sizeSaid(mm, drawing.viewBox.baseVal, slide) : "";

/** Returns the width and the height of a drawing in CSS pixels. @param {SVGSVGElement} drawing */
function pixelsOf(drawing) {
  return ["width", "height"].map((side) => {
    const said = drawing.getAttribute(side) ?? "";
    return said.endsWith("mm") ? (parseFloat(said) * INCH) / INCH_MM : parseFloat(said);
  });
}

/**
 * Returns a drawing in pixels, as a file.
 * @param {SVGSVGElement} drawing @param {Site["pixels"]} pixels @returns {Promise<Blob>}
 */
export async function pngOf(drawing, pixels) {
  const sides = pixelsOf(drawing).map(Math.ceil);
  const inPrint = drawing.getAttribute("width")?.endsWith("mm");
  const scale = Math.min(inPrint ? pixels.print : pixels.screen, MOST_PIXELS / Math.max(...sides));
  const [width, height] = sides.map((side) => Math.round(side * scale));
  const large = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  set(large, { width, height });
  const image = html("img", {});
  await new Promise((done, failed) => {
    image.addEventListener("load", done);
    image.addEventListener("error", () =>
      failed(new Error("This browser cannot draw the picture: save the SVG.")),
    );
    image.src = `data:image/svg+xml,${encodeURIComponent(svgText(large))}`;
  });
  const canvas = html("canvas", { width, height });
  canvas.getContext("2d")?.drawImage(image, 0, 0, width, height);
  return new Promise((done, failed) =>
    canvas.toBlob((file) => {
      if (file) done(file);
      else failed(new Error("The picture is too large for a PNG of this browser: save the SVG."));
    }, "image/png"),
  );
}

/**
 * Prints a drawing alone, on a sheet of its size; the browser's dialog also saves that as PDF.
 * @param {SVGSVGElement} drawing
 */
export function printPicture(drawing) {
  const [width, height] = pixelsOf(drawing).map(Math.ceil);
  document.querySelector(".paper")?.remove(); // of a dialog that never came
  const size = html("style", {}, `@page { size: ${width}px ${height}px; margin: 0; }`);
  const paper = html("div", { class: "paper" }, size, drawing);
  document.body.append(paper);
  addEventListener("afterprint", () => paper.remove(), { once: true });
  print();
}
