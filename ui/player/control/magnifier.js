// The magnifier: if the cells are too small for a word above each, the map under the pointer or the focus
// is shown large, with its words, over the other half of the maps.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { arrangeAll } from "../layout/fit_all.js";
import { isOverview } from "../layout/maps_layout.js";
import { showChosen } from "../drawing/marking.js";
import { markHere } from "./playing.js";
import { fillGrid } from "./scaffold.js";
import { ruler } from "../../web/dom.js";

/** @import { Card } from "../layout/maps_types" */
/** @import { Player } from "../layout/player_types" */

/** @param {Player} player */
export function watchMagnifier(player) {
  const { grid } = player.elements;
  const at = (/** @type {Event} */ event) => {
    const target = /** @type {Element} */ (event.target);
    showMagnifier(player, player.cards.find(({ node }) => node.contains(target)) ?? null);
  };
  grid.addEventListener("pointerover", at);
  grid.addEventListener("focusin", at);
  grid.addEventListener("pointerleave", () => showMagnifier(player, null));
  grid.addEventListener("focusout", () => showMagnifier(player, null));
}

/** @param {Player} player @param {Card | null} card */
function showMagnifier(player, card) {
  const { root } = player;
  const { magnifier, grid } = player.elements;
  const large = card && player.position.pins.includes(card.map.id); // A pinned map is large already.
  const sparse = card && (card.layout.headed === false || (card.layout.every?.across ?? 1) > 1);
  const needed = sparse && !large && !player.session.swiped ? card : null;
  if (needed && !magnifier.hidden && magnifier.dataset.of === needed.map.id) return;
  closeMagnifier(player);
  if (!needed) return;
  const {
    map,
    scale,
    view,
    sums,
    top,
    joints,
    layout: { zoom },
  } = needed;
  const measure = ruler(root, MEASURES.text.size * zoom);
  const layout = arrangeAll([map], MEASURES.lens, measure, view, zoom);
  if (isOverview({ layout })) return; // A sentence so long is no larger in it.
  const [drawn] = fillGrid(magnifier, [map], { scale, view, sums, top, joints, layout });
  magnifier.dataset.of = map.id;
  magnifier.hidden = false;
  const middle = needed.node.offsetLeft + needed.node.offsetWidth / 2;
  magnifier.classList.toggle("right", middle < grid.offsetLeft + grid.clientWidth / 2);
  player.cards.push(drawn);
  markHere(player, drawn);
  showChosen(drawn, player.position.cell);
}

/** @param {Player} player */
export function closeMagnifier(player) {
  const { magnifier } = player.elements;
  magnifier.hidden = true;
  player.cards = player.cards.filter(({ node }) => !magnifier.contains(node));
  magnifier.replaceChildren();
}
