// Swipes of a finger over the picture, which lead from beat to beat.

const LEAST = 40; // pixels, across

/**
 * Calls `onSwipe` with 1 for a swipe to the left and -1 for one to the right.
 * @param {HTMLElement} node @param {(by: number) => void} onSwipe
 */
export function hearSwipes(node, onSwipe) {
  /** @type {PointerEvent | null} */
  let start = null;
  node.addEventListener("pointerdown", (event) => {
    start = event.pointerType === "touch" ? event : null;
  });
  node.addEventListener("pointercancel", () => {
    start = null;
  });
  node.addEventListener("pointerup", ({ clientX, clientY }) => {
    if (!start) return;
    const across = clientX - start.clientX;
    const down = clientY - start.clientY;
    start = null;
    const far = Math.abs(across) >= LEAST && Math.abs(across) > 2 * Math.abs(down);
    if (far) onSwipe(across < 0 ? 1 : -1);
  });
}
