// The words in the page's box of the sentence, underlined in the colours that they have in the flow, and with
// dots as there.

const BOX = ".st-key-sentence input";

/**
 * Where each word begins and ends in a text, in order, or null for a word that is not in it.
 * @param {string} text @param {string[]} words
 */
export function findWords(text, words) {
  let from = 0;
  return words.map((word) => {
    const own = word.replace("▁", "");
    const start = own ? text.indexOf(own, from) : -1;
    if (start < 0) return null;
    from = start + own.length;
    return { start, end: from };
  });
}

/**
 * Underlines the words in the box, unless the text is wider than the box or runs from right to left.
 * @param {string[]} words @param {(string | null)[]} colours of the words; null for none
 * @param {string[]} says what is said of a word, which then has dots, or "" of any other
 */
export function tintBox(words, colours, says) {
  const box = document.querySelector(BOX);
  const pen = document.createElement("canvas").getContext("2d");
  if (!(box instanceof HTMLInputElement) || !pen) return;
  const { font, paddingLeft, direction } = getComputedStyle(box);
  pen.font = font;
  const at = (/** @type {number} */ end) =>
    parseFloat(paddingLeft) + pen.measureText(box.value.slice(0, end)).width;
  const fits = direction === "ltr" && at(box.value.length) <= box.clientWidth;
  const lines = !fits
    ? []
    : findWords(box.value, words).flatMap((span, j) =>
        span && colours[j]
          ? [{ line: lineOf(colours[j], says[j]), left: at(span.start), right: at(span.end) }]
          : [],
      );
  const all = (/** @type {(line: typeof lines[number]) => string} */ said) =>
    lines.map(said).join(", ");
  Object.assign(box.style, {
    backgroundImage: all(({ line }) => line),
    backgroundPosition: all(({ left }) => `${left}px calc(100% - 6px)`),
    backgroundSize: all(({ left, right }) => `${right - left}px 2px`),
    backgroundRepeat: "no-repeat",
  });
  box.title = says.filter(Boolean).join(" ");
  box.addEventListener("input", clearBox); // The colours are of another text until the flow is drawn.
}

/** Removes the underlines. */
export function clearBox() {
  const box = document.querySelector(BOX);
  if (!(box instanceof HTMLInputElement)) return;
  box.style.backgroundImage = "";
  box.title = "";
}

/** @param {string | null} colour @param {string} says */
const lineOf = (colour, says) =>
  says
    ? `repeating-linear-gradient(90deg, ${colour} 0 3px, transparent 3px 6px)`
    : `linear-gradient(${colour}, ${colour})`;
