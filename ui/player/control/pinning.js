// Pinned maps: a click on a map's name, or a number key, shows the map large beside all others.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { say } from "../../phrases/say.js";
import { MOST_FLOWS, flowMaps } from "../drawing/flow_cards.js";
import { draw } from "./redraw.js";
import { setPosition, stepIn } from "../state/position.js";
import { report } from "../state/reporting.js";
import { tellBriefly } from "./scaffold.js";

/** @import { Player } from "../layout/player_types" */

/**
 * Pins or unpins the map whose name was clicked; returns whether a name was clicked.
 * @param {Player} player @param {Event} event
 */
export function pinByClick(player, event) {
  const name = /** @type {Element} */ (event.target).closest(".name");
  const card = name && player.cards.find(({ node }) => node.contains(name));
  const shifted = event instanceof MouseEvent && event.shiftKey;
  if (card) pin(player, card.map.id, player.position.view.picture === "flow" && !shifted);
  return Boolean(card);
}

/**
 * @param {Player} player @param {string} id
 * @param {boolean} [only] whether the map replaces all others, as the one whose flow is shown
 */
export function pin(player, id, only = false) {
  const most =
    player.position.view.picture === "flow" ? MOST_FLOWS : Object.keys(MEASURES.pinned).length;
  const added = only ? [id] : [...player.position.pins, id];
  const dropped = added.length - most;
  const known = player.position.pins.includes(id) && !only;
  const left = player.position.pins.filter((one) => one !== id);
  const from = player.content.hero;
  setPosition(player, { type: "pins", pins: known ? left : added.slice(-most) });
  const [hero] = flowMaps(player);
  player.content.hero = hero;
  // Another model's flow goes on at the same word.
  if (hero) setPosition(player, { type: "step", step: stepIn(hero, player.position.step, from) });
  const said =
    dropped > 0 && !known
      ? say("at_most", {
          most,
          name: player.content.maps.find((map) => map.id === added[0])?.label ?? "",
        })
      : "";
  if (said) tellBriefly(player, said);
  draw(player);
  report(player);
  /** @type {HTMLElement | null | undefined} */
  const name = player.cards.find(({ map }) => map.id === id)?.node.querySelector(".name");
  name?.focus({ preventScroll: true }); // Drawing removed the button that had the focus.
}

/**
 * Opens and closes the list of what each model wrote; a click on a line shows that model alone.
 * @param {Player} player
 */
export function listenToList(player) {
  const { shares, written } = player.elements;
  const pressed = (/** @type {Event} */ { target }) =>
    /** @type {Element} */ (target).closest("button");
  shares.addEventListener("click", (event) => {
    if (!pressed(event)?.matches(".lister")) return;
    player.session.listing = !player.session.listing;
    draw(player);
    /** @type {HTMLElement | null} */ (shares.querySelector(".lister"))?.focus();
  });
  written.addEventListener("click", (event) => {
    const id = pressed(event)?.dataset.map;
    if (!id) return;
    pin(player, id, true);
    /** @type {HTMLElement | null} */ (written.querySelector(`[aria-pressed="true"]`))?.focus();
  });
}

/**
 * Pins or unpins the map of a number key, in the order on the screen; 0 unpins all.
 * @param {Player} player @param {string} key
 */
export function pinByKey(player, key) {
  if (key === "0") {
    setPosition(player, { type: "pins", pins: [] });
    draw(player);
    report(player);
    return;
  }
  const card = player.cards.filter(({ node }) => player.elements.grid.contains(node))[
    Number(key) - 1
  ];
  if (card) pin(player, card.map.id);
}
