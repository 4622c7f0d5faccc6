// The placement of maps in a grid: a line has one timing or several small ones, and a column has
// one kind of score, so that positions have a meaning.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };

/** @import { MapData } from "./maps_types" */
/** @typedef {{ column: number, index: number }} Placed a map (by its index) and its column */
/** @typedef {{ name: string, about: string, from: number, to: number }} Group a range of columns */
/** @typedef {{ placed: Placed[], groups: Group[] }} Line */
/** @typedef {Pick<MapData, "place" | "cells" | "late">[]} Places */

/**
 * All placements with at most `perLine` maps per line: one with as few lines as possible, and some
 * with more, in which small groups share no line with a map of the same kind, because that map has
 * their column.
 * @param {Places} maps @param {number} perLine
 * @returns {Line[][]}
 */
export function waysToPlace(maps, perLine) {
  const ways = [placeMaps(maps, perLine)];
  for (let most = ways[0].length + 1; ; most += 1) {
    const lines = placeMaps(maps, perLine, most);
    if (lines.length < most) return ways;
    ways.push(lines);
  }
}

/**
 * The cost of a placement: groups that are split, and columns with more than one kind.
 * @param {Places} maps @param {Line[]} lines
 */
export function disorder(maps, lines) {
  const names = lines.flatMap(({ groups }) => groups.map(({ name }) => name));
  const drawn = lines
    .flatMap(({ placed }) => placed)
    .filter(({ index }) => maps[index].cells || maps[index].late);
  const kinds = new Set(drawn.map(({ column, index }) => `${column} ${maps[index].place.kind}`));
  const columns = new Set(drawn.map(({ column }) => column));
  return (
    MEASURES.all.split * (names.length - new Set(names).size) +
    MEASURES.all.mixed * (kinds.size - columns.size)
  );
}

/**
 * Places maps with at most `perLine` per line, and in up to `most` lines if that separates maps of
 * the same kind.
 * @param {Places} maps @param {number} perLine
 * @returns {Line[]}
 */
export function placeMaps(maps, perLine, most = 0) {
  const lines = gather(maps, perLine, most);
  // The line with the largest group decides which column a kind has.
  const size = (/** @type {number[]} */ line) =>
    Math.max(
      ...line.map(
        (index) =>
          line.filter((other) => maps[other].place.group === maps[index].place.group).length,
      ),
    );
  const fullest = lines.reduce((best, line) => (size(line) > size(best) ? line : best));
  const columnOf = new Map();
  byKind(maps, fullest).forEach((index, column) => {
    const { kind } = maps[index].place;
    if (!columnOf.has(kind)) columnOf.set(kind, column);
  });
  return lines.map((line) => placeLine(maps, line, perLine, columnOf));
}

/**
 * Sorts the maps' indices into lines. A group fills whole lines; its remainder goes to the line
 * with space that has the fewest maps of its kinds, then the fewest maps, or starts a line.
 * @param {Places} maps @param {number} perLine @param {number} most
 */
function gather(maps, perLine, most) {
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  maps.forEach(({ place: { group } }, index) => {
    groups.set(group, [...(groups.get(group) ?? []), index]);
  });
  /** @type {number[][]} */
  const lines = [];
  /** @type {number[][]} */
  const rests = [];
  for (const group of groups.values()) {
    const whole = group.length - (group.length % perLine);
    for (let i = 0; i < whole; i += perLine) lines.push(group.slice(i, i + perLine));
    if (whole < group.length) rests.push(group.slice(whole));
  }
  /** @type {number[][]} */
  const shared = [];
  for (const rest of rests) {
    const clashes = (/** @type {number[]} */ line) =>
      rest.filter((one) => line.some((other) => maps[one].place.kind === maps[other].place.kind))
        .length;
    const [open] = shared
      .filter((line) => line.length + rest.length <= perLine)
      .sort((one, other) => clashes(one) - clashes(other) || one.length - other.length);
    const full = lines.length + shared.length >= most;
    if (open && (full || clashes(open) === 0)) open.push(...rest);
    else shared.push([...rest]);
  }
  return [...lines, ...shared].sort((one, other) => Math.min(...one) - Math.min(...other));
}

/**
 * Sorts a line by kind within each group; the groups keep their order.
 * @param {Places} maps @param {number[]} line
 */
function byKind(maps, line) {
  const order = [...new Set(line.map((index) => maps[index].place.group))];
  const key = (/** @type {number} */ index) => {
    const { group, kind } = maps[index].place;
    return 100 * order.indexOf(group) + kind;
  };
  return [...line].sort((one, other) => key(one) - key(other) || one - other);
}

/**
 * Assigns columns from left to right: that of a map's kind if it is still to come, else the next
 * one. The maps of a group stay together.
 * @param {Places} maps @param {number[]} line @param {number} perLine
 * @param {Map<number, number>} columnOf
 * @returns {Line}
 */
function placeLine(maps, line, perLine, columnOf) {
  const order = byKind(maps, line);
  /** @type {Placed[]} */
  const placed = [];
  /** @type {Group[]} */
  const groups = [];
  order.forEach((index, i) => {
    const { group, about, kind } = maps[index].place;
    const first = (placed.at(-1)?.column ?? -1) + 1;
    const last = perLine - (order.length - i);
    const column = Math.min(Math.max(first, columnOf.get(kind) ?? first), last);
    placed.push({ column, index });
    const same = groups.at(-1);
    if (group && same?.name === group) same.to = column;
    else if (group) groups.push({ name: group, about, from: column, to: column });
  });
  return { placed, groups };
}
