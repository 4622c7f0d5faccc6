// What Python writes into a live page, and the traces of its workers.

import type { ExportedModel, Sentence, TokenizerTables } from "../engine/types";
import type { Plan } from "../../ui/timing/types";
import type { Place, View } from "../../ui/player/layout/maps_types";
import type { Scale } from "../../ui/web/types";

/** What all pairs share; `live/page/tables.py` writes it. */
export interface Site {
  pairs: { id: string; name: string }[];
  limits: { tokens: number; characters: number };
  /** What a file of traces may hold at most. */
  file: { traces: number; cells: number; values: number; bytes: number };
  view: View;
  scales: Record<string, { softmax: Scale; other: Scale }>;
  modes: Record<string, string>;
  /** The posterior mass of a source word, below which no output covers it. */
  leftOut: number;
  badges: { own: string; given: string };
  /** The sizes and the colours of a picture. */
  sizes: Record<string, { width: number; mm: number; slide: boolean }>;
  /** The pixels of a PNG per CSS pixel; in print, 4 are 384 per inch. */
  pixels: { screen: number; print: number };
  themes: Record<string, Record<string, string>>;
  version: string;
  app: string;
}

export interface PairTables {
  labels: { source: string; target: string };
  examples: { label: string; source: string; target: string }[];
  tokenizers: TokenizerTables[];
  models: ModelEntry[];
  /** The models that the page opens with, and the one whose flow it shows. */
  opened: string[];
  lead: string;
}

export interface ModelEntry {
  name: string;
  variant: string;
  timing: string;
  window: number | null;
  bidirectional: boolean;
  softmax: boolean;
  place: Place;
  updatesFirst: boolean;
  sumsToOne: boolean;
  formulas: string[];
  clock: Plan | null;
  /** The index of its tokenizer. */
  tokenizer: number;
  bytes: number;
  exported: ExportedModel;
}

export interface TraceStep {
  token: string;
  logProb: number;
  candidates: [token: string, logProb: number][];
  scores: ArrayLike<number> | null;
  weights: ArrayLike<number> | null;
  center: number | null;
  context: ArrayLike<number>;
  query: ArrayLike<number>;
}

/** What a worker returns of a translation. */
export interface Decoded {
  mode: "free" | "forced" | "beam" | "edited";
  source: Sentence;
  target: Sentence;
  finished: boolean;
  /** [src_len * value_size] */
  values: ArrayLike<number>;
  steps: TraceStep[];
  likelihoods: ArrayLike<number>[] | null;
  beam: number | null;
  /** The number of leading tokens that were given, and the steps whose weights were. */
  given: number;
  edited: number[];
}

export interface Trace extends Decoded {
  id: string;
  model: ModelEntry;
}

/** What a worker is asked to decode. */
export interface Job {
  pair: string;
  name: string;
  text: string;
  target: string;
  width: number;
  posterior: boolean;
  /** The weights of edited steps, and the ids that are written before the first of them. */
  edits: Record<number, number[]>;
  prefix: number[];
}
