// DOM helpers: elements and their attributes, text widths, and modifier keys.

/** @typedef {Record<string, string | number | boolean | null>} Attributes null ones are not set */

const SVG = "http://www.w3.org/2000/svg";

/**
 * Creates an HTML element.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} attributes
 * @param {(Node | string)[]} children
 */
export function html(tag, attributes, ...children) {
  const node = document.createElement(tag);
  set(node, attributes).append(...children); // Strings become text nodes, never parsed as HTML.
  return node;
}

/**
 * Creates an SVG element.
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

/**
 * Sets attributes and returns the node.
 * @param {Element} node @param {Attributes} attributes
 */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) node.setAttribute(name, String(value));
  }
  return node;
}

/**
 * Returns the function from a text to its width in pixels, in a root's font at weight 600.
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

/** Whether a modifier key is held. @param {KeyboardEvent} event */
export const isModified = (event) =>
  event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
