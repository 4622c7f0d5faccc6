// What the scripts of the maps hand to each other.

import type { Attributes } from "../web/dom.js";
import type { Measure } from "../web/text.js";
import type { Line } from "./placing.js";
import type { Scale, Scaling } from "../web/types";

export type Cells = (number | null)[][];
export type Box = { x: number; y: number; width: number; height: number };
export type Sums = { rows: number[]; columns: number[] };
export type Axes = { across: string[]; down: string[] };
export type { Attributes, Scale, Scaling };

export interface View {
  measure: string;
  unit: string;
  scaling: Scaling;
  picture: "map" | "ribbons";
  threshold: number;
  transposed: boolean;
  margins: boolean;
  density: "fit" | "large";
}

/** Where a map stands among others; no group, no place of its own. */
export interface Place {
  group: string;
  about: string;
  kind: number;
}

export interface MapData {
  index: number;
  id: string;
  label: string;
  mode: string;
  origin: string;
  translation: string;
  columns: string[];
  rows: string[];
  cells: Cells | null;
  /** Its model is still loading. */
  late?: boolean;
  /** Its own, where it is not that of the maps beside it. */
  scale?: Scale | null;
  rowOfStep: number[];
  /** The columns that the model read as an unknown piece. */
  unread?: number[];
  tokens: string[];
  place: Place;
  next: [string, number][][];
}

/** What all cards share, as `arrange` and `arrangeRibbons` find it. */
interface Layout {
  perLine: number;
  cell: number;
  angle: number;
  head: number;
  plot: number;
  zoom: number;
  shorten: (word: string) => string;
}

/**
 * `text` is the words' size where all maps are on one screen, 0 without words, and `headed` says
 * whether there are words above the columns; `lines` places.
 */
export interface MapLayout extends Layout {
  side: number;
  row: number;
  mirrored: boolean;
  text?: number;
  headed?: boolean;
  lines?: Line[];
  brief?: (word: string) => string;
}

export interface RibbonLayout extends Layout {
  level: boolean;
  line: number;
  measure: Measure;
}

export interface Paper {
  layout: MapLayout | RibbonLayout;
  scale: Scale;
  view: View;
  sums: Sums[];
  top: number;
  pins?: string[]; // the ids of the maps that are large, where one can be
}

/** A drawn map; where it has no cells, and in the other picture, some of its parts are not there. */
export interface Card extends Paper {
  layout: MapLayout & RibbonLayout;
  map: MapData;
  turned: boolean;
  axes: Axes;
  words: { rows: SVGTextElement[]; columns: SVGTextElement[] };
  node: HTMLElement;
  foot: HTMLElement;
  badge: HTMLElement;
  rest: string;
  lit: boolean;
  marker: SVGGElement;
  rects: SVGRectElement[][];
  plot?: SVGSVGElement;
  lights?: { row: SVGGElement; column: SVGGElement };
  chosen?: SVGGElement;
  cursor?: SVGGElement;
  veil?: SVGRectElement;
  strands?: SVGGElement[];
  targets: Box[];
  paths: SVGPathElement[];
}

/** A place that is pointed at; null is the whole row or column, and in a cursor it is -1. */
export interface Spot {
  card: Card;
  row: number | null;
  column: number | null;
}

export interface Cursor {
  card: Card;
  row: number;
  column: number;
}

/** What both players have: their elements, their cards, and where in them a person is. */
export interface Stage {
  root: HTMLElement;
  grid: HTMLElement;
  tooltip: HTMLElement;
  status: HTMLElement;
  legend: HTMLElement;
  buttons: Record<"first" | "previous" | "play" | "next" | "last", HTMLButtonElement>;
  speed: HTMLSelectElement;
  slider: HTMLInputElement;
  readout: HTMLElement;
  /** The list of keys. */
  keys: HTMLDialogElement;
  maps: MapData[];
  cards: Card[];
  spot: Spot | null;
  cursor: Cursor | null;
  step: number;
  last: number;
  width: number;
  playing: ReturnType<typeof setInterval> | null;
  stopWatching: () => void;
}
