// What the player says, in the language of the page: English, or that of a lesson.

import ENGLISH from "./en.json" with { type: "json" };

/** @typedef {keyof typeof ENGLISH} Phrase */
/** @typedef {Record<string, string | number>} Values the values of a phrase's {names} */

const ONE = /(\{\w+\})/;

/** @type {Record<string, string>} */
let spoken = ENGLISH;

/**
 * Sets the language of all that is drawn from now on.
 * @param {Record<string, string> | null} phrases those of a language, or null for English
 */
export function speak(phrases) {
  spoken = phrases ?? ENGLISH;
}

/**
 * A phrase as its words and its values, in their order in the language.
 * @template Value
 * @param {Phrase} name @param {Record<string, Value>} values @returns {(string | Value)[]}
 */
export const sayParts = (name, values) =>
  spoken[name]
    .split(ONE)
    .filter(Boolean)
    .map((part) => (ONE.test(part) ? values[part.slice(1, -1)] : part));

/** A phrase with its values. @param {Phrase} name @param {Values} values */
export const say = (name, values = {}) => sayParts(name, values).join("");

/**
 * The phrase of a name that comes with the data, such as a measure, or the name itself.
 * @param {string} name
 */
export const called = (name) => spoken[name] ?? name;

/**
 * A text that comes with the data, with the phrases that it names in braces.
 * @param {string} text @param {Values} values of the names that are no phrases
 */
export const sayIn = (text, values = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? called(name)));

/**
 * A count with its noun, such as "2 steps".
 * @param {unknown[]} list @param {"step" | "target_word" | "source_word"} noun
 */
export const counted = (list, noun) =>
  say(list.length === 1 ? `${noun}_one` : `${noun}_many`, { count: list.length });
