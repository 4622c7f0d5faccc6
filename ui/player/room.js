// How much of the screen the maps have, and the layout that fits them into it.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { arrangeAll } from "./all.js";
import { arrange } from "./maps_layout.js";
import { clamp } from "../web/numbers.js";

/** @import { MapLayout } from "./maps_types" */
/** @import { Measure } from "../web/text.js" */
/** @import { Player } from "./player_types" */
/**
 * @typedef {Pick<Player, "root" | "grid" | "bar"> &
 *   Partial<Pick<Player, "strip" | "presenting" | "swiped">>} Screen
 */

/**
 * All maps on one screen, unless they are few and short or a person wants them large: then each in
 * a card.
 * @param {Player} player @param {number} width @param {Measure} measure @param {number} zoom
 * @returns {MapLayout}
 */
export function arrangeMaps(player, width, measure, zoom) {
  const { maps, view, pins } = player;
  const large = () => arrange(maps, width, measure, view, zoom);
  if (view.density === "large") return large();
  const height = roomOf(player);
  const longest = Math.max(...maps.map(({ rows }) => rows.length));
  const long = longest * MEASURES.row.least > height; // the words would not even fit beside it
  if (player.swiped || (maps.length <= MEASURES.all.few && pins.length === 0 && !long)) {
    return shallow(player, large(), longest, zoom);
  }
  return arrangeAll(maps, { width, height }, measure, view, zoom);
}

/**
 * One line of cards with rows low enough to be seen whole, if they can be: on a phone without
 * scrolling, all maps or at least the first, or else once the page is scrolled.
 * @param {Player} player @param {MapLayout} large @param {number} longest @param {number} zoom
 */
function shallow(player, large, longest, zoom) {
  const { card: CARD, row: ROW } = MEASURES;
  const fit = (/** @type {number} */ height, /** @type {number} */ around, rows = longest) =>
    Math.floor((height - around * zoom - large.head) / rows);
  if (player.swiped) {
    const lead = player.maps.find(({ id }) => id === player.data.lead) ?? player.maps[0];
    const height = below(player); // for whole cards, or else without what is below their maps
    const row = [[CARD.whole, longest], [CARD.above, longest], [CARD.above, lead.rows.length]]
      .map(([around, rows]) => fit(height, around, rows)).find((one) => one >= ROW.lowest);
    if (row) return { ...large, row: Math.min(row, large.row) };
  }
  const room = fit(roomOf(player), CARD.chrome);
  return { ...large, row: clamp(room, ROW.least * zoom, large.row) };
}

/**
 * The height below the bars; where the maps begin far down, what there is once it is scrolled.
 * @param {Screen} player
 */
export function roomOf(player) {
  const { seen, docked } = heights(player);
  const unscrolled = below(player);
  return unscrolled > seen / 2 ? unscrolled : seen - player.bar.offsetHeight - docked;
}

/**
 * Draws a phone's maps again once what stands above them has come or grown, and took of their room.
 * @param {Player} player @param {(player: Player) => void} draw
 */
export function watchAbove(player, draw) {
  if (!player.swiped) return; // asking where they begin costs a layout of the page
  player.top = topOf(player);
  const page = hostOf(player.root).closest('[data-testid="stMainBlockContainer"]');
  if (player.above || !page) return;
  player.above = new ResizeObserver(() => {
    if (player.swiped && player.root.clientWidth && topOf(player) !== player.top) draw(player);
  });
  player.above.observe(page);
}

/** @param {Screen} player */
function below(player) {
  const { seen, docked } = heights(player);
  return seen - topOf(player) - docked;
}

/** Where the maps begin on the unscrolled page. @param {Screen} player */
function topOf({ root, grid, presenting }) {
  const page = presenting ? root : hostOf(root).closest('[data-testid="stMain"]');
  return Math.round(grid.getBoundingClientRect().top + (page?.scrollTop ?? window.scrollY));
}

/**
 * How high the screen is, and what always stands at its foot.
 * @param {Screen} player
 */
function heights({ root, bar, strip, presenting, swiped }) {
  const steps = swiped ? Number(bar.querySelector(".steps")?.clientHeight) : 0;
  return {
    seen: presenting ? root.clientHeight : window.innerHeight,
    docked: (strip?.offsetHeight ?? 0) + steps + MEASURES.card.gap,
  };
}

/** @param {Element} root */
function hostOf(root) {
  const tree = root.getRootNode();
  return tree instanceof ShadowRoot ? tree.host : root;
}
