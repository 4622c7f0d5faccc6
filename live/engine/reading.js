// Reading a typed text, as `decoding/reading.py` does, with the same messages.

/** @import { Tokenizer } from "./tokens.js" */
/** @typedef {{ tokens: number, characters: number }} Limits */

/** A text that no model can read. */
export class Unreadable extends Error {}

/**
 * Returns a typed text as a sentence.
 * @param {Tokenizer} tokenizer @param {string} text @param {string} side "source" or "target"
 * @param {Limits} limits
 */
export function read(tokenizer, text, side, { tokens, characters }) {
  /** @param {string} found @param {string} most */
  const refuse = (found, most) => {
    throw new Unreadable(
      `The ${side} sentence is too long: ${found} (maximum ${most}). Please shorten it.`,
    );
  };
  const size = Array.from(text).length;
  if (size > characters) refuse(`${size.toLocaleString("en")} characters`, `${tokens} tokens`);
  const known = side === "source" ? tokenizer.withoutUnknown(text) : text;
  const sentence = tokenizer.encode(known);
  const length = sentence.ids.length - 1;
  if (!length) throw new Unreadable(`The ${side} sentence is empty: type at least one word.`);
  if (length > tokens) refuse(`${length.toLocaleString("en")} tokens`, String(tokens));
  return sentence;
}
