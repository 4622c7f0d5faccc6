// Presenter mode: the player fills the screen, with larger text and cells.

import { say } from "../../phrases/say.js";
import { dress } from "../drawing/transport.js";
import { draw } from "./redraw.js";

/** @import { Player } from "../layout/player_types" */

/**
 * Starts or ends presenter mode: full screen if the browser allows it, otherwise a popover over the
 * page.
 * @param {Player} player @param {boolean} on
 */
export async function present(player, on) {
  if (on === player.presenting) return;
  const { root } = player;
  player.presenting = on;
  root.classList.toggle("presenting", on);
  dress(player.controls.present, on ? "leave" : "present", say(on ? "exit" : "present_help"));
  if (on) {
    await root.requestFullscreen?.().catch(() => null);
    if (!root.matches(":fullscreen") && player.presenting) {
      root.popover = "manual";
      root.showPopover();
    }
  } else {
    if (root.matches(":fullscreen")) document.exitFullscreen();
    root.removeAttribute("popover");
  }
  draw(player);
  root.focus({ preventScroll: true });
}
