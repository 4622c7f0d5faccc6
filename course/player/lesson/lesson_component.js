// The lesson as a component of the app, and of a file that keeps no answers.

import { showLesson } from "./lesson.js";

/** @param {import("../../../ui/web/lifecycle.js").Call} call */
export default function (call) {
  return showLesson(call);
}
