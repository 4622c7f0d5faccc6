// The browser's history: one entry per page, language pair, kind of aligned pairs, sentence and
// target. Other changes of the address, such as the step, replace the current entry; Streamlit would
// add one for each.

const SUBJECT = ["pair", "align", "sentence", "target"];

/**
 * Replaces the functions that write the history, in the app and once per tab, since they stay when
 * the page changes.
 */
export function keepHistory() {
  if (!document.querySelector("[data-testid=stApp]")) return;
  const tab = /** @type {History & { alignoscope?: boolean }} */ (history);
  if (!tab.alignoscope) listen();
  tab.alignoscope = true;
}

function listen() {
  const add = history.pushState.bind(history);
  const change = history.replaceState.bind(history);
  // What a person did since the last entry: one action may change pair, sentence and target.
  let acted = false;
  // After the way back, a run of the page that was left may go on, and write that page's address.
  let gone = false;
  // Streamlit empties the address of a page before it leaves the page. The address at a person's
  // last action is kept, to restore the entry.
  let whole = location.href;
  for (const event of ["keydown", "pointerdown"]) {
    document.addEventListener(
      event,
      () => {
        acted = true;
        gone = false;
        whole = location.href;
      },
      { capture: true },
    );
  }
  /** @type {History["pushState"]} */
  const write = (state, title, url) => {
    const moved = new URL(url ?? "", location.href).pathname !== location.pathname;
    if (moved ? gone : isEmptied(location.href, String(url ?? location.href))) return;
    if (moved && new URL(whole).pathname === location.pathname) change(history.state, "", whole);
    const another = moved || (acted && isAnother(location.href, String(url ?? location.href)));
    if (another) acted = false;
    (another ? add : change)(state, title, url);
  };
  window.addEventListener("popstate", () => {
    acted = false;
    gone = true;
  });
  Object.assign(history, { pushState: write, replaceState: write });
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
 * Whether two addresses of a page differ in what they are of, as `SUBJECT` lists it.
 * @param {string} one @param {string} other
 */
export function isAnother(one, other) {
  const [from, to] = [one, other].map((url) => new URL(url, location.href).searchParams);
  return SUBJECT.some((name) => (from.get(name) ?? "") !== (to.get(name) ?? ""));
}
