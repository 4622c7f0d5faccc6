// What the small maps below a flow say about its word: a share beside each name, and a note on what it
// is of, as models may write different words.

import { say } from "../../phrases/say.js";
import { html } from "../../web/dom.js";
import { clamp, highest, percentage } from "../../web/numbers.js";
import { isolated, twin } from "../../web/text.js";
import { forcer, forcesAbove, leading, written } from "./readout_bar.js";
import { isListed } from "./written.js";

/** @import { FlowMap } from "../../flow/types" */
/** @import { MapData } from "../layout/maps_types" */
/** @import { Player } from "../layout/player_types" */

export const NOTE = 22; // pixels: the height of the note

/**
 * Shows beside the name of each small map how much it looks at the word that the flow's model looks
 * at most, where it writes the same word; and what these numbers are.
 * @param {Player} player
 */
export function showShares(player) {
  const { flows, cards, position } = player;
  const { data, maps } = player.content;
  const { shares } = player.elements;
  const hero = flows[0]?.map;
  shares.hidden = maps.length < 2 || (!hero && !isListed(player));
  if (!shares.hidden) shares.replaceChildren(...note(player));
  if (!hero) return;
  const { row } = flows[0];
  const column = hero.weights ? highest(hero.weights[row]) : null;
  const layer = data.layers.find(
    ({ measure, unit }) => measure === "weights" && unit === position.view.unit,
  );
  for (const { map, node } of cards) {
    const share = node.querySelector(".share");
    const cells = layer?.cells[map.index];
    const at = twin(hero.columns, map.columns, column);
    if (share) share.textContent = cells && at !== null ? shareOf(hero, row, map, cells, at) : "";
  }
}

/**
 * The share in a map's row that writes the same word, or a dash without one.
 * @param {FlowMap} hero @param {number} row @param {Pick<MapData, "rows">} map
 * @param {(number | null)[][]} cells @param {number} column
 */
function shareOf(hero, row, map, cells, column) {
  const own = twin(hero.rows, map.rows, row);
  return own === null ? "–" : percentage(clamp(cells[own]?.[column] ?? 0, 0, 1));
}

/** @param {Player} player */
function note(player) {
  const lead = leading(player);
  const { flows, session } = player;
  const models = player.content.maps.filter(({ late }) => !late).length;
  const count = written(player.content.maps);
  return [
    ...flows.slice(0, 1).flatMap(({ map, row }) => tellShares(map, row, count)),
    ...(count > 1 ? [say("translations", { models, count })] : []),
    ...(isListed(player) ? [lister(session.listing)] : []),
    ...(forcesAbove(player) && lead ? [forcer(player, lead, "same_words")] : []),
  ].map((part) => (typeof part === "string" ? html("span", {}, part) : part));
}

/** @param {FlowMap | null} hero @param {number} row @param {number} count of the translations */
function tellShares(hero, row, count) {
  if (!hero?.weights) return [];
  const source = isolated(hero.columns[highest(hero.weights[row])]);
  return [say(count > 1 ? "shares_apart" : "shares", { source, word: isolated(hero.rows[row]) })];
}

/** The button that opens and closes the list of what each model wrote. @param {boolean} open */
const lister = (open) =>
  html(
    "button",
    { type: "button", class: "link lister", "aria-expanded": open },
    say("each_wrote"),
  );
