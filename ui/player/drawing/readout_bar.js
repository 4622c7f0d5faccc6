// The readout bar: the numbers of the chosen cell or of the current row, and the most probable
// next words of that model and step. It is updated at once, without Python.

import { tellCopied } from "../../flow/copying.js";
import { isLinked, isSelf } from "../../flow/headline.js";
import { called, say } from "../../phrases/say.js";
import { html } from "../../web/dom.js";
import { calculationOpener, headsOpener } from "./openers.js";
import { figure, percentage, ranked } from "../../web/numbers.js";
import { inLine, isolated, plainToken } from "../../web/text.js";
import { sayJoint } from "../state/joint.js";
import { stepIn } from "../state/position.js";

/** @import { Phrase } from "../../phrases/say.js" */
/** @import { MapData } from "../layout/maps_types" */
/** @import { ChosenCell, Player } from "../layout/player_types" */

const NEXT_ON_A_PHONE = 2; // more would be cut beside the buttons

/** @param {Player} player */
export function showReadout(player) {
  const { position } = player;
  const { readoutBar } = player.elements;
  const { view, cell } = position;
  const said = sayJoint(position, player.content);
  if (said) {
    readoutBar.hidden = false;
    readoutBar.replaceChildren(...showJoint(player, said));
    return;
  }
  const chosen = chosenMap(player);
  const map = chosen ?? leading(player);
  player.root.classList.toggle("elsewhere", map !== leading(player));
  readoutBar.hidden = !map;
  if (!map) return;
  const here = stepIn(map, position.step, player.content.hero);
  const own = Math.min(here, map.rowOfStep.length - 1);
  const apart = chosen && cell && map.rowOfStep[own] !== cell.row; // as a link may have it
  const step = apart ? map.rowOfStep.indexOf(cell.row) : own;
  const most = player.session.swiped ? NEXT_ON_A_PHONE : undefined;
  const next = (map.next[step] ?? [])
    .slice(0, most)
    .map(([token, share]) => `${inLine(plainToken(token, view.unit))} ${percentage(share)}`);
  readoutBar.replaceChildren(
    html("strong", {}, map.label),
    ...(chosen && cell ? tellCell(player, map, cell) : tellRow(player, map, step)),
    ...(map.copied ? [html("span", {}, tellCopied(map.copied, map.rowOfStep[step]))] : []),
    ...(next.length
      ? [html("span", { class: "next" }, say("next_tokens", { tokens: next.join(" · ") }))]
      : []),
    ...(player.content.data.heads?.includes(map.id) ? [headsOpener(map.id)] : []),
    ...(player.content.data.forcible && (map !== leading(player) || !forcesAbove(player))
      ? [forcer(player, map)]
      : []),
    // Without a chosen cell the calculation is of the highest of the row.
    ...(answered(player)
      ? [calculationOpener(player.session.swiped, () => chosen || player.chooseBest())]
      : []),
  );
}

/** The map with the chosen cell, if it is shown. @param {Player} player */
const chosenMap = ({ content: { maps }, position: { view, cell } }) =>
  maps.find(
    ({ id, cells, rows, columns }) =>
      cell &&
      id === cell.map &&
      cells &&
      cell.unit === view.unit &&
      cell.row < rows.length &&
      cell.column < columns.length,
  );

/**
 * The map that the bar describes if no cell is chosen: the last pinned, the lead, or the first with
 * cells.
 * @param {Player} player @returns {MapData | undefined}
 */
export function leading({ content: { maps, data }, position: { pins } }) {
  const own = maps.filter(({ cells }) => cells);
  const named = (/** @type {string | undefined} */ name) =>
    maps.find(({ id, late }) => id === name && !late);
  return named(pins.at(-1)) ?? named(data.lead) ?? own[0];
}

/** @param {Player} player @param {ReturnType<typeof sayJoint> & object} said */
function showJoint({ clearJoint }, { map, named, about, numbers }) {
  const all = numbers.join(" · ");
  return [
    html("strong", {}, map),
    chip(named, say("clear_words"), clearJoint),
    html("span", {}, about),
    html("span", { class: "next", title: all }, all),
  ];
}

/**
 * What is chosen, with a button that clears it.
 * @param {string} words @param {string} help @param {() => void} clear
 */
function chip(words, help, clear) {
  const cross = html(
    "button",
    { type: "button", class: "clear", title: say("escape", { help }), "aria-label": help },
    "×",
  );
  cross.addEventListener("click", clear);
  return html("span", { class: "chip" }, html("span", { class: "words" }, words), cross);
}

/** @param {Player} player @param {MapData} map @param {ChosenCell} cell */
function tellCell({ content: { data }, position: { view }, clearCell }, map, { row, column }) {
  const words = `${isolated(map.columns[column])} → ${isolated(map.rows[row])}`;
  const parts = data.layers
    .filter(({ unit }) => unit === view.unit)
    .map(({ measure, scale, cells }) => ({
      measure,
      scale,
      value: cells[map.index]?.[row][column],
    }))
    .filter(({ value }) => value !== undefined);
  const said = (/** @type {string} */ name) => {
    const part = parts.find(({ measure }) => measure === name);
    if (!part) return [];
    const number = part.value === null || part.value === undefined ? "−∞" : figure(part.value);
    return [html("span", {}, `${called(part.scale.label)} `, html("b", {}, number))];
  };
  const after = parts.find(({ measure }) => measure === "weights")?.scale.title.split("after ")[1];
  const others = parts.filter(({ measure }) => !["scores", "weights"].includes(measure));
  const score = said("scores");
  return [
    chip(words, say("clear_cell"), clearCell),
    ...score,
    ...(score.length && after ? [html("span", {}, `→ ${called(after)} →`)] : []),
    ...said("weights"),
    ...others.flatMap(({ measure }) => said(measure)),
  ];
}

/** @param {Player} player @param {MapData} map @param {number} step */
function tellRow({ content: { data }, position: { view } }, map, step) {
  const weights = data.layers.find(
    ({ measure, unit }) => measure === "weights" && unit === view.unit,
  )?.cells[map.index];
  const row = map.rowOfStep[step];
  const word = isolated(map.rows[row]);
  const said = html(
    "span",
    { class: "words" },
    isSelf(map.flow) || isLinked(map.flow)
      ? say("quoted", { word })
      : map.places?.rows
        ? say(map.places.rows.seconds ? "at_time" : "at_step", { word })
        : say(map.logProb === undefined ? "writes_word" : "is_given", { word }),
  );
  if (!weights) return [said];
  const looked = ranked(weights[row])
    .slice(0, 3)
    .filter((j, rank) => !rank || weights[row][j])
    .map((j) => `${inLine(map.columns[j])} ${percentage(weights[row][j] ?? 0)}`)
    .join(" · ");
  return [
    said,
    html("span", {}, say(isLinked(map.flow) ? "linked_with" : "looks_at", { words: looked })),
  ];
}

/** The number of different translations. @param {MapData[]} maps */
export const written = (maps) =>
  new Set(maps.filter(({ late }) => !late).map(({ translation }) => translation)).size;

/**
 * Whether the way to force all models is above the maps, beside the number of their translations.
 * @param {Player} player
 */
export const forcesAbove = ({ content: { data, maps }, position: { view }, session }) =>
  Boolean(data.forcible) && view.picture === "flow" && !session.swiped && written(maps) > 1;

/** @param {Player} player @param {MapData} map @param {Phrase} [name] of what the button does */
export function forcer(player, { id, translation }, name) {
  const node = html(
    "button",
    { type: "button", class: "link", title: translation },
    say(name ?? (player.session.swiped ? "force_brief" : "force")),
  );
  node.addEventListener("click", () => player.trigger?.("force", id));
  return node;
}

/** @param {Player} player */
const answered = (
  { content: { data } }, // Differences have no arithmetic.
) => data.layers.some(({ measure }) => measure === "weights");
