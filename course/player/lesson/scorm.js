// What a SCORM platform is told about a lesson: how many of its questions are done.

import { isBet, RIGHT } from "../questions/asking.js";

/** @import { Screen } from "../drawing/types" */

/**
 * The run-time functions that a SCORM 1.2 platform offers to its content.
 * @typedef {Record<"LMSInitialize" | "LMSGetValue" | "LMSCommit" | "LMSFinish", (text: string) => string>
 *   & { LMSSetValue: (name: string, value: string) => string }} Platform
 */

const HIGHEST = 500; // frames that are searched; more would be a cycle

/** The platform around a page: of the frames around it, or of those around the page that opened it. @param {any} own @returns {Platform | null} */
export function findPlatform(own) {
  for (const first of [own, own.opener]) {
    let frame = first;
    for (let i = 0; frame && i < HIGHEST; i++) {
      if (frame.API) return frame.API;
      if (frame.parent === frame) break;
      frame = frame.parent;
    }
  }
  return null;
}

/**
 * How many questions of a lesson are done, and how many there are: a bet when it is placed, any
 * other question when its answer is right.
 * @param {Pick<Screen, "kind" | "ask">[]} screens @param {Record<string, string>} answers
 */
export function doneOf(screens, answers) {
  const asked = screens.flatMap(({ kind, ask }, i) => {
    if (!ask) return [];
    const answer = answers[i + 1];
    const open = isBet({ kind }) || (ask.options !== null && ask.right === null);
    const right = answer === RIGHT || (ask.right !== null && answer === `k${ask.right + 1}`);
    return [open ? Boolean(answer) : right];
  });
  return { done: asked.filter(Boolean).length, all: asked.length };
}
