// A live page: it lets the models translate what is typed, and gives their traces to the app's player.

import { mountPlayer, showData } from "../../ui/player/control/player_lifecycle.js";
import { html } from "../../ui/web/dom.js";
import { saveFile } from "../../ui/web/saving.js";
import { svgText } from "../../ui/web/svg_text.js";
import { DECODINGS, GREEDY, OPENED, readAddress, writeAddress } from "./address.js";
import { confidenceOf, ownWords, tellDoubt } from "./confidence.js";
import { Controls, megabytes } from "./controls.js";
import { loadedFiles, request, takeParts } from "./delivery.js";
import { Library } from "./library.js";
import { drawn, tellingStep } from "./maps.js";
import { pictureNow, pngOf, printPicture, sizeOf } from "./pictures.js";
import { BeamTree } from "./tree.js";
import { fits, traceFile } from "./trace_file.js";
import { unknownPlaces } from "./words.js";
import { Refusal } from "./workers.js";

/** @import { Player } from "../../ui/player/layout/player_types" */
/** @import { State } from "./address.js" */
/** @import { Look } from "./pictures.js" */
/** @import { Drawing } from "./tree.js" */
/** @import { ModelEntry, PairTables, Site, Trace } from "./types" */

const MOST_UNKNOWN = 5; // words that a message names

/**
 * Starts the page.
 * @param {string} worker the script of a worker @param {string} style the player's style sheet
 * @param {Drawing} drawing how beam trees are drawn
 */
export default function (worker, style, drawing) {
  takeParts();
  request("site")
    .then((site) => new LivePage(site, worker, style, drawing).begin())
    .catch((error) => {
      document
        .querySelector("main")
        ?.replaceWith(`This page cannot start: ${messageOf(error)}. Copy the whole folder again.`);
    });
}

/** The page's state, and what is on the screen. */
class LivePage {
  /** @param {Site} site @param {string} worker @param {string} style @param {Drawing} drawing */
  constructor(site, worker, style, drawing) {
    this.site = site;
    this.library = new Library(worker, site);
    this.controls = new Controls(site, {
      change: (changes) => this.change(changes),
      undo: () => this.change({ moves: this.state.moves.slice(0, -1) }),
      save: () => this.save(),
      picture: (kind, how) => this.savePicture(kind, how),
      copy: () => this.copy(),
    });
    const main = /** @type {HTMLElement} */ (document.querySelector("main"));
    main.before(this.controls.root);
    this.tree = new BeamTree(drawing);
    main.after(this.tree.root);
    this.place = main.attachShadow({ mode: "open" });
    this.place.append(html("style", {}, style));
    /** @type {Player | null} */
    this.player = null;
    /** @type {State} */
    this.state = {
      pair: "",
      sentence: "",
      target: "",
      models: [],
      decoding: OPENED,
      posterior: false,
      moves: [],
      step: null,
      view: site.view,
      joint: "",
    };
    /** @type {PairTables | null} */
    this.tables = null;
    /** @type {Map<string, Trace>} */
    this.traces = new Map();
    /** @type {Map<string, string>} */
    this.problems = new Map();
    this.asked = 0; // the number of the last question; the answers to earlier ones are dropped
    this.settled = true;
    this.restored = 0; // the number of addresses that were restored
    this.restoring = false; // whether the last question is of an address
  }

  async begin() {
    addEventListener("popstate", () => this.restore());
    await this.restore();
    await keepForOffline();
  }

  /** Shows what the address asks for. */
  async restore() {
    this.restored += 1;
    const asked = readAddress(location.hash, this.site.view);
    const { pairs } = this.site;
    const pair = pairs.find(({ id }) => id === asked.pair)?.id ?? pairs[0].id;
    await this.change(
      {
        ...asked,
        pair,
        target: asked.target ?? "",
        models: asked.models ?? [],
        sentence: asked.sentence ?? "",
      },
      { restored: true },
    );
  }

  /**
   * Changes what is asked, and translates.
   * @param {Partial<State>} changes
   * @param {{ restored?: boolean }} [how] restored: from an address, which then stays
   */
  async change(changes, { restored = false } = {}) {
    const before = this.state;
    const other = restored || (changes.pair !== undefined && changes.pair !== before.pair);
    const cleared = other && this.tables ? { sentence: "", target: "", models: [] } : {};
    const state = { ...before, ...cleared, ...changes };
    state.target = state.target.trim();
    this.restoring = restored;
    this.asked += 1;
    const number = this.asked;
    if (!this.tables) this.state = state; // Before the first pair has come, a person changes what the link asks.
    if (other || !this.tables) {
      try {
        this.tables = await this.library.open(state.pair);
      } catch (error) {
        if (number !== this.asked) return;
        this.controls.show(this.state, this.site.app);
        this.controls.say([`The models of this pair cannot be loaded: ${messageOf(error)}.`]);
        return;
      }
      if (number !== this.asked) return;
      this.controls.showPair(this.tables);
      const names = this.tables.models.map(({ name }) => name);
      state.models = names.filter((name) => state.models.includes(name));
      if (!state.models.length) state.models = this.tables.opened;
      state.sentence ||= this.tables.examples[0]?.source ?? "";
    }
    const subject = (/** @type {State} */ { pair, sentence, target }) =>
      [pair, sentence, target].join("\n");
    const renewed = subject(before) !== subject(state);
    if (renewed && !restored) Object.assign(state, { moves: [], step: null, joint: "" });
    this.state = state;
    this.controls.show(state, this.site.app);
    if (!restored) this.write(renewed);
    await this.translate(number, renewed);
  }

  /** Writes the address. @param {boolean} added whether it is a new entry of the history */
  write(added) {
    const to = writeAddress(this.state, this.site.view, this.tables?.opened ?? []);
    if (to === location.hash) return;
    history[added ? "pushState" : "replaceState"](null, "", to);
  }

  /** @returns {ModelEntry[]} */
  chosen() {
    return this.tables?.models.filter(({ name }) => this.state.models.includes(name)) ?? [];
  }

  /** @param {ModelEntry} model */
  job({ name }) {
    const { pair, sentence, target, decoding, posterior } = this.state;
    const [lead, others] = DECODINGS[decoding];
    const width = name === this.lead() ? lead : others;
    return { pair, name, text: sentence, target, width, posterior, edits: {}, prefix: [] };
  }

  /**
   * Lets all chosen models translate. Maps appear together, or one by one while models are loading.
   * @param {number} number the number of the question @param {boolean} renewed
   */
  async translate(number, renewed) {
    const { state, library } = this;
    const chosen = this.chosen();
    const traces = new Map();
    if (renewed) this.problems.clear();
    if (!chosen.length) return this.controls.say(["No model is chosen. Choose one from the list."]);
    const lead = this.lead();
    const waits = chosen.some(({ name }) => !library.has(state.pair, name));
    /** @type {string | null} */
    let unreadable = null;
    this.settled = false;
    if (waits) this.say();
    await Promise.all(
      chosen.map(async (model) => {
        try {
          await library.load(state.pair, model);
          if (number !== this.asked) return;
          const job = this.job(model);
          const trace = await library.translate(model, job);
          traces.set(model.name, trace);
          if (model.name === lead) await this.edit(model, traces);
          this.problems.delete(model.name);
        } catch (error) {
          if (error instanceof Refusal && error.unreadable) unreadable = error.message;
          else this.problems.set(model.name, messageOf(error));
        }
        if (number !== this.asked || unreadable || !waits || !traces.size) return;
        if (state.step === null && !traces.has(lead)) return; // It knows which step to begin with.
        this.traces = traces;
        this.show();
      }),
    );
    const left = this.lead(); // another model, if the first could not be loaded
    const model = chosen.find(({ name }) => name === left);
    if (model && left !== lead && traces.has(left)) {
      traces.delete(`${lead} · edited`);
      try {
        traces.set(left, await library.translate(model, this.job(model))); // as a lead is decoded
        await this.edit(model, traces);
      } catch (error) {
        this.problems.set(left, messageOf(error));
      }
    }
    if (number !== this.asked) return;
    this.settled = true;
    if (unreadable) {
      this.traces = new Map();
      this.hide(true); // Maps of another sentence would be misread.
      return this.controls.say([unreadable]);
    }
    this.traces = traces;
    this.show();
    this.offerTree(model);
    await this.mark(number);
  }

  /** Marks words that may be wrong, once it is known which words the models have read. @param {number} number */
  async mark(number) {
    const loaded = await this.library.know(this.state.pair).catch(() => false);
    if (loaded && number === this.asked) this.show();
  }

  /**
   * Adds the edited trace of a model, if there are moves.
   * @param {ModelEntry} model @param {Map<string, Trace>} traces
   */
  async edit(model, traces) {
    const trace = /** @type {Trace} */ (traces.get(model.name));
    const edited = await this.library.edit(trace, this.job(model), this.state.moves);
    if (edited) traces.set(edited.id, edited);
  }

  /** @param {boolean} hidden whether maps and tree are hidden */
  hide(hidden) {
    if (this.player) this.player.root.hidden = hidden;
    if (hidden) this.tree.root.hidden = true;
  }

  /** Offers the beam tree of the model whose flow is shown. @param {ModelEntry | undefined} model */
  offerTree(model) {
    const { decoding, pair, sentence } = this.state;
    const searched = model && this.traces.get(model.name)?.mode === "beam";
    const job = model && this.job(model);
    this.tree.offer(
      searched ? model.name : "",
      [pair, model?.name, sentence, decoding].join("\n"),
      async () => (job ? this.library.tree(job) : {}),
    );
  }

  /** Returns the model whose flow is shown, and edited: one that was not left out, if there is any. */
  lead() {
    const usable = this.state.models.filter((name) => !this.problems.has(name));
    const lead = this.tables?.lead ?? "";
    return usable.includes(lead) ? lead : (usable[0] ?? this.state.models[0]);
  }

  /** Returns the player, which expects to have maps from the start. */
  mount() {
    const player = mountPlayer();
    player.setState = (name, value) => {
      if (name === "position") this.move(/** @type {any} */ (value));
    };
    player.trigger = (name, value) => this.hear(name, value);
    this.place.append(player.root);
    return player;
  }

  /** Shows the traces that there are, with empty places for models that are still loading. */
  show() {
    const { state, site, problems, traces, library } = this;
    const names = this.chosen().flatMap(({ name }) => [name, `${name} · edited`]);
    const found = names.flatMap((name) => traces.get(name) ?? []);
    this.say();
    this.hide(!found.length);
    if (!found.length) return;
    const coming = this.settled
      ? []
      : this.chosen().filter(({ name }) => !traces.has(name) && !problems.has(name));
    const slots = names.filter(
      (name) => traces.has(name) || coming.some((one) => one.name === name),
    );
    const late = coming.map(({ name, place }) => ({ at: slots.indexOf(name), label: name, place }));
    const edited = `${this.lead()} · edited`;
    const lead = traces.has(edited) ? edited : traces.has(this.lead()) ? this.lead() : found[0].id;
    state.step ??= tellingStep(traces.get(lead) ?? found[0]);
    const { pair, sentence, target, decoding, step, view, joint } = state;
    const identity = [pair, sentence, target, decoding, this.restored].join("\n");
    document.title = `${found[0].source.text} · Alignoscope`;
    this.player ??= this.mount();
    showData(this.player, {
      key: "player",
      identity,
      start: { step, view, cell: null, joint },
      lead,
      movable: traces.get(lead)?.model.exported.given ? lead : "",
      forcible: true,
      decode: target || lead === edited ? "" : DECODINGS[decoding][0] > 1 ? GREEDY : OPENED,
      ...drawn(found, site, library.known.get(state.pair) ?? null),
      ...(late.length ? { late } : {}),
      ...(this.restoring ? { restored: view } : {}),
    });
  }

  /** Says which models are loading or left out, and which words no model knows. */
  say() {
    const { state, traces, problems, settled, library } = this;
    const loading = settled
      ? []
      : this.chosen().filter(({ name }) => !library.has(state.pair, name) && !problems.has(name));
    const size = loading.reduce((sum, { bytes }) => sum + bytes, 0);
    const said = loading.length
      ? [`Loading ${loading.length} of ${this.chosen().length} models (${megabytes(size)}) …`]
      : [];
    for (const [name, problem] of problems) {
      if (state.models.includes(name))
        said.push(`${name} is left out: ${problem.replace(/\.?$/, ".")}`);
    }
    const mark = this.tables?.formal;
    if (mark && state.sentence.trimStart().startsWith(mark)) {
      const all = [...traces.values()];
      const others = all.filter(({ source }) => !source.text.startsWith(mark)).length;
      if (others)
        said.push(
          `${others} of ${all.length} models do not know the mark ${mark} of formal text, and read ` +
            "the sentence without it.",
        );
    }
    const [trace] = traces.values();
    const words = trace
      ? unknownPlaces(trace.source, "words").map((i) => trace.source.words[i])
      : [];
    if (words.length) {
      const more = words.length > MOST_UNKNOWN ? ` and ${words.length - MOST_UNKNOWN} more` : "";
      said.push(
        "Unknown to these models (never seen in training): " +
          `${words.slice(0, MOST_UNKNOWN).join(" ")}${more}. They are underlined.`,
      );
    }
    if (state.posterior || state.moves.length) {
      for (const { name, lacks } of this.chosen()) if (lacks) said.push(`${name} ${lacks}`);
    }
    const other = trace && this.otherLanguage(trace.source);
    if (other) return this.controls.say([...said, other.said], other.offer);
    const lead = traces.get(this.lead());
    const doubt = lead && tellDoubt(lead, this.site, library.known.get(state.pair) ?? null);
    this.controls.say(doubt ? [...said, doubt] : said);
  }

  /**
   * Returns what is said of a sentence in the pair's other language, with the swap if the site has it, or null.
   * @param {Trace["source"]} source
   */
  otherLanguage(source) {
    const { tables, state, site, library } = this;
    const known = library.known.get(state.pair);
    if (!tables?.languages || !known?.looksLikeTarget(ownWords(source))) return null;
    const [here, there] = tables.languages;
    const pair = state.pair.split("-").reverse().join("-");
    const swap = { label: `Translate from ${there}`, changes: { pair, sentence: source.text } };
    return {
      said: `This looks like ${there}. These models read ${here}.`,
      offer: site.pairs.some(({ id }) => id === pair) ? swap : null,
    };
  }

  /**
   * Keeps the player's position in the address.
   * @param {Pick<State, "step" | "view" | "joint">} position
   */
  move({ step, view, joint }) {
    Object.assign(this.state, { step, view, joint });
    this.write(false);
  }

  /**
   * Does what a person asked for in the player.
   * @param {string} name @param {any} value
   */
  hear(name, value) {
    if (name === "force") this.change({ target: this.traces.get(value)?.target.text ?? "" });
    if (name === "decode") this.change({ decoding: value });
    if (name === "move") this.change({ moves: [...this.state.moves, value] });
  }

  /** Saves the traces as a file that the app opens, unless it would refuse the file. */
  save() {
    const traces = [...this.traces.values()];
    if (!traces.length) return this.controls.say(["There are no maps to save yet."]);
    const known = this.library.known.get(this.state.pair) ?? null;
    const text = traceFile(traces, (trace) => confidenceOf(trace, this.site, known));
    if (fits(traces, text, this.site.file)) saveFile(text, "application/json", "maps.trace.json");
    else this.controls.say(["These traces are too large for one file. Choose fewer models."]);
  }

  /**
   * Saves what the player shows as a picture, or prints it; returns what there is to say of it.
   * @param {string} kind @param {Look} how
   */
  async savePicture(kind, how) {
    if (!this.player?.content.data || this.player.root.hidden) return "There is no picture yet.";
    const drawing = pictureNow(this.player, this.place, this.site, how);
    const said = sizeOf(drawing, this.site.sizes[how.size]); // printing takes the drawing
    try {
      if (kind === "SVG") saveFile(svgText(drawing), "image/svg+xml", "maps.svg");
      else if (kind === "PNG")
        saveFile(await pngOf(drawing, this.site.pixels), "image/png", "maps.png");
      else printPicture(drawing);
    } catch (error) {
      return messageOf(error);
    }
    return said;
  }

  /** Copies the link to what is shown; returns what became of that. */
  async copy() {
    this.write(false);
    try {
      await navigator.clipboard.writeText(location.href);
      return "Link copied";
    } catch {
      prompt("Copy this link:", location.href); // Browsers deny the clipboard to some pages.
      return "Copy link";
    }
  }
}

/** Lets a service worker keep what was loaded, if the page is a folder on a host. */
async function keepForOffline() {
  const isFolder = !document.getElementById("site");
  if (!isFolder || !location.protocol.startsWith("http") || !("serviceWorker" in navigator)) return;
  document.head.append(html("link", { rel: "manifest", href: "manifest.webmanifest" }));
  try {
    await navigator.serviceWorker.register("offline.js");
    const { active } = await navigator.serviceWorker.ready;
    const files = loadedFiles().filter((url) => /^http/.test(url));
    active?.postMessage([location.href.replace(/#.*/, ""), ...files]);
  } catch {
    // The page works as well without it, as in a private window.
  }
}

/** @param {unknown} error */
const messageOf = (error) => (error instanceof Error ? error.message : String(error));
