// Types that the modules of the maps share.

import type { Attributes } from "../../web/dom.js";
import type { Measure } from "../../web/text.js";
import type { Doubt, FlowNotes } from "../../flow/types";
import type { Line } from "./grid.js";
import type { Scale, Scaling } from "../../web/types";

export type Cells = (number | null)[][];
export type Box = { x: number; y: number; width: number; height: number };
export type Sums = { rows: number[]; columns: number[] };
export type Side = "rows" | "columns";
/** The joint attention of some rows or columns, and the highest of all maps. */
export type JointBars = { side: Side; words: number[]; values: number[]; top: number };
export type Axes = { across: string[]; down: string[] };
export type { Attributes, Scale, Scaling };

/** Which bars a map has: all of the sums or none, or those of a joint attention. */
export type Margins = boolean | "beside" | "below";

export interface View {
  measure: string;
  unit: string;
  scaling: Scaling;
  picture: "flow" | "map" | "ribbons";
  threshold: number;
  transposed: boolean;
  margins: Margins;
  density: "fit" | "large";
}

/** The slot of a map in the grid: its line by group, its column by kind. "" is no group. */
export interface Place {
  group: string;
  about: string;
  kind: number;
}

/** What the places of an axis are if they are no words: time, of some seconds each, or cells. */
export type Place1D = {
  seconds?: number | null;
  start?: number; // seconds, of the first place
  grid?: [number, number, number];
};

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
  /** Whether its model is still loading. */
  late?: boolean;
  /** The map's own scale, if it is not that of the other maps. */
  scale?: Scale | null;
  rowOfStep: number[];
  /** The indices of columns that the model read as an unknown piece. */
  unread?: number[];
  doubt?: Doubt;
  /** How much of each row was copied from the source, by a model that copies. */
  copied?: number[];
  places?: Partial<Record<Side, Place1D>>;
  tokens: string[];
  place: Place;
  next: [string, number][][];
  /** The log-probability of a forced translation. */
  logProb?: number;
  /** The mean probability of the tokens of a model's translation; see ui/player/map_view.py. */
  perToken?: number;
  flow?: FlowNotes | null;
}

/** The layout that all cards share; see `arrange` and `arrangeRibbons`. */
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
 * The layout of maps. If all maps are on one screen, `text` is the size of the words (0 without
 * words), `headed` whether there are words above the columns, and `lines` the placement.
 */
export interface MapLayout extends Layout {
  side: number;
  /** The width of the numbers that stand between the words and the cells, 0 without any. */
  numbers?: number;
  row: number;
  mirrored: boolean;
  text?: number;
  headed?: boolean;
  lines?: Line[];
  /** Of how many words one has a label, beside the rows and above the columns. */
  every?: { down?: number; across?: number };
  /** The height of the names, for up to three lines. */
  title?: number;
  brief?: (word: string) => string;
  /** By map: the places beside and above it that are named, if not all are. */
  named?: { down: Map<number, string>; across: Map<number, string> }[];
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
  /** The joint attention of the chosen words, by the maps' ids. */
  joints?: Map<string, JointBars>;
  pins?: readonly string[]; // The ids of the pinned maps; absent if maps cannot be pinned.
  heads?: readonly string[]; // The ids of the maps whose heads can be opened.
  flat?: boolean; // Whether cells may be drawn on canvases.
}

/** A drawn map. Some parts are absent if it has no cells, or in the other picture. */
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
  joint?: JointBars;
  marker: SVGGElement;
  /** The element that scrolls, if the map is much higher than the screen. */
  frame?: HTMLElement;
  /** The cells: elements, or pixels of a canvas behind the plot. */
  rects: SVGRectElement[][];
  canvas?: HTMLCanvasElement;
  plot?: SVGSVGElement;
  lights?: { row: SVGGElement; column: SVGGElement };
  chosen?: SVGGElement;
  cursor?: SVGGElement;
  veil?: SVGRectElement;
  strands?: SVGGElement[];
  targets: Box[];
  paths: SVGPathElement[];
}

/** A pointed-at cell; a null index means the whole row or column (in a `Cursor`, it is -1). */
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

/** The elements that all players have, which are made once. */
export interface StageElements {
  readonly grid: HTMLElement;
  readonly tooltip: HTMLElement;
  readonly status: HTMLElement;
}

/** The elements of players that step. */
export interface TransportElements {
  readonly bar: HTMLElement;
  readonly legend: HTMLElement;
  readonly buttons: Record<"first" | "previous" | "play" | "next" | "last", HTMLButtonElement>;
  readonly speed: HTMLSelectElement;
  readonly slider: HTMLInputElement;
  readonly readout: HTMLElement;
  /** The dialog with the list of keys. */
  readonly keys: HTMLDialogElement;
}

/** What a player shows: its maps, that of its first flow (`hero`), and the number of the last step. */
export interface StageContent {
  maps: MapData[];
  hero?: MapData;
  last: number;
}

/** How a player runs on this page; nothing of it is reported. */
export interface StageSession {
  width: number;
  playing: ReturnType<typeof setInterval> | null;
  printing?: boolean;
  /** Stops observing the page and what people do on it. */
  stopWatching?: () => void;
}

/** The state that all players share: their cards, and the position in them. */
export interface Stage {
  readonly root: HTMLElement;
  readonly elements: StageElements;
  readonly content: StageContent;
  readonly session: StageSession;
  position: { readonly step: number };
  cards: Card[];
  spot: Spot | null;
  cursor: Cursor | null;
}

/** A player that steps. */
export interface Stepper extends Stage {
  readonly elements: StageElements & TransportElements;
}
