// The tables of a step: scores and weights by source word, and the most probable next tokens.

import { html, set, svg } from "../web/dom.js";
import { clamp, decimal, percentage } from "../web/numbers.js";

/** @import { AnatomyData, Part, AnatomyStep } from "./types" */

const HATCH = Array.from({ length: 200 }, (_, i) => `M${6 * i - 12} 12l12-12`).join("");

/**
 * Builds the table of source words: one row per word, with its score and its weight as bars and as
 * numbers.
 * @param {AnatomyData} data @returns {Part<AnatomyStep>}
 */
export function buildSource({ columns, steps }) {
  const given = html("p", { class: "given" }, "These weights were edited, not computed.");
  given.hidden = !steps.some((step) => step.given);
  const window = html("p", {});
  const high = Math.max(
    1e-6,
    ...steps.flatMap(({ scores }) => scores ?? []).map((score) => Math.abs(score ?? 0)),
  );
  const rows = columns.map((word) => {
    const [score, weight] = [buildBar(true), buildBar(false)];
    const name = html("th", { scope: "row", dir: "auto", title: word }, word);
    return { node: html("tr", {}, name, score.node, weight.node), score, weight };
  });
  const table = buildTable(["source", "score", "weight"], rows);
  const show = (/** @type {AnatomyStep} */ { scores, weights, given: was, window: where }) => {
    window.textContent = where;
    given.classList.toggle("away", !was);
    rows.forEach(({ node, score, weight }, i) => {
      const outside = scores !== null && scores[i] === null;
      node.classList.toggle("outside", outside);
      score.show(scores?.[i] ?? null, high, outside ? "outside" : "–");
      weight.show(weights?.[i] ?? null, 1, "–");
    });
  };
  const scroll = html("div", { class: "scroll", tabindex: 0, "aria-label": "Scores and weights" });
  scroll.append(table);
  return { nodes: [window, given, scroll], show };
}

/**
 * Builds the table of the most probable next tokens. The written token is marked; Python adds it if
 * it is not among them.
 * @param {AnatomyData} data @returns {Part<AnatomyStep>}
 */
export function buildNext({ steps, head }) {
  const most = Math.max(...steps.map(({ candidates }) => candidates.length));
  const rows = Array.from({ length: most }, () => {
    const [name, bar] = [html("th", { scope: "row", dir: "auto" }), buildBar(false)];
    return { node: html("tr", {}, name, bar.node), name, bar };
  });
  const show = (/** @type {AnatomyStep} */ { candidates }) => {
    rows.forEach(({ node, name, bar }, i) => {
      node.hidden = i >= candidates.length;
      if (node.hidden) return;
      const [token, logProb, written] = candidates[i];
      node.classList.toggle("written", written);
      name.textContent = written ? `▸ ${token}` : token;
      name.title = token; // A long token is cut off in the table.
      if (written) set(node, { "aria-current": true });
      else node.removeAttribute("aria-current");
      const chance = logProb === null ? null : Math.exp(logProb);
      bar.show(chance, 1, "–", logProb === null ? "–" : percent(logProb));
    });
  };
  return { nodes: [buildTable([head, "probability"], rows)], show };
}

/** @param {string[]} heads @param {{ node: HTMLElement }[]} rows */
function buildTable(heads, rows) {
  const head = html("tr", {}, ...heads.map((text) => html("th", { scope: "col" }, text)));
  const body = html("tbody", {}, ...rows.map(({ node }) => node));
  return html("table", {}, html("thead", {}, head), body);
}

/** Builds a table cell with a bar and a number. @param {boolean} diverging from the middle */
function buildBar(diverging) {
  const fill = html("span", { class: "fill" });
  const number = html("span", { class: "number" });
  const hatch = svg("svg", { class: "hatch" }, svg("path", { d: HATCH }));
  const track = html(
    "span",
    { class: diverging ? "track diverging" : "track" },
    hatch,
    fill,
    ...(diverging ? [html("span", { class: "zero" })] : []),
  );
  const node = html("td", {}, html("div", { class: "bar" }, track, number));
  /**
   * @param {number | null} value @param {number} high
   * @param {string} missing the text if there is no value
   * @param {string} [said] the text of the value, if not its decimals
   */
  const show = (value, high, missing, said) => {
    const share = value === null ? 0 : clamp(Math.abs(value) / high, 0, 1);
    fill.style.width = `${share * (diverging ? 50 : 100)}%`;
    fill.classList.toggle("negative", value !== null && value < 0);
    number.textContent = value === null ? missing : (said ?? decimal(value));
  };
  return { node, show };
}

/**
 * The probability of a log probability (in nats), in percent with one decimal.
 * @param {number} logProb
 */
export function percent(logProb) {
  return percentage(Math.exp(logProb), 1);
}
