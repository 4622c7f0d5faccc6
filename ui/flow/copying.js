// How much of a target word was copied from the source, by a model that copies: a mark and a number.

import { say } from "../phrases/say.js";
import { svg } from "../web/dom.js";
import { percentage } from "../web/numbers.js";

/** @import { FlowLayout, FlowSpot } from "./types" */

const BAR = { y: 5, height: 3, least: 2 }; // pixels: the mark below the baseline of a word
const NUMBER = { y: 20, x: 12, grows: 1.12 }; // from a word, whose frame may be larger than it

/**
 * What is said of a target word that was copied or not, or "" if its model does not copy.
 * @param {number[] | undefined} copied @param {number} row
 */
export const tellCopied = (copied, row) =>
  copied ? say("copied_share", { share: percentage(copied[row]) }) : "";

/** Joins what is said of a word. @param {string[]} parts */
export const joined = (...parts) => parts.filter(Boolean).join(" · ");

/**
 * Draws below or beside a word of the flow how much of it was copied: a bar as long as this share of
 * the word, and the share in percent.
 * @param {number[] | undefined} copied @param {number} row
 * @param {FlowSpot} spot @param {FlowLayout} layout
 */
export function drawCopied(copied, row, { width }, { turned, zoom, word }) {
  if (!copied) return [];
  const share = copied[row];
  const long = share * width;
  const bar = {
    x: turned ? 0 : -long / 2,
    y: BAR.y * zoom,
    width: long,
    height: BAR.height * zoom,
  };
  const place = turned
    ? { x: NUMBER.grows * width + NUMBER.x * zoom, y: -0.1 * word }
    : { x: 0, y: NUMBER.y * zoom };
  return [
    ...(long < BAR.least ? [] : [svg("rect", { class: "copied", ...bar, rx: 1 })]),
    svg("text", { class: "copied", ...place }, percentage(share)),
  ];
}
