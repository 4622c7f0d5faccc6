// A person's progress through the lessons, kept in the browser's own storage and nowhere else.

const STORED = "alignoscope.lessons";

/**
 * The progress in a lesson: its screen, from 1, of how many, whether the last one was seen, the
 * answers by screen, and when.
 * @typedef {{
 *   screen: number, screens: number, done: boolean, answers: Record<string, string>, at: number,
 * }} Progress
 */
/** `off` is whether the person wants nothing to be kept. @typedef {{ off: boolean, lessons: Record<string, Progress> }} Kept */

/** Returns what is kept; nothing if the browser has no storage or another program wrote into it. @returns {Kept} */
export function keptProgress() {
  try {
    const { off, lessons } = JSON.parse(localStorage.getItem(STORED) ?? "{}");
    return { off: Boolean(off), lessons: { ...lessons } };
  } catch {
    return { off: false, lessons: {} };
  }
}

/** Adds the progress in a lesson, unless the person has turned this off. */
export function keepProgress(
  /** @type {string} */ lesson,
  /** @type {Omit<Progress, "at" | "done">} */ progress,
) {
  const { off, lessons } = keptProgress();
  if (off) return;
  const done = progress.screen === progress.screens || Boolean(lessons[lesson]?.done);
  store({ off, lessons: { ...lessons, [lesson]: { ...progress, done, at: Date.now() } } });
}

/** Forgets all progress; `off` is whether none is to be kept from now on. @param {boolean} off */
export function forgetProgress(off) {
  store({ off, lessons: {} });
}

function store(/** @type {Kept} */ kept) {
  try {
    localStorage.setItem(STORED, JSON.stringify(kept));
  } catch {
    // A browser that stores nothing keeps nothing; the lesson works without it.
  }
}
