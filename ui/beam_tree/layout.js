// The layout of the beam tree: the columns of its nodes, their order, and their positions.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { clamp } from "../web/numbers.js";

/** @import { TreeColumns, NodePlace, TreeNode } from "./types" */

/**
 * Sorts the nodes into columns, by index, and gives each its row. Children are in their parents'
 * order, with the one on the best path first, then by probability. So no two lines cross, and the
 * best path is at the top.
 * @param {Pick<TreeNode, "parent" | "probability" | "fate">[]} nodes @param {number} best
 * @param {(i: number) => boolean} shown whether a node is drawn; a hidden node has no visible child
 * @returns {TreeColumns}
 */
export function arrange(nodes, best, shown = () => true) {
  /** @type {number[][]} */
  const children = nodes.map(() => []);
  /** @type {number[]} */
  const roots = [];
  nodes.forEach(({ parent }, i) => {
    if (shown(i)) (parent === null ? roots : children[parent]).push(i);
  });
  const onBest = new Set(path(nodes, best));
  const order = (/** @type {number} */ a, /** @type {number} */ b) =>
    Number(onBest.has(b)) - Number(onBest.has(a)) || nodes[b].probability - nodes[a].probability;
  const columns = [];
  for (let column = roots.sort(order); column.length; ) {
    columns.push(column);
    column = column.flatMap((i) => children[i].sort(order));
  }
  return { columns, children, onBest, rows: rowsOf(nodes, columns, children) };
}

/**
 * The row of each node: that of its parent for a first child, so a hypothesis runs straight. The
 * others take the highest row that is free. A finished hypothesis keeps its row to the last column.
 * @param {Pick<TreeNode, "fate">[]} nodes @param {number[][]} columns
 * @param {number[][]} children of each node, sorted
 */
function rowsOf(nodes, columns, children) {
  /** @type {number[]} */
  const rows = [];
  const free = columns.map(() => 0); // In each column, the first row below those taken.
  const place = (/** @type {number} */ first, /** @type {number} */ column) => {
    const line = [first]; // The node, its first child, the first child of that, ...
    while (children[line[line.length - 1]].length) line.push(children[line[line.length - 1]][0]);
    const ended = nodes[line[line.length - 1]].fate === "ended";
    const end = ended ? columns.length : column + line.length;
    const row = Math.max(...free.slice(column, end));
    free.fill(row + 1, column, end);
    for (const i of line) rows[i] = row;
    // The last ones first: they branch off nearest to the line.
    for (let at = line.length - 1; at >= 0; at -= 1) {
      for (const child of children[line[at]].slice(1)) place(child, column + at + 1);
    }
  };
  for (const root of columns[0] ?? []) place(root, 0);
  return rows;
}

/**
 * The indices of the nodes from the first step to a leaf.
 * @param {Pick<TreeNode, "parent">[]} nodes @param {number} leaf
 */
export function path(nodes, leaf) {
  const found = [];
  /** @type {number | null} */
  let i = leaf;
  for (; i !== null; i = nodes[i].parent) found.push(i);
  return found.reverse();
}

/**
 * The position of each node, and the size of the drawing. The boxes of a column are as wide as its
 * widest token. Columns move closer together if the tree then fits the available width.
 * @param {TreeColumns} arranged @param {(i: number) => number} measure the width of a node's text
 * @param {number} room the available width
 */
export function placeNodes({ columns, rows }, measure, room) {
  const { height, gap, pad, nearest, narrowest, widest, head } = MEASURES.tree;
  const wide = columns.map((column) => {
    const widths = column.map(measure);
    return Math.min(widest, Math.max(narrowest, ...widths) + 2 * pad);
  });
  const rest = room - 10 - wide.reduce((sum, width) => sum + width, 0);
  const between = clamp(Math.floor(rest / columns.length), nearest, MEASURES.tree.between);
  /** @type {NodePlace[]} */
  const places = [];
  let left = 2;
  columns.forEach((column, step) => {
    const width = wide[step];
    for (const i of column) {
      places[i] = { left, width, top: head + rows[i] * (height + gap), column: step };
    }
    left += width + between;
  });
  const tallest = Math.max(0, ...columns.flat().map((i) => rows[i] + 1));
  return { places, width: left - between + 10, height: head + 4 + tallest * (height + gap) };
}
