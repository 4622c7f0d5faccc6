// What all ways of decoding share.

export const START = 2; // the ids of `data/tokenizer.py`
export const END = 3;
export const CANDIDATES = 10; // of a step that a trace keeps
