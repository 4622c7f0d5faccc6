// The browser's history: an entry is a page with its sentence and target. What else changes in the
// address, such as the step, changes the entry that is there; Streamlit would add one for each.

const SUBJECT = ["pair", "sentence", "target"];
/** What pages hand on by their widgets, which write it nowhere until one of them is used. */
const HANDED = {
  sentence: "sentence", target: "target", variants: "models-menu", variant: "variant",
};

/**
 * What was handed on, and whether a page was come to by a link, not by the browser's way back.
 * @typedef {{ handed: Record<string, string[]>, byLink: boolean }} Kept
 */

/** In the app, once a tab: it stays when the page changes, whose entries come after. */
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
  // A new page comes with an empty address, which is filled in before a person does anything.
  let filling = false;
  // A page that is left is emptied first: its entry gets back what it had when a person acted.
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

/** @param {string} name */
const isHere = (name) => Boolean(document.querySelector(`.st-key-${name}`));

/**
 * Keeps what a page that is left says, and forgets what it could say and does not.
 * @param {Kept} kept @param {URLSearchParams} left
 */
function handOn({ handed }, left) {
  for (const [name, widget] of Object.entries(HANDED)) {
    if (left.has(name) || isHere(widget)) handed[name] = left.getAll(name);
  }
}

/** Gives a new page's address what was handed on to it: none is bare. @param {Kept} kept */
function fill({ handed }) {
  const url = new URL(location.href);
  for (const [name, widget] of Object.entries(HANDED)) {
    if (url.searchParams.has(name) || !isHere(widget)) continue;
    for (const value of handed[name] ?? []) url.searchParams.append(name, value);
  }
  if (url.href !== location.href) history.replaceState(history.state, "", url.href);
}

/**
 * Whether an address of the same page is without the sentence: so is one that is just being left.
 * @param {string} one @param {string} other
 */
export function isEmptied(one, other) {
  const [from, to] = [one, other].map((url) => new URL(url, location.href).searchParams);
  return from.has("sentence") && !to.has("sentence");
}

/**
 * Whether two addresses of a page are of different sentences or targets.
 * @param {string} one @param {string} other
 */
export function isAnother(one, other) {
  const [from, to] = [one, other].map((url) => new URL(url, location.href).searchParams);
  return SUBJECT.some((name) => (from.get(name) ?? "") !== (to.get(name) ?? ""));
}
