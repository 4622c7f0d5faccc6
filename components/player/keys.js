// The keyboard: the arrows step, or move the cell cursor where it is shown.

import { onCursorKey } from "../maps/pointing.js";
import { stepOfKey } from "../maps/transport.js";
import { isModified } from "../basics/dom.js";
import { choose } from "./choosing.js";
import { moveByHand, play } from "./moving.js";
import { openPanel } from "./options.js";
import { pinByKey } from "../screen/pinning.js";
import { present } from "./presenting.js";

/** @import { Player } from "./types" */

/** @type {Player[]} */
const onPage = [];

/**
 * Keys that nothing else on the page has are the first player's, also before it was clicked.
 * @param {Player} player @returns {() => void} what ends it
 */
export function hearPage(player) {
  const hear = (/** @type {KeyboardEvent} */ event) => {
    if (event.target === document.body && onPage[0] === player) onKey(player, event);
  };
  onPage.push(player);
  document.addEventListener("keydown", hear);
  return () => {
    onPage.splice(onPage.indexOf(player), 1);
    document.removeEventListener("keydown", hear);
  };
}

/**
 * The step of a presenter's clicker, which sends these keys.
 * @param {Player} player @param {string} key
 */
const clicked = ({ presenting, step }, key) =>
  presenting ? { PageUp: step - 1, PageDown: step + 1 }[key] : undefined;

/** @param {Player} player @param {KeyboardEvent} event */
export function onKey(player, event) {
  if (isModified(event)) return;
  const { key } = event;
  const target = /** @type {Element} */ (event.target);
  const own = target.closest(".options, select"); // these have a use for the keys themselves
  const goal = stepOfKey(player, key) ?? clicked(player, key);
  if (key === "Enter" && player.cursor && player.cursor.row >= 0) {
    const { card, row, column } = player.cursor;
    choose(player, { card, row, column: column < 0 ? null : column });
  } else if (player.cursor && onCursorKey(player, key)) event.preventDefault();
  else if (key === "Escape" && player.root.matches(".open")) openPanel(player, false);
  else if (key === "Escape") present(player, false);
  else if (key === "p" && target.localName !== "select") present(player, !player.presenting);
  else if (own) return;
  else if (/^[0-9]$/.test(key)) pinByKey(player, key);
  else if (goal !== undefined) moveByHand(player, goal);
  else if (key !== " " || target.localName === "button") return;
  else if (!event.repeat) play(player, !player.playing);
  event.preventDefault();
}
