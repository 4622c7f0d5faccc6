// The beam tree below the maps: the search of the model whose flow is shown, drawn by the app's script.

import { html } from "../../ui/web/dom.js";

/** @import { Call } from "../../ui/web/lifecycle.js" */
/** @typedef {{ show: (call: Call) => unknown, style: string, fates: Record<string, string> }} Drawing */

/** A part of the page that draws a tree once it is opened. */
export class BeamTree {
  /** @param {Drawing} drawing */
  constructor({ show, style, fates }) {
    this.summary = html("summary", {});
    const host = html("div", {});
    this.root = html("details", { class: "tree" }, this.summary, host);
    this.root.hidden = true;
    const shadow = host.attachShadow({ mode: "open" });
    const place = html("div", {});
    shadow.append(html("style", {}, style), place);
    /** @type {(() => Promise<object>) | null} */
    this.find = null;
    this.identity = "";
    this.draw = async () => {
      if (!this.find || !this.root.open) return;
      const { identity } = this;
      const tree = await this.find();
      if (identity === this.identity)
        show({ data: { ...tree, fates, identity }, parentElement: place });
    };
    this.root.addEventListener("toggle", this.draw);
  }

  /**
   * Offers the tree of a search.
   * @param {string} name the model, or "" if there was no search @param {string} identity
   * @param {() => Promise<object>} find
   */
  offer(name, identity, find) {
    this.root.hidden = !name;
    this.summary.textContent = `Beam tree of ${name}`;
    this.find = name ? find : null;
    if (identity === this.identity) return;
    this.identity = identity;
    this.draw();
  }
}
