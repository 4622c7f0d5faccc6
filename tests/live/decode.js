// Decodes what a file asks for, and prints JSON: `node decode.js FILE`. `test_engine.py` compares it.

import { readFileSync } from "node:fs";

import { decode, readModel } from "../../live/engine/decoding.js";
import { Matrices } from "../../live/engine/matrices.js";
import { startEngine } from "../../live/engine/placed.js";
import { read } from "../../live/engine/reading.js";
import { likelihoods, search } from "../../live/engine/search.js";
import { Tokenizer } from "../../live/engine/tokens.js";

const { models, tables, texts, ids, jobs, plain, searches, likely, reads, engine } = JSON.parse(
  readFileSync(process.argv[2], "utf8"),
);
const matrices = new Matrices({ plain });
const whole = engine ? startEngine(engine) : null;
const ready = new Map();

function model(name) {
  if (!ready.has(name)) {
    const { exported, file } = models[name];
    const { buffer, byteOffset, byteLength } = readFileSync(file);
    ready.set(
      name,
      readModel(exported, buffer.slice(byteOffset, byteOffset + byteLength), matrices, whole),
    );
  }
  return ready.get(name);
}

const list = (part) => part && Array.from(part, (one) => (Number.isFinite(one) ? one : null));
const tokenizers = tables.map((one) => new Tokenizer(one));
const written = ({ steps, finished }) => ({
  finished,
  steps: steps.map((step) => ({
    ...step,
    scores: list(step.scores),
    weights: list(step.weights),
    heads: list(step.heads),
    selfHeads: list(step.selfHeads),
    query: list(step.query),
    context: list(step.context),
  })),
});
function answer({ name, source, target, prefix, given }) {
  try {
    return written(decode(model(name), source, { target, prefix, given }));
  } catch (error) {
    return { error: error.message };
  }
}

function said({ text, side, limits }) {
  try {
    return read(tokenizers[0], text, side, limits);
  } catch (error) {
    return error.message;
  }
}

process.stdout.write(
  JSON.stringify({
    searched: searches.map(({ name, source, width, penalty }) => {
      const { found, ...tree } = search(model(name), source, width, penalty);
      return { ...tree, found: found.map(written) };
    }),
    likely: likely.map(
      ({ name, source, target, given }) =>
        likelihoods(model(name), source, target, given)?.map(list) ?? null,
    ),
    read: reads.map(said),
    traces: jobs.map(answer),
    quick: matrices.memory !== null,
    placed: [...ready].flatMap(([name, one]) => (one.whole ? [name] : [])),
    encoded: tokenizers.map((one) => texts.map((text) => one.encode(text))),
    decoded: tokenizers.map((one) => ids.map((row) => one.decode(row))),
  }),
);
