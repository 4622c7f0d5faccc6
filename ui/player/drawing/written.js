// What each model wrote: a list of the translations below a flow or above the maps, one line a model.

import { say } from "../../phrases/say.js";
import { html } from "../../web/dom.js";
import { percentage } from "../../web/numbers.js";
import { leading } from "./readout_bar.js";

/** @import { MapData } from "../layout/maps_types" */
/** @import { Player } from "../layout/player_types" */
/** @typedef {{ text: string, differs: boolean, gap: string }} Word `gap`: the words left out before it */

/**
 * The words of a translation, compared with those of another along their longest common subsequence.
 * @param {string} translation @param {string} other
 * @returns {Word[]} an empty last word has what is left out at the end
 */
export function compareWords(translation, other) {
  const [own, theirs] = [translation, other].map((text) => text.split(/\s+/u).filter(Boolean));
  const common = own.map(() => theirs.map(() => 0));
  const at = (/** @type {number} */ i, /** @type {number} */ j) => common[i]?.[j] ?? 0;
  for (let i = own.length - 1; i >= 0; i -= 1) {
    for (let j = theirs.length - 1; j >= 0; j -= 1) {
      common[i][j] =
        own[i] === theirs[j] ? 1 + at(i + 1, j + 1) : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  /** @type {Word[]} */
  const words = [];
  /** @type {string[]} */
  let gap = [];
  let replaced = false; // since the last common word; then nothing is left out, but other
  const leftOut = () => (replaced ? "" : gap.join(" "));
  for (let [i, j] = [0, 0]; i < own.length || j < theirs.length; ) {
    if (i < own.length && own[i] === theirs[j]) {
      words.push({ text: own[i], differs: false, gap: leftOut() });
      [gap, replaced] = [[], false];
      [i, j] = [i + 1, j + 1];
    } else if (j < theirs.length && (i === own.length || at(i, j + 1) >= at(i + 1, j))) {
      gap.push(theirs[j]);
      j += 1;
    } else {
      words.push({ text: own[i], differs: true, gap: "" });
      replaced = true;
      i += 1;
    }
  }
  if (leftOut()) words.push({ text: "", differs: false, gap: leftOut() });
  return words;
}

/**
 * The maps that a model wrote, the one that is surest of its words first.
 * @param {MapData[]} maps
 */
export const bySureness = (maps) =>
  maps
    .filter(({ late, perToken }) => !late && perToken !== undefined)
    .sort((one, other) => Number(other.perToken) - Number(one.perToken));

/** Whether there is something to list. @param {Player} player */
export const isListed = ({ content: { data, maps }, session }) =>
  data.key !== "lab" && !("picture" in data) && !session.presenting && bySureness(maps).length > 1;

/** Draws the list if it is open. @param {Player} player */
export function showWritten(player) {
  const { written } = player.elements;
  const lead = leading(player);
  const shown = player.session.listing && isListed(player);
  written.hidden = !shown;
  if (!shown || !lead) return;
  const lines = bySureness(player.content.maps).map((map) => drawLine(map, lead));
  written.replaceChildren(
    html("p", {}, say("wrote_note", { name: lead.label })),
    html("ol", {}, ...lines),
  );
}

/** @param {MapData} map @param {MapData} lead */
function drawLine({ id, label, translation, perToken = 0 }, lead) {
  const words = compareWords(translation, lead.translation).flatMap(({ text, differs, gap }) => [
    ...(gap ? [html("del", { title: say("left_out_here", { words: gap }) }, gap), " "] : []),
    differs ? html("mark", {}, text) : text,
    " ",
  ]);
  const share = html("span", { class: "per-token" }, percentage(perToken));
  share.style.setProperty("--share", String(perToken));
  return html(
    "li",
    {},
    html(
      "button",
      { type: "button", "data-map": id, "aria-pressed": id === lead.id },
      html("b", {}, label),
      share,
      html(
        "span",
        { class: "wrote", dir: "auto" },
        ...(translation ? words : [say("nothing_written")]),
      ),
    ),
  );
}
