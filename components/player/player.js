// The step player as a component of a page.

import { live } from "../basics/lifecycle.js";
import { mountPlayer, showData, unmountPlayer } from "./living.js";

/** @import { Call } from "../basics/lifecycle.js" */

/** @param {Call} call */
export default function (call) {
  return live(call, { mount: mountPlayer, receive: showData, unmount: unmountPlayer });
}
