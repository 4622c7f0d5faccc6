// Maps that a person made large, beside all others: by a press on a name, or a number key.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { draw } from "./player_drawing.js";
import { report } from "./reporting.js";

/** @import { Player } from "./player_types" */

/**
 * Makes the map large whose name is pressed, or puts it back; returns whether one was.
 * @param {Player} player @param {Event} event
 */
export function pinByClick(player, event) {
  const name = /** @type {Element} */ (event.target).closest(".name");
  const card = name && player.cards.find(({ node }) => node.contains(name));
  if (card) pin(player, card.map.id);
  return Boolean(card);
}

/** @param {Player} player @param {string} id */
export function pin(player, id) {
  const most = Object.keys(MEASURES.pinned).length;
  player.pins = player.pins.includes(id)
    ? player.pins.filter((one) => one !== id)
    : [...player.pins, id].slice(-most);
  draw(player);
  report(player);
  /** @type {HTMLElement | null | undefined} */
  const name = player.cards.find(({ map }) => map.id === id)?.node.querySelector(".name");
  name?.focus({ preventScroll: true }); // or the keys would go nowhere
}

/**
 * Pins the map of a number key, as they stand on the screen; 0 puts all back.
 * @param {Player} player @param {string} key
 */
export function pinByKey(player, key) {
  if (key === "0") {
    player.pins = [];
    draw(player);
    report(player);
    return;
  }
  const card = player.cards.filter(({ node }) => player.grid.contains(node))[Number(key) - 1];
  if (card) pin(player, card.map.id);
}
