// Elements: how they are made, and how wide a text in them is.

/** @typedef {Record<string, string | number | boolean | null>} Attributes null leaves one out */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export function html(tag, attributes, ...children) {
  const node = document.createElement(tag);
  set(node, attributes).append(...children); // strings become text nodes: never read as HTML
  return node;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export function svg(tag, attributes, ...children) {
  const node = document.createElementNS(SVG, tag);
  set(node, attributes).append(...children);
  return node;
}

/** @param {Element} node @param {Attributes} attributes */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) node.setAttribute(name, String(value));
  }
  return node;
}

/**
 * Returns the function from a text to its width in bold letters of a root's font.
 * @param {Element} root @param {number} size in pixels
 */
export function ruler(root, size) {
  const context = document.createElement("canvas").getContext("2d");
  if (!context) throw new Error("this browser has no canvas");
  context.font = `600 ${size}px ${getComputedStyle(root).fontFamily}`;
  /** @type {Map<string, number>} */
  const known = new Map();
  return (/** @type {string} */ text) => {
    const width = known.get(text) ?? context.measureText(text).width;
    known.set(text, width);
    return width;
  };
}

/** @param {KeyboardEvent} event */
export const isModified = (event) =>
  event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
