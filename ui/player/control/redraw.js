// Draws the maps of the current view, only when data, view or width change, never per step.

import { paint } from "../drawing/cards.js";
import { drawLegend } from "../drawing/legend.js";
import { mark, showChosen } from "../drawing/marking.js";
import { arrangeAll } from "../layout/fit_all.js";
import { arrangeLong, isLong } from "../layout/long_axes.js";
import { arrangeRibbons } from "../drawing/ribbons.js";
import { drawCards, fillGrid } from "./scaffold.js";
import { sumUp } from "../drawing/sums.js";
import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { ruler } from "../../web/dom.js";
import { withEnd } from "../../web/text.js";
import { drawFlowCards } from "../drawing/flow_cards.js";
import { showShares } from "../drawing/shares.js";
import { showWritten } from "../drawing/written.js";
import { moveByHand, showPlace } from "./playing.js";
import { joinAll, marginsOf } from "../state/joint.js";
import { hasFlows, showOptions } from "../drawing/options.js";
import { setPosition } from "../state/position.js";
import { report } from "../state/reporting.js";
import { arrangeMaps, belowFlows, roomOf, watchAbove } from "../layout/viewport.js";
import { showReadout } from "../drawing/readout_bar.js";

/** @import { MapData, View } from "../layout/maps_types" */
/** @import { MapLayout, Paper } from "../layout/maps_types" */
/** @import { Measure } from "../../web/text.js" */
/** @import { Data, Late, Layer, Player } from "../layout/player_types" */

const PRESENTER_ZOOM = 1.6;
const MANY = 1000; // cells: as elements they are the browser's main work for a new sentence

/** @param {Player} player */
export function draw(player) {
  const { root } = player;
  const { data } = player.content;
  if (!data) return;
  const layer = data.layers.find(
    ({ measure, unit }) =>
      measure === player.position.view.measure && unit === player.position.view.unit,
  );
  if (!layer) return; // This cannot happen: `fit` chose an existing layer.
  const there = data.maps.map((_, index) => readMap(data, layer, index));
  player.content.maps = withLate(there, data.late ?? []);
  player.content.joints = joinAll(player.position, player.content.maps);
  const long = player.content.maps.some(isLong);
  const view = {
    ...player.position.view,
    ...(long ? /** @type {const} */ ({ picture: "map" }) : {}),
    margins: marginsOf(player.position, player.content.joints),
  };
  player.session.width = root.clientWidth;
  if (!player.session.width) return; // In a closed tab; the observer calls again when it opens.
  const { paddingLeft, paddingRight } = getComputedStyle(root);
  const width = player.session.width - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const zoom = player.session.presenting ? PRESENTER_ZOOM : 1;
  root.style.setProperty("--zoom", String(zoom));
  const measure = ruler(root, MEASURES.text.size * zoom);
  player.elements.magnifier.hidden = true;
  // A single map beside other content may be narrow on a large screen, so the window decides.
  const screen = player.content.maps.length > 1 ? width : window.innerWidth;
  // The maps of a lab are compared with each other, so they are stacked, not swiped.
  const isLab = data.key === "lab";
  player.session.swiped = view.density === "fit" && screen < MEASURES.all.narrow && !isLab;
  player.elements.grid.classList.toggle("swiped", player.session.swiped);
  root.classList.toggle("swiping", player.session.swiped); // Cheaper for the browser than `:has(.swiped)`.
  const measures = player.controls.options.measure.node?.childElementCount ?? 0;
  const crowded = width < MEASURES.all.narrow && measures > 2;
  if (player.session.swiped || crowded) player.elements.panel.prepend(player.elements.measures);
  else player.elements.panel.parentElement?.before(player.elements.measures);
  const slim = width < MEASURES.all.narrow * zoom;
  if (slim) player.elements.panel.append(player.elements.sharing);
  else player.elements.panel.parentElement?.after(player.elements.sharing);
  const { node } = player.controls.options.picture;
  const { all: ALL } = MEASURES;
  const folded = width < ALL.folded * zoom; // The bar has two lines, and the second has space.
  const roomy = (folded ? ALL.snug * zoom : ALL.roomy) + Math.max(0, measures - 2) * ALL.choice;
  if (node && width < roomy && !isLab && !player.session.presenting)
    player.controls.pictures.firstChild?.after(node);
  else if (node) player.elements.measures.prepend(node);
  player.content.scale = layer.scale;
  showReadout(player);
  drawLegend(player.elements.legend, player.content.scale, view); // First: on a phone it reduces the maps' height.
  const flows = view.picture === "flow" && hasFlows(data);
  drawFlowCards(player, layer.unit, width, measure, zoom, moveByHand);
  showShares(player); // its note is above the maps
  showWritten(player);
  const pinned =
    player.session.swiped || flows
      ? []
      : player.content.maps.filter(({ id }) => player.position.pins.includes(id));
  // Presented, enlarged maps have the whole screen.
  const part = [0, ...Object.values(MEASURES.pinned)][pinned.length];
  const share = Math.floor(width * (part && player.session.presenting ? 1 : part));
  const ample = share
    ? arrangeAll(
        pinned,
        { width: share, height: roomOf(player) },
        measure,
        view,
        zoom,
        pinned.length === 4 ? 2 : 0,
      )
    : null;
  // Without a map to give it a width, the panel is as wide as the sentence in its place needs.
  const own = ample ? Math.min(share, Math.max(widthOf(ample), MEASURES.pinnedMap.least)) : 0;
  const peek = player.session.swiped && player.content.maps.length > 1 ? MEASURES.all.peek : 0; // of the next map
  const rest = width - own - (own && MEASURES.card.gap) - peek;
  const strip = "picture" in data && view.density === "fit"; // all maps in one row
  const layout = long
    ? arrangeLong(player.content.maps, { width: rest, height: roomOf(player) }, measure, view, zoom)
    : strip
      ? arrangeAll(
          player.content.maps,
          { width: rest, height: Infinity },
          measure,
          view,
          zoom,
          player.content.maps.length,
        )
      : view.picture === "ribbons"
        ? arrangeRibbons(player.content.maps, rest, measure, zoom)
        : flows && !player.session.swiped && view.density === "fit"
          ? arrangeAll(
              player.content.maps,
              { width: rest, height: belowFlows(player) },
              measure,
              view,
              zoom,
            )
          : arrangeMaps(player, view, rest, measure, zoom);
  const sums = there.map(sumUp);
  const top = Math.max(
    1e-9,
    ...sums.flatMap(({ rows, columns }) => [...rows, ...columns]).map(Math.abs),
  );
  const leads = (/** @type {MapData} */ { id }) => Number(id === data.lead);
  if (player.session.swiped) player.content.maps.sort((one, other) => leads(other) - leads(one)); // lead first
  // On paper and in a picture to save there are elements, which stay sharp at any size.
  const flat = !player.session.printing && !("picture" in data) && countCells(there) > MANY;
  const { joints } = player.content;
  const paper = { scale: layer.scale, view, sums, top, joints, heads: data.heads, flat };
  const pins =
    player.content.maps.length > 1 && !player.session.swiped ? { pins: player.position.pins } : {};
  const refocus = drawCards(player, { ...paper, ...pins, layout });
  player.elements.large.style.width = `${own}px`;
  player.elements.large.hidden = !own;
  player.elements.large.replaceChildren();
  if (ample) {
    player.cards.push(
      ...fillGrid(player.elements.large, pinned, { ...paper, ...pins, layout: ample }),
    );
  }
  showOptions(player);
  for (const card of player.cards) {
    mark(card, player.position.step, player.session.veiled);
    showChosen(card, player.position.cell);
  }
  showShares(player);
  refocus();
  watchAbove(player, draw);
}

/**
 * The maps, with an empty slot for each model that is still loading, as high as the longest map.
 * @param {MapData[]} maps @param {Late[]} late
 */
function withLate(maps, late) {
  const longest = maps.reduce((one, other) => (other.rows.length > one.rows.length ? other : one));
  const all = [...maps];
  for (const { at, label, place } of late) {
    all.splice(at, 0, {
      ...longest,
      id: label,
      label,
      place,
      cells: null,
      late: true,
      index: -1,
      rows: longest.rows.map(() => ""),
      mode: "",
      origin: "",
      translation: "",
      next: [],
      logProb: undefined,
      perToken: undefined,
    });
  }
  return all;
}

/** @param {MapData[]} maps */
const countCells = (maps) =>
  maps.reduce((sum, { cells }) => sum + (cells?.length ?? 0) * (cells?.[0].length ?? 0), 0);

/** The width of a line of maps with their gaps. @param {MapLayout} layout */
const widthOf = ({ perLine, side, plot }) =>
  perLine * (side + plot + MEASURES.all.gap) - MEASURES.all.gap;

/**
 * Joins the data of one map in one layer.
 * @param {Data} data @param {Layer} layer @param {number} index @returns {MapData}
 */
function readMap({ lists, units, maps }, { unit, cells, scales }, index) {
  const { columns, rows, rowOfStep, unread, doubt, places } = units[unit][index];
  const map = maps[index];
  return {
    ...map,
    index,
    cells: cells[index],
    scale: scales[index],
    rowOfStep,
    unread,
    doubt,
    places,
    tokens: lists[map.tokens],
    columns: withEnd(lists[columns]),
    rows: withEnd(lists[rows]),
  };
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
  showPlace(player);
  report(player);
}
