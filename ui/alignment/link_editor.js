// The link editor: draws links as dots and gold links as outlines over the maps. A click or a key
// adds or removes a link; the manual changes are reported to Python with the identity of the pair.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { html, isModified, ruler, set, svg } from "../web/dom.js";
import { live } from "../web/lifecycle.js";
import { goOn, isBehind, numberedReports, reportNow, reportSoon } from "../web/reports.js";
import { arrange, boxOf } from "../player/layout/maps_layout.js";
import { onCursorKey, spotAt } from "../player/control/pointer.js";
import { drawCards, createStage, watch } from "../player/control/scaffold.js";
import { sumUp } from "../player/drawing/bars.js";
import { NONE, POSSIBLE, SURE, linked, toggled } from "./link_changes.js";

/** @import { Card, MapData, Scale, Stage, StageContent, StageElements, View } from "../player/layout/maps_types" */
/** @import { Call, Send } from "../web/lifecycle.js" */
/** @import { Reports } from "../web/reports.js" */
/** @import { Change, Link } from "./link_changes.js" */
/**
 * @typedef {{ identity: string, heard: number, maps: MapData[], scale: Scale, found: Link[],
 *   sure: Link[], possible: Link[], changes: Change[], words: [number, number] }} Data
 */
/**
 * @typedef {Stage & { elements: StageElements & { legend: HTMLElement },
 *   content: StageContent & { data: Data },
 *   changes: Change[], undo: HTMLButtonElement, clear: HTMLButtonElement, reports: Reports,
 *   setState: Send }} Editor
 */

/** @type {View} */
const VIEW = {
  measure: "weights",
  unit: "words",
  picture: "map",
  scaling: "linear",
  threshold: 0,
  transposed: false,
  margins: false,
  density: "large",
};
const KEYS =
  "Arrow keys move over the cells, Enter adds or removes a link, P marks it possible, " +
  "Z undoes the last change, Escape leaves.";

/** @param {Call} call */
export default function (call) {
  return live(call, { mount, receive, unmount });
}

function mount() {
  const undo = press("Undo", () => change(editor, editor.changes.slice(0, -1)));
  const clear = press("Undo all", () => change(editor, []));
  const legend = html("figure", { class: "legend" });
  const steps = html("div", { class: "steps" }, drawKey(), undo, clear);
  const bar = html("div", { class: "bar" }, steps, legend);
  const { root, ...stage } = createStage("Links between words", bar);
  const editor = /** @type {Editor} */ (
    /** @type {unknown} */ ({
      root,
      elements: { ...stage, legend },
      position: { step: 0 },
      cards: [],
      spot: null,
      cursor: null,
      content: { data: null },
      session: { width: 0 },
      changes: [],
      undo,
      clear,
    })
  );
  editor.reports = numberedReports((number) => {
    const { identity } = editor.content.data;
    editor.setState("links", { number, identity, changes: editor.changes });
  });
  editor.session.stopWatching = watch(editor, { onKey, draw });
  editor.elements.grid.addEventListener("click", (event) => {
    const spot = spotAt(editor, event);
    if (spot) toggle(editor, spot, event.shiftKey ? POSSIBLE : SURE);
  });
  return editor;
}

/** @param {string} words @param {() => void} run */
function press(words, run) {
  const node = html("button", { type: "button", class: "press" }, words);
  node.addEventListener("click", run);
  return node;
}

/** Draws the key of the marks, each as it looks on a map. */
function drawKey() {
  /** @type {[string, Node[]][]} */
  const marks = [
    ["link", drawLink(SURE, false, BOX)],
    ["by hand", drawLink(SURE, true, BOX)],
    ["possible", drawLink(POSSIBLE, true, BOX)],
    ["removed", drawLink(NONE, true, BOX)],
    ["gold, sure", drawGold("sure", BOX)],
    ["gold, possible", drawGold("possible", BOX)],
  ];
  return html(
    "p",
    { class: "key" },
    ...marks.map(([name, nodes]) =>
      html(
        "span",
        {},
        svg("svg", { viewBox: "-3 -3 26 26", "aria-hidden": "true" }, ...nodes),
        name,
      ),
    ),
  );
}
const BOX = { x: 0, y: 0, width: 20, height: 20 };

/** @param {Editor} editor */
function unmount(editor) {
  reportNow(editor.reports);
  editor.session.stopWatching?.();
}

/** @param {Editor} editor @param {Data} data */
function receive(editor, data) {
  const before = /** @type {Data | null} */ (editor.content.data);
  const same = before?.identity === data.identity;
  if (!same) reportNow(editor.reports);
  const behind = same && isBehind(editor.reports, data.heard);
  goOn(editor.reports, data.heard);
  editor.content.data = data;
  // An answer to an earlier report does not undo newer changes.
  if (!behind) editor.changes = data.changes;
  editor.content.maps = data.maps.map((map, index) => ({ ...map, index }));
  const drawn = same && JSON.stringify(before?.maps) === JSON.stringify(data.maps);
  if (drawn) showLinks(editor);
  else draw(editor);
}

/** @param {Editor} editor @param {{ row: number | null, column: number | null }} spot @param {number} kind */
function toggle(editor, { row, column }, kind) {
  const [targets, sources] = editor.content.data.words;
  if (row === null || column === null || row >= targets || column >= sources) return;
  change(editor, toggled(editor.content.data.found, editor.changes, [column, row], kind));
}

/** @param {Editor} editor @param {Change[]} changes */
function change(editor, changes) {
  editor.changes = changes;
  showLinks(editor);
  reportSoon(editor.reports);
}

/** @param {Editor} editor @param {KeyboardEvent} event */
function onKey(editor, event) {
  const undone = event.key.toLowerCase() === "z" && !event.shiftKey && !event.altKey;
  if (isModified(event) && !undone) return;
  const { cursor } = editor;
  /** @type {Record<string, number>} */
  const kinds = { Enter: SURE, " ": SURE, p: POSSIBLE };
  if (undone) change(editor, editor.changes.slice(0, -1));
  else if (cursor && event.key in kinds) toggle(editor, cursor, kinds[event.key]);
  else if (!onCursorKey(editor, event.key)) return;
  event.preventDefault();
}

/**
 * Draws the maps, only when they or the width change, with a layer for the links above the cells.
 * @param {Editor} editor
 */
function draw(editor) {
  const { root } = editor;
  const { data, maps } = editor.content;
  editor.session.width = root.clientWidth;
  if (!data || !editor.session.width) return; // In a closed tab; the observer calls again when it opens.
  const layout = arrange(maps, editor.session.width, ruler(root, MEASURES.text.size), VIEW, 1);
  const sums = maps.map(sumUp);
  const refocus = drawCards(editor, { layout, scale: data.scale, view: VIEW, sums, top: 1 });
  for (const card of editor.cards) {
    card.rest = "";
    const { plot, map } = card;
    if (plot)
      set(plot, {
        "aria-label":
          `${map.label}: ${map.rows.length} target words by ` +
          `${map.columns.length} source words. ${KEYS}`,
      });
    const { width, height } = plot?.getBBox ? size(card) : { width: 0, height: 0 };
    plot?.after(svg("svg", { class: "over marks", width, height, "aria-hidden": "true" }));
  }
  showLinks(editor);
  refocus();
}

/** @param {Card} card */
const size = ({ plot }) => ({
  width: Number(plot?.getAttribute("width")),
  height: Number(plot?.getAttribute("height")),
});

/** @param {Editor} editor */
function showLinks(editor) {
  const { changes } = editor;
  const { data } = editor.content;
  const links = [...linked(data.found, changes)];
  for (const card of editor.cards) {
    const at = (/** @type {Link} */ [column, row]) => boxOf(card, row, column);
    card.plot?.parentElement
      ?.querySelector(".marks")
      ?.replaceChildren(
        ...data.possible.flatMap((link) => drawGold("possible", at(link))),
        ...data.sure.flatMap((link) => drawGold("sure", at(link))),
        ...links.flatMap(([, { link, kind, hand }]) => drawLink(kind, hand, at(link))),
      );
  }
  for (const node of [editor.undo, editor.clear]) set(node, { "aria-disabled": !changes.length });
}

/** @param {string} name @param {import("../player/layout/maps_types").Box} box */
function drawGold(name, { x, y, width, height }) {
  const inner = { x: x + 1, y: y + 1, width: width - 2, height: height - 2, rx: 2 };
  return [
    svg("rect", { class: "halo", ...inner }),
    svg("rect", { class: `gold ${name}`, ...inner }),
  ];
}

/** @param {number} kind @param {boolean} hand @param {import("../player/layout/maps_types").Box} box */
function drawLink(kind, hand, { x, y, width, height }) {
  const [cx, cy, r] = [x + width / 2, y + height / 2, Math.min(width, height) * 0.24];
  if (kind !== NONE) {
    const name = `link${hand ? " hand" : ""}${kind === POSSIBLE ? " possible" : ""}`;
    return [svg("circle", { class: name, cx, cy, r })];
  }
  const d = `M${cx - r} ${cy - r}L${cx + r} ${cy + r}M${cx - r} ${cy + r}L${cx + r} ${cy - r}`;
  return [svg("path", { class: "halo", d }), svg("path", { class: "out", d })];
}
