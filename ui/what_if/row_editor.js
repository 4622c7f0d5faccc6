// The row editor: one slider per source word. Dragging one scales the others, so that the row keeps
// its sum; the new row is reported to Python with the identity of its sentence and its step.

import { html, set } from "../web/dom.js";
import { live } from "../web/lifecycle.js";
import { hundredths, total } from "../web/numbers.js";
import { goOn, isBehind, numberedReports, reportNow, reportSoon } from "../web/reports.js";
import { moved } from "./row_redistribution.js";

/** @import { Call, Send } from "../web/lifecycle.js" */
/** @import { Reports } from "../web/reports.js" */
/**
 * @typedef {{ identity: string, step: number, edits: number, heard: number, words: string[],
 *   row: number[], computed: number[] }} Data
 */
/**
 * @typedef {{ node: HTMLElement, track: HTMLElement, slider: HTMLInputElement,
 *   value: HTMLElement }} Bar
 */
/**
 * @typedef {{ root: HTMLElement, data: Data, bars: Bar[], row: number[], whole: number,
 *   reports: Reports, setState: Send }} Editor
 */

const FULL = 100; // slider steps of the row's whole sum; an arrow key moves by one step

/** @param {Call} call */
export default function (call) {
  return live(call, { mount, receive, unmount: ({ reports }) => reportNow(reports) });
}

function mount() {
  const root = html("ul", { class: "editor", "aria-label": "Weights of this step, one per word" });
  const editor = /** @type {Editor} */ (
    /** @type {unknown} */ ({
      root,
      data: null,
      bars: [],
      row: [],
    })
  );
  editor.reports = numberedReports((number) => {
    const { identity, step, edits } = editor.data;
    editor.setState("edit", { number, identity, step, edits, row: editor.row });
  });
  return editor;
}

/** @param {Editor} editor @param {Data} data */
function receive(editor, data) {
  const before = /** @type {Data | null} */ (editor.data);
  const same = before?.identity === data.identity && before.step === data.step;
  if (same && isBehind(editor.reports, data.heard)) return; // The row has newer changes.
  reportNow(editor.reports);
  editor.data = data;
  goOn(editor.reports, data.heard);
  editor.row = [...data.row];
  editor.whole = total(data.row);
  if (String(data.words) !== String(before?.words)) {
    editor.bars = data.words.map((word, i) => makeBar(editor, word, i));
    editor.root.replaceChildren(...editor.bars.map((bar) => bar.node));
  }
  draw(editor);
}

/** @param {Editor} editor @param {string} word @param {number} place @returns {Bar} */
function makeBar(editor, word, place) {
  const range = { type: "range", min: 0, max: FULL, step: 1 };
  const slider = html("input", { ...range, "aria-label": word });
  slider.addEventListener("input", () => {
    const weight = (Number(slider.value) / FULL) * editor.whole;
    editor.row = moved(editor.row, place, weight, editor.whole);
    draw(editor, place);
    reportSoon(editor.reports);
  });
  // Report when the slider is released, and before a click elsewhere takes the focus from it.
  for (const end of ["pointerup", "blur"]) {
    slider.addEventListener(end, () => reportNow(editor.reports));
  }
  const value = html("output", {});
  const shown = { class: "word", dir: "auto", "aria-hidden": "true", title: word };
  const name = html("span", shown, word);
  const track = html("span", { class: "track" }, html("i", { class: "was" }), slider);
  return { node: html("li", {}, name, track, value), track, slider, value };
}

/** @param {Editor} editor @param {number} [held] the index of the slider that is being dragged */
function draw({ bars, row, whole, data }, held) {
  bars.forEach(({ track, slider, value }, i) => {
    const share = whole ? row[i] / whole : 0;
    const was = whole ? data.computed[i] / whole : 0;
    const words = hundredths(row[i]);
    if (i !== held) slider.value = String(Math.round(share * FULL));
    set(slider, { "aria-valuetext": words });
    track.style.setProperty("--share", String(Math.min(1, share)));
    track.style.setProperty("--was", String(Math.min(1, was)));
    value.textContent = words;
  });
}
