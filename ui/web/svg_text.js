// Serialises drawn elements as one SVG: boxes, lines of text, canvases, and the SVGs among them.

import { set, svg } from "./dom.js";
import { graphemes, startsRightToLeft } from "./text.js";

const LONGEST = 19_000; // pixels: about 200 inches, the limit of a PDF's page
const CENTRAL = "0.35em"; // from the middle of letters to their baseline
const FONT = ["font-size", "font-weight", "font-style"];
const SHAPE = ["fill", "stroke", "opacity"];
const LOOKS = /** @type {Record<string, string[]>} */ ({
  g: ["opacity"],
  title: [],
  linearGradient: [],
  stop: ["stop-color"],
  text: [...SHAPE, ...FONT, "text-anchor", "unicode-bidi"],
});
const STROKE = ["stroke-width", "stroke-dasharray", "stroke-opacity", "paint-order"];
/** The values that need no attribute. @type {Record<string, string>} */
const USUAL = {
  fill: "#000000",
  stroke: "none",
  opacity: "1",
  "stroke-width": "1",
  "stroke-dasharray": "none",
  "stroke-opacity": "1",
  "paint-order": "normal",
  "font-weight": "400",
  "font-style": "normal",
  "text-anchor": "start",
  "unicode-bidi": "normal",
};
const DROPPED = /^(class|style|role|tabindex|display|dominant-baseline|aria-.*|data-.*)$/;
// XML has no control characters but tab and line breaks, no lone surrogates and no noncharacters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are to be found
const ILLEGAL = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** @typedef {{ left: number, top: number }} Origin */

/**
 * Returns an element that is laid out as an SVG drawing, in whole pixels.
 * @param {HTMLElement} root @param {string} title @param {string} said the description
 */
export function svgOf(root, title, said) {
  const origin = root.getBoundingClientRect();
  const { width, height } = origin;
  const share = Math.min(1, LONGEST / Math.max(width, height));
  return svg(
    "svg",
    {
      width: Math.max(1, Math.round(width * share)),
      height: Math.max(1, Math.round(height * share)),
      viewBox: `0 0 ${width} ${height}`,
      role: "img",
      "font-family": getComputedStyle(root).fontFamily.replaceAll('"', "'"),
    },
    svg("title", {}, title),
    svg("desc", {}, said),
    ...writeElement(root, origin),
  );
}

/**
 * Returns drawings as one that shows them in turn, or the last one to who wants less motion.
 * @param {SVGSVGElement[]} frames of one width @param {number} seconds for which each is visible
 */
export function animated(frames, seconds) {
  const highest = frames.reduce((one, other) =>
    other.viewBox.baseVal.height > one.viewBox.baseVal.height ? other : one,
  );
  // An element that says that it is visible would be so in every step.
  for (const frame of frames) {
    for (const node of frame.querySelectorAll("[visibility]")) node.removeAttribute("visibility");
  }
  const film = /** @type {SVGSVGElement} */ (highest.cloneNode());
  const style = `.step { visibility: hidden; animation: step ${frames.length * seconds}s step-end infinite; }
@keyframes step { 0% { visibility: visible; } ${100 / frames.length}% { visibility: hidden; } }
@media (prefers-reduced-motion: reduce) {
  .step { animation: none; }
  .step:last-of-type { visibility: visible; }
}`;
  const words = [...frames[0].children].filter(({ localName }) => /^(title|desc)$/.test(localName));
  film.append(
    ...words,
    svg("style", {}, style),
    ...frames.map((frame, i) =>
      svg("g", { class: "step", style: `animation-delay: ${i * seconds}s` }, ...frame.children),
    ),
  );
  return film;
}

/** The text of an SVG file. @param {SVGSVGElement} drawing */
export function svgText(drawing) {
  const text = new XMLSerializer().serializeToString(drawing).replace(ILLEGAL, "\ufffd");
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text}`;
}

/**
 * @param {Element} node @param {Origin} origin
 * @returns {Element[]}
 */
function writeElement(node, origin) {
  const style = getComputedStyle(node);
  if (style.display === "none" || style.visibility === "hidden") return [];
  if (node instanceof SVGSVGElement) return [writeSvg(node, style, origin)];
  if (node instanceof HTMLCanvasElement) return [writePixels(node, origin)];
  // Below this line the box hides its content.
  const end =
    style.overflowY === "hidden"
      ? node.getBoundingClientRect().top + node.clientTop + node.clientHeight
      : Infinity;
  return [
    ...writeBox(node, style, origin),
    ...[...node.childNodes].flatMap((child) => {
      if (child instanceof Text) return writeLines(child, style, origin, end);
      return child instanceof Element ? writeElement(child, origin) : [];
    }),
  ];
}

/** @param {Element} node @param {CSSStyleDeclaration} style @param {Origin} origin */
function writeBox(node, style, { left, top }) {
  const [fill, stroke] = [hexOf(style.backgroundColor), hexOf(style.borderTopColor)];
  const line = stroke === "none" ? 0 : parseFloat(style.borderTopWidth);
  if (fill === "none" && !line) return [];
  const rect = node.getBoundingClientRect();
  const [width, height] = [rect.width - line, rect.height - line];
  if (width <= 0 || height <= 0) return [];
  const rx = Math.min(parseFloat(style.borderTopLeftRadius) || 0, width / 2, height / 2);
  return [
    svg("rect", {
      x: rounded(rect.left - left + line / 2),
      y: rounded(rect.top - top + line / 2),
      width: rounded(width),
      height: rounded(height),
      rx: rx ? rounded(rx) : null,
      fill,
      ...(line ? { stroke, "stroke-width": line } : {}),
    }),
  ];
}

/**
 * Draws a text, one element per line that the browser broke it into.
 * @param {Text} text @param {CSSStyleDeclaration} style @param {Origin} origin
 * @param {number} end lines that begin below it are not drawn
 */
function writeLines(text, style, { left, top }, end) {
  /** @type {{ said: string, top: number, left: number, right: number }[]} */
  const lines = [];
  const range = document.createRange();
  let at = 0;
  for (const letter of graphemes(text.data)) {
    range.setStart(text, at);
    at += letter.length;
    range.setEnd(text, at);
    const [rect] = range.getClientRects();
    if (!rect || rect.top >= end) continue; // A space that the browser leaves out, or hidden text.
    const line = lines.at(-1);
    if (line && Math.abs(line.top - rect.top) < 2) {
      line.said += letter;
      line.left = Math.min(line.left, rect.left);
      line.right = Math.max(line.right, rect.right);
    } else if (letter.trim())
      lines.push({ said: letter, top: rect.top, left: rect.left, right: rect.right });
  }
  const { fontStyle, fontWeight, fontSize, fontFamily } = style;
  pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
  const { fontBoundingBoxAscent } = pen.measureText("");
  return lines.map((line) => {
    const leftwards =
      style.unicodeBidi === "plaintext" ? startsRightToLeft(line.said) : style.direction === "rtl";
    const node = svg(
      "text",
      {
        x: rounded((leftwards ? line.right : line.left) - left),
        y: rounded(line.top - top + fontBoundingBoxAscent),
        direction: leftwards ? "rtl" : null,
      },
      line.said.trimEnd(),
    );
    return setLooks(set(node, { fill: hexOf(style.color) }), style, FONT);
  });
}

/** Draws a canvas with one box per pixel, in which each overlaps the next so that no seam shows.
 * @param {HTMLCanvasElement} canvas @param {Origin} origin */
function writePixels(canvas, { left, top }) {
  const rect = canvas.getBoundingClientRect();
  const { width, height } = canvas;
  const [wide, high] = [rect.width / width, rect.height / height];
  const colors = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")).getImageData(
    0,
    0,
    width,
    height,
  ).data;
  return svg(
    "g",
    { "shape-rendering": "crispEdges" },
    ...Array.from({ length: width * height }, (_, i) =>
      svg("rect", {
        x: rounded(rect.left - left + (i % width) * wide),
        y: rounded(rect.top - top + Math.floor(i / width) * high),
        width: rounded(Math.min(2, width - (i % width)) * wide),
        height: rounded(high),
        fill: hexCode(colors.subarray(4 * i, 4 * i + 3)),
      }),
    ),
  );
}

/**
 * Copies an SVG, with the looks that style sheets give it as attributes.
 * @param {SVGSVGElement} node @param {CSSStyleDeclaration} style @param {Origin} origin
 */
function writeSvg(node, style, { left, top }) {
  const rect = node.getBoundingClientRect();
  return svg(
    "svg",
    {
      x: rounded(rect.left - left),
      y: rounded(rect.top - top),
      width: rounded(rect.width),
      height: rounded(rect.height),
      viewBox: node.getAttribute("viewBox"),
      preserveAspectRatio: node.getAttribute("preserveAspectRatio"),
      overflow: style.overflow === "visible" ? "visible" : null,
    },
    ...[...node.children].flatMap(writeShape),
  );
}

/** @param {Element} node @returns {Element[]} */
function writeShape(node) {
  const style = getComputedStyle(node);
  if (style.display === "none" || style.visibility === "hidden") return [];
  const copy = /** @type {Element} */ (node.cloneNode());
  const said = node.getAttribute("aria-label");
  for (const name of copy.getAttributeNames()) if (DROPPED.test(name)) copy.removeAttribute(name);
  if (said) copy.append(svg("title", {}, said));
  for (const child of node.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    else if (child instanceof Element) copy.append(...writeShape(child));
  }
  if (style.dominantBaseline === "central") set(copy, { dy: CENTRAL });
  const stroked = style.stroke === "none" ? [] : STROKE;
  return [setLooks(copy, style, [...(LOOKS[node.localName] ?? SHAPE), ...stroked])];
}

/**
 * Sets those of the named attributes that style sheets gave an unusual value.
 * @param {Element} copy @param {CSSStyleDeclaration} style @param {string[]} names
 */
function setLooks(copy, style, names) {
  for (const name of names) {
    const value = style.getPropertyValue(name);
    const written = /^(fill|stroke|stop-color)$/.test(name)
      ? colorOf(value)
      : value.replaceAll("px", "");
    if (written === USUAL[name]) copy.removeAttribute(name);
    else copy.setAttribute(name, written);
  }
  return copy;
}

const pen = /** @type {CanvasRenderingContext2D} */ (
  document.createElement("canvas").getContext("2d", { willReadFrequently: true })
);
/** @type {Map<string, string>} */
const knownColors = new Map();

/** A colour or a reference to a gradient as an attribute. @param {string} color */
const colorOf = (color) => (color.startsWith("url(") ? color.replaceAll('"', "") : hexOf(color));

/** Any CSS colour as #rrggbb, or "none" if it is transparent. @param {string} color */
function hexOf(color) {
  if (color === "none") return color;
  const found = knownColors.get(color) ?? readColor(color);
  knownColors.set(color, found);
  return found;
}

/** @param {string} color */
function readColor(color) {
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  const { data } = pen.getImageData(0, 0, 1, 1);
  return data[3] ? hexCode(data.subarray(0, 3)) : "none";
}

/** @param {Uint8ClampedArray} parts red, green and blue */
const hexCode = (parts) =>
  `#${[...parts].map((part) => part.toString(16).padStart(2, "0")).join("")}`;

/** @param {number} value */
const rounded = (value) => Number(value.toFixed(2));
