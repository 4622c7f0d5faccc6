// The buttons of the bar that save a picture, copy the link to the page as it is, and fill the screen.

import { say } from "../../phrases/say.js";
import { html } from "../../web/dom.js";
import { openPanel } from "../drawing/options.js";
import { reportAtOnce } from "../state/reporting.js";
import { draw } from "./redraw.js";
import { button, dress } from "../drawing/transport.js";

/** @import { Content, Player } from "../layout/player_types" */

const COPIED_MS = 2000;

/** @param {() => Player} player which is made after its elements */
export function drawSharing(player) {
  const save = button("save", say("save_help"), () => {
    openPanel(player(), false);
    reportAtOnce(player()); // The picture is of the current step.
    player().trigger?.("save", true);
  });
  const copy = button("copy", say("copy_help"), async () => {
    await copyLink(player());
    dress(copy, "done", say("copied"));
    player().elements.status.textContent = say("copied");
    setTimeout(() => dress(copy, "copy", say("copy_help")), COPIED_MS);
  });
  save.append(html("span", {}, say("save")));
  copy.append(html("span", {}, say("copy")));
  return { sharing: html("div", { class: "sharing" }, save, copy), copy };
}

/** Shows the buttons that the page has an answer for. @param {Player} player */
export function showSharing({ elements: { sharing, copy }, content: { data } }) {
  sharing.hidden = !data.savable;
  copy.hidden = data.key !== "player"; // No link leads to opened files.
}

/**
 * The page's address, which names the sentence even if it is the first example, and the step, which
 * the address has only after a pause.
 * @param {Pick<Player, "position"> & { content: Pick<Content, "data"> }} player @param {string} address
 */
export function linkTo({ content: { data }, position: { step } }, address) {
  const link = new URL(address);
  if (data.source && !link.searchParams.has("sentence")) {
    link.searchParams.set("sentence", data.source);
  }
  link.searchParams.set("step", String(step + 1));
  return link.href;
}

/** @param {Player} player */
async function copyLink(player) {
  const link = linkTo(player, location.href);
  try {
    await navigator.clipboard.writeText(link);
  } catch {
    prompt(say("copy_this"), link); // Browsers deny the clipboard to pages that are not encrypted.
  }
}

/**
 * Starts or ends presenter mode: full screen if the browser allows it, otherwise a popover over the
 * page.
 * @param {Player} player @param {boolean} on
 */
export async function present(player, on) {
  if (on === player.session.presenting) return;
  const { root } = player;
  player.session.presenting = on;
  root.classList.toggle("presenting", on);
  dress(player.controls.present, on ? "leave" : "present", say(on ? "exit" : "present_help"));
  if (on) {
    await root.requestFullscreen?.().catch(() => null);
    if (!root.matches(":fullscreen") && player.session.presenting) {
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
