// The controls above the maps: pair, sentence, examples, target, models and what is computed.

import LINK from "../../ui/shell/link_parameters.json" with { type: "json" };
import { html, set } from "../../ui/web/dom.js";
import { DECODINGS } from "./address.js";

/** @import { State } from "./address.js" */
/** @import { Look } from "./pictures.js" */
/** @import { PairTables, Site } from "./types" */
/**
 * @typedef {{
 *   change: (changes: Partial<State>) => void, undo: () => void, save: () => void,
 *   picture: (kind: string, how: Look) => Promise<string>, copy: () => Promise<string>,
 * }} Acts
 */

const MEGABYTE = 1e6;
const TOLD_MS = 2000;
const FILES = [
  ["SVG", "For slides and papers"],
  ["PNG", "The same picture in pixels"],
  [
    "Print or PDF",
    "Opens the browser's print dialog, which also saves a PDF of the picture's size",
  ],
];

/** @param {number} bytes */
export const megabytes = (bytes) => `${(bytes / MEGABYTE).toFixed(1)} MB`;

/**
 * A menu of choices.
 * @param {string} label @param {[value: string, text: string][]} choices
 */
function menu(label, choices) {
  const options = choices.map(([value, text]) => html("option", { value }, text));
  return html("select", { "aria-label": label }, ...options);
}

/**
 * A button that opens a list, which Escape and a press elsewhere close.
 * @param {HTMLElement} summary @param {HTMLElement} list
 */
function dropDown(summary, list) {
  const menu = html("details", { class: "drop" }, summary, list);
  document.addEventListener("pointerdown", ({ target }) => {
    if (!menu.contains(/** @type {Node} */ (target))) menu.open = false;
  });
  menu.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    menu.open = false;
    summary.focus();
  });
  return menu;
}

/** The controls of a page. */
export class Controls {
  /** @param {Site} site @param {Acts} acts */
  constructor({ pairs, app, sizes }, acts) {
    this.acts = acts;
    this.pair = menu(
      "Language pair",
      pairs.map(({ id, name }) => [id, name]),
    );
    this.pair.hidden = pairs.length < 2;
    this.pair.addEventListener("change", () => acts.change({ pair: this.pair.value }));
    this.sentence = html("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: false,
      dir: "auto",
      enterkeyhint: "go",
      class: "sentence",
    });
    this.target = html("input", {
      type: "text",
      autocomplete: "off",
      spellcheck: false,
      dir: "auto",
    });
    const go = this.button("Translate", () => this.translate());
    go.classList.add("main");
    this.examples = menu("Examples", []);
    this.examples.classList.add("examples");
    this.examples.addEventListener("change", () => {
      this.sentence.value = this.examples.value;
      acts.change({ sentence: this.examples.value, target: "" });
    });
    // While the menu has the focus, arrow keys go on from the selected example.
    this.examples.addEventListener("blur", () => {
      this.examples.selectedIndex = 0;
    });
    this.decoding = menu(
      "Decoding",
      Object.keys(DECODINGS).map((name) => [name, name[0].toUpperCase() + name.slice(1)]),
    );
    set(this.decoding, { title: "For one: only the model whose flow is shown" });
    this.decoding.addEventListener("change", () => acts.change({ decoding: this.decoding.value }));
    this.posterior = html("input", { type: "checkbox" });
    this.posterior.addEventListener("change", () =>
      acts.change({ posterior: this.posterior.checked }),
    );
    this.formal = html("input", { type: "checkbox" });
    this.formal.addEventListener("change", () => {
      const text = this.sentence.value.trim();
      const bare = text.startsWith(this.mark) ? text.slice(this.mark.length).trimStart() : text;
      acts.change({ sentence: this.formal.checked ? `${this.mark} ${bare}` : bare });
    });
    const title = "Asks models that know the mark before the sentence for formal text";
    this.register = html("label", { title }, this.formal, " Formal");
    this.mark = ""; // of formal text; "" if no model of the pair knows one
    this.count = html("summary", {});
    this.list = html("div", { class: "list" });
    const models = dropDown(this.count, this.list);
    models.classList.add("models");
    this.undo = this.button("Undo the last edit", acts.undo);
    this.save = this.button("Save the traces", acts.save);
    set(this.save, { title: "A file that Alignoscope opens, with all numbers" });
    const copy = this.button("Copy link", async () => {
      copy.textContent = await acts.copy();
      setTimeout(() => {
        copy.textContent = "Copy link";
      }, TOLD_MS);
    });
    this.app = html("a", { class: "app" }, "Open in the app");
    this.app.hidden = !app;
    const more = this.button("More", () => {
      more.setAttribute("aria-expanded", String(this.root.classList.toggle("opened")));
    });
    set(more, { class: "more", "aria-expanded": "false" });
    this.undo.classList.add("undo");
    this.status = html("p", { role: "status" });
    this.swap = this.button("", () => {});
    this.swap.hidden = true;
    const first = html(
      "div",
      { class: "line" },
      this.pair,
      this.sentence,
      this.register,
      go,
      this.examples,
    );
    const posterior = html("label", {}, this.posterior, " Posterior");
    const second = html(
      "div",
      { class: "line rarer" },
      models,
      more,
      this.target,
      this.decoding,
      posterior,
      this.undo,
      copy,
      this.pictures(Object.keys(sizes)),
      this.save,
      this.app,
    );
    const third = html("div", { class: "line" }, this.status, this.swap);
    this.root = html("form", {}, first, second, third);
    // A frame may forbid to submit forms, as the sandbox of a learning platform does.
    this.root.addEventListener("submit", (event) => event.preventDefault());
    for (const input of [this.sentence, this.target]) {
      input.addEventListener("keydown", (event) => {
        if (event.key !== "Enter" || event.isComposing) return;
        event.preventDefault();
        this.translate();
      });
    }
  }

  /** Asks for what was typed. */
  translate() {
    const other = this.sentence.value !== this.given?.sentence;
    // A target belongs to the sentence before.
    const kept = this.target.value !== this.given?.target || !other;
    this.acts.change({ sentence: this.sentence.value, target: kept ? this.target.value : "" });
  }

  /** @param {string} text @param {() => void} act */
  button(text, act) {
    const node = html("button", { type: "button" }, text);
    node.addEventListener("click", act);
    return node;
  }

  /** Returns the menu that saves a picture. @param {string[]} sizes by name; the second is chosen */
  pictures(sizes) {
    const size = menu(
      "Size of the picture",
      sizes.map((name) => [name, name]),
    );
    size.selectedIndex = 1;
    const clean = html("input", { type: "checkbox", checked: true });
    const dark = html("input", { type: "checkbox" });
    const said = html("p", { class: "said", "aria-live": "polite" });
    const saves = FILES.map(([kind, title]) => {
      const button = this.button(kind, async () => {
        said.textContent = await this.acts.picture(kind, {
          size: size.value,
          clean: clean.checked,
          dark: dark.checked,
        });
      });
      return set(button, { title });
    });
    const figure = set(html("label", {}, clean, " Clean"), {
      title: "As a figure of a paper: no sentence, " + "no marker of the step, no badge",
    });
    return dropDown(
      html("summary", {}, "Save the picture"),
      html(
        "div",
        { class: "list" },
        html("div", { class: "line" }, size, figure, html("label", {}, dark, " Dark")),
        html("div", { class: "line" }, ...saves),
        said,
      ),
    );
  }

  /** Shows what is there to choose in a pair. @param {PairTables} tables */
  showPair({ labels, examples, models, opened, formal }) {
    this.mark = formal;
    this.register.hidden = !formal;
    set(this.sentence, { "aria-label": labels.source, placeholder: labels.source });
    set(this.target, { "aria-label": labels.target, placeholder: labels.target });
    const known = examples.map(({ label, source }) =>
      html("option", { value: source }, label === source ? source : `${source} · ${label}`),
    );
    this.examples.replaceChildren(html("option", { value: "" }, "Examples"), ...known);
    this.examples.hidden = !examples.length;
    /** @type {Map<string, HTMLInputElement>} */
    this.boxes = new Map();
    const choose = (/** @type {string[]} */ names) => this.acts.change({ models: names });
    const lines = models.map(({ name, bytes }) => {
      const box = html("input", { type: "checkbox" });
      this.boxes?.set(name, box);
      box.addEventListener("change", () =>
        choose(models.filter((one) => this.boxes?.get(one.name)?.checked).map((one) => one.name)),
      );
      return html("label", {}, box, ` ${name} `, html("small", {}, megabytes(bytes)));
    });
    const total = models.reduce((sum, { bytes }) => sum + bytes, 0);
    this.list.replaceChildren(
      html(
        "div",
        { class: "line" },
        this.button("Default models", () => choose(opened)),
        this.button(`All (${megabytes(total)})`, () => choose(models.map(({ name }) => name))),
      ),
      ...lines,
    );
  }

  /** Shows a state. @param {State} state @param {string} app the address of the app */
  show(state, app) {
    const { pair, sentence, target, models, decoding, posterior, moves } = state;
    // What was typed and not yet translated stays when something else changes.
    if (sentence !== this.given?.sentence) this.sentence.value = sentence;
    if (target !== this.given?.target) this.target.value = target;
    this.given = { ...state };
    this.pair.value = pair;
    this.decoding.value = decoding;
    this.decoding.disabled = Boolean(target);
    this.posterior.checked = posterior;
    this.formal.checked = Boolean(this.mark) && sentence.trimStart().startsWith(this.mark);
    this.undo.hidden = !moves.length;
    for (const [name, box] of this.boxes ?? []) box.checked = models.includes(name);
    this.count.textContent = `${models.length} of ${this.boxes?.size} models`;
    const asked = new URLSearchParams({
      pair,
      sentence,
      ...(target ? { target } : {}),
      ...(decoding in LINK.decodings ? { decoding } : {}),
    });
    this.app.href = app ? `${app}?${asked}` : "";
  }

  /**
   * Says what is happening, or what is wrong.
   * @param {string[]} sentences
   * @param {{ label: string, changes: Partial<State> } | null} [offer] of a button beside them
   */
  say(sentences, offer = null) {
    this.status.textContent = sentences.join(" ");
    this.swap.hidden = !offer;
    this.swap.textContent = offer?.label ?? "";
    this.swap.onclick = () => offer && this.acts.change(offer.changes);
  }
}
