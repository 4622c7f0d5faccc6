// What Python sends to the anatomy of a step, and what the component remembers.

export interface Step {
  token: string;
  logProb: number | null;
  asked: string;
  window: string;
  given: boolean;
  scores: (number | null)[] | null;
  weights: (number | null)[] | null;
  candidates: [token: string, logProb: number | null, written: boolean][];
}

/** 16-bit whole numbers, and the magnitude that the largest stands for. */
export interface Vectors {
  size: number;
  peak: number;
  levels: string;
}

interface Arrow {
  path: string;
  role: string;
  label: string;
  x: number;
  y: number;
  anchor: string;
}

interface Box {
  x: number;
  y: number;
  width: number;
  label: string;
  role: string;
}

export interface Data {
  player: string;
  start: number;
  label: string;
  mode: string;
  verb: string;
  attends: boolean;
  plan: { box: number; width: number; height: number; arrows: Arrow[]; boxes: Box[] } | null;
  clock: string;
  first: string;
  head: string;
  columns: string[];
  steps: Step[];
  query: Vectors;
  context: Vectors;
}

/** A part that is built once and then shown step by step. */
interface Part<Shown> {
  nodes: HTMLElement[];
  show: (what: Shown) => void;
}

export interface Anatomy {
  root: HTMLElement;
  data: Data | null;
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
  source: Part<Step> | null;
  next: Part<Step>;
}
