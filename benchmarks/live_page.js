// Translates texts with models of a written live page, by the code of its workers, and prints one line of
// JSON per model: `node live_page.js SITE PAIR`, with `{ names, texts }` as standard input.

import { readFileSync } from "node:fs";
import { join } from "node:path";

import { bytesOf } from "../live/page/delivery.js";
import { Decoder } from "../live/page/worker.js";

const [, , site, pair] = process.argv;
const { names, texts } = JSON.parse(readFileSync(0, "utf8"));

/** Returns the value that a script of the site delivers. */
function part(path) {
  let found;
  new Function("deliver", readFileSync(join(site, `${path}.js`), "utf8"))((_, value) => {
    found = value;
  });
  return found;
}

const decoder = new Decoder(part("site"));
const { tokenizers, models } = part(`pairs/${pair}`);
decoder.pair({ pair, tables: tokenizers });
for (const name of names) {
  const entry = models.find((one) => one.name === name);
  decoder.load({ pair, entry, weights: bytesOf(part(`weights/${pair}/${name}`)) });
  const job = { pair, name, target: "", width: 1, posterior: false, edits: {}, prefix: [] };
  const rows = (steps) => (steps[0].weights ? steps.map((step) => Array.from(step.weights)) : null);
  decoder.translate({ ...job, text: texts[0] }); // compiles
  console.log(
    JSON.stringify(
      texts.map((text) => {
        const start = performance.now();
        const { steps } = decoder.translate({ ...job, text });
        const ms = performance.now() - start;
        return {
          ms,
          tokens: steps.map(({ token }) => token),
          logProbs: steps.map(({ logProb }) => logProb),
          weights: rows(steps),
        };
      }),
    ),
  );
}
