// Where the words, ribbons and the mixing bar of the flow are; pure functions of text widths.

import MEASURES from "../svg/layout_constants.json" with { type: "json" };
import { clamp, total } from "../web/numbers.js";
import { runsRightToLeft } from "../web/text.js";

/** @import { Measure } from "../web/text.js" */
/** @import { FlowLayout, FlowSpot } from "./types" */

// Degrees; a turn by the golden angle keeps neighbours 137 apart and all words of a sentence distinct.
const HUES = { first: 20, turn: 137.508 };
const GREY = /^[\p{P}\p{S}]+$/u;

/**
 * Breaks widths into lines of about equal length that are at most `room` wide.
 * @param {number[]} widths @param {number} room @param {number} apart the least gap
 * @returns {number[][]} the indices of each line
 */
export function breakLines(widths, room, apart) {
  const needed = total(widths) + apart * widths.length;
  for (let count = Math.max(1, Math.ceil(needed / room)); ; count += 1) {
    const lines = fillLines(
      widths,
      Math.max(needed / count, Math.max(0, ...widths) + apart),
      apart,
      count,
    );
    const fits = lines.every((line) => total(line.map((i) => widths[i] + apart)) <= room + apart);
    if (fits || count >= widths.length) return lines;
  }
}

/**
 * Fills `count` lines up to a share of the whole length each.
 * @param {number[]} widths @param {number} share @param {number} apart @param {number} count
 */
function fillLines(widths, share, apart, count) {
  /** @type {number[][]} */
  const lines = Array.from({ length: count }, () => []);
  let end = 0;
  widths.forEach((width, i) => {
    const middle = end + (width + apart) / 2;
    lines[clamp(Math.floor(middle / share), 0, count - 1)].push(i);
    end += width + apart;
  });
  return lines.filter((line) => line.length);
}

/**
 * Spreads the words of lines over the room, centred, with gaps that are at most `widest`.
 * @param {number[]} widths @param {number[][]} lines @param {number} room
 * @param {{ widest: number, mirrored: boolean, y: number, line: number }} how
 * @returns {FlowSpot[]} the middle of each word and its width
 */
export function spread(widths, lines, room, { widest, mirrored, y, line }) {
  /** @type {FlowSpot[]} */
  const spots = [];
  lines.forEach((indices, number) => {
    const own = total(indices.map((i) => widths[i]));
    const gap = clamp((room - own) / indices.length, 0, widest);
    let x = (room - own - gap * indices.length) / 2;
    for (const i of indices) {
      const middle = x + gap / 2 + widths[i] / 2;
      spots[i] = {
        x: mirrored ? room - middle : middle,
        y: y + number * line,
        width: widths[i],
        slot: widths[i] + gap,
        line: number,
      };
      x += widths[i] + gap;
    }
  });
  return spots;
}

/**
 * Lays out the flow of one map.
 * @param {{ columns: string[], rows: string[], copied?: number[] }} map of a model that copies, below
 *   each word, or beside it, a number has room @param {number} room the width in pixels
 * @param {Measure} measure the width of a text in the size of the labels @param {number} zoom
 * @param {number} [tall] the height that is left on the screen; ribbons get at least `lowest`
 * @param {number} [spare] the height that ribbons leave to maps below them if they stay high enough
 * @returns {FlowLayout}
 */
export function layOut({ columns, rows, copied }, room, measure, zoom, tall = Infinity, spare = 0) {
  const { flow: FLOW, text } = MEASURES;
  const apart = FLOW.apart * zoom;
  const own = [columns, rows].map((words) => words.map((one) => measure(one) / text.size));
  const tries = [FLOW.large, FLOW.medium, FLOW.small].map((word) => {
    const [widths, targets] = own.map((words) =>
      words.map((one) => Math.max(FLOW.narrowest * zoom, one * word)),
    );
    return {
      word,
      widths,
      targets,
      above: breakLines(widths, room, apart),
      below: breakLines(targets, room, apart),
    };
  });
  // The largest words of which each sentence has one line, or else medium ones in several lines.
  const numbered = copied ? FLOW.numbered * zoom : 0;
  const single = tries.find((one) => one.above.length === 1 && one.below.length === 1);
  if (!single && room < FLOW.columns * zoom)
    return inColumns(own, room, zoom, tall, Boolean(copied));
  const { word, widths, targets, above, below } = single ?? tries[1];
  const widest = FLOW.widest * zoom;
  const line = (FLOW.line + FLOW.strip) * zoom;
  const top = FLOW.top * zoom;
  const sources = spread(widths, above, room, {
    widest,
    mirrored: runsRightToLeft(columns),
    y: top,
    line,
  });
  const strips = FLOW.strip * zoom;
  const edge = top + (above.length - 1) * line + FLOW.drop * zoom + strips; // below the last strips
  const pitch = FLOW.next * zoom + numbered;
  const rest = (FLOW.bar + FLOW.after + FLOW.foot) * zoom + (below.length - 1) * pitch + numbered;
  const wanted = clamp(room * FLOW.steep, FLOW.least, FLOW.fall) * zoom;
  const free = tall - edge - rest;
  const left = free - spare >= FLOW.least * zoom ? free - spare : free;
  const mix = edge + Math.max(FLOW.lowest * zoom, Math.min(wanted, left));
  const first = mix + (FLOW.bar + FLOW.after) * zoom;
  const written = spread(targets, below, room, {
    widest,
    mirrored: runsRightToLeft(rows),
    y: first,
    line: pitch,
  });
  return {
    turned: false,
    room,
    wide: room,
    zoom,
    word: word * zoom,
    sources,
    targets: written,
    edge,
    mix,
    barWidth: Math.min(FLOW.mix * zoom, room / 2),
    before: FLOW.before * zoom,
    height: mix + rest,
  };
}

/**
 * The layout of a narrow screen: the source as a column at the left, the target at the right.
 * @param {number[][]} own the widths of the source and target words, per pixel of their size
 * @param {number} wide the width of the picture @param {number} zoom @param {number} tall
 * @param {boolean} numbered whether a number stands beside each target word
 * @returns {FlowLayout}
 */
function inColumns(own, wide, zoom, tall, numbered) {
  const { flow: FLOW } = MEASURES;
  const most = Math.max(...own.map((words) => words.length));
  const foot = FLOW.frame * zoom; // The next words are in the bar below.
  const pitch = clamp((tall - foot) / most, FLOW.leastPitch * zoom, FLOW.mostPitch * zoom);
  const room = pitch * most;
  const longest = own.map((words) => Math.max(...words) * FLOW.grows);
  const strips = (FLOW.drop + FLOW.strip) * zoom;
  const beside = numbered ? FLOW.number * zoom : 0;
  const between = strips + beside + (FLOW.lowest + FLOW.bar + FLOW.beside) * zoom;
  const sizes = [FLOW.medium, FLOW.small, FLOW.tiny].filter(
    (size) => size <= 0.75 * (pitch / zoom),
  );
  const word = sizes.find((size) => total(longest) * size + between <= wide) ?? FLOW.tiny;
  const [source, target] = longest.map((width) => width * word);
  const first = Math.max(wide - target - beside - FLOW.frame * zoom, source + between - beside);
  /** @param {number[]} words @param {number} y @returns {FlowSpot[]} */
  const column = (words, y) =>
    words.map((width, i) => {
      const slot = room / words.length;
      return { x: (i + 0.5) * slot, y, width: width * word, slot, line: 0 };
    });
  return {
    turned: true,
    room,
    wide,
    zoom,
    word: word * zoom,
    sources: column(own[0], source),
    targets: column(own[1], first),
    edge: source + strips,
    mix: first - (FLOW.bar + FLOW.beside) * zoom,
    barWidth: Math.min(FLOW.mix * zoom, room / 2),
    before: FLOW.aside * zoom,
    height: room + foot,
  };
}

/**
 * A point of a layout on the picture.
 * @param {FlowLayout} layout @param {number} x along the sentences @param {number} y
 */
export const place = ({ turned }, x, y) => (turned ? { x: y, y: x } : { x, y });

/**
 * The hue of each source word in degrees, or null for punctuation and the end mark.
 * @param {string[]} words @param {boolean} ended whether the last one is the end mark
 */
export const hues = (words, ended) =>
  words.map((word, j) => (GREY.test(word) || (ended && j === words.length - 1) ? null : hueAt(j)));

/** The hue of the word or the head of a number in degrees. @param {number} number */
export const hueAt = (number) => Math.round((HUES.first + HUES.turn * number) % 360);

/**
 * The left edge of the mixing bar for a target word: centred above it, inside of the picture.
 * @param {FlowLayout} layout @param {number} row
 */
export const barAt = ({ targets, barWidth, room }, row) =>
  clamp(targets[row].x - barWidth / 2, 0, room - barWidth);

/**
 * The outline of a ribbon that is as wide as its weight, from a word to its part of the bar.
 * @param {{ x: number, top: number, half: number }} from the word's middle, and half the width there
 * @param {{ x: number, y: number, width: number }} part of the bar
 */
export function ribbon({ x, top, half }, { x: left, y, width }) {
  const fall = y - top;
  const [upper, lower] = [top + fall * 0.6, y - fall * 0.55];
  const right = left + width;
  return (
    `M${round(x - half)} ${round(top)}C${round(x - half)} ${round(upper)} ${round(left)} ` +
    `${round(lower)} ${round(left)} ${round(y)}L${round(right)} ${round(y)}C${round(right)} ` +
    `${round(lower)} ${round(x + half)} ${round(upper)} ${round(x + half)} ${round(top)}Z`
  );
}

/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10;
