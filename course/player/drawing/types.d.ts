// The data that Python sends for a lesson, and the state of the lesson on the page.

import type { Data as MapsData } from "../../../ui/player/layout/player_types";
import type { Send } from "../../../ui/web/lifecycle.js";

/** A piece of prose, and the name of its element: "em", "strong", "code", or "" for none. */
export type Part = [name: string, text: string];
export type Prose = Part[];

/**
 * Shares between 0 and 1 over an amount, which `over` names and `at` writes with its unit; `points`
 * are the indices of those that a person draws.
 */
export interface Curve {
  label: string;
  model: string;
  over: string;
  at: string;
  amounts: string[];
  places: number[];
  shares: number[];
  points: number[];
}

/** How drawn points compare with a curve. */
export type Lie = "near" | "turned" | "above" | "below";

export interface Ask {
  question: Prose;
  options: { text: Prose; says: Prose }[] | null;
  right: number | null;
  answer: string;
  /** The true answer for the loaded models, if it is not the expected one. */
  otherwise: Prose;
  praise: Prose;
  /** The hint for a wrong answer, and more specific hints for frequent wrong answers. */
  hint: Prose;
  hints: { answer: string; says: Prose }[];
  /** The curve to draw, if any, and the feedback by how the drawn points compare with it. */
  curve: Curve | null;
  /** Whether the answer is a sentence, to compare with the model answer in `praise`. */
  explained: boolean;
  drawn: Partial<Record<Lie, Prose>>;
}

export interface Control {
  label: string;
  settings: string[];
  start: number;
  slides: boolean;
}

/** Amounts per word as columns; `down` mirrors them, `line` is drawn over them. */
export interface Columns {
  words: string[];
  up: number[];
  down: number[];
  line: number[];
  names: [string, string];
  most: number;
}

export interface Outcome {
  lines?: Prose[];
  bars?: { label: string; share: number }[];
  table?: { columns: string[]; rows: string[][] };
  arrows?: { word: string; x: number; y: number; color: string; dashed: boolean }[];
  maps?: MapsData;
  /** The source position of each option of the bet that the maps answer, or null. */
  places?: (number | null)[];
  chart?: Columns;
}

export interface Lab {
  controls: Control[];
  outcomes: Outcome[];
}

/** An element of MathML: its name, its attributes, and its children. */
export type MathElement = [
  name: string,
  attributes: Record<string, string>,
  ...children: (MathElement | string)[],
];

/** A formula in words, in the notations of papers, and as code. */
export interface Formula {
  says: string;
  code: { name: string; text: string };
  notations: { name: string; math: MathElement }[];
}

export interface Screen {
  kind: string;
  title: string;
  prose: Prose[];
  ask: Ask | null;
  lab: Lab | null;
  link: string | null;
  formulas: Formula[];
  /** The number of the screen whose prediction this one answers. */
  bet: number | null;
}

export interface LessonData {
  identity: string;
  heading: string;
  /** Those of each screen. */
  notes: string[][];
  teaching: boolean;
  /** Whether the browser keeps the progress. */
  kept: boolean;
  /** Why phones cannot open the link of a class, if this page's address works on this machine only. */
  alone: string;
  words: Record<string, string>;
  /** What the player of maps says, or null in English. */
  phrases: Record<string, string> | null;
  start: { screen: number; answers: Record<string, string> };
  screens: Screen[];
}

/** The first visit: a sentence, the weights of its words at one written word, and two translations. */
export interface FirstVisit {
  lang: string;
  title: string;
  question: Prose;
  source: string[];
  /** The reply to a bet by its word. */
  says: Record<string, Prose>;
  /** The model's own translation, and the one from left to right; the words to notice are strong. */
  own: Prose;
  told: Prose;
  words: Record<string, string>;
  /** The player's texts, or null for those of the scripts. */
  phrases: Record<string, string> | null;
  /** The flow of the model's own translation, and that of the one from left to right. */
  maps: MapsData[];
  /** The links of the doors; an empty one leads to the page below. */
  doors: Record<"learn" | "explore" | "teach", string>;
  lesson: string;
}

/** A question as phones get it, and its answer once that is shown. */
export interface PolledAsk {
  heading: string;
  question: Prose;
  options: Prose[] | null;
  curve: Omit<Curve, "shares"> | null;
}

export interface Told {
  right: number | null;
  says: Prose[];
  truth: Prose;
  shares: number[] | null;
}

/** A vote: an option, from 0, or the shares of drawn points in percent. */
export type Vote = number | number[];

/**
 * What the presenter sees of a live class: `name` is that of the question, `rounds` are votes per
 * option, or the drawn points.
 */
export interface RoomState {
  seen: number;
  name: string;
  phones: number;
  stage: "none" | "open" | "shown" | "told";
  rounds?: (number[] | number[][])[];
}

/** A live class that this page leads; `asked` is the name of the question it asked last. */
export interface Room {
  code: string;
  key: string;
  link: string;
  qr: string;
  asked: string | null;
  state: RoomState | null;
}

export interface Lesson {
  root: HTMLElement;
  body: HTMLElement;
  data: LessonData;
  /** The index of the current screen, and the answers so far by number of the screen, from 1. */
  at: number;
  answers: Record<string, string>;
  /** The settings of labs, the votes or drawn points of questions, and the questions revealed. */
  settings: Map<Lab, number[]>;
  hands: Map<Ask, number[]>;
  shown: Set<Ask>;
  /**
   * The bar of a live class, the class, the votes of a first round after the second, and the curves
   * that phones have drawn, in percent.
   */
  bar: HTMLElement;
  room: Room | null;
  before: Map<Ask, number[]>;
  drawings: Map<Ask, number[][]>;
  leaveLab: () => void;
  deaf: () => void;
  setState: Send;
}
