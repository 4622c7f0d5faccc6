// The lesson as a SCORM 1.2 object: a learning platform keeps the answers, and how many there are.
// Run-time environment: https://adlnet.gov/projects/scorm/ (SCORM 1.2, chapter 3)

import { showLesson } from "./lesson.js";
import { doneOf, findPlatform } from "./scorm.js";

/** @param {import("../../../ui/web/lifecycle.js").Call} call */
export default function (call) {
  const platform = findPlatform(window);
  if (!platform) return showLesson(call);
  platform.LMSInitialize("");
  const kept = platform.LMSGetValue("cmi.suspend_data");
  const data = kept ? { ...call.data, start: JSON.parse(kept) } : call.data;
  const setStateValue = (/** @type {string} */ _, /** @type {any} */ { screen, answers }) => {
    const { done, all } = doneOf(data.screens, answers);
    const values = {
      "cmi.suspend_data": JSON.stringify({ screen, answers }),
      "cmi.core.score.raw": String(all ? Math.round((100 * done) / all) : 100),
      "cmi.core.score.min": "0",
      "cmi.core.score.max": "100",
      "cmi.core.lesson_status": done === all ? "completed" : "incomplete",
      "cmi.core.exit": "suspend",
    };
    for (const [name, value] of Object.entries(values)) platform.LMSSetValue(name, value);
    platform.LMSCommit("");
  };
  addEventListener("pagehide", () => platform.LMSFinish(""));
  return showLesson({ ...call, data, setStateValue });
}
