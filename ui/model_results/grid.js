// The grid of models: a table of buttons. A click is reported to Python, which shows the details.

import { html, set } from "../web/dom.js";
import { live, toNobody } from "../web/lifecycle.js";

/** @import { Call, Send } from "../web/lifecycle.js" */
/**
 * @typedef {{
 *   name: string, mark: string, value: string, beside: string, said: string, shade: number,
 * }} Model
 * @typedef {{
 *   chosen: string, columns: string[], apart: { label: string, models: Model[] }[],
 *   rows: { score: string, formula: string, cells: Model[][] }[],
 * }} Data
 * @typedef {{ root: HTMLElement, trigger: Send }} Grid
 */

/** @param {Call} call */
export default function (call) {
  return live(call, { mount, receive, unmount: () => {} });
}

function mount() {
  /** @type {Grid} */
  const grid = { root: html("div", { class: "grid" }), trigger: toNobody };
  grid.root.addEventListener("click", ({ target }) => {
    const { name } = /** @type {HTMLElement} */ (target).closest("button")?.dataset ?? {};
    if (name) grid.trigger("pick", name);
  });
  return grid;
}

/** @param {Grid} grid @param {Data} data */
function receive({ root }, { chosen, columns, rows, apart }) {
  const { activeElement } = /** @type {ShadowRoot | Document} */ (root.getRootNode());
  const focused =
    activeElement instanceof HTMLElement && root.contains(activeElement)
      ? activeElement.dataset.name
      : "";
  const head = html(
    "tr",
    {},
    html("th", { scope: "col" }, "Score"),
    ...columns.map((name) => html("th", { scope: "col" }, name)),
  );
  const body = rows.map(({ score, formula, cells }) =>
    html(
      "tr",
      {},
      html("th", { scope: "row" }, score, html("small", {}, formula)),
      ...cells.map(drawCell),
    ),
  );
  const table = html("table", {}, html("thead", {}, head), html("tbody", {}, ...body));
  const others = apart.map(({ label, models }) =>
    html("p", {}, html("span", {}, label), ...models.map(drawModel)),
  );
  root.replaceChildren(...(rows.length ? [table] : []), ...others);
  for (const button of root.querySelectorAll("button")) {
    set(button, { "aria-pressed": button.dataset.name === chosen });
    if (button.dataset.name === focused) button.focus({ preventScroll: true });
  }
}

/** @param {Model[]} models */
function drawCell(models) {
  const none = html("span", { class: "none", role: "img", "aria-label": "no model" }, "·");
  return html("td", {}, ...(models.length ? models.map(drawModel) : [none]));
}

/** @param {Model} model */
function drawModel({ name, mark, value, beside, said, shade }) {
  const button = html(
    "button",
    { "data-name": name, "aria-label": said, title: said },
    html("b", {}, value),
    html("span", {}, beside),
    html("small", {}, mark.replace("max", "\u00admax")), // sparse-max, on a phone
  );
  button.style.setProperty("--shade", `${Math.round(10 + 40 * shade)}%`);
  return button;
}
