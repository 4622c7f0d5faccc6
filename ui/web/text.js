// Text: graphemes, shortening, writing direction, and tokens as words.

import { say } from "../phrases/say.js";

/** @typedef {(text: string) => number} Measure the width of a text in pixels */

const SCRIPTS = ["Hebrew", "Arabic", "Syriac", "Thaana", "Nko", "Adlam"];
const RIGHT_TO_LEFT = new RegExp(`[${SCRIPTS.map((one) => `\\p{Script=${one}}`).join("")}]`, "gu");
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/**
 * The graphemes of a text, which people see as one letter: a letter with its marks, a Devanagari
 * syllable, an emoji.
 * @param {string} text
 */
export const graphemes = (text) => Array.from(segmenter.segment(text), ({ segment }) => segment);

/**
 * Returns the function that cuts a word to the width `limit` and to at most `longest` graphemes,
 * including the ellipsis.
 * @param {Measure} measure @param {number} limit @param {number} longest
 */
export function shortener(measure, limit, longest = Infinity) {
  return (/** @type {string} */ word) => {
    if (word.length <= longest && measure(word) <= limit) return word; // Most words fit.
    const letters = graphemes(word);
    let keep = letters.length > longest ? longest - 1 : letters.length;
    const text = () => letters.slice(0, keep).join("") + (keep < letters.length ? "…" : "");
    while (keep > 1 && measure(text()) > limit) keep -= 1;
    return text();
  };
}

/**
 * Whether most letters are of a right-to-left script. The first letter does not decide, because a
 * sentence may begin with a name in Latin letters.
 * @param {string[]} words
 */
export function runsRightToLeft(words) {
  const text = words.join("");
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return 2 * (text.match(RIGHT_TO_LEFT)?.length ?? 0) > letters;
}

/**
 * A word that keeps its place in a line of another writing direction: isolated by invisible marks if
 * it has right-to-left letters.
 * @param {string} word
 */
export const isolated = (word) => (word.match(RIGHT_TO_LEFT) ? `\u2068${word}\u2069` : word);

/** Whether a text has letters or digits. @param {string} text */
export const hasLetters = (text) => /[\p{L}\p{N}]/u.test(text);

/**
 * A word as it is named in a line of words, isolated; a sign, such as a full stop, is quoted, or it would
 * be read as a sign of the line.
 * @param {string} word
 */
export const inLine = (word) =>
  hasLetters(word) ? isolated(word) : say("quoted", { word: isolated(word) });

/** Whether the first letter is of a right-to-left script. @param {string} text */
export const startsRightToLeft = (text) =>
  runsRightToLeft([...text].filter((letter) => /\p{L}/u.test(letter)).slice(0, 1));

/**
 * The index of the same word in another sentence, or null. Repeated words are matched by rank: the
 * second "the" with the second "the".
 * @param {string[]} words @param {string[]} others @param {number | null} index
 */
export function twin(words, others, index) {
  if (index === null) return null;
  if (others[index] === words[index] && words.length === others.length) return index;
  const rank = words.slice(0, index).filter((word) => word === words[index]).length;
  const same = [...others.keys()].filter((i) => others[i] === words[index]);
  return same[rank] ?? null;
}

const END = "</s>";

/** Words with their end mark, if they have one, in the language of the page. @param {string[]} words */
export const withEnd = (words) =>
  words.map((word, i) => (word === "end" && i === words.length - 1 ? say("end") : word));

/**
 * A token as it is shown among words: without the space mark ▁, of which ␣ is left if it is alone, and
 * a word for the end mark.
 * @param {string} token @param {string} unit
 */
export const plainToken = (token, unit) =>
  unit === "pieces" ? token : token === END ? say("end") : token.replace(/^▁/u, "") || "␣";
