// What Python sends of a lesson, and what the page remembers of a person in it.

import type { Send } from "../../ui/web/lifecycle.js";

/** A piece of prose, and the element it stands in: "em", "strong", "code", or "" for none. */
export type Part = [name: string, text: string];
export type Prose = Part[];

/** A share between 0 and 1 over training, and those of its places that a person draws. */
export interface Curve {
  label: string;
  model: string;
  updates: string[];
  places: number[];
  shares: number[];
  points: number[];
}

/** How points that were drawn lie beside a curve. */
export type Lie = "near" | "turned" | "above" | "below";

export interface Ask {
  question: Prose;
  options: { text: Prose; says: Prose }[] | null;
  right: number | null;
  answer: string;
  /** What is true of these models where the answer is not the expected one. */
  otherwise: Prose;
  praise: Prose;
  /** What is said to a wrong answer, and before it to the usual ones. */
  hint: Prose;
  hints: { answer: string; says: Prose }[];
  /** What is to be drawn, if anything, and what is said of that by how it lies. */
  curve: Curve | null;
  drawn: Partial<Record<Lie, Prose>>;
}

export interface Control {
  label: string;
  settings: string[];
  start: number;
  slides: boolean;
}

export interface Outcome {
  lines?: Prose[];
  bars?: { label: string; share: number }[];
  table?: { columns: string[]; rows: string[][] };
  arrows?: { word: string; x: number; y: number; color: string; dashed: boolean }[];
  maps?: object;
}

export interface Lab {
  controls: Control[];
  outcomes: Outcome[];
}

export interface Screen {
  kind: string;
  title: string;
  prose: Prose[];
  ask: Ask | null;
  lab: Lab | null;
  link: string | null;
  /** The number of the screen whose bet this one answers. */
  bet: number | null;
}

export interface Data {
  identity: string;
  heading: string;
  notes: string[];
  teaching: boolean;
  words: Record<string, string>;
  start: { screen: number; answers: Record<string, string> };
  screens: Screen[];
}

export interface Lesson {
  root: HTMLElement;
  body: HTMLElement;
  data: Data;
  /** The screen on show, from 0, and the answers so far, by screen from 1. */
  at: number;
  answers: Record<string, string>;
  /** What labs were left at, hands or points that were drawn, and which answers a teacher has shown. */
  settings: Map<Lab, number[]>;
  hands: Map<Ask, number[]>;
  shown: Set<Ask>;
  leaveLab: () => void;
  deaf: () => void;
  setState: Send;
}
