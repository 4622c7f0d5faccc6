// The keyboard of the step player: the arrow keys step, or move the cell cursor if it is visible.

import { watchStep } from "../../flow/flow.js";
import { presses, showKeys } from "./hotkeys.js";
import { onCursorKey } from "./pointer.js";
import { stepOfKey } from "../drawing/transport.js";
import { isModified } from "../../web/dom.js";
import { choose, clearChosen } from "./choosing.js";
import { clearJoint, onJointKey } from "./joining.js";
import { moveByHand, play } from "./playing.js";
import { openPanel } from "../drawing/options.js";
import { pinByKey } from "./pinning.js";
import { present } from "./toolbar.js";

/** @import { Key } from "./hotkeys.js" */
/** @import { Player } from "../layout/player_types" */

/** @type {Key[]} */
export const OWN_KEYS = [
  "key_enter",
  "key_click",
  "key_shift",
  "key_numbers",
  "key_watch",
  "key_present",
];

/** @param {Player} player @param {KeyboardEvent} event */
export function onKey(player, event) {
  if (onJointKey(player, event)) event.preventDefault();
  if (showKeys(player, event) || isModified(event)) return;
  const { key } = event;
  const target = /** @type {Element} */ (event.target);
  // These elements use the keys themselves.
  const own = target.closest("select, .options :is([type=range], [type=radio])");
  const goal = stepOfKey(player, key);
  if (key === "Enter" && player.cursor && player.cursor.row >= 0) {
    const { card, row, column } = player.cursor;
    choose(player, { card, row, column: column < 0 ? null : column });
  } else if (player.cursor && onCursorKey(player, key)) event.preventDefault();
  else if (key === "Escape" && player.root.matches(".open")) openPanel(player, false);
  else if (key === "Escape" && player.session.presenting) present(player, false);
  else if (key === "Escape" && player.position.joint) clearJoint(player);
  else if (key === "Escape" && player.position.cell) clearChosen(player);
  else if (key === "p" && target.localName !== "select")
    present(player, !player.session.presenting);
  else if (own) return;
  else if (key === "w" && player.flows.length) watchStep(player.flows[0]);
  else if (/^[0-9]$/.test(key)) pinByKey(player, key);
  else if (goal !== undefined) moveByHand(player, goal);
  else if (key !== " " || presses(event)) return;
  else if (!event.repeat) play(player, !player.session.playing);
  event.preventDefault();
}
