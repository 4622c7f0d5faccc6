// The step player as a component of a page.

import { live } from "../basics/lifecycle.js";
import { mountPlayer, showData, unmountPlayer } from "./living.js";

/** @import { Call } from "../basics/lifecycle.js" */
/** @import { Data, Player, Sent } from "./types" */

/** @param {Call} call */
export default function (call) {
  return live(call, { mount: mountPlayer, receive, unmount: unmountPlayer });
}

/** @param {Player} player @param {Sent | Data} data */
function receive(player, data) {
  showData(player, "drawn" in data ? { ...data, ...JSON.parse(data.drawn) } : data);
}
