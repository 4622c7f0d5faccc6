// Decodes what a file asks for, and prints JSON: `node decode.js FILE`. `test_engine.py` compares it.

import { readFileSync } from "node:fs";

import { decode, readModel } from "../../live/engine/decoding.js";
import { Matrices } from "../../live/engine/matrices.js";
import { Tokenizer } from "../../live/engine/tokens.js";

const { models, tables, texts, ids, jobs, plain } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const matrices = new Matrices({ plain });
const ready = new Map();

function model(name) {
  if (!ready.has(name)) {
    const { exported, file } = models[name];
    const { buffer, byteOffset, byteLength } = readFileSync(file);
    ready.set(name, readModel(exported, buffer.slice(byteOffset, byteOffset + byteLength), matrices));
  }
  return ready.get(name);
}

const list = (part) => part && Array.from(part, (one) => (Number.isFinite(one) ? one : null));
const tokenizers = tables.map((one) => new Tokenizer(one));
function answer({ name, source, target, given }) {
  try {
    const { steps, finished } = decode(model(name), source, { target, given });
    return { finished, steps: steps.map((step) => ({ ...step, scores: list(step.scores),
      weights: list(step.weights), query: list(step.query), context: list(step.context) })) };
  } catch (error) {
    return { error: error.message };
  }
}

process.stdout.write(JSON.stringify({
  traces: jobs.map(answer), quick: matrices.memory !== null,
  encoded: tokenizers.map((one) => texts.map((text) => one.encode(text))),
  decoded: tokenizers.map((one) => ids.map((row) => one.decode(row))),
}));
