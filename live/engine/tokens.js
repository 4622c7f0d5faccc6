// The tokenizer of a language pair: `data/tokenizer.py` in JavaScript, with the tables of `live/tables.py`.

/** @import { Sentence, TokenizerTables } from "./types" */

const SPACE = "▁";
const UNKNOWN_ID = 1;
const END_ID = 3;
export const SPECIAL = 4; // the ids below are no text

/** @typedef {{ id: number, text: string }} Part */

/** Splits text into pieces and words, and spells ids. */
export class Tokenizer {
  /** @param {TokenizerTables} tables */
  constructor({ pieces, merges, words, plain, invisible, marks, spaces }) {
    this.pieces = pieces;
    this.plain = plain;
    this.ids = new Map(pieces.map((piece, id) => [piece, id]));
    this.ranks = new Map(merges.map(([one, other], rank) => [`${one} ${other}`, rank]));
    this.pattern = new RegExp(words, "gu");
    this.changed = new RegExp(`[${Object.keys(plain).join("")}]`, "gu");
    this.spaces = new RegExp(`[${spaces}]+`, "gu");
    this.mark = new RegExp(`^[${spaces}]*([${marks}])[${spaces}]*`, "u");
    this.invisible = new RegExp(`[${invisible}]`, "gu");
    /** @type {Map<string, Part[]>} */
    this.known = new Map();
  }

  /** Returns a text as `normalise` of `data/corpus.py` does. @param {string} text */
  normalise(text) {
    return text
      .normalize("NFC")
      .replace(this.invisible, "")
      .replace(this.changed, (one) => this.plain[one])
      .replace(this.spaces, " ")
      .replace(/[\p{Cc}\p{Cs}]/gu, "")
      .replace(/^ +| +$/g, "");
  }

  /** Returns a source without the mark of a register that no training text had. @param {string} source */
  withoutUnknown(source) {
    const mark = this.mark.exec(source)?.[1];
    return mark && !this.ids.has(SPACE + mark) ? source.replace(this.mark, "") : source;
  }

  /** Splits a text, with `▁` for spaces, into words. @param {string} written */
  split(written) {
    const found = [];
    let end = 0;
    for (const { 0: word, index } of written.matchAll(this.pattern)) {
      if (index > end) found.push(written.slice(end, index));
      found.push(word);
      end = index + word.length;
    }
    if (end < written.length) found.push(written.slice(end));
    return found;
  }

  /** Returns the pieces of a word; a run of unknown characters is one piece. @param {string} word */
  cut(word) {
    const before = this.known.get(word);
    if (before) return before;
    /** @type {Part[]} */
    const parts = [];
    for (const text of word) {
      const id = this.ids.get(text) ?? UNKNOWN_ID;
      const last = parts.at(-1);
      if (id === UNKNOWN_ID && last?.id === UNKNOWN_ID) last.text += text;
      else parts.push({ id, text });
    }
    for (let at = this.next(parts); at >= 0; at = this.next(parts)) {
      const text = parts[at].text + parts[at + 1].text;
      parts.splice(at, 2, { id: /** @type {number} */ (this.ids.get(text)), text });
    }
    if (this.known.size < 10_000) this.known.set(word, parts);
    return parts;
  }

  /** Returns the first place of the merge with the lowest rank, or -1. @param {Part[]} parts */
  next(parts) {
    let [lowest, at] = [Infinity, -1];
    for (let i = 0; i + 1 < parts.length; i += 1) {
      if (parts[i].id === UNKNOWN_ID || parts[i + 1].id === UNKNOWN_ID) continue;
      const rank = this.ranks.get(`${parts[i].text} ${parts[i + 1].text}`) ?? Infinity;
      if (rank < lowest) [lowest, at] = [rank, i];
    }
    return at;
  }

  /** Returns a typed text as a sentence, the end mark last. @param {string} typed @returns {Sentence} */
  encode(typed) {
    const text = this.normalise(typed);
    const words = text ? this.split(SPACE + text.replaceAll(" ", SPACE)) : [];
    const parts = words.flatMap((word, key) => this.cut(word).map((part) => ({ ...part, key })));
    const shown = parts.map(({ id, text: own }) =>
      id === UNKNOWN_ID ? own.replaceAll(SPACE, " ").trim() : bare(own),
    );
    return this.sentence(
      text,
      parts.map(({ id }) => id),
      shown,
      parts.map(({ key }) => key),
      true,
    );
  }

  /** Returns the sentence that ids spell. @param {number[]} written @returns {Sentence} */
  decode(written) {
    const ended = written.at(-1) === END_ID;
    const ids = ended ? written.slice(0, -1) : written;
    const pieces = ids.map((id) => this.pieces[id]);
    const joined = pieces.join("");
    let end = 0;
    const ends = this.split(joined).map((word) => {
      end += word.length;
      return end;
    });
    let start = 0;
    const keys = pieces.map((piece, i) => {
      const key = ids[i] < SPECIAL ? -1 - i : ends.filter((one) => one <= start).length;
      start += piece.length;
      return key;
    });
    return this.sentence(joined.replaceAll(SPACE, " ").trim(), ids, pieces.map(bare), keys, ended);
  }

  /**
   * Returns the sentence whose words are the runs of pieces with equal keys.
   * @param {string} text @param {number[]} ids @param {string[]} shown the pieces as they go into words
   * @param {number[]} keys @param {boolean} ended whether to add an end mark @returns {Sentence}
   */
  sentence(text, ids, shown, keys, ended) {
    /** @type {string[]} */
    const words = [];
    const wordOf = keys.map((key, i) => {
      if (!i || key !== keys[i - 1]) words.push("");
      words[words.length - 1] += shown[i];
      return words.length - 1;
    });
    const [named, pieces] = [words.map((word) => word || SPACE), ids.map((id) => this.pieces[id])];
    if (!ended) return { text, ids, pieces, words: named, wordOf };
    const end = this.pieces[END_ID];
    return {
      text,
      ids: [...ids, END_ID],
      pieces: [...pieces, end],
      words: [...named, end],
      wordOf: [...wordOf, words.length],
    };
  }
}

/** @param {string} piece */
const bare = (piece) => (piece.startsWith(SPACE) ? piece.slice(1) : piece);
