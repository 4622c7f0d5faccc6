// Types of the flow.

import type { Plan } from "../timing/types";
import type { Measure } from "../web/text.js";

/** What Python says about a map for its flow; see ui/flow/notes.py. */
export interface FlowNotes {
  /** Some dimensions of each source piece's value, as signed bytes in base64; empty if unknown. */
  values: string;
  /** The number of pieces of each source word. */
  sizes: number[];
  /** Whether the first half of the dimensions is of the forward RNN, the other of the backward. */
  twoWay: boolean;
  /** Whether the last word of the source, and of the target, is the end mark. */
  sourceEnds: boolean;
  targetEnds: boolean;
  /** What the numbers of the map are: weights, or links and the like, which are not mixed. */
  kind: string;
  /** Whether the decoder updates its state before it attends. */
  updatesFirst: boolean;
  /** Whether the weights of a row do; some are multiplied by a Gaussian. */
  sumsToOne: boolean;
  /** The formula of each of `BEATS`, in the paper's notation, with names of phrases in braces. */
  formulas: string[];
  /** The index of the timing diagram among those of all maps. */
  clock: number | null;
  /** The weights of a Transformer's heads as bytes in base64; absent of other models. */
  heads?: string;
  /** Those of the same layer's self-attention, of one more token at each step. */
  selfHeads?: string;
}

/** The middle of a word, its baseline's height, its width, and the width with its share of gaps. */
export interface FlowSpot {
  x: number;
  y: number;
  width: number;
  slot: number;
  /** The number of its line, from 0. */
  line: number;
}

/**
 * Where everything is. On a narrow screen the picture is turned: the sentences run down in columns, and
 * `x` is along them, `y` from the source to the target.
 */
export interface FlowLayout {
  turned: boolean;
  /** The length that the sentences have. */
  room: number;
  /** The width of the picture. */
  wide: number;
  zoom: number;
  /** The size of the words in pixels. */
  word: number;
  sources: FlowSpot[];
  targets: FlowSpot[];
  /** Where the ribbons begin: below the annotations of the last line. */
  edge: number;
  /** The top of the mixing bar. */
  mix: number;
  barWidth: number;
  /** How far before a target word its arrow and its ribbons end. */
  before: number;
  height: number;
}

/** A source word that a person chose for a row, and the names of that choice and of the model's. */
export interface ExpectedCell {
  row: number;
  column: number;
  own: string;
  model: string;
}

/** What Python knows of words that may be wrong; see `Doubt` in ui/player/map_view.py. */
export interface Doubt {
  /**
   * A row, the probability that such a word is right, and what lowers it most; if that is a second
   * reader, the probability that it gives the word, and its name.
   */
  unsure: ([number, number, string] | [number, number, string, number, string])[];
  /** A column, and how many times the models have read its word. */
  rare: [number, number][];
  leftOut: number[];
}

/** One map, as the flow draws it. */
export interface FlowMap {
  id: string;
  label: string;
  columns: string[];
  rows: string[];
  rowOfStep: number[];
  tokens: string[];
  next: [string, number][][];
  unread: number[];
  doubt?: Doubt | null;
  copied?: number[];
  weights: (number | null)[][] | null;
  scores: (number | null)[][] | null;
  /** The weights over pieces, of which the context is the sum; null if they are not at hand. */
  pieces: (number | null)[][] | null;
  unit: string;
  mode: string;
  notes: FlowNotes;
  plan: Plan | null;
  pick?: ExpectedCell;
  /** The weights [row][head][column] of a Transformer's heads, of which `weights` are the mean. */
  heads?: number[][][] | null;
  /** The self-attention [row][head]: the weights of the start mark and the words up to the row's. */
  selfHeads?: number[][][] | null;
}

export interface Scene {
  /** The parts of the picture that a step or a beat changes. */
  words: SVGGElement[];
  strips: SVGGElement[];
  bars: SVGRectElement[];
  barLabels: SVGTextElement[];
  rays: SVGPathElement[];
  past: SVGPathElement[][];
  ribbons: SVGPathElement[];
  parts: SVGRectElement[];
  partLabels: SVGTextElement[];
  movers: SVGGElement[];
  frame: SVGRectElement;
  context: SVGRectElement[];
  note: SVGTextElement;
  query: SVGGElement;
  arrow: SVGPathElement;
  written: SVGGElement[];
  current: SVGRectElement;
  next: SVGGElement;
  /** The frames of the window of local attention, one per line. */
  windows: SVGRectElement[];
  /** The frames around the word that a person chose and the one that the model looks at most. */
  picks: SVGGElement[];
  /** What the heads of a Transformer do, drawn when it is shown first. */
  bundles: SVGGElement;
  bundleTexts: SVGGElement;
  heads?: Bundles;
}

/** What is drawn of a step by heads. */
export interface Bundles {
  row: number;
  /** Whether it is their self-attention. */
  own: boolean;
  shapes: { rays: SVGPathElement; bundle: SVGGElement; parts: SVGGElement }[];
  texts: SVGGElement[];
  /** What the heads become together. */
  after: SVGElement[];
}

export interface Flow {
  root: HTMLElement;
  headline: HTMLElement;
  picture: HTMLElement;
  caption: HTMLElement;
  /** The name of the model. */
  name: HTMLElement;
  formula: HTMLElement;
  beats: HTMLButtonElement[];
  watch: HTMLButtonElement;
  clock: HTMLElement;
  showClock: (step: number) => void;
  map: FlowMap | null;
  layout: FlowLayout | null;
  scene: Scene | null;
  values: number[][];
  step: number;
  row: number;
  veiled: boolean;
  /** The weights and the bar's left edge that are drawn now, between two steps while one moves. */
  drawn: { weights: number[]; left: number };
  /** The beat on show, from 1, or 0 for the whole step; and its progress from 0 to 1. */
  beat: number;
  /** Whether the beats play one after the other. */
  watching: boolean;
  /** The beats in the model's order, as indices into `BEATS`. */
  order: number[];
  moving: number;
  measure: Measure;
  onStep: (step: number) => void;
  /** Whether ribbons can be dragged to other source words; `onMove` then reports it. */
  movable: boolean;
  onMove: (step: number, from: number, to: number) => void;
}
