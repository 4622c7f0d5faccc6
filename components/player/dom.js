// Elements, numbers and words: how they are made, written, measured and shortened.
// Python joins this file and those after it (PARTS) into one module.

const SVG = "http://www.w3.org/2000/svg";
const LONGEST_LABEL = 16;
const SCRIPTS = ["Hebrew", "Arabic", "Syriac", "Thaana", "Nko", "Adlam"];
const RIGHT_TO_LEFT = new RegExp(`[${SCRIPTS.map((one) => `\\p{Script=${one}}`).join("")}]`, "gu");

function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) node.setAttribute(name, value);
  }
  node.append(...children); // strings become text nodes: a token is never read as HTML
  return node;
}

function html(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}

const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
const count = (list, noun) => `${list.length} ${noun}${list.length === 1 ? "" : "s"}`;
const total = (values) => values.reduce((sum, value) => sum + (value ?? 0), 0);
// The place of the highest of some numbers; null, which is outside of a window, is below them all.
const highest = (values) => values.reduce((best, value, i) =>
  (value ?? -Infinity) > (values[best] ?? -Infinity) ? i : best, 0);
const minus = (text) => text.replace("-", "−");
const figure = (value) => minus(String(Number(value.toPrecision(3))));

// What a person takes for one letter: a letter with its marks, a Devanagari syllable, an emoji.
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });
const graphemes = (text) => Array.from(segmenter.segment(text), ({ segment }) => segment);

function ruler(root, size) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `600 ${size}px ${getComputedStyle(root).fontFamily}`;
  return (text) => context.measureText(text).width;
}

function shortener(measure, limit) {
  return (word) => {
    const letters = graphemes(word);
    let keep = letters.length > LONGEST_LABEL ? LONGEST_LABEL - 1 : letters.length;
    const text = () => letters.slice(0, keep).join("") + (keep < letters.length ? "…" : "");
    while (keep > 1 && measure(text()) > limit) keep -= 1;
    return text();
  };
}

// By majority, not by the first letter: a name in Latin letters may stand first.
function runsRightToLeft(words) {
  const text = words.join("");
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return 2 * (text.match(RIGHT_TO_LEFT)?.length ?? 0) > letters;
}

// The place of the same word in another sentence: the second "the" is the second one there, too.
function twin(words, others, index) {
  if (index === null) return null;
  if (others[index] === words[index] && words.length === others.length) return index;
  const rank = words.slice(0, index).filter((word) => word === words[index]).length;
  const places = [...others.keys()].filter((i) => others[i] === words[index]);
  return places[rank] ?? null;
}

function label(word, shorten, attributes) {
  const short = shorten(word);
  const node = svg("text", { class: "word", "dominant-baseline": "central", ...attributes }, short);
  if (short !== word) node.append(svg("title", {}, word));
  return node;
}
