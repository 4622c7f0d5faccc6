// Numbered reports to Python, sent after a pause. Python answers with the number of the last report
// that it received, so an answer to an earlier one does not undo newer changes.

/**
 * @typedef {{ sent: number, pending: ReturnType<typeof setTimeout> | null,
 *   send: (number: number) => void }} Reports
 */

const REPORT_MS = 200;

/** @param {(number: number) => void} send @returns {Reports} */
export const numberedReports = (send) => ({ sent: 0, pending: null, send });

/** @param {Reports} reports */
export function reportSoon(reports) {
  clearTimeout(reports.pending ?? undefined);
  reports.pending = setTimeout(() => reportNow(reports), REPORT_MS);
}

/** @param {Reports} reports */
export function reportNow(reports) {
  if (!reports.pending) return;
  clearTimeout(reports.pending);
  reports.pending = null;
  reports.sent += 1;
  reports.send(reports.sent);
}

/**
 * Whether there are changes after the last report that Python received.
 * @param {Reports} reports @param {number} heard the number of that report
 */
export const isBehind = ({ pending, sent }, heard) => Boolean(pending) || heard < sent;

/**
 * Continues the numbers of an earlier component on the same page.
 * @param {Reports} reports @param {number} heard the number of the last report
 */
export function goOn(reports, heard) {
  reports.sent = Math.max(reports.sent, heard);
}
