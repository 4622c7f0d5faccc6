// Files that a page saves.

import { html } from "./dom.js";

/** Lets the browser save a file. @param {BlobPart} content @param {string} type @param {string} name */
export function saveFile(content, type, name) {
  const url = URL.createObjectURL(new Blob([content], { type }));
  html("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
