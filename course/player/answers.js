// Answers: whether a typed one is right, what is said to a wrong one, and how many bets were right.

/** @import { Ask, Lesson, Prose } from "./types" */

/**
 * Whether a text is the answer, but for spaces and case (`is_right` in Python). A number is, but for
 * digits beyond those of the answer; a comma in it may mean either thing.
 * @param {string} given @param {string} answer
 */
export function isRight(given, answer) {
  const [one, other] = [given, answer].map((text) => text.toLowerCase().replace(/\s+/g, ""));
  const digits = (other.replace(",", ".").split(".")[1] ?? "").length;
  const exact = readings(other).map((number) => number.toFixed(digits));
  return one === other || readings(one).some((number) => exact.includes(number.toFixed(digits)));
}

/** What a text without spaces may be as a number. @param {string} text */
const readings = (text) =>
  [text.replace(",", "."), text.replaceAll(",", "")]
    .filter((one) => one !== "").map(Number).filter((number) => !Number.isNaN(number));

/** @param {Pick<Ask, "hint" | "hints">} ask @param {string} given @returns {Prose} */
export const hintOf = ({ hint, hints }, given) =>
  hints.find(({ answer }) => isRight(given, answer))?.says ?? hint;

/** How many bets were right, in words, and how much evidence; none where there was none. */
export function scoresOf(/** @type {Pick<Lesson, "data" | "answers">} */ { data, answers }) {
  const { score, score_evidence: evidence } = data.words;
  return Object.entries({ predict: score, evidence }).flatMap(([wanted, words]) => {
    const bets = data.screens.flatMap(({ kind, ask }, i) =>
      kind === wanted && answers[i + 1] && ask && ask.right !== null
        ? [answers[i + 1] === `k${ask.right + 1}`]
        : []);
    const right = String(bets.filter(Boolean).length);
    return bets.length ? [words.replace("{all}", String(bets.length)).replace("{right}", right)] : [];
  });
}
