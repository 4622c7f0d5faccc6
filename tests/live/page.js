// Lets the scripts of a live page do what a file asks for, and prints JSON: `node page.js FILE`.

import { readFileSync } from "node:fs";

import { bytesOf } from "../../live/page/delivery.js";
import { KnownWords, confidenceOf, tellDoubt } from "../../live/page/confidence.js";
import { drawn } from "../../live/page/maps.js";
import { traceFile } from "../../live/page/trace_file.js";
import { movedRow } from "../../live/page/words.js";
import { Decoder } from "../../live/page/worker.js";

const { site, traces, moves, pairs, jobs, cut, words } = JSON.parse(
  readFileSync(process.argv[2], "utf8"),
);
const floats = (row) => row && Float32Array.from(row, (one) => one ?? -Infinity);
const given = traces.map((trace) => ({
  ...trace,
  values: floats(trace.values),
  likelihoods: trace.likelihoods?.map(floats) ?? null,
  steps: trace.steps.map((step) => ({
    ...step,
    scores: floats(step.scores),
    weights: floats(step.weights),
    heads: floats(step.heads),
    context: floats(step.context),
    query: floats(step.query),
  })),
}));

const known = words && new KnownWords(words.table, site.doubt);
const sureness = (trace) => confidenceOf(trace, site, known);
const decoder = new Decoder(site);
for (const { pair, tables, weights } of pairs) {
  decoder.pair({ pair, tables: tables.tokenizers });
  for (const entry of tables.models)
    decoder.load({ pair, entry, weights: bytesOf(weights[entry.name]) });
}

function decoded() {
  return jobs.map((job) => {
    const { models } = pairs.find(({ pair }) => pair === job.pair).tables;
    return {
      ...decoder.translate(job),
      id: job.name,
      model: models.find(({ name }) => name === job.name),
    };
  });
}

function refused() {
  return cut.map((length) => {
    const { tables, weights, pair } = pairs[0];
    const [entry] = tables.models;
    const other = new Decoder(site);
    other.pair({ pair, tables: tables.tokenizers });
    try {
      other.load({ pair, entry, weights: bytesOf(weights[entry.name].slice(0, length)) });
    } catch (error) {
      return error.message;
    }
    return "";
  });
}

process.stdout.write(
  JSON.stringify({
    drawn: given.length ? drawn(given, site, known) : null,
    file: traceFile(given, sureness),
    told: given.map((trace) => tellDoubt(trace, site, known)),
    rare: words && known.rare(words.sentence),
    other: words && known.looksLikeTarget(words.sentence),
    moved: moves.map(({ row, source, from, to }) => movedRow(row, source, from, to)),
    trees: jobs.filter(({ width, target }) => width > 1 && !target).map((job) => decoder.tree(job)),
    decoded: traceFile(decoded(), sureness),
    refused: refused(),
  }),
);
