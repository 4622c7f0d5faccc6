// The requests of a live class, which phones and the presenter send to the server.

/** @typedef {{ problem: string }} Problem the name of the words that say what is wrong */

/** Returns the address of the classes of this app, from that of one of its pages or of a class. */
export function classesAt(/** @type {string} */ page) {
  const { origin, pathname } = new URL(page);
  return `${origin}${pathname.replace(/(\/class(\/.*)?|\/[^/]*)$/, "")}/class/`;
}

/**
 * Sends a request, a POST if it has content, and returns the answer or the problem. A cookie of
 * another replica or an earlier start of the server is replaced once, by loading the page of phones.
 * @template T
 * @param {string} address @param {string} key the presenter's, or "" @param {object} [said]
 * @param {boolean} [again] whether a cookie was just replaced
 * @returns {Promise<T | Problem>}
 */
export async function requestClass(address, key, said, again = false) {
  /** @type {RequestInit} */
  const request = { headers: key ? { "class-key": key } : {}, cache: "no-store" };
  if (said) Object.assign(request, { method: "POST", body: JSON.stringify(said) });
  try {
    const answer = await fetch(address, request);
    const type = answer.headers.get("content-type") ?? "";
    const found = type.startsWith("application/json")
      ? await answer.json()
      : { problem: "class_none" };
    if (found.problem !== "class_cookie" || again) return found;
    await fetch(classesAt(address));
    return requestClass(address, key, said, true);
  } catch {
    return { problem: "class_offline" };
  }
}

/** Whether nothing more will come from a class. @param {Problem} answer */
export const isOver = ({ problem }) =>
  ["class_ended", "class_unknown", "class_full", "class_none", "class_key"].includes(problem);

const AGAIN_MS = 2000; // pause before the next request after a problem
const GAP_MS = 600; // pause after an answer: the server admits 2 requests a second

/**
 * Asks for every change of a class until it is over or `stops` says so; `show` gets each answer.
 * @template {{ seen: number }} T
 * @param {string} address @param {string} key
 * @param {(answer: T | Problem) => void} show @param {() => boolean} stops
 */
export async function followClass(address, key, show, stops) {
  for (let seen = -1; !stops(); ) {
    const answer = /** @type {T | Problem} */ (
      await requestClass(`${address}/state?seen=${seen}`, key)
    );
    if (stops()) return;
    show(answer);
    const fails = "problem" in answer;
    if (fails && isOver(answer)) return;
    seen = fails ? -1 : answer.seen;
    await new Promise((go) => setTimeout(go, fails ? AGAIN_MS : GAP_MS));
  }
}
