// Traces as the step player takes them: what `ui/player/map_view.py` and `ui/player/payload.py` make of
// traces in Python. Scales, places, formulas and diagrams were written by Python.

import LINK from "../../ui/shell/link_parameters.json" with { type: "json" };
import { clamp } from "../../ui/web/numbers.js";
import { tellingRow } from "../../ui/flow/reordering.js";
import { copiedShares } from "./copying.js";
import { doubtOf } from "./confidence.js";
import { isEnded, mergeWords, plainWords, posteriorOf, spans, unknownPlaces } from "./words.js";

/** @import { Drawn, Layer } from "../../ui/player/layout/player_types" */
/** @import { Cells } from "../../ui/player/layout/maps_types" */
/** @import { Plan } from "../../ui/timing/types" */
/** @import { KnownWords } from "./confidence.js" */
/** @import { Site, Trace } from "./types" */

const NEXT = 3; // the number of most probable tokens per step that a map carries
const STRIPES = 32; // the dimensions of a value that the flow draws

/** @type {WeakMap<Trace, Map<string, number[][] | null>>} */
const cellsKnown = new WeakMap();

/**
 * Rounds a value without making 0 or 1 of any other, as `rounded` of `records/percentages.py` does.
 * @param {number} value @param {number} digits
 */
function roundTo(value, digits) {
  const result = Math.round(value * 10 ** digits) / 10 ** digits;
  const finer = 10 ** (digits + 1);
  if (value > 0 && result === 0) return 1 / finer;
  return value < 1 && result === 1 ? (finer - 1) / finer : result;
}

/**
 * Returns all that the player draws of traces.
 * @param {Trace[]} traces @param {Site} site
 * @param {KnownWords | null} known the words that the pair's models have read, once they are there
 * @returns {Drawn}
 */
export function drawn(traces, site, known) {
  /** @type {Map<string, number>} */
  const numbers = new Map();
  /** @param {string[]} labels */
  const listOf = (labels) => {
    const key = JSON.stringify(labels);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  /** @type {Drawn["units"]} */
  const units = {};
  for (const unit of LINK.values.unit) {
    units[unit] = traces.map((trace) => {
      const { source, target, steps } = trace;
      const pieces = unit === "pieces";
      const unread = unknownPlaces(source, unit);
      const axes = {
        columns: listOf(pieces ? source.pieces : plainWords(source)),
        rows: listOf(pieces ? target.pieces : plainWords(target)),
        rowOfStep: pieces ? steps.map((_, i) => i) : target.wordOf,
      };
      listOf(steps.map(({ token }) => token));
      const doubt = doubtOf(trace, unit, site, known);
      const copied = copiedShares(trace, unit)?.map((share) => roundTo(share, 3));
      return {
        ...axes,
        ...(unread.length && { unread }),
        ...(doubt && { doubt }),
        ...(copied && { copied }),
      };
    });
  }
  const clocks = [
    ...new Map(
      traces.flatMap(({ model: { clock } }) => (clock ? [[JSON.stringify(clock), clock]] : [])),
    ).keys(),
  ];
  const maps = traces.map((trace) => ({
    ...named(trace, site),
    tokens: listOf(trace.steps.map(({ token }) => token)),
    place: trace.model.place,
    next: trace.steps.map(({ candidates }) =>
      candidates
        .slice(0, NEXT)
        .map(
          ([token, logProb]) =>
            /** @type {[string, number]} */ ([token, roundTo(Math.exp(logProb), 3)]),
        ),
    ),
    flow: flowOf(trace, clocks),
  }));
  const measures = LINK.values.measure.filter(
    (measure) => measure === "weights" || traces.some((trace) => cellsOf(trace, measure, "pieces")),
  );
  return {
    source: traces[0].source.text,
    maps,
    units,
    clocks: /** @type {Plan[]} */ (clocks.map((text) => JSON.parse(text))),
    layers: measures.flatMap((measure) =>
      LINK.values.unit.map((unit) => layerOf(traces, measure, unit, site)),
    ),
    lists: [...numbers.keys()].map((text) => JSON.parse(text)),
  };
}

/** Returns the step that begins the telling word, as `telling_step` of analysis/telling.py. @param {Trace} trace */
export function tellingStep(trace) {
  const weights = cellsOf(trace, "weights", "words");
  if (!weights?.length) return 0;
  const { source, target } = trace;
  const notes = { sourceEnds: isEnded(source), targetEnds: isEnded(target) };
  const row = tellingRow({ columns: source.words, rows: target.words, weights, notes });
  return spans(target)[row][0];
}

/**
 * @param {Trace[]} traces @param {string} measure @param {string} unit @param {Site} site
 * @returns {Layer}
 */
function layerOf(traces, measure, unit, { scales }) {
  const cells = traces.map((trace) => cellsOf(trace, measure, unit));
  const scale = scales[measure][traces.every(({ model }) => model.softmax) ? "softmax" : "other"];
  const high = cells
    .flatMap((rows) => rows ?? [])
    .flat()
    .filter(Number.isFinite)
    .reduce((most, one) => Math.max(most, Math.abs(one)), 1e-6);
  return {
    measure,
    unit,
    scale: measure === "scores" ? { ...scale, low: -high, high } : scale,
    cells: cells.map((rows) => rows && asShown(rows)),
    scales: traces.map(() => null),
  };
}

/** Returns cells as they are shown, where infinity is null. @param {number[][]} rows @returns {Cells} */
const asShown = (rows) =>
  rows.map((row) => row.map((one) => (Number.isFinite(one) ? roundTo(one, 4) : null)));

/**
 * Returns a trace's map of a measure, or null if it has none.
 * @param {Trace} trace @param {string} measure @param {string} unit
 */
function cellsOf(trace, measure, unit) {
  const own = cellsKnown.get(trace) ?? new Map();
  cellsKnown.set(trace, own);
  const key = `${measure} ${unit}`;
  if (!own.has(key)) own.set(key, cellsAfresh(trace, measure, unit));
  return own.get(key);
}

/**
 * @param {Trace} trace @param {string} measure @param {string} unit
 * @returns {number[][] | null}
 */
function cellsAfresh(trace, measure, unit) {
  if (unit === "words") {
    const pieces = cellsOf(trace, measure, "pieces");
    return pieces && mergeWords(pieces, trace.source, trace.target, measure);
  }
  const rows = trace.steps.map((step) => step[measure === "scores" ? "scores" : "weights"]);
  if (rows.some((row) => !row)) return null;
  const found = rows.map((row) => Array.from(/** @type {ArrayLike<number>} */ (row)));
  if (measure === "weights" || measure === "scores") return found;
  const weights = measure === "alone" ? found.map((row) => row.map(() => 1)) : found;
  return trace.likelihoods && posteriorOf(weights, trace.likelihoods);
}

/** Returns what a map is called and where its words come from. @param {Trace} trace @param {Site} site */
function named(trace, { modes, badges }) {
  const { id, mode, beam, target, finished, steps } = trace;
  const decoding = mode === "free" ? "greedy" : mode === "beam" ? `beam ${beam}` : mode;
  const own = mode === "free" ? badges.own : `${badges.own}, ${decoding}`;
  const badge = mode === "forced" ? badges.given : mode === "edited" ? decoding : own;
  const logProb = steps.reduce((sum, step) => sum + step.logProb, 0);
  return {
    id,
    label: id,
    mode: badge,
    origin: `${decoding}: ${originOf(trace, modes)}`,
    translation: finished ? target.text : `${target.text} …`,
    ...(mode === "forced" && Number.isFinite(logProb) ? { logProb: roundTo(logProb, 3) } : {}),
    ...(Number.isFinite(logProb) ? { perToken: roundTo(Math.exp(logProb / steps.length), 4) } : {}),
  };
}

/**
 * Returns where a trace's words come from, as `origin` of `ui/player/decoding_mode.py` does.
 * @param {Trace} trace @param {Record<string, string>} modes
 */
function originOf({ mode, edited, given, steps }, modes) {
  if (mode !== "edited") return modes[mode];
  const numbers = edited.map((step) => String(step + 1));
  const all = edited.length === steps.length && steps.length > 1;
  const named = [numbers.slice(0, -1).join(", "), numbers.at(-1)].filter(Boolean).join(" and ");
  const weights = `the weights of ${all ? "all steps" : `step${numbers.length > 1 ? "s" : ""} ${named}`} were given`;
  return given === steps.length ? `${weights}, and so was the target` : weights;
}

/**
 * Returns what the flow shows beside the weights, as `ui/flow/notes.py` does.
 * @param {Trace} trace @param {string[]} clocks
 */
function flowOf({ source, target, values, steps, model }, clocks) {
  const { bidirectional, updatesFirst, sumsToOne, formulas, clock } = model;
  return {
    values: levels(values, source.ids.length),
    sizes: spans(source).map(([from, to]) => to - from),
    twoWay: bidirectional,
    sourceEnds: isEnded(source),
    targetEnds: isEnded(target),
    kind: "weights",
    updatesFirst,
    sumsToOne,
    formulas,
    clock: clock ? clocks.indexOf(JSON.stringify(clock)) : null,
    ...(steps.every(({ heads }) => heads) && {
      heads: shares(steps.map(({ heads }) => heads)),
    }),
    ...(steps.every(({ selfHeads }) => selfHeads) && {
      selfHeads: shares(steps.map(({ selfHeads }) => selfHeads)),
    }),
  };
}

/**
 * Returns the weights of a Transformer's heads as 65,535ths of two bytes in base64.
 * @param {(ArrayLike<number> | null)[]} steps
 */
function shares(steps) {
  const levels = steps.flatMap((heads) =>
    Array.from(heads ?? [], (weight) =>
      clamp(Math.round(65_535 * weight), Number(weight > 0), 65_535 - Number(weight < 1)),
    ),
  );
  return asText(levels.flatMap((level) => [level & 255, level >> 8]));
}

/** Returns bytes in base64. @param {number[]} bytes */
const asText = (bytes) => btoa(bytes.map((one) => String.fromCharCode(one)).join(""));

/**
 * Returns some dimensions of each value as signed bytes in base64.
 * @param {ArrayLike<number>} values @param {number} count
 */
function levels(values, count) {
  const size = values.length / count;
  const every = Math.max(Math.floor(size / STRIPES), 1);
  const picked = Array.from({ length: size }, (_, i) => i)
    .filter((i) => i % every === 0)
    .slice(0, STRIPES);
  const numbers = Array.from({ length: count }, (_, i) =>
    picked.map((j) => values[i * size + j]),
  ).flat();
  const peak = numbers.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  if (!peak || !Number.isFinite(peak)) return "";
  return asText(numbers.map((one) => Math.round((127 * one) / peak) & 255));
}
