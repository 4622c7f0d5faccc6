// Payload cache: keeps the last payloads from Python by name. The browser reports the names that it
// has, and Python does not send those payloads again.

export const MOST_KEPT = 8;

/** @type {Map<string, any>} */
const kept = new Map();

/** The names of the kept payloads. */
export const holds = () => [...kept.keys()];

/** Returns a payload if it is still kept, and marks it as used. @param {string} name */
export function recall(name) {
  const found = kept.get(name);
  if (found) hold(name, found);
  return found;
}

/** Keeps a payload; drops the least recently used. @param {string} name @param {any} sent */
export function hold(name, sent) {
  kept.delete(name);
  kept.set(name, sent);
  for (const oldest of kept.keys()) if (kept.size > MOST_KEPT) kept.delete(oldest);
}
