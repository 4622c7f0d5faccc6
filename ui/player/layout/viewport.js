// The size of the viewport that is left for the maps, and the layout that fits them into it.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { arrangeAll, thinned } from "./fit_all.js";
import { arrange, axes } from "./maps_layout.js";
import { clamp } from "../../web/numbers.js";

/** @import { MapLayout, Stage, StageSession, View } from "./maps_types" */
/** @import { Measure } from "../../web/text.js" */
/** @import { Elements, Player, Session } from "./player_types" */
/**
 * @typedef {Pick<Stage, "root"> &
 *   { session: StageSession & Partial<Pick<Session, "presenting" | "swiped">>,
 *   elements: Pick<Elements, "grid" | "bar"> & Partial<Pick<Elements, "readoutBar">> }} Screen
 */

const MOST_SCREENS = 4;

/**
 * Fits all maps on one screen. If they are few and short, or if the person chose large ones, each
 * has a card instead.
 * @param {Player} player @param {View} view @param {number} width @param {Measure} measure
 * @param {number} zoom
 * @returns {MapLayout}
 */
export function arrangeMaps(player, view, width, measure, zoom) {
  const { position } = player;
  const { maps } = player.content;
  const large = () => arrange(maps, width, measure, view, zoom);
  if (view.density === "large") return large();
  const height = roomOf(player);
  const longest = Math.max(...maps.map(({ rows }) => rows.length));
  const long = longest * MEASURES.row.least > height; // too high even with the lowest rows of cards
  const widest = Math.max(...maps.map((map) => axes(map, view.transposed).across.length));
  const wide = widest * MEASURES.cell.least > 2 * width; // Scrolling would show less than half.
  if (
    player.session.swiped ||
    (maps.length <= MEASURES.all.few && position.pins.length === 0 && !long && !wide)
  ) {
    return shallow(player, large(), longest, zoom);
  }
  // From the back of a room only large words are read, so there the maps may take several screens.
  for (let screens = 1; ; screens += 1) {
    const layout = arrangeAll(maps, { width, height: screens * height }, measure, view, zoom);
    const clear = (layout.text ?? 0) >= MEASURES.text.size * zoom || screens === MOST_SCREENS;
    if (!player.session.presenting || clear) return layout;
  }
}

/**
 * A layout with rows low enough for cards to be visible whole, if possible: on a phone without
 * scrolling, for all maps or at least for the lead; otherwise once the page is scrolled to them.
 * @param {Player} player @param {MapLayout} large @param {number} longest @param {number} zoom
 */
function shallow(player, large, longest, zoom) {
  const { card: CARD, row: ROW } = MEASURES;
  const fit = (/** @type {number} */ height, /** @type {number} */ around, rows = longest) =>
    Math.floor((height - around * zoom - large.head) / rows);
  if (player.session.swiped) {
    const lead =
      player.content.maps.find(({ id }) => id === player.content.data.lead) ??
      player.content.maps[0];
    // The space is tried for whole cards, then for cards without the part below their maps.
    const height = below(player);
    const row = [
      [CARD.whole, longest],
      [CARD.above, longest],
      [CARD.above, lead.rows.length],
    ]
      .map(([around, rows]) => fit(height, around, rows))
      .find((one) => one >= ROW.lowest);
    if (row) {
      const every = {
        down: thinned(row, MEASURES.text.size * MEASURES.all.fits * zoom),
        across: 1,
      };
      return { ...large, row: Math.min(row, large.row), every };
    }
  }
  const room = fit(roomOf(player), CARD.chrome);
  return { ...large, row: clamp(room, ROW.least * zoom, large.row) };
}

/**
 * The height for the maps below the bars; if they begin in the lower half of the screen, the height
 * once the page is scrolled to them.
 * @param {Screen} player
 */
export function roomOf(player) {
  const { seen, docked } = heights(player);
  const unscrolled = below(player);
  return unscrolled > seen / 2 ? unscrolled : seen - player.elements.bar.offsetHeight - docked;
}

/**
 * On a phone, draws the maps again when content above them has moved them.
 * @param {Player} player @param {(player: Player) => void} draw
 */
export function watchAbove(player, draw) {
  if (!player.session.swiped) return; // Measuring where the maps begin costs a layout of the page.
  player.session.top = topOf(player);
  const page = hostOf(player.root).closest('[data-testid="stMainBlockContainer"]');
  if (player.session.above || !page) return;
  player.session.above = new ResizeObserver(() => {
    if (player.session.swiped && player.root.clientWidth && topOf(player) !== player.session.top)
      draw(player);
  });
  player.session.above.observe(page);
}

/**
 * The height for the maps below a flow: what is left of the screen, but at least a line of them.
 * @param {Screen} player
 */
export const belowFlows = (player) => Math.max(below(player), MEASURES.flow.below);

/**
 * The height for a flow and a line of maps below it; on a phone and in presenter mode without maps.
 * @param {Screen} player @param {HTMLElement} flow
 */
export function roomOfFlow(player, flow) {
  const { seen, docked } = heights(player);
  const below = player.session.presenting || player.session.swiped ? 0 : MEASURES.flow.below;
  return seen - topOf(player, flow) - docked - below;
}

/** The height for the maps on the unscrolled page. @param {Screen} player */
function below(player) {
  const { seen, docked } = heights(player);
  return seen - topOf(player) - docked;
}

/**
 * The y position of the maps, or of another element, on the unscrolled page, in pixels.
 * @param {Screen} player @param {HTMLElement} [node]
 */
function topOf({ root, elements: { grid }, session: { presenting } }, node) {
  node ??= grid.getClientRects().length ? grid : /** @type {HTMLElement} */ (grid.parentElement);
  const page = presenting ? root : hostOf(root).closest('[data-testid="stMain"]');
  return Math.round(node.getBoundingClientRect().top + (page?.scrollTop ?? window.scrollY));
}

/**
 * The height of the screen, and that of the elements docked at its bottom.
 * @param {Screen} player
 */
function heights({ root, elements: { bar, readoutBar }, session: { presenting, swiped } }) {
  const steps = swiped ? Number(bar.querySelector(".steps")?.clientHeight) : 0;
  return {
    seen: presenting ? root.clientHeight : window.innerHeight,
    docked: (readoutBar?.offsetHeight ?? 0) + steps + MEASURES.card.gap,
  };
}

/** The element of the page that contains the component's shadow tree. @param {Element} root */
function hostOf(root) {
  const tree = root.getRootNode();
  return tree instanceof ShadowRoot ? tree.host : root;
}
