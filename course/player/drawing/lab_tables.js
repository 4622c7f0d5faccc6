// The numbers of a lab's pictures as tables, for people who do not see the pictures or want to read
// the numbers.

import { say } from "../../../ui/phrases/say.js";
import { html } from "../../../ui/web/dom.js";
import { withEnd } from "../../../ui/web/text.js";

/** @import { Drawn } from "../../../ui/player/layout/player_types" */
/** @import { Outcome } from "./types" */

/** @typedef {{ name: string, columns: string[], rows: string[][] }} Table */

/** Returns a collapsible element with the tables of an outcome's pictures. @param {string} name */
export function asTables(name) {
  const summary = html("summary", {}, name);
  const place = html("div", { class: "outcome" });
  const node = html("details", {}, summary, place);
  /** @type {Outcome} */
  let last = {};
  const draw = () => {
    const tables = tablesOf(last);
    node.hidden = !tables.length;
    if (!node.open) return; // The tables are filled in when the element is opened.
    place.replaceChildren(...tables.map(({ name, ...table }) => drawTable(table, name)));
  };
  node.addEventListener("toggle", draw);
  const show = (/** @type {Outcome} */ outcome) => {
    last = outcome;
    draw();
  };
  return { node, show };
}

/** @param {number} value @param {number} digits */
const fixed = (value, digits) => value.toFixed(digits).replace(".", say("decimal"));

/** Returns the tables of an outcome's plane, columns and maps. @param {Outcome} outcome @returns {Table[]} */
export function tablesOf({ arrows, chart, maps }) {
  const plane = (arrows ?? []).map(({ word, x, y }) => [word, fixed(x, 2), fixed(y, 2)]);
  const tables = plane.length ? [{ name: "", columns: ["", "x", "y"], rows: plane }] : [];
  if (chart) {
    const { words, up, down, names } = chart;
    const amounts = down.length ? [up, down] : [up];
    const rows = words.map((word, i) => [word, ...amounts.map((one) => fixed(one[i], 3))]);
    tables.push({ name: "", columns: ["", ...names.slice(0, amounts.length)], rows });
  }
  if (!maps) return tables;
  const drawn = /** @type {Drawn} */ (maps);
  const [{ unit, cells }] = drawn.layers;
  drawn.maps.forEach(({ label }, i) => {
    const { rows, columns } = drawn.units[unit][i];
    const lines = (cells[i] ?? []).map((row, at) => [
      withEnd(drawn.lists[rows])[at],
      ...row.map((cell) => (cell === null ? "" : fixed(cell, 2))),
    ]);
    tables.push({ name: label, columns: ["", ...withEnd(drawn.lists[columns])], rows: lines });
  });
  return tables;
}

/** @param {NonNullable<Outcome["table"]>} table @param {string} name */
export function drawTable({ columns, rows }, name = "") {
  const head = html("tr", {}, ...columns.map((name) => html("th", { scope: "col" }, name)));
  const lines = rows.map(([first, ...rest]) => {
    const cells = rest.map((text) => html("td", { dir: "auto" }, text));
    return html("tr", {}, html("th", { scope: "row", dir: "auto" }, first), ...cells);
  });
  const caption = name ? [html("caption", {}, name)] : [];
  return html("table", {}, ...caption, html("thead", {}, head), html("tbody", {}, ...lines));
}
