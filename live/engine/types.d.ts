// Types of the engine's modules.

import type { PlacedModel } from "./placed.js";

export type Numbers = Float32Array | Int32Array | Uint8Array;

/** Floats, whole numbers or truths, row by row. */
export interface Tensor {
  shape: number[];
  data: Numbers;
}

/** A matrix of 8-bit integers or floats, whose rows are padded with zeros to `stride`, and a scale per row. */
export interface Matrix {
  shape: [number, number];
  stride: number;
  scales: Float32Array;
  /** Row by row; null if they are in WebAssembly's memory, at `at`. */
  numbers: Int8Array | Float32Array | null;
  at: number;
  scalesAt: number;
}

/** A value of a program: a tensor, a matrix of weights, a size, or several results of one call. */
export type Value = any;

/** A call of torch, with the arguments of its schema. */
export type Call = (...args: Value[]) => Value;

/** What `live/exported.py` writes: an argument is a constant, a list, or `{ value: number }`. */
export interface Program {
  inputs: Record<string, number>;
  weights: Record<string, number>;
  calls: [name: string, result: number, args: Value[]][];
  outputs: Record<string, number>;
}

/** A weight of a checkpoint: integers with a scale per row, or floats without. */
export interface StoredWeight {
  shape: number[];
  numbers: Int8Array | Float32Array;
  scales: Float32Array | null;
}

/** What `live/placed.py` writes; a part is a buffer, and the fitted numbers of its start and size. */
export interface PlacedTable {
  longest: number;
  most: number;
  /** The numbers of the largest matrix of floats. */
  mostFloats: number;
  /** The numbers of a call. */
  row: number;
  work: number;
  sizes: number[];
  /** The name of a weight, or a number as a text, by buffer. */
  constants: Record<string, string | string[]>;
  matrices: Record<
    string,
    [name: string, first: number, rows: number, columns: number, bias: number]
  >;
  once: number;
  step: number;
  calls: [place: number, fixed: number, bySource: number, owner: number][];
  source: number;
  token: number;
  logits: [buffer: number, first: number, vocabulary: number];
  values: number[];
  parts: Record<string, number[] | null>;
}

export interface ExportedModel {
  encode: Program;
  step: Program;
  given: Program | null;
  longest: number;
  /** What the app's engine runs; null if it cannot. */
  placed: PlacedTable | null;
}

export type Run = (inputs: Record<string, Value>) => Record<string, Value>;

/** A model that is ready to decode. */
export interface Model {
  encode: Run;
  step: Run;
  given: Run | null;
  longest: number;
  /** The model in the memory of the app's engine. */
  whole: PlacedModel | null;
}

export interface Step {
  token: number;
  logProb: number;
  /** The most probable tokens, best first. */
  candidates: { token: number; logProb: number }[];
  scores: Float32Array | null;
  weights: Float32Array | null;
  center: number | null;
  /** The share that is generated, in a model that copies. */
  pGen: number | null;
  /** The weights of a Transformer's heads, one after the other; their mean is `weights`. */
  heads: Float32Array | null;
  /** Those of the same layer's self-attention, for the start mark and each token before. */
  selfHeads: Float32Array | null;
  context: Float32Array;
  query: Float32Array;
  given: boolean;
}

export interface Translation {
  steps: Step[];
  values: Float32Array;
  finished: boolean;
}

export interface TokenizerTables {
  pieces: string[];
  merges: [string, string][];
  /** The words of an alignment map, as a pattern of JavaScript. */
  words: string;
  /** Characters that are replaced, and those that are removed. */
  plain: Record<string, string>;
  invisible: string;
  /** The marks of registers, one character each; see `data/registers.py`. */
  marks: string;
  /** What Python calls white space. */
  spaces: string;
}

export interface Sentence {
  text: string;
  ids: number[];
  pieces: string[];
  words: string[];
  wordOf: number[];
}
