// What links become when some of them are set by hand.

/** @typedef {[number, number]} Link a source and a target position */
/** @typedef {[number, number, number]} Change a link, and what it is from then on */
/** @typedef {{ link: Link, kind: number, hand: boolean }} Linked */

export const NONE = 0;
export const SURE = 1;
export const POSSIBLE = 2;

/**
 * The links that were found, and over them what was set by hand, the last change last.
 * @param {Link[]} found @param {Change[]} changes
 */
export function linked(found, changes) {
  /** @type {Map<string, Linked>} */
  const links = new Map(found.map((link) => [String(link), { link, kind: SURE, hand: false }]));
  for (const [source, target, kind] of changes) {
    const name = String([source, target]);
    const isFound = found.some(([s, t]) => s === source && t === target);
    // What is as it was found again needs no mark.
    if (kind === SURE && isFound) links.set(name, { link: [source, target], kind, hand: false });
    else if (kind === NONE && !isFound) links.delete(name);
    else links.set(name, { link: [source, target], kind, hand: true });
  }
  return links;
}

/**
 * Sets a link to a kind, or takes it out where it has this kind, or is asked for as a sure one.
 * @param {Link[]} found @param {Change[]} changes @param {Link} link @param {number} kind
 * @returns {Change[]}
 */
export function toggled(found, changes, link, kind) {
  const now = linked(found, changes).get(String(link))?.kind ?? NONE;
  const next = now === kind || (kind === SURE && now !== NONE) ? NONE : kind;
  return [...changes, [link[0], link[1], next]];
}
