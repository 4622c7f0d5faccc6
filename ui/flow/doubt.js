// Marks of words that may be wrong: target words that are unsure, source words that the models have
// hardly read or that no output covers.

import { called, say } from "../phrases/say.js";
import { svg } from "../web/dom.js";
import { percentage } from "../web/numbers.js";
import { isolated } from "../web/text.js";

/** @import { Doubt } from "./types" */

/**
 * What is said of an unsure target word, or "" of any other.
 * @param {Doubt | null | undefined} doubt @param {number} row
 */
export function tellUnsure(doubt, row) {
  const [, share, reason, chance, reader = ""] =
    doubt?.unsure.find(([place]) => place === row) ?? [];
  if (share === undefined) return "";
  const why =
    chance === undefined
      ? called(`unsure_${reason}`)
      : say("unsure_second", { reader: isolated(reader), chance: percentage(chance) });
  return say("unsure", { share: percentage(share), reason: why });
}

/**
 * What is said of a source word that is rare or left out, or "" of any other.
 * @param {Doubt | null | undefined} doubt @param {number} column @param {string} text
 */
export function tellRare(doubt, column, text) {
  const word = isolated(text);
  const times = doubt?.rare.find(([place]) => place === column)?.[1];
  return [
    ...(doubt?.leftOut.includes(column) ? [say("left_out_says", { word })] : []),
    ...(times === undefined
      ? []
      : [times ? say("rarely_read", { word, count: times }) : say("never_read", { word })]),
  ].join(" ");
}

/**
 * Marks a word and sets its tooltip, if there is something to say of it.
 * @param {Element} node @param {string} name the class @param {string} says
 */
export function markWord(node, name, says) {
  if (says) node.classList.add(name);
  describeWord(node, says);
}

/** Sets the tooltip of a word, in place of any that it has. @param {Element} node @param {string} says */
export function describeWord(node, says) {
  if (!says) return;
  node.querySelector("title")?.remove();
  node.append(svg("title", {}, says));
}
