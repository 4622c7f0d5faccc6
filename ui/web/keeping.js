// What Python sent last, by the names that it gave: it leaves out what the browser says that it has.

export const MOST_KEPT = 8;

/** @type {Map<string, any>} */
const kept = new Map();

/** What Python may leave out. */
export const holds = () => [...kept.keys()];

/** What goes by a name, if it is still there. @param {string} name */
export function recall(name) {
  const found = kept.get(name);
  if (found) hold(name, found);
  return found;
}

/** Keeps it in the place of what was unused longest. @param {string} name @param {any} sent */
export function hold(name, sent) {
  kept.delete(name);
  kept.set(name, sent);
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
}
