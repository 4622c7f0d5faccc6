// The step player as a component of a page.

import { hold, holds, recall } from "../../web/keeping.js";
import { live } from "../../web/lifecycle.js";
import { showPicture } from "../../web/picture.js";
import { mountPlayer, showData, unmountPlayer } from "./player_lifecycle.js";

/** @import { Call } from "../../web/lifecycle.js" */
/** @import { Data, Player, Sent } from "../layout/player_types" */

/** @param {Call} call */
export default function (call) {
  if (call.data.picture) {
    return showPicture(call, { mount: mountPlayer, draw: showData, unmount: unmountPlayer });
  }
  return live(call, { mount: mountPlayer, receive, unmount: unmountPlayer });
}

/** @param {Player} player @param {Sent | Data} data */
function receive(player, data) {
  if (!("drawing" in data)) return showData(player, data);
  const rest = takeIn(data);
  const drawn = recall(rest.drawing);
  if (!drawn) return player.setState("position", { holds: holds() }); // Python then sends it again.
  const given = JSON.stringify(rest);
  if (given === player.reports.lastData) return; // The player shows this already.
  player.reports.lastData = given;
  showData(player, { ...rest, ...drawn });
}

/**
 * Puts the drawings into the cache, and returns the rest of the data.
 * @param {Sent} sent @returns {Omit<Sent, "drawn">}
 */
function takeIn({ drawn, ahead, ...rest }) {
  const goals = ahead?.map(({ drawn: text, ...goal }) => {
    if (text) hold(goal.drawing, JSON.parse(text));
    return goal;
  });
  if (drawn) hold(rest.drawing, JSON.parse(drawn)); // Last, so that it is dropped last.
  return goals ? { ...rest, ahead: goals } : rest;
}
