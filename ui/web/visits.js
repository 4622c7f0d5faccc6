// Whether this browser has been here before, as it remembers itself.

const VISITED = "alignoscope:played";

/** Whether this is the browser's first visit; from now on it is not. */
export function isFirstVisit() {
  try {
    const before = localStorage.getItem(VISITED) !== null;
    localStorage.setItem(VISITED, "1");
    return !before;
  } catch {
    return false; // A browser without storage would be new at every visit.
  }
}
