// What a dialog says of the size of a picture in print.

const LABEL = 12; // pixels of the labels of maps
const LEGIBLE = 7; // points
const PAGE = { width: 160, height: 247 }; // mm, of the text of a page

/**
 * The size of a drawing in print, and what to do if it is too small to read or too high for a page.
 * @param {number} mm its width @param {{ width: number, height: number }} box @param {boolean} slide
 */
export function sizeSaid(mm, { width, height }, slide) {
  const high = Math.round((mm * height) / width);
  const points = (LABEL * mm * 72) / (width * 25.4);
  const wider = slide ? "fewer models" : mm < PAGE.width ? "Text width" : "Slide";
  const small =
    points < LEGIBLE
      ? ` Labels below ${LEGIBLE} pt are hard to read: choose ${wider} or a shorter sentence.`
      : "";
  const tall =
    !slide && high > PAGE.height
      ? ` A page has space for ${PAGE.height} mm: choose fewer models or a shorter sentence.`
      : "";
  return `${mm} mm wide and ${high} mm high, with labels of ${points.toFixed(1)} pt.${small}${tall}`;
}
