// Manual changes to word links: the links that follow from found links and a list of changes.

/** @typedef {[number, number]} Link a source position and a target position */
/** @typedef {[number, number, number]} Change a link and its new kind */
/** @typedef {{ link: Link, kind: number, hand: boolean }} Linked */

export const NONE = 0;
export const SURE = 1;
export const POSSIBLE = 2;

/**
 * The found links with all manual changes applied in order, by "source,target".
 * @param {Link[]} found @param {Change[]} changes
 */
export function linked(found, changes) {
  /** @type {Map<string, Linked>} */
  const links = new Map(found.map((link) => [String(link), { link, kind: SURE, hand: false }]));
  for (const [source, target, kind] of changes) {
    const name = String([source, target]);
    const isFound = found.some(([s, t]) => s === source && t === target);
    // A link that is set back to its found state is no longer marked as manual.
    if (kind === SURE && isFound) links.set(name, { link: [source, target], kind, hand: false });
    else if (kind === NONE && !isFound) links.delete(name);
    else links.set(name, { link: [source, target], kind, hand: true });
  }
  return links;
}

/**
 * Adds a change that sets a link to a kind, or removes it if it has that kind already. Toggling
 * `SURE` also removes a possible link.
 * @param {Link[]} found @param {Change[]} changes @param {Link} link @param {number} kind
 * @returns {Change[]}
 */
export function toggled(found, changes, link, kind) {
  const now = linked(found, changes).get(String(link))?.kind ?? NONE;
  const next = now === kind || (kind === SURE && now !== NONE) ? NONE : kind;
  return [...changes, [link[0], link[1], next]];
}
