// The scaffold that all players share around their cards: elements, event listeners and drawing.

import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { called } from "../../phrases/say.js";
import { html } from "../../web/dom.js";
import { drawCard } from "../drawing/cards.js";
import { enterPlot, highlight, leavePlot, onHover } from "./pointer.js";

/** @import { Card, MapData, MapLayout, Paper, Stage } from "../layout/maps_types" */

const BRIEFLY_MS = 6000;
const ADDRESS_BAR = 60; // pixels; about the height of one on a phone
const SCROLLBAR = 20; // pixels; no browser has a wider one

/**
 * Creates the elements of a player.
 * @param {string} name @param {Node[]} above the elements above the cards
 */
export function createStage(name, ...above) {
  const grid = html("div", { class: "grid" });
  const tooltip = html("div", { class: "tooltip", "aria-hidden": "true", hidden: "" });
  const status = html("p", { class: "status", role: "status" });
  const root = html(
    "section",
    { class: "player", tabindex: -1, "aria-label": name },
    ...above,
    html("div", { class: "maps" }, grid),
    tooltip,
    status,
  );
  /** @type {HTMLElement | null} */
  const header = document.querySelector('[data-testid="stHeader"]');
  root.style.setProperty("--header", `${header?.offsetHeight ?? 0}px`);
  return { root, grid, tooltip, status };
}

/**
 * Listens to the pointer and the keys, and draws again when the player's width, the window's
 * height or the font changes; returns the function that ends this.
 * @template {Stage} S
 * @param {S} stage
 * @param {{ onKey: (stage: S, event: KeyboardEvent) => void, draw: (stage: S) => void }} own
 */
export function watch(stage, { onKey, draw }) {
  const { root } = stage;
  const { grid } = stage.elements;
  root.addEventListener("keydown", (event) => onKey(stage, event));
  grid.addEventListener("pointermove", (event) => onHover(stage, event));
  grid.addEventListener("pointerleave", () => highlight(stage, null));
  // After a click the arrow keys step; they move over the cells only if a map is reached with Tab.
  grid.addEventListener("mousedown", (event) => {
    if (!(/** @type {Element} */ (event.target).closest(".map"))) return;
    event.preventDefault();
    root.focus({ preventScroll: true });
  });
  grid.addEventListener("focusin", (event) => enterPlot(stage, event.target));
  grid.addEventListener("focusout", () => leavePlot(stage));
  // A slightly larger width means that a scrollbar left: drawing could bring it back, endlessly.
  // A width of 0 is a moment without display, as when Streamlit inserts an element above.
  const observer = new ResizeObserver(() => {
    const wider = root.clientWidth - stage.session.width;
    if (root.clientWidth && (wider < 0 || wider > SCROLLBAR)) draw(stage);
  });
  observer.observe(root);
  // A phone's address bar comes and goes with each scroll, which changes the height a little.
  let tall = window.innerHeight;
  const resized = () => {
    if (Math.abs(window.innerHeight - tall) <= ADDRESS_BAR) return;
    tall = window.innerHeight;
    if (root.clientWidth && !grid.matches(".swiped")) draw(stage);
  };
  window.addEventListener("resize", resized);
  // Label widths are measured, so they change when the page's font arrives later.
  const redraw = (/** @type {FontFaceSetLoadEvent} */ { fontfaces }) => {
    const fonts = getComputedStyle(root).fontFamily;
    if (fontfaces.some(({ family }) => fonts.includes(family.replaceAll(/["']/g, "")))) draw(stage);
  };
  document.fonts.addEventListener("loadingdone", redraw);
  // Canvases have the pixels of one screen, and paper has more.
  const again = () => {
    if (root.clientWidth) draw(stage);
  };
  const printed = (/** @type {Event} */ { type }) => {
    stage.session.printing = type === "beforeprint";
    again();
  };
  for (const type of ["beforeprint", "afterprint"]) window.addEventListener(type, printed);
  const forgetDensity = onDensity(again);
  return () => {
    observer.disconnect();
    window.removeEventListener("resize", resized);
    document.fonts.removeEventListener("loadingdone", redraw);
    for (const type of ["beforeprint", "afterprint"]) window.removeEventListener(type, printed);
    forgetDensity();
  };
}

/**
 * Calls a function when the window comes to a screen of another density, or is zoomed; returns the
 * function that ends this.
 * @param {() => void} changed
 */
function onDensity(changed) {
  /** @type {MediaQueryList} */
  let same;
  const heard = () => {
    changed();
    watched();
  };
  const watched = () => {
    same = matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    same.addEventListener("change", heard, { once: true });
  };
  watched();
  return () => same.removeEventListener("change", heard);
}

/**
 * Shows a sentence for some seconds, and has a screen reader say it.
 * @param {Stage} stage @param {string} text
 */
export function tellBriefly({ elements: { status } }, text) {
  status.textContent = text;
  status.classList.add("shown");
  setTimeout(() => {
    if (status.textContent !== text) return;
    status.classList.remove("shown");
    status.textContent = "";
  }, BRIEFLY_MS);
}

/**
 * Draws all cards; returns the function that restores the focus to the map that had it.
 * @param {Stage} stage @param {Paper} paper
 */
export function drawCards(stage, paper) {
  const { cursor } = stage;
  const focused = cursor ? stage.cards.indexOf(cursor.card) : -1;
  leavePlot(stage);
  highlight(stage, null);
  stage.cards = fillGrid(stage.elements.grid, stage.content.maps, paper);
  return () => stage.cards[focused]?.plot?.focus({ preventScroll: true });
}

/**
 * Draws maps into a grid, in the lines and columns of the layout if it has any.
 * @param {HTMLElement} grid @param {MapData[]} maps @param {Paper} paper
 */
export function fillGrid(grid, maps, paper) {
  const { perLine, lines, side = 0, plot } = /** @type {MapLayout} */ (paper.layout);
  grid.style.gridTemplateColumns = `repeat(${perLine}, minmax(0, var(--card, 1fr)))`;
  grid.style.setProperty("--whole", `${side + plot + MEASURES.card.frame}px`);
  grid.classList.toggle("all", Boolean(lines));
  if (!lines) {
    const cards = maps.map((map) => drawCard(map, paper));
    grid.replaceChildren(...cards.map((card) => card.node));
    return cards;
  }
  /** @type {Card[]} */
  const cards = [];
  /** @type {Node[]} */
  const nodes = [];
  lines.forEach(({ placed, groups }, i) => {
    for (const { name, about, from, to } of groups) {
      const words = html(
        "p",
        { class: "group", title: `${called(name)}: ${called(about)}` },
        html("b", {}, called(name)),
        ` ${called(about)}`,
      );
      words.style.gridArea = `${2 * i + 1} / ${from + 1} / auto / ${to + 2}`;
      nodes.push(words);
    }
    for (const { column, index } of placed) {
      const card = drawCard(maps[index], paper);
      card.node.style.gridArea = `${2 * i + 2} / ${column + 1}`;
      cards.push(card);
      nodes.push(card.node);
    }
  });
  grid.replaceChildren(...nodes);
  return cards;
}
