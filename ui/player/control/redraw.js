// Draws the maps of the current view, only when data, view or width change, never per step.

import { paint } from "../drawing/cards.js";
import { drawLegend } from "../drawing/legend.js";
import { showChosen } from "../drawing/marking.js";
import { drawCards, fillGrid } from "./scaffold.js";
import { sumUp } from "../drawing/bars.js";
import { drawFlowCards, flowMaps } from "../drawing/flow_cards.js";
import { showShares } from "../drawing/shares.js";
import { showWritten } from "../drawing/written.js";
import { markHere, moveByHand, showPlace } from "./playing.js";
import { joinAll, marginsOf } from "../state/joint.js";
import { hasFlows, showOptions } from "../drawing/options.js";
import { setPosition } from "../state/position.js";
import { report } from "../state/reporting.js";
import { arrangeAround } from "../layout/arrangement.js";
import { measureFrame, placeTools, setSwiping } from "../layout/frame.js";
import { countCells, layerOf, mapsOf, withLate } from "../layout/layer_maps.js";
import { isLong } from "../layout/long_axes.js";
import { watchAbove } from "../layout/viewport.js";
import { showReadout } from "../drawing/readout_bar.js";

/** @import { Panel } from "../layout/arrangement.js" */
/** @import { MapData, Paper, View } from "../layout/maps_types" */
/** @import { Player } from "../layout/player_types" */

const MANY = 1000; // cells: as elements they are the browser's main work for a new sentence

/** @param {Player} player */
export function draw(player) {
  const { content, elements, position } = player;
  const { data } = content;
  if (!data) return;
  const layer = layerOf(data, position.view);
  if (!layer) return; // This cannot happen: `fit` chose an existing layer.
  const maps = mapsOf(data, layer);
  content.maps = withLate(maps, data.late ?? []);
  content.joints = joinAll(position, content.maps);
  const long = content.maps.some(isLong);
  const view = {
    ...position.view,
    ...(long ? /** @type {const} */ ({ picture: "map" }) : {}),
    margins: marginsOf(position, content.joints),
  };
  const frame = measureFrame(player);
  if (!frame) return;
  elements.magnifier.hidden = true;
  setSwiping(player, frame);
  [content.hero] = flowMaps(player);
  bound(player);
  placeTools(player, frame);
  content.scale = layer.scale;
  showReadout(player);
  drawLegend(elements.legend, content.scale, view); // First: on a phone it reduces the maps' height.
  const flows = view.picture === "flow" && hasFlows(data);
  drawFlowCards(player, layer.unit, frame.width, frame.measure, frame.zoom, moveByHand);
  showShares(player); // its note is above the maps
  showWritten(player);
  const { panel, layout } = arrangeAround(player, view, frame, flows);
  const refocus = drawMaps(player, { ...paperOf(player, view, maps), layout }, panel);
  showOptions(player);
  for (const card of player.cards) {
    markHere(player, card);
    showChosen(card, position.cell);
  }
  showShares(player);
  showPlace(player);
  refocus();
  watchAbove(player, draw);
}

/** The last step is that of the flow, or of the longest map. @param {Player} player */
function bound(player) {
  const { maps, hero } = player.content;
  const lengths = (hero ? [hero] : maps).map(({ rowOfStep }) => rowOfStep.length);
  player.content.last = Math.max(1, ...lengths) - 1;
  player.elements.slider.max = String(player.content.last);
  setPosition(player, { type: "end" });
}

/**
 * What all cards share, but for their layout.
 * @param {Player} player @param {View} view @param {MapData[]} maps those that are not loading
 * @returns {Omit<Paper, "layout">}
 */
function paperOf({ content, position, session }, view, maps) {
  const { data, scale, joints } = content;
  const sums = maps.map(sumUp);
  const all = sums.flatMap(({ rows, columns }) => [...rows, ...columns]);
  const top = Math.max(1e-9, ...all.map(Math.abs));
  // On paper and in a picture to save there are elements, which stay sharp at any size.
  const flat = !session.printing && !("picture" in data) && countCells(maps) > MANY;
  const paper = { scale, view, sums, top, joints, heads: data.heads, flat };
  const pinnable = content.maps.length > 1 && !session.swiped;
  return pinnable ? { ...paper, pins: position.pins } : paper;
}

/**
 * Draws the cards, and those of pinned maps in their panel; returns the function that restores the
 * focus.
 * @param {Player} player @param {Paper} paper @param {Panel | null} panel
 */
function drawMaps(player, paper, panel) {
  const { content, elements } = player;
  const leads = (/** @type {MapData} */ { id }) => Number(id === content.data.lead);
  if (player.session.swiped) content.maps.sort((one, other) => leads(other) - leads(one)); // lead first
  const refocus = drawCards(player, paper);
  elements.large.style.width = `${panel?.width ?? 0}px`;
  elements.large.hidden = !panel?.width;
  elements.large.replaceChildren();
  if (panel) {
    const { maps, layout } = panel;
    player.cards.push(...fillGrid(elements.large, maps, { ...paper, layout }));
  }
  return refocus;
}

/** @param {Player} player @param {Partial<View>} changes */
export function setView(player, changes) {
  setPosition(player, { type: "view", changes });
  if ("threshold" in changes) {
    for (const card of player.cards) {
      card.view = { ...card.view, threshold: player.position.view.threshold };
      paint(card);
    }
    drawLegend(player.elements.legend, player.content.scale, player.position.view);
    showOptions(player);
  } else draw(player);
  report(player);
}
