// The browser's history: one entry per page, language pair, sentence and target. Other changes of
// the address, such as the step, replace the current entry; Streamlit would add one for each.

const SUBJECT = ["pair", "sentence", "target"];
/**
 * The URL parameters that are carried from page to page, with the keys of their widgets: a widget
 * does not write its parameter to the address before it is used.
 */
const HANDED = {
  sentence: "sentence", target: "target", variants: "models-menu", variant: "variant",
};

/**
 * The carried parameters, and whether the page was opened by a link instead of from the history.
 * @typedef {{ handed: Record<string, string[]>, byLink: boolean }} Kept
 */

/**
 * Replaces the functions that write the history, in the app and once per tab, since they stay when
 * the page changes. After a link to another page, fills in its address.
 */
export function keepHistory() {
  if (!document.querySelector("[data-testid=stApp]")) return;
  const tab = /** @type {History & { alignoscope?: Kept }} */ (history);
  tab.alignoscope ??= listen({ handed: {}, byLink: false });
  if (tab.alignoscope.byLink) fill(tab.alignoscope);
}

/** @param {Kept} kept */
function listen(kept) {
  const add = history.pushState.bind(history);
  const change = history.replaceState.bind(history);
  // A new page starts with an empty address, which is filled in before a person does anything.
  let filling = false;
  // Streamlit empties the address of a page before it leaves the page. The address at a person's
  // last action is kept, to restore the entry.
  let whole = location.href;
  for (const event of ["keydown", "pointerdown"]) {
    document.addEventListener(event, () => {
      filling = false;
      whole = location.href;
    }, { capture: true });
  }
  /** @type {History["pushState"]} */
  const write = (state, title, url) => {
    const moved = new URL(url ?? "", location.href).pathname !== location.pathname;
    if (!moved && isEmptied(location.href, String(url ?? location.href))) return;
    if (moved && new URL(whole).pathname === location.pathname) {
      change(history.state, "", whole);
      handOn(kept, new URL(whole).searchParams);
    }
    kept.byLink ||= moved;
    const another = !filling && isAnother(location.href, String(url ?? location.href));
    (moved || another ? add : change)(state, title, url);
    filling ||= moved;
  };
  window.addEventListener("popstate", () => {
    kept.byLink = false;
  });
  Object.assign(history, { pushState: write, replaceState: write });
  return kept;
}

/** Whether the page has the widget with a key. @param {string} name */
const isHere = (name) => Boolean(document.querySelector(`.st-key-${name}`));

/**
 * Keeps the parameters of the page that is left; forgets those that it has a widget for but leaves
 * unset.
 * @param {Kept} kept @param {URLSearchParams} left
 */
function handOn({ handed }, left) {
  for (const [name, widget] of Object.entries(HANDED)) {
    if (left.has(name) || isHere(widget)) handed[name] = left.getAll(name);
  }
}

/** Adds carried parameters to a new page's address, if it has their widgets. @param {Kept} kept */
function fill({ handed }) {
  const url = new URL(location.href);
  for (const [name, widget] of Object.entries(HANDED)) {
    if (url.searchParams.has(name) || !isHere(widget)) continue;
    for (const value of handed[name] ?? []) url.searchParams.append(name, value);
  }
  if (url.href !== location.href) history.replaceState(history.state, "", url.href);
}

/**
 * Whether a change of address removes the sentence, as Streamlit does just before it leaves a page.
 * @param {string} one @param {string} other
 */
export function isEmptied(one, other) {
  const [from, to] = [one, other].map((url) => new URL(url, location.href).searchParams);
  return from.has("sentence") && !to.has("sentence");
}

/**
 * Whether two addresses of a page differ in the language pair, the sentence or the target.
 * @param {string} one @param {string} other
 */
export function isAnother(one, other) {
  const [from, to] = [one, other].map((url) => new URL(url, location.href).searchParams);
  return SUBJECT.some((name) => (from.get(name) ?? "") !== (to.get(name) ?? ""));
}
