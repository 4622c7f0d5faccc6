// The browser's history: an entry is a page with its sentence and target. What else changes in the
// address, such as the step, changes the entry that is there; Streamlit would add one for each.

const SUBJECT = ["pair", "sentence", "target"];

/** In the app, once a tab: it stays when the page changes, whose entries come after. */
export function keepHistory() {
  if (!document.querySelector("[data-testid=stApp]") || "alignoscope" in history) return;
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
    if (moved && new URL(whole).pathname === location.pathname) change(history.state, "", whole);
    const another = !filling && isAnother(location.href, String(url ?? location.href));
    (moved || another ? add : change)(state, title, url);
    filling ||= moved;
  };
  Object.assign(history, { alignoscope: true, pushState: write, replaceState: write });
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
