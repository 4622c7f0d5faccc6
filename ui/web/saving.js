// Files that a page saves.

import { html } from "./dom.js";

/** Lets the browser save a text as a file. @param {string} text @param {string} type @param {string} name */
export function saveFile(text, type, name) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
