// Numbered reports to Python, a pause after the last move. Python says which one it heard last: an
// answer to an earlier one takes nothing back.

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

/** Whether a person has gone on since the report that Python heard last. @param {Reports} reports @param {number} heard */
export const isBehind = ({ pending, sent }, heard) => Boolean(pending) || heard < sent;

/** Numbers go on from those of the part that was here before. @param {Reports} reports @param {number} heard */
export function goOn(reports, heard) {
  reports.sent = Math.max(reports.sent, heard);
}
