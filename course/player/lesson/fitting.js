// In front of a class the maps of a lab are as large as the screen allows.

const ZOOMS = [2, 1.75, 1.5, 1.25, 1.1, 1, 0.9, 0.8, 0.7, 0.6, 0.5];
const LEAST = 0.8; // Below this nobody in a class can read the words.

/**
 * Zooms maps so that their lab ends above the lower edge of the screen, or, where they would be too
 * small to read, so that one can scroll to all of them; again whenever the window changes. Returns
 * the function that stops this.
 * @param {HTMLElement} top the first element of the lesson @param {HTMLElement} place of the lab
 */
export function fitMaps(top, place) {
  const maps = /** @type {HTMLElement | null} */ (place.querySelector(".lab-maps"));
  const lab = maps?.parentElement;
  if (!lab || !maps.hasChildNodes()) return () => {};
  let turn = 0;
  const fit = async () => {
    turn += 1;
    const mine = turn;
    /** @param {number[]} zooms @param {() => number} height whether one of the zooms makes this fit */
    const fits = async (zooms, height) => {
      for (const zoom of zooms) {
        maps.style.zoom = String(zoom);
        // The player lays out its maps in the first of these frames.
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        if (mine !== turn || height() <= innerHeight) return true;
      }
      return false;
    };
    const below = () => lab.getBoundingClientRect().bottom - top.getBoundingClientRect().top;
    if (
      await fits(
        ZOOMS.filter((zoom) => zoom >= LEAST),
        below,
      )
    )
      return;
    await fits(ZOOMS, () => maps.getBoundingClientRect().height);
  };
  fit();
  addEventListener("resize", fit);
  return () => {
    turn = -1;
    removeEventListener("resize", fit);
  };
}
