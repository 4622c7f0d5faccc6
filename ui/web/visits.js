// Whether this browser has been here before, as it remembers itself.

const VISITED = "alignoscope:played";

/**
 * The visit of a document: each component has a script of its own, and any of them may come first.
 * @typedef {{ isFirst: boolean, isPlayed: boolean }} Visit
 */

/** @returns {Visit} */
function visitOf() {
  const page = /** @type {Document & { alignoscope?: Visit }} */ (document);
  page.alignoscope ??= { isFirst: isNew(), isPlayed: false };
  return page.alignoscope;
}

function isNew() {
  try {
    const before = localStorage.getItem(VISITED) !== null;
    localStorage.setItem(VISITED, "1");
    return !before;
  } catch {
    return false; // A browser without storage would be new at every visit.
  }
}

/** Whether this is the browser's first visit, until it is ended. */
export const isFirstVisit = () => visitOf().isFirst;

/** Ends the first visit: what it shows is not shown again. */
export function endFirstVisit() {
  visitOf().isFirst = false;
}

/** Whether a flow plays by itself: once on the first visit, unless its question is on the screen. */
export function playsByItself() {
  const visit = visitOf();
  const plays =
    visit.isFirst && !visit.isPlayed && !("firstVisit" in document.documentElement.dataset);
  visit.isPlayed ||= plays;
  return plays;
}
