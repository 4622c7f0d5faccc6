// Translates texts on a live page by the page's own engine: its library of models, and workers.

import { request, takeParts } from "../live/page/delivery.js";
import { Library } from "../live/page/library.js";

/** @param {{ worker: string, pair: string, names: string[], texts: string[] }} asked */
export default function ({ worker, pair, names, texts }) {
  takeParts();
  const rows = (steps) => (steps[0].weights ? steps.map((step) => Array.from(step.weights)) : null);
  return request("site").then(async (site) => {
    const library = new Library(worker, site);
    const { models } = await library.open(pair);
    return Promise.all(
      names.map(async (name) => {
        const entry = models.find((one) => one.name === name);
        await library.load(pair, entry);
        const job = { pair, name, target: "", width: 1, posterior: false, edits: {}, prefix: [] };
        const found = [];
        for (const text of texts) {
          const { steps } = await library.translate(entry, { ...job, text });
          found.push({
            tokens: steps.map(({ token }) => token),
            logProbs: steps.map(({ logProb }) => logProb),
            weights: rows(steps),
          });
        }
        return found;
      }),
    );
  });
}
