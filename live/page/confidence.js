// How sure a model is of its words, as `analysis/confidence.py` computes it, and which words it has hardly
// read, as `data/known_words.py` tells them. Limits and coefficients come from Python.

import { percentage } from "../../ui/web/numbers.js";
import { isEnded, mergeSource, posteriorOf, spans, uncovered } from "./words.js";

/** @import { Doubt } from "../../ui/flow/types" */
/** @import { Confidence, DoubtLimits, KnownTable, Logistic, Site, Trace } from "./types" */

const MOST_NAMED = 3; // rare words that a message names

const hasLetter = (/** @type {string} */ word) => /\p{L}/u.test(word);

/** The words that the models of a pair have read, and about how often. */
export class KnownWords {
  /** @param {KnownTable} table @param {DoubtLimits} limits */
  constructor({ counts, source, target, capitals }, limits) {
    this.limits = limits;
    this.unspaced = new RegExp(limits.unspaced, "u");
    this.capitals = capitals;
    this.source = countsOf(source, counts);
    this.target = countsOf(target, counts);
  }

  /** Returns about how often a source word was read, 0 if never. @param {string} word */
  times(word) {
    const keys = this.keys(word);
    return keys.length ? Math.min(...keys.map((key) => this.source.get(key) ?? 0)) : 0;
  }

  /** Returns the keys of a word in a table, as `keys` of `data/known_words.py`. @param {string} word */
  keys(word) {
    const small = word.toLowerCase().replace(/^-+/, "");
    if (this.unspaced.test(small)) return [...small].filter(hasLetter);
    return hasLetter(small) ? [small] : [];
  }

  /** Whether words look like the target language, as `language_of` tells it. @param {string[]} words */
  looksLikeTarget(words) {
    const keys = words.flatMap((word) => this.keys(word));
    const [here, there] = [this.source, this.target].map((side) => {
      const total = [...side.values()].reduce((sum, one) => sum + one, 0) || 1;
      return keys.reduce((sum, key) => sum + Math.log((side.get(key) ?? 0.5) / total), 0);
    });
    return there - here >= this.limits.telling && keys.some((key) => this.target.has(key));
  }

  /**
   * Returns the places of words that were hardly or never read, and how often; numbers are none.
   * @param {string[]} words @param {boolean} [names] whether to return names, and not the others
   */
  rare(words, names = false) {
    return words.flatMap((word, i) => {
      const begins = i === 0 || this.limits.ends.includes(words[i - 1]);
      const times = this.times(word);
      const named = !begins && !this.capitals && /^-*\p{Lu}/u.test(word);
      const rare = hasLetter(word) && times < this.limits.rare && named === names;
      return rare ? [{ place: i, times }] : [];
    });
  }
}

/** Returns how often each word was read. @param {string[]} words by level @param {number[]} counts */
const countsOf = (words, counts) =>
  new Map(
    words.flatMap((text, level) => {
      const own = text ? text.split(" ") : [];
      return own.map((word) => /** @type {[string, number]} */ ([word, counts[level]]));
    }),
  );

/**
 * Returns the places of the source words that no output covers, as `left_out` of `analysis/confidence.py`
 * does, or null without likelihoods.
 * @param {Trace} trace @param {Site} site @param {KnownWords | null} known
 */
export function leftOut({ source, steps, likelihoods }, { doubt }, known) {
  if (!likelihoods) return null;
  const weights = steps.map((step) => /** @type {number[]} */ (step.weights));
  return uncovered(posteriorOf(weights, likelihoods), source, doubt.leftOut).filter(
    (place) => !known || known.times(source.words[place]) < doubt.seldom,
  );
}

/**
 * Returns the marks of doubt on a map, as `doubt_of` of `ui/player/map_view.py` does, or null if it has none.
 * @param {Trace} trace @param {string} unit @param {Site} site @param {KnownWords | null} known
 * @returns {Doubt | null}
 */
export function doubtOf(trace, unit, site, known) {
  const { source, target } = trace;
  /** @param {number[]} wordOf @param {number} word */
  const lines = (wordOf, word) =>
    unit === "words" ? [word] : wordOf.flatMap((one, i) => (one === word ? [i] : []));
  const sure = confidenceOf(trace, site, known);
  const unsure = (sure?.words ?? []).flatMap((p, word) =>
    sure && p < sure.unsure
      ? lines(target.wordOf, word).map((row) => [row, p, sure.reasons[word]])
      : [],
  );
  const rare = (known?.rare(ownWords(source)) ?? []).flatMap(({ place, times }) =>
    lines(source.wordOf, place).map((column) => [column, times]),
  );
  const gone = (leftOut(trace, site, known) ?? []).flatMap((word) => lines(source.wordOf, word));
  if (!unsure.length && !rare.length && !gone.length) return null;
  return /** @type {Doubt} */ ({ unsure, rare, leftOut: gone });
}

/**
 * Returns how sure a model is of its own translation, or null if it has no fit, or the translation no word.
 * @param {Trace} trace @param {Site} site @param {KnownWords | null} known @returns {Confidence | null}
 */
export function confidenceOf(trace, site, known) {
  const { least, mostRead, modes } = site.doubt;
  const { model, source, target, steps, mode } = trace;
  const fit = model.confidence;
  const count = ownWords(target).length;
  if (!fit || !count || !modes.includes(mode)) return null;
  const parts = spans(target);
  /** @param {number[]} values the smallest of each word's pieces */
  const smallest = (values) => parts.map(([from, to]) => Math.min(...values.slice(from, to)));
  const logProbs = steps.map(({ logProb }) => Math.max(logProb, least));
  const margins = steps.map(({ token, logProb, candidates }) => {
    const other = candidates.find(([one]) => one !== token);
    return Math.min(Math.max(logProb - (other ? other[1] : least), least), -least);
  });
  const read = source.words.map((word) => {
    const counts = known && hasLetter(word) && !(word === source.words.at(-1) && isEnded(source));
    return Math.log1p(Math.min(counts ? known.times(word) : mostRead, mostRead));
  });
  const attends = steps.every(({ weights }) => weights);
  const times = parts.map(([from, to]) => {
    if (!attends) return Math.log1p(mostRead);
    const rows = steps
      .slice(from, to)
      .map(({ weights }) => mergeSource(/** @type {number[]} */ (weights), source, "weights"));
    const sums = rows[0].map((_, j) => rows.reduce((sum, row) => sum + row[j], 0));
    return read[sums.indexOf(Math.max(...sums))];
  });
  const words = smallest(logProbs);
  const margin = smallest(margins);
  const mean = logProbs.reduce((sum, one) => sum + one, 0) / logProbs.length;
  const rows = words.slice(0, count).map((logProb, i) => ({
    log_p: logProb,
    p: Math.exp(logProb),
    margin: margin[i],
    before: i ? words[i - 1] : 0,
    after: words[i + 1] ?? 0,
    mean,
    times: times[i],
  }));
  const gone = leftOut(trace, site, known);
  const alone = { mean, rarest: Math.min(...read), left_out: 0, covered: 0 };
  const whole = { ...alone, left_out: gone?.length ?? 0, covered: gone?.length === 0 ? 1 : 0 };
  return {
    words: rows.map((features) => rounded(probability(fit.word, features))),
    reasons: rows.map((features) => lowering(fit.word, features)),
    sentence: rounded(probability(fit.sentence, whole)),
    unsure: fit.unsure,
    wrong: fit.wrong,
    ...(gone && { alone: rounded(probability(fit.sentence, alone)) }),
  };
}

/**
 * Returns what is said of a translation that is probably wrong, or "", as `ui/shell/doubt.py` says it.
 * @param {Trace} trace @param {Site} site @param {KnownWords | null} known
 */
export function tellDoubt(trace, site, known) {
  const sure = confidenceOf(trace, site, known);
  if (!sure || sure.sentence >= sure.wrong) return "";
  const words = ownWords(trace.source);
  const rare = known?.rare(words) ?? [];
  const found = rare.length ? rare : (known?.rare(words, true) ?? []);
  const gone = rare.length ? [] : (leftOut(trace, site, known) ?? []);
  const never = found.filter(({ times }) => !times);
  const read = (never.length ? never : found).map(({ place }) => place);
  const named = [...new Set((gone.length ? gone : read).map((place) => `“${words[place]}”`))];
  const list =
    named.length > MOST_NAMED
      ? `${named.slice(0, MOST_NAMED).join(", ")} …`
      : [named.slice(0, -1).join(", "), ...named.slice(-1)].filter(Boolean).join(" and ");
  const kind = rare.length ? "" : named.length > 1 ? "the names " : "the name ";
  const why = gone.length
    ? `it leaves out ${list}.`
    : named.length
      ? `these models have ${never.length ? "never" : "hardly"} read ${kind}${list}.`
      : "it finds its own words improbable.";
  const share = percentage(sure.sentence);
  return `${trace.id} is probably wrong: ${why} Of such translations ${share} are right.`;
}

/** Returns the words of a sentence without its end mark. @param {Trace["source"]} sentence */
export const ownWords = (sentence) =>
  isEnded(sentence) ? sentence.words.slice(0, -1) : sentence.words;

const rounded = (/** @type {number} */ p) => Math.round(p * 1e4) / 1e4;

/** @param {Logistic} fit @param {Record<string, number>} features */
function probability({ bias, weights }, features) {
  const logit = Object.entries(weights).reduce(
    (sum, [name, one]) => sum + one * features[name],
    bias,
  );
  return 1 / (1 + Math.exp(-Math.min(Math.max(logit, -50), 50)));
}

/** Returns the feature that lowers the probability most. @param {Logistic} fit @param {Record<string, number>} features */
function lowering({ weights, means }, features) {
  const parts = Object.entries(weights).map(
    ([name, one]) =>
      /** @type {[string, number]} */ ([name, one * (features[name] - (means[name] ?? 0))]),
  );
  return parts.reduce((least, one) => (one[1] < least[1] ? one : least))[0];
}
