// The lens: if the cells are too small for words above them, the map under the pointer or the focus
// is shown large, with its words, over the other half of the maps.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { arrangeAll } from "../layout/fit_all.js";
import { isOverview } from "../layout/maps_layout.js";
import { mark } from "../drawing/marking.js";
import { fillGrid } from "./scaffold.js";
import { ruler } from "../../web/dom.js";
import { showChosen } from "./chosen.js";

/** @import { Card } from "../layout/maps_types" */
/** @import { Player } from "../layout/player_types" */

/** @param {Player} player */
export function watchLens(player) {
  const { grid } = player.elements;
  const at = (/** @type {Event} */ event) => {
    const target = /** @type {Element} */ (event.target);
    showLens(player, player.cards.find(({ node }) => node.contains(target)) ?? null);
  };
  grid.addEventListener("pointerover", at);
  grid.addEventListener("focusin", at);
  grid.addEventListener("pointerleave", () => showLens(player, null));
  grid.addEventListener("focusout", () => showLens(player, null));
}

/** @param {Player} player @param {Card | null} card */
function showLens(player, card) {
  const { root } = player;
  const { lens, grid } = player.elements;
  const large = card && player.position.pins.includes(card.map.id); // A pinned map is large already.
  const needed = card?.layout.headed === false && !large && !player.swiped ? card : null;
  if (needed && !lens.hidden && lens.dataset.of === needed.map.id) return;
  closeLens(player);
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
  if (isOverview({ layout })) return; // A sentence so long is no larger in the lens.
  const [drawn] = fillGrid(lens, [map], { scale, view, sums, top, joints, layout });
  lens.dataset.of = map.id;
  lens.hidden = false;
  const middle = needed.node.offsetLeft + needed.node.offsetWidth / 2;
  lens.classList.toggle("right", middle < grid.offsetLeft + grid.clientWidth / 2);
  player.cards.push(drawn);
  mark(drawn, player.position.step, player.veiled);
  showChosen(drawn, player.position.cell);
}

/** @param {Player} player */
export function closeLens(player) {
  const { lens } = player.elements;
  lens.hidden = true;
  player.cards = player.cards.filter(({ node }) => !lens.contains(node));
  lens.replaceChildren();
}
