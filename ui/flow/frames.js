// Animation by frames: from 0 to 1 in a given time, one run at a time per flow.

/** @import { Flow } from "./types" */

/** Whether the person asked for less motion. */
export const stillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @param {number} share */
const eased = (share) => share * share * (3 - 2 * share);

/**
 * Calls `draw` with a share from 0 to 1 at each frame, and `after` at the end.
 * @param {Flow} flow @param {number} time in milliseconds
 * @param {(share: number) => void} draw @param {() => void} [after]
 */
export function runFrames(flow, time, draw, after) {
  cancelAnimationFrame(flow.moving);
  /** @type {number | undefined} */
  let start;
  const frame = (/** @type {number} */ now) => {
    start ??= now;
    const share = Math.min(1, (now - start) / time);
    draw(eased(share));
    if (share < 1) flow.moving = requestAnimationFrame(frame);
    else after?.();
  };
  flow.moving = requestAnimationFrame(frame);
}
