// Choosing words for their joint attention, as in lists: Ctrl or ⌘ and a click adds or removes one,
// Shift and a click chooses all from the last one. On a touch screen a long press begins.

import { say } from "../../phrases/say.js";
import { sayJoint } from "../state/joint.js";
import { draw } from "./redraw.js";
import { moveCursor, onCursorKey, spotAt } from "./pointer.js";
import { currentRow, setPosition, stepIn } from "../state/position.js";
import { report } from "../state/reporting.js";
import { tellBriefly } from "./scaffold.js";

/** @import { Card, Side, Spot } from "../layout/maps_types" */
/** @import { Joint, Player } from "../layout/player_types" */
/** @typedef {{ card: Card, side: Side, index: number }} Word */

const LONG_MS = 500;
const STILL = 8; // pixels that a finger may move in a long press

/**
 * The word of a place, if it is not a cell; in a map without cells nothing can be added up.
 * @param {Spot} spot @returns {Word | null}
 */
function wordOf({ card, row, column }) {
  if (!card.map.cells || (row === null) === (column === null)) return null;
  return row === null
    ? { card, side: "columns", index: Number(column) }
    : { card, side: "rows", index: row };
}

/**
 * Handles a click; returns whether it was one that chooses words for their joint attention.
 * @param {Player} player @param {MouseEvent} event
 */
export function joinByClick(player, event) {
  if (player.presses.longPressed) {
    player.presses.longPressed = false; // The end of a long press, which has chosen the word.
    return true;
  }
  const spot = spotAt(player, event);
  const word = spot && wordOf(spot);
  if (!word) {
    if (spot) clearJoint(player);
    return false;
  }
  if (event.shiftKey) extend(player, word);
  else if (event.ctrlKey || event.metaKey || (player.presses.touched && player.position.joint))
    toggleWord(player, word);
  else {
    clearJoint(player);
    anchor(player, word);
    return false;
  }
  return true;
}

/** Listens for long presses. @param {Player} player */
export function watchPresses(player) {
  const { root } = player;
  let start = { x: 0, y: 0 };
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  const end = () => clearTimeout(timer);
  root.addEventListener("pointerdown", (event) => {
    end();
    player.presses.longPressed = false;
    player.presses.touched = event.pointerType === "touch";
    const spot = player.presses.touched ? spotAt(player, event) : null;
    const word = spot && wordOf(spot);
    if (!word) return;
    start = event;
    timer = setTimeout(() => {
      player.presses.longPressed = true;
      toggleWord(player, word);
    }, LONG_MS);
  });
  root.addEventListener("pointermove", ({ x, y }) => {
    if (Math.hypot(x - start.x, y - start.y) > STILL) end();
  });
  for (const name of ["pointerup", "pointercancel"]) root.addEventListener(name, end);
  root.addEventListener("contextmenu", (event) => {
    const spot = player.presses.touched ? spotAt(player, event) : null;
    if (spot && wordOf(spot)) event.preventDefault();
  });
}

/**
 * Shift and space choose the word of the cursor, or that of its row; Shift and an arrow on a word
 * chooses the next one too. Returns whether the key was one of these.
 * @param {Player} player @param {KeyboardEvent} event
 */
export function onJointKey(player, event) {
  const { cursor } = player;
  if (!cursor || !event.shiftKey || event.ctrlKey || event.altKey || event.metaKey) return false;
  const from = cursorWord(player);
  if (event.key === " ") {
    const word = from ?? {
      card: cursor.card,
      side: /** @type {const} */ ("rows"),
      index: cursor.row,
    };
    keepingCursor(player, () => toggleWord(player, word));
    return true;
  }
  if (!from || !event.key.startsWith("Arrow")) return false;
  if (!isAnchored(player, from)) anchor(player, from);
  onCursorKey(player, event.key);
  const to = cursorWord(player);
  if (to?.side === from.side) keepingCursor(player, () => extend(player, to));
  return true;
}

/** @param {Player} player */
function cursorWord({ cursor }) {
  if (!cursor) return null;
  const { card, row, column } = cursor;
  return wordOf({ card, row: row < 0 ? null : row, column: column < 0 ? null : column });
}

/** Restores the cursor after the maps are drawn again. @param {Player} player @param {() => void} change */
function keepingCursor(player, change) {
  const { cursor, cards } = player;
  if (!cursor) return;
  const at = cards.indexOf(cursor.card);
  change();
  const said = player.elements.status.textContent;
  moveCursor(player, { ...cursor, card: player.cards[at] });
  player.elements.status.textContent = said;
}

/** @param {Player} player @param {Word} word */
function anchor(player, { card, side, index }) {
  player.presses.anchor = { map: card.map.id, side, index };
}

/** @param {Player} player @param {Word} word */
const isAnchored = ({ presses: { anchor: from } }, { card, side }) =>
  from?.map === card.map.id && from.side === side;

/** Adds or removes a word. @param {Player} player @param {Word} word */
function toggleWord(player, word) {
  const { joint, view } = player.position;
  const {
    card: {
      map: { id },
    },
    side,
    index,
  } = word;
  const same = joint?.map === id && joint.unit === view.unit && joint.side === side;
  const known = same ? joint.words : [];
  const words = known.includes(index) ? known.filter((i) => i !== index) : [...known, index];
  anchor(player, word);
  setJoint(player, { map: id, unit: view.unit, side, words });
}

/** Chooses all words from the last one, or from the current row. @param {Player} player @param {Word} word */
function extend(player, word) {
  const {
    card: { map },
    side,
    index,
  } = word;
  const step = stepIn(map, player.position.step, player.content.hero);
  const current = side === "rows" ? currentRow(map, step) : null;
  if (!isAnchored(player, word)) anchor(player, { ...word, index: current ?? index });
  const from = player.presses.anchor?.index ?? index;
  const first = Math.min(from, index);
  const words = Array.from({ length: Math.abs(from - index) + 1 }, (_, i) => first + i);
  setJoint(player, { map: map.id, unit: player.position.view.unit, side, words });
}

/** @param {Player} player */
export function clearJoint(player) {
  if (player.position.joint) setJoint(player, null);
}

/** @param {Player} player @param {Joint | null} joint */
function setJoint(player, joint) {
  setPosition(player, { type: "joint", joint });
  draw(player);
  report(player);
  const said = sayJoint(player.position, player.content);
  if (said)
    player.elements.status.textContent = `${said.named}: ${said.about} ${said.numbers.join(", ")}`;
  else if (player.position.joint) tellBriefly(player, say("cannot_add"));
  else player.elements.status.textContent = say("none_chosen");
}
