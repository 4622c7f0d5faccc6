// Translates what a file asks for with the worker of a live page, and prints JSON.

import { readFileSync } from "node:fs";

import { Decoder } from "../live/page/worker.js";

const { site, pair, tables, name, weights, texts } = JSON.parse(readFileSync(process.argv[2], "utf8"));
const decoder = new Decoder(site.limits);
decoder.pair({ pair, tables: tables.tokenizers });
decoder.load({ pair, entry: tables.models.find((one) => one.name === name), weights });
const job = { pair, name, target: "", width: 1, posterior: false, edits: {}, prefix: [] };
const rows = (steps) => (steps[0].weights ? steps.map((step) => Array.from(step.weights)) : null);
decoder.translate({ ...job, text: texts[0] }); // compiles
process.stdout.write(JSON.stringify(texts.map((text) => {
  const start = performance.now();
  const { steps } = decoder.translate({ ...job, text });
  const ms = performance.now() - start;
  return { ms, tokens: steps.map(({ token }) => token), logProbs: steps.map(({ logProb }) => logProb),
    weights: rows(steps) };
})));
