// The button that opens all layers and heads of a map's model in place of the maps of the models.

import { say } from "../../phrases/say.js";
import { html } from "../../web/dom.js";

/** @import { Player } from "../layout/player_types" */

/** @param {string} id of the map */
export const headsOpener = (id) =>
  html(
    "button",
    {
      type: "button",
      class: "link heads-of",
      title: say("heads_help"),
      "aria-label": say("heads"),
      "data-heads": id,
    },
    html("span", {}, say("heads")),
  );

/**
 * Asks Python for the heads of the map whose button was clicked.
 * @param {Player} player @param {Event} event
 */
export function openHeads(player, { target }) {
  const button = target instanceof Element && target.closest("[data-heads]");
  if (button instanceof HTMLElement) player.trigger?.("heads", button.dataset.heads);
}
