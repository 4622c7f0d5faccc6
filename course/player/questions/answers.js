// Answers: whether a typed answer is right, the hint for a wrong one, and the score of predictions.

/** @import { Ask, Lesson, Prose } from "../drawing/types" */

const GROUPED = /^-?[1-9]\d{0,2}([.,])\d{3}(\1\d{3})*$/;

/**
 * Whether a text is the answer, ignoring spaces and case (`is_right` in course/answers.py). Letters
 * may also be separated by commas. Numbers are compared after rounding to the answer's number of
 * decimals. A comma may separate decimals or thousands; where no decimals are asked for, it separates
 * thousands, as does a point.
 * @param {string} given @param {string} answer
 */
export function isRight(given, answer) {
  const [typed, other] = [given, answer].map((text) => text.toLowerCase().replace(/\s+/g, ""));
  const one = /^\p{L}+$/u.test(other) ? typed.replaceAll(",", "") : typed;
  const digits = (other.replace(",", ".").split(".")[1] ?? "").length;
  const exact = readings(other, digits).map((number) => number.toFixed(digits));
  return (
    one === other || readings(one, digits).some((number) => exact.includes(number.toFixed(digits)))
  );
}

/**
 * The numbers that a text without spaces may mean.
 * @param {string} text @param {number} digits the number of decimals that is asked for
 */
const readings = (text, digits) =>
  (!digits && GROUPED.test(text)
    ? [text.replace(/[.,]/g, "")]
    : [text.replace(",", "."), text.replaceAll(",", "")]
  )
    .filter((one) => one !== "")
    .map(Number)
    .filter((number) => !Number.isNaN(number));

/**
 * The hint for a wrong answer.
 * @param {Pick<Ask, "hint" | "hints">} ask @param {string} given @returns {Prose}
 */
export const hintOf = ({ hint, hints }, given) =>
  hints.find(({ answer }) => isRight(given, answer))?.says ?? hint;

/** The scores in words: how many predictions and how many evidence choices were right, if any. */
export function scoresOf(/** @type {Pick<Lesson, "data" | "answers">} */ { data, answers }) {
  const { score, score_evidence: evidence } = data.words;
  return Object.entries({ predict: score, evidence }).flatMap(([wanted, words]) => {
    const bets = data.screens.flatMap(({ kind, ask }, i) =>
      kind === wanted && answers[i + 1] && ask && ask.right !== null
        ? [answers[i + 1] === `k${ask.right + 1}`]
        : [],
    );
    const right = String(bets.filter(Boolean).length);
    return bets.length
      ? [words.replace("{all}", String(bets.length)).replace("{right}", right)]
      : [];
  });
}
