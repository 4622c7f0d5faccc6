// The arrangement of a player's maps: the pinned ones in a panel, and all maps beside it.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { arrangeAll } from "./fit_all.js";
import { arrangeLong, isLong } from "./long_axes.js";
import { arrangeRibbons } from "./ribbons_layout.js";
import { arrangeMaps, belowFlows, roomOf } from "./viewport.js";

/** @import { Frame } from "./frame.js" */
/** @import { MapData, MapLayout, RibbonLayout, View } from "./maps_types" */
/** @import { Player } from "./player_types" */

/**
 * @typedef {object} Panel the pinned maps beside the others
 * @property {number} width
 * @property {MapData[]} maps
 * @property {MapLayout} layout
 */

/**
 * Arranges the maps on show; `panel` is null if none is pinned.
 * @param {Player} player @param {View} view @param {Frame} frame
 * @param {boolean} flows whether there are flows above the maps
 * @returns {{ panel: Panel | null, layout: MapLayout | RibbonLayout }}
 */
export function arrangeAround(player, view, frame, flows) {
  const { maps } = player.content;
  const { swiped } = player.session;
  const panel = swiped || flows ? null : arrangePanel(player, view, frame);
  const peek = swiped && maps.length > 1 ? MEASURES.all.peek : 0; // of the next map
  const width = frame.width - (panel?.width ? panel.width + MEASURES.card.gap : 0) - peek;
  const { measure, zoom } = frame;
  if (maps.some(isLong)) {
    const room = { width, height: roomOf(player) };
    return { panel, layout: arrangeLong(maps, room, measure, view, zoom) };
  }
  if ("picture" in player.content.data && view.density === "fit") {
    const room = { width, height: Infinity }; // all maps in one row
    return { panel, layout: arrangeAll(maps, room, measure, view, zoom, maps.length) };
  }
  if (view.picture === "ribbons")
    return { panel, layout: arrangeRibbons(maps, width, measure, zoom) };
  if (!flows || swiped || view.density !== "fit")
    return { panel, layout: arrangeMaps(player, view, width, measure, zoom) };
  const room = { width, height: belowFlows(player) };
  return { panel, layout: arrangeAll(maps, room, measure, view, zoom) };
}

/** @param {Player} player @param {View} view @param {Frame} frame @returns {Panel | null} */
function arrangePanel(player, view, { width, measure, zoom }) {
  const maps = player.content.maps.filter(({ id }) => player.position.pins.includes(id));
  // Presented, enlarged maps have the whole screen.
  const part = [0, ...Object.values(MEASURES.pinned)][maps.length];
  const share = Math.floor(width * (part && player.session.presenting ? 1 : part));
  if (!share) return null;
  const room = { width: share, height: roomOf(player) };
  const layout = arrangeAll(maps, room, measure, view, zoom, maps.length === 4 ? 2 : 0);
  // Without a map to give it a width, the panel is as wide as the sentence in its place needs.
  const own = Math.min(share, Math.max(widthOf(layout), MEASURES.pinnedMap.least));
  return { maps, layout, width: own };
}

/** The width of a line of maps with their gaps. @param {MapLayout} layout */
const widthOf = ({ perLine, side, plot }) =>
  perLine * (side + plot + MEASURES.all.gap) - MEASURES.all.gap;
