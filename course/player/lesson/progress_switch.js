// The switch that keeps progress in this browser, and the button that forgets it. What is kept is
// reported to Python, so that the list of lessons shows it.

import { html } from "../../../ui/web/dom.js";
import { live } from "../../../ui/web/lifecycle.js";
import { forgetProgress, keptProgress } from "./progress.js";

/** @import { Call, Send } from "../../../ui/web/lifecycle.js" */
/** @typedef {{ root: HTMLElement, setState: Send }} Switch */

/** @param {Call} call */
export default function (call) {
  return live(call, { mount: mountSwitch, receive: drawSwitch, unmount: () => {} });
}

function mountSwitch() {
  return /** @type {Switch} */ ({
    root: html("div", { class: "lesson progress" }),
    setState: () => {},
  });
}

/** @param {Switch} part @param {{ words: Record<string, string> }} data */
function drawSwitch(part, { words }) {
  const { off, lessons } = keptProgress();
  const box = html("input", { type: "checkbox" });
  box.checked = !off;
  const forget = html("button", {}, words.forget);
  forget.disabled = !Object.keys(lessons).length;
  const change = () => {
    forgetProgress(!box.checked);
    forget.disabled = true;
    part.setState("kept", {});
  };
  box.addEventListener("change", change);
  forget.addEventListener("click", change);
  part.root.replaceChildren(
    html("label", { class: "option" }, box, html("span", {}, words.keep)),
    forget,
  );
  part.setState("kept", lessons);
}
