// What Python writes into a live page, and the traces of its workers.

import type { ExportedModel, Sentence, TokenizerTables } from "../engine/types";
import type { Plan } from "../../ui/timing/types";
import type { Place, View } from "../../ui/player/layout/maps_types";
import type { Scale } from "../../ui/web/types";

/** What all pairs share; `live/page/tables.py` writes it. */
export interface Site {
  pairs: { id: string; name: string }[];
  limits: { tokens: number; characters: number };
  /** The app's engine, WebAssembly in base64. */
  engine: string;
  /** What a file of traces may hold at most. */
  file: { traces: number; cells: number; values: number; bytes: number };
  view: View;
  scales: Record<string, { softmax: Scale; other: Scale }>;
  modes: Record<string, string>;
  doubt: DoubtLimits;
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
  /** The names of the two languages, or null for a task without languages. */
  languages: [string, string] | null;
  examples: { label: string; source: string; target: string }[];
  tokenizers: TokenizerTables[];
  models: ModelEntry[];
  /** The models that the page opens with, and the one whose flow it shows. */
  opened: string[];
  lead: string;
  /** The mark of formal text, if a model knows it; else "". */
  formal: string;
  /** Whether the site has a part `known/PAIR`, a `KnownTable`. */
  known: boolean;
}

/** The limits of `analysis/confidence.py` and `data/known_words.py`. */
export interface DoubtLimits {
  /** The posterior mass of a source word, below which no output covers it. */
  leftOut: number;
  seldom: number;
  /** Log-probabilities (nats) below it count as it. */
  least: number;
  mostRead: number;
  modes: string[];
  /** A word that was read fewer times is rare. */
  rare: number;
  /** The least difference of two log-probabilities (nats) that tells a language. */
  telling: number;
  /** The words after which a capital does not tell a name. */
  ends: string[];
  /** A pattern of scripts that write no space between words. */
  unspaced: string;
}

/** The words of both sides that the models of a pair have read: by level, joined by spaces. */
export interface KnownTable {
  counts: number[];
  source: string[];
  target: string[];
  /** Whether the source language writes nouns with capitals. */
  capitals: boolean;
}

export interface Logistic {
  bias: number;
  weights: Record<string, number>;
  means: Record<string, number>;
}

export interface Confidence {
  /** For each target word but the end mark, the probability that it is right. */
  words: number[];
  reasons: string[];
  sentence: number;
  unsure: number;
  wrong: number;
  /** `sentence` without left-out words, if they were computed. */
  alone?: number;
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
  /** What the model has not, though others have, as a predicate; "" if nothing. */
  lacks: string;
  /** The index of its tokenizer. */
  tokenizer: number;
  bytes: number;
  exported: ExportedModel;
  /** How sure the model is, if it was measured. */
  confidence: { word: Logistic; sentence: Logistic; unsure: number; wrong: number } | null;
}

export interface TraceStep {
  token: string;
  logProb: number;
  candidates: [token: string, logProb: number][];
  scores: ArrayLike<number> | null;
  weights: ArrayLike<number> | null;
  center: number | null;
  pGen: number | null;
  heads: ArrayLike<number> | null;
  selfHeads: ArrayLike<number> | null;
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
