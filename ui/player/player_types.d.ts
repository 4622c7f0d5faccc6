// What Python sends to the step player, and what the player remembers.

import type { Send } from "../web/lifecycle.js";
import type { Cells, Place, Scale, Stage, View } from "./maps_types";

export interface ChosenCell {
  map: string;
  unit: string;
  row: number;
  column: number;
}

export interface Layer {
  measure: string;
  unit: string;
  scale: Scale;
  cells: (Cells | null)[];
  /** Of each map: its own, where it is not the layer's. */
  scales: (Scale | null)[];
}

/** What is drawn; `columns`, `rows` and `tokens` are places in `lists`. */
export interface Drawn {
  source?: string;
  maps: { id: string; label: string; mode: string; origin: string; translation: string; tokens: number; place: Place; next: [string, number][][] }[];
  units: Record<string, { columns: number; rows: number; rowOfStep: number[]; unread?: number[] }[]>;
  layers: Layer[];
  lists: string[][];
}

/** A map that is still to come, and its place among all. */
export interface Late {
  at: number;
  label: string;
  place: Place;
}

/** Where the player starts, and what it draws. */
export interface Data extends Drawn {
  key: string;
  identity: string;
  start: { step: number; view: View; cell: ChosenCell | null; pins?: string[] };
  forcible?: boolean;
  /** What buttons of the page lead to, by the keys of these. */
  ahead?: Goal[];
  /** The view of a sentence that the browser went back to. */
  restored?: View;
  /** The map that the strip is about before one is chosen, by its id. */
  lead?: string;
  late?: Late[];
}

export interface Goal {
  button: string;
  identity: string;
  step: number;
  cell: ChosenCell | null;
  drawing: string;
}

/**
 * As a page of the app sends it: what is drawn is one text, made once for all steps, which has a
 * name; it is left out where the browser has it.
 */
export interface Sent extends Omit<Data, keyof Drawn | "ahead"> {
  drawing: string;
  drawn?: string;
  ahead?: (Goal & { drawn?: string })[];
}

/** A control; there is no node where there is nothing to choose. */
export interface Option {
  node: HTMLElement | null;
  show: (value: any) => void;
}

export interface Player extends Stage {
  data: Data;
  scale: Scale;
  view: View;
  cell: ChosenCell | null;
  setState: Send;
  trigger?: Send;
  bar: HTMLElement;
  /** The sentence, for those who see the maps alone. */
  source: HTMLElement;
  measures: HTMLElement;
  open: HTMLButtonElement;
  panel: HTMLElement;
  large: HTMLElement;
  strip: HTMLElement;
  lens: HTMLElement;
  pins: string[];
  swiped: boolean;
  /** Where the maps begin on the page, and who tells that this has changed. */
  top: number;
  above?: ResizeObserver;
  options: Record<keyof View | "veiled", Option>;
  present: HTMLButtonElement;
  presenting: boolean;
  veiled: boolean;
  lifts: boolean;
  pending?: ReturnType<typeof setTimeout>;
  /** What Python sent last, without what is drawn. */
  given?: string;
  known?: string;
  /** The cell that Python was told of last. */
  told: ChosenCell | null;
  reported: boolean;
  answer: () => void;
  goAhead: (event: Event) => void;
  deaf: () => void;
}
