// The buttons that open what is outside of the player: the calculation of a cell, and all layers and
// heads of a map's model in place of the maps of the models. On a wide screen the calculation opens in a
// drawer beside the maps, and elsewhere the page scrolls to it; its panel is the app's.

import { say } from "../../phrases/say.js";
import { html } from "../../web/dom.js";

/** @import { Player } from "../layout/player_types" */

const PANEL = ".st-key-arithmetic";
const CLOSE = ".close-calculation"; // the panel's button, which the page's styles show in the drawer
const WIDE = "(min-width: 1200px)"; // as in the page's styles
const ARRIVES_MS = 3000; // within this time a calculation arrives

/**
 * A button that opens the calculation; the page's styles show it as soon as the panel exists.
 * @param {boolean} narrow whether it has a short text @param {() => void} choose chooses a cell
 */
export function calculationOpener(narrow, choose) {
  const node = html(
    "button",
    { type: "button", class: "link opener", "aria-label": say("show_calculation") },
    say(narrow ? "calculation" : "show_calculation"),
  );
  node.addEventListener("click", () => {
    choose();
    const panel = document.querySelector(PANEL);
    if (!panel) return;
    if (!matchMedia(WIDE).matches) return scrollTo(panel);
    document.documentElement.dataset.calculation = "open";
    /** @type {HTMLElement | null} */ (panel.querySelector(CLOSE))?.focus({ preventScroll: true });
  });
  document.addEventListener("click", closeDrawer); // Added again, a listener is the same one.
  return node;
}

/** @param {Event} event */
function closeDrawer({ target }) {
  if (!(target instanceof Element && target.closest(CLOSE))) return;
  delete document.documentElement.dataset.calculation;
}

/** @param {Element} panel */
function scrollTo(panel) {
  const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth";
  const scroll = () => panel.scrollIntoView({ behavior });
  scroll();
  // The calculation of a cell that was just chosen makes the page longer when it arrives.
  const observer = new ResizeObserver(scroll);
  observer.observe(panel);
  setTimeout(() => observer.disconnect(), ARRIVES_MS);
}

/** The button that opens the heads. @param {string} id of the map */
export const headsOpener = (id) =>
  html(
    "button",
    {
      type: "button",
      class: "link heads-of",
      title: say("heads_help"),
      "aria-label": say("heads"),
      "data-heads": id,
    },
    html("span", {}, say("heads")),
  );

/**
 * Asks Python for the heads of the map whose button was clicked.
 * @param {Player} player @param {Event} event
 */
export function openHeads(player, { target }) {
  const button = target instanceof Element && target.closest("[data-heads]");
  if (button instanceof HTMLElement) player.trigger?.("heads", button.dataset.heads);
}
