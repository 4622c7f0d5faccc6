// The step player as a component of a page.

import { hold, holds, recall } from "../web/keeping.js";
import { live } from "../web/lifecycle.js";
import { mountPlayer, showData, unmountPlayer } from "./living.js";

/** @import { Call } from "../web/lifecycle.js" */
/** @import { Data, Player, Sent } from "./player_types" */

/** @param {Call} call */
export default function (call) {
  return live(call, { mount: mountPlayer, receive, unmount: unmountPlayer });
}

/** @param {Player} player @param {Sent | Data} data */
function receive(player, data) {
  if (!("drawing" in data)) return showData(player, data);
  const rest = takeIn(data);
  const drawn = recall(rest.drawing);
  if (!drawn) return player.setState("position", { holds: holds() }); // Python sends it again
  const given = JSON.stringify(rest);
  if (given === player.given) return; // Python left out what is shown
  player.given = given;
  showData(player, { ...rest, ...drawn });
}

/**
 * Keeps what is to be drawn, and returns the rest.
 * @param {Sent} sent @returns {Omit<Sent, "drawn">}
 */
function takeIn({ drawn, ahead, ...rest }) {
  const goals = ahead?.map(({ drawn: text, ...goal }) => {
    if (text) hold(goal.drawing, JSON.parse(text));
    return goal;
  });
  if (drawn) hold(rest.drawing, JSON.parse(drawn)); // last, since it is needed first
  return goals ? { ...rest, ahead: goals } : rest;
}
