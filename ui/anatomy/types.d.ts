// The data that Python sends to the anatomy of a step, and the component's state.

import type { Plan } from "../timing/types";

/** One step; `asked` is the sentence that names the query, `given` whether weights were given. */
export interface AnatomyStep {
  place: string;
  token: string;
  logProb: number | null;
  asked: string;
  window: string;
  given: boolean;
  scores: (number | null)[] | null;
  weights: (number | null)[] | null;
  candidates: [token: string, logProb: number | null, written: boolean][];
}

/** Vectors of all steps as 16-bit integers in base64; 32767 encodes the magnitude `peak`. */
export interface Vectors {
  size: number;
  peak: number;
  levels: string;
}

export interface AnatomyData {
  player: string;
  start: number;
  label: string;
  mode: string;
  verb: string;
  attends: boolean;
  plan: Plan | null;
  clock: string;
  first: string;
  head: string;
  columns: string[];
  steps: AnatomyStep[];
  query: Vectors;
  context: Vectors;
}

/** A panel that is built once and updated at each step. */
interface Part<Shown> {
  nodes: HTMLElement[];
  show: (what: Shown) => void;
}

export interface Anatomy {
  root: HTMLElement;
  data: AnatomyData | null;
  step: number | null;
  over: boolean;
  listen: EventListener;
  pending: ReturnType<typeof setTimeout> | undefined;
  title: HTMLElement;
  written: HTMLElement;
  asked: HTMLElement;
  first: HTMLElement;
  clock: (step: number) => void;
  query: Part<number>;
  context: Part<number>;
  source: Part<AnatomyStep> | null;
  next: Part<AnatomyStep>;
}
