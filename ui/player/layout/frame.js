// The frame that the maps are drawn in: its width, the zoom of words, and whether cards are swiped.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { ruler } from "../../web/dom.js";

/** @import { Measure } from "../../web/text.js" */
/** @import { Player } from "./player_types" */
/** @typedef {{ width: number, zoom: number, measure: Measure }} Frame */

const PRESENTER_ZOOM = 1.6;

/**
 * Measures the frame of a player; null in a closed tab, until the observer of its width reports
 * that it opens.
 * @param {Player} player @returns {Frame | null}
 */
export function measureFrame({ root, session }) {
  session.width = root.clientWidth;
  if (!session.width) return null;
  const { paddingLeft, paddingRight } = getComputedStyle(root);
  const width = session.width - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const zoom = session.presenting ? PRESENTER_ZOOM : 1;
  root.style.setProperty("--zoom", String(zoom));
  return { width, zoom, measure: ruler(root, MEASURES.text.size * zoom) };
}

/** Lets cards be swiped where they do not fit beside each other. @param {Player} player @param {Frame} frame */
export function setSwiping({ root, elements, content, position, session }, { width }) {
  // A single map beside other content may be narrow on a large screen, so the window decides.
  const screen = content.maps.length > 1 ? width : window.innerWidth;
  // The maps of a lab are compared with each other, so they are stacked, not swiped.
  const narrow = screen < MEASURES.all.narrow && !isLab(content);
  session.swiped = position.view.density === "fit" && narrow;
  elements.grid.classList.toggle("swiped", session.swiped);
  root.classList.toggle("swiping", session.swiped); // Cheaper for the browser than `:has(.swiped)`.
}

/** Puts the parts of the bar where it has space for them. @param {Player} player @param {Frame} frame */
export function placeTools({ elements, controls, content, session }, { width, zoom }) {
  const { all: ALL } = MEASURES;
  const bar = elements.panel.parentElement;
  const { node: choice } = controls.options.measure;
  const measures = choice && elements.measures.contains(choice) ? choice.childElementCount : 0;
  const crowded = width < ALL.narrow && measures > 2;
  if (session.swiped || crowded) elements.panel.prepend(elements.measures);
  else bar?.before(elements.measures);
  if (width < ALL.narrow * zoom) elements.panel.append(elements.sharing);
  else bar?.after(elements.sharing);
  const { node } = controls.options.picture;
  const folded = width < ALL.folded * zoom; // The bar has two lines, and the second has space.
  const roomy = (folded ? ALL.snug * zoom : ALL.roomy) + measures * ALL.choice;
  if (node && width < roomy && !isLab(content) && !session.presenting)
    controls.pictures.firstChild?.after(node);
  else if (node) elements.measures.prepend(node);
}

/** @param {Player["content"]} content */
const isLab = ({ data }) => data.key === "lab";
