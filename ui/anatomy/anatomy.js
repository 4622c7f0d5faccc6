// The anatomy of a step: has all steps of one variant and shows the player's current step. The
// player sends the step by a DOM event; the anatomy requests it when it appears.

import { html, set } from "../web/dom.js";
import { live } from "../web/lifecycle.js";
import { clamp } from "../web/numbers.js";
import { showPicture } from "../web/picture.js";
import { drawClock } from "../timing/clock.js";
import { buildStrip } from "./vector_strip.js";
import { buildNext, buildSource, percent } from "./tables.js";

/** @import { Call } from "../web/lifecycle.js" */
/** @import { Anatomy, AnatomyData } from "./types" */

const BEHIND_MS = 50; // The maps above arrive at the same time and are painted first.

/** @param {Call} call */
export default function (call) {
  if (call.data.picture) return showPicture(call, { mount, draw, unmount });
  return live(call, { mount, receive, unmount });
}

function mount() {
  const anatomy = /** @type {Anatomy} */ (
    /** @type {unknown} */ ({
      data: null,
      root: html("section", { class: "anatomy" }),
    })
  );
  anatomy.listen = (event) => {
    const { detail } = /** @type {CustomEvent<{ key: string, step: number }>} */ (event);
    if (detail.key === anatomy.data?.player) show(anatomy, anatomy.data, detail.step);
  };
  document.addEventListener("alignoscope:step", anatomy.listen);
  return anatomy;
}

/** @param {Anatomy} anatomy */
function unmount(anatomy) {
  clearTimeout(anatomy.pending);
  document.removeEventListener("alignoscope:step", anatomy.listen);
}

/** @param {Anatomy} anatomy @param {AnatomyData} data */
function receive(anatomy, data) {
  clearTimeout(anatomy.pending);
  anatomy.pending = setTimeout(() => draw(anatomy, data), BEHIND_MS);
}

/** @param {Anatomy} anatomy @param {AnatomyData} data */
function draw(anatomy, data) {
  anatomy.data = data;
  anatomy.step = null;
  build(anatomy, data);
  show(anatomy, data, data.start);
  document.dispatchEvent(new CustomEvent("alignoscope:ask"));
}

/**
 * Builds the elements that all steps share; `show` fills in what differs.
 * @param {Anatomy} anatomy @param {AnatomyData} data
 */
function build(anatomy, data) {
  const { root } = anatomy;
  set(root, { "aria-label": `Anatomy of a step of ${data.label}` });
  anatomy.title = html("h3", {});
  anatomy.written = html("p", { class: "written" });
  const clock = html("figure", { class: "clock" });
  anatomy.clock = drawClock(clock, data);
  anatomy.asked = html("p", {});
  anatomy.first = html("p", {}, data.first);
  anatomy.query = buildStrip("Query", data.query);
  anatomy.context = buildStrip("Context", data.context);
  anatomy.source = data.attends ? buildSource(data) : null;
  anatomy.next = buildNext(data);
  const nothing = html("p", {}, "No attention: there are no scores and no weights.");
  root.replaceChildren(
    html(
      "header",
      {},
      anatomy.title,
      html("span", { class: "badge" }, data.label),
      html("span", { class: "badge" }, data.mode),
      anatomy.written,
    ),
    html(
      "div",
      { class: "panels" },
      part("Timing", "timing", data.plan ? clock : html("p", {}, data.clock)),
      part("Query", "query", anatomy.asked, ...anatomy.query.nodes, anatomy.first),
      part("Scores → weights", "source", ...(anatomy.source?.nodes ?? [nothing])),
      part("Context vector", "context", ...anatomy.context.nodes),
      part("Next token", "next", ...anatomy.next.nodes),
    ),
  );
}

/** @param {string} title @param {string} name @param {Node[]} children */
function part(title, name, ...children) {
  return html("section", { class: `part ${name}` }, html("h4", {}, title), ...children);
}

/** @param {Anatomy} anatomy @param {AnatomyData} data @param {number} wanted */
function show(anatomy, data, wanted) {
  const step = clamp(wanted, 0, data.steps.length - 1);
  const over = wanted >= data.steps.length;
  if (step === anatomy.step && over === anatomy.over) return;
  Object.assign(anatomy, { step, over });
  const record = data.steps[step];
  const end = over ? " (the last; this model has finished)" : "";
  anatomy.title.textContent = `${record.place}${end}`;
  const chance = record.logProb === null ? "" : `, with probability ${percent(record.logProb)}`;
  anatomy.written.replaceChildren(html("bdi", {}, record.token), ` ${data.verb}${chance}`);
  anatomy.asked.textContent = record.asked;
  anatomy.clock(step);
  anatomy.first.classList.toggle("away", step > 0);
  anatomy.query.show(step);
  anatomy.context.show(step);
  anatomy.source?.show(record);
  anatomy.next.show(record);
}
