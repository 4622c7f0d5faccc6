// The maps of the layer on show: their cells with the words of its unit.

import { withEnd } from "../../web/text.js";

/** @import { MapData, View } from "./maps_types" */
/** @import { Data, Late, Layer } from "./player_types" */

/**
 * The layer of a view's measure and unit.
 * @param {Data} data @param {Readonly<View>} view
 */
export const layerOf = ({ layers }, view) =>
  layers.find(({ measure, unit }) => measure === view.measure && unit === view.unit);

/** The maps of a layer. @param {Data} data @param {Layer} layer */
export const mapsOf = (data, layer) => data.maps.map((_, index) => readMap(data, layer, index));

/**
 * The maps, with an empty slot for each model that is still loading, as high as the longest map.
 * @param {MapData[]} maps @param {Late[]} late
 */
export function withLate(maps, late) {
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
export const countCells = (maps) =>
  maps.reduce((sum, { cells }) => sum + (cells?.length ?? 0) * (cells?.[0].length ?? 0), 0);

/**
 * Joins the data of one map in one layer.
 * @param {Data} data @param {Layer} layer @param {number} index @returns {MapData}
 */
function readMap({ lists, units, maps }, { unit, cells, scales }, index) {
  const { columns, rows, rowOfStep, unread, doubt, copied, places } = units[unit][index];
  const map = maps[index];
  return {
    ...map,
    index,
    cells: cells[index],
    scale: scales[index],
    rowOfStep,
    unread,
    doubt,
    copied,
    places,
    tokens: lists[map.tokens],
    columns: withEnd(lists[columns]),
    rows: withEnd(lists[rows]),
  };
}
