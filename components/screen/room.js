// How much of the screen the maps have, and the layout that fits them into it.

import MEASURES from "../../figures/measures.json" with { type: "json" };
import { arrangeAll } from "./all.js";
import { arrange } from "../maps/layout.js";
import { clamp } from "../basics/numbers.js";

/** @import { MapLayout } from "../maps/types" */
/** @import { Measure } from "../basics/text.js" */
/** @import { Player } from "../player/types" */

/**
 * All maps on one screen, unless they are few and short or a person wants them large: then each in
 * a card.
 * @param {Player} player @param {number} width @param {Measure} measure @param {number} zoom
 * @returns {MapLayout}
 */
export function arrangeMaps(player, width, measure, zoom) {
  const { maps, view, pins } = player;
  const large = arrange(maps, width, measure, view, zoom);
  if (view.density === "large") return large;
  const height = roomOf(player);
  const longest = Math.max(...maps.map(({ rows }) => rows.length));
  const long = longest * MEASURES.row.least > height; // the words would not even fit beside it
  if (player.swiped || (maps.length <= MEASURES.all.few && pins.length === 0 && !long)) {
    return shallow(large, height, longest, zoom);
  }
  return arrangeAll(maps, { width, height }, measure, view, zoom);
}

/**
 * One line of cards with rows low enough to be seen whole, if they can be.
 * @param {MapLayout} large @param {number} height @param {number} rows @param {number} zoom
 */
function shallow(large, height, rows, zoom) {
  const room = Math.floor((height - MEASURES.card.chrome * zoom - large.head) / rows);
  return { ...large, row: clamp(room, MEASURES.row.least * zoom, large.row) };
}

/**
 * The height below the bars; where the maps begin far down, what there is once it is scrolled.
 * @param {Pick<Player, "root" | "grid" | "bar"> &
 *   Partial<Pick<Player, "strip" | "presenting" | "swiped">>} player
 */
export function roomOf({ root, grid, bar, strip, presenting, swiped }) {
  const page = presenting ? root : hostOf(root).closest('[data-testid="stMain"]');
  const scrolled = page?.scrollTop ?? window.scrollY;
  const seen = presenting ? root.clientHeight : window.innerHeight;
  const steps = swiped ? Number(bar.firstElementChild?.clientHeight) : 0;
  const docked = (strip?.offsetHeight ?? 0) + steps + MEASURES.card.gap;
  const below = seen - grid.getBoundingClientRect().top - scrolled - docked;
  return below > seen / 2 ? below : seen - bar.offsetHeight - docked;
}

/** @param {Element} root */
function hostOf(root) {
  const tree = root.getRootNode();
  return tree instanceof ShadowRoot ? tree.host : root;
}
