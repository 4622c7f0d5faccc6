// The flows above the maps: that of the lead, or of the maps whose names were clicked.

import { called, say } from "../../phrases/say.js";
import { readHeads, readSelfHeads } from "../../flow/heads.js";
import { createFlow, drawFlow, stepFlow, stopFlow } from "../../flow/flow.js";
import MEASURES from "../../svg/layout_constants.json" with { type: "json" };
import { html } from "../../web/dom.js";
import { roomOfFlow } from "../layout/viewport.js";
import { stepIn } from "../state/position.js";
import { leading } from "./readout_bar.js";
import { NOTE, showShares } from "./shares.js";

/** @import { FlowMap } from "../../flow/types" */
/** @import { Measure } from "../../web/text.js" */
/** @import { MapData } from "../layout/maps_types" */
/** @import { Data, Player } from "../layout/player_types" */

export const MOST_FLOWS = 2;

/** The maps whose flows are shown. @param {Player} player @returns {MapData[]} */
export function flowMaps(player) {
  const { maps } = player.content;
  const { view, pins } = player.position;
  if (view.picture !== "flow") return [];
  const first = leading(player) ?? maps.find(({ late }) => !late);
  if (!first?.flow) return [];
  const pinned = maps.filter(({ id, flow, late }) => pins.includes(id) && flow && !late);
  return pinned.length > 1 && !player.session.swiped ? pinned.slice(-MOST_FLOWS) : [first];
}

/**
 * Draws the flows if that is the chosen picture.
 * @param {Player} player @param {string} unit @param {number} width
 * @param {Measure} measure @param {number} zoom
 * @param {(player: Player, step: number) => void} moveByHand
 */
export function drawFlowCards(player, unit, width, measure, zoom, moveByHand) {
  const { maps, data } = player.content;
  const { step } = player.position;
  const { flowCards } = player.elements;
  const shown = flowMaps(player);
  flowCards.hidden = !shown.length;
  if (!shown.length) {
    player.flows.forEach(stopFlow);
    player.flows = [];
    flowCards.replaceChildren();
    return;
  }
  while (player.flows.length < shown.length) {
    player.flows.push(
      createFlow({
        onStep: (goal) => moveByHand(player, goal),
        onMove: (step, from, to) => player.trigger?.("move", { step, from, to }),
      }),
    );
  }
  player.flows.length = shown.length;
  const roots = player.flows.map(({ root }) => root);
  // A flow that is taken out and put back is laid out twice.
  if (
    roots.length !== flowCards.childElementCount ||
    roots.some((root, i) => flowCards.children[i] !== root)
  ) {
    flowCards.replaceChildren(...roots);
  }
  const gap = 28;
  const { around, headline, beats, second, labels, below } = MEASURES.flow;
  const noted = maps.length > 1 && !player.session.presenting ? NOTE : 0;
  // Many maps have labels in two lines, which a note above must not cost them.
  const spare = maps.length > MEASURES.all.few && noted ? labels - below : 0;
  const own = (width - gap * (shown.length - 1)) / shown.length;
  shown.forEach((map, i) => {
    const content = readFlow(data, map, unit);
    const flow = player.flows[i];
    const { label, mode } = map; // The label of an edited or branched map may end with its mode.
    flow.name.replaceChildren(
      label.endsWith(mode) ? label : `${label} · ${called(mode)}`,
      ...(data.decode && map.id === data.lead
        ? [html("span", { class: "otherwise" }, " · ", decoder(player, data.decode))]
        : []),
    );
    const drawn = (/** @type {number} */ tall) =>
      drawFlow(flow, content, {
        width: Math.floor(own),
        measure,
        zoom,
        step: stepIn(map, step, shown[0]),
        veiled: player.session.veiled,
        beat: step === data.start.step ? data.start.beat : "",
        movable: data.movable === map.id && unit === "words" && Boolean(content.weights),
        tall,
        spare,
      });
    const room = roomOfFlow(player, flowCards);
    const beside = (player.session.swiped ? headline + beats : around + noted) * zoom;
    drawn("picture" in data ? Infinity : room - beside);
    if (!player.session.presenting) return;
    // Presented, nothing is below that could make way for long words around the picture.
    const over = flow.root.offsetHeight + second * zoom - room;
    if (over > 0) drawn(room - beside - over);
  });
}

/**
 * The way to the other decoding of the lead: a beam, or greedy.
 * @param {Player} player @param {string} name
 */
function decoder(player, name) {
  const says = say(name === "greedy" ? "decode_greedily" : "decode_by_beam");
  const node = html("button", { type: "button", class: "link" }, says);
  node.addEventListener("click", () => player.trigger?.("decode", name));
  return node;
}

/**
 * What the flow of a map needs, of all layers.
 * @param {Data} data @param {MapData} map @param {string} unit @returns {FlowMap}
 */
function readFlow({ layers, clocks = [], pick }, map, unit) {
  const cells = (/** @type {string} */ measure, /** @type {string} */ of) =>
    layers.find((one) => one.measure === measure && one.unit === of)?.cells[map.index] ?? null;
  const notes = /** @type {import("../../flow/types").FlowNotes} */ (map.flow);
  return {
    ...map,
    unit,
    unread: map.unread ?? [],
    notes,
    heads: readHeads({ ...map, notes, unit }),
    selfHeads: readSelfHeads({ ...map, notes }),
    weights: cells("weights", unit),
    scores: cells("scores", unit),
    pieces: cells("weights", "pieces"),
    pick: map.index === 0 && unit === "words" ? pick : undefined,
    plan: notes.clock === null ? null : clocks[notes.clock],
  };
}

/** Shows the current step in all flows and beside the names of the maps. @param {Player} player */
export function stepFlowCards(player) {
  const { flows, position, content } = player;
  const { veiled, playing } = player.session;
  for (const flow of flows) {
    const step = flow.map ? stepIn(flow.map, position.step, content.hero) : position.step;
    stepFlow(flow, step, { veiled, quiet: Boolean(playing) });
  }
  showShares(player);
}
