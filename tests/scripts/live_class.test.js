// A live class: its addresses, what phones are sent, and what they say of a vote.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import {
  classesAt,
  followClass,
  requestClass,
} from "../../course/player/live_class/class_requests.js";
import { polled, toldTo } from "../../course/player/live_class/live_class.js";
import { saysTo } from "../../course/player/live_class/phone.js";

const { fetch } = globalThis;
afterEach(() => {
  globalThis.fetch = fetch;
});

/** Answers requests with these, one after another; returns the list of what was requested. */
function answers(...given) {
  const asked = [];
  globalThis.fetch = async (address, { method, headers, body } = {}) => {
    asked.push([address, method ?? "GET", headers?.["class-key"] ?? "", body ?? ""]);
    const found = given.shift();
    if (!found) throw new TypeError("no connection");
    const type = typeof found === "string" ? "text/html" : "application/json";
    return { headers: new Headers({ "content-type": type }), json: async () => found };
  };
  return asked;
}

test("the classes of an app are beside its pages, below its base path", () => {
  for (const page of ["lessons?lesson=x", "", "class", "class/", "class/ABCDE?lang=fr"]) {
    assert.equal(classesAt(`http://h:1/base/${page}`), "http://h:1/base/class/");
    assert.equal(classesAt(`http://h:1/${page}`), "http://h:1/class/");
  }
});

test("phones get a question without its answer, and the answer with a reply to each option", () => {
  const [a, b] = [[["", "a"]], [["", "b"]]];
  const options = [
    { text: a, says: [["", "No."]] },
    { text: b, says: [["", "Yes."]] },
  ];
  const ask = { question: a, options, right: 1, otherwise: [], praise: [], curve: null };
  assert.deepEqual(polled("Lesson", ask), {
    heading: "Lesson",
    question: a,
    options: [a, b],
    curve: null,
  });
  const told = toldTo({ truth: "It is:" }, ask);
  assert.deepEqual(told, {
    right: 1,
    says: [[["", "No."]], [["", "Yes."]]],
    truth: [
      ["", "It is: "],
      ["", "b"],
    ],
    shares: null,
  });
  assert.deepEqual(saysTo(told, 0), [["No."], ["It is: ", "b"]]);
  assert.deepEqual(saysTo(told, null), [["It is: ", "b"]]);
  assert.deepEqual(toldTo({}, { ...ask, otherwise: a }).truth, a);
});

test("phones get a curve to draw without its shares", () => {
  const curve = {
    label: "x",
    points: [0, 1],
    places: [0, 1],
    amounts: ["0", "1"],
    model: "m",
    shares: [1, 0],
  };
  const ask = {
    question: [],
    options: null,
    right: null,
    otherwise: [],
    praise: [["", "So."]],
    curve,
  };
  assert.equal("shares" in polled("", ask).curve, false);
  assert.deepEqual(toldTo({}, ask).shares, [1, 0]);
  assert.deepEqual(saysTo(toldTo({}, ask), [50, 50]), [["So."]]);
});

test("a request names the presenter, and what is no answer of a class is a problem", async () => {
  const asked = answers({ seen: 1 }, "<html>");
  assert.deepEqual(await requestClass("http://h/class/A/lead", "k", { do: "show" }), { seen: 1 });
  assert.deepEqual(asked, [["http://h/class/A/lead", "POST", "k", '{"do":"show"}']]);
  assert.deepEqual(await requestClass("http://h/class/A", ""), { problem: "class_none" });
  assert.deepEqual(await requestClass("http://h/class/A", ""), { problem: "class_offline" });
});

test("a cookie that the server does not know is replaced once", async () => {
  const refused = { problem: "class_cookie" };
  const asked = answers(refused, "<html>", { seen: 1 }, refused, "<html>", refused);
  assert.deepEqual(await requestClass("http://h/class/A/state", ""), { seen: 1 });
  assert.equal(asked[1][0], "http://h/class/");
  assert.deepEqual(await requestClass("http://h/class/A/state", ""), refused);
});

test("a class is followed from change to change until it has ended", async () => {
  const asked = answers(
    { seen: 3 },
    { problem: "class_fast" },
    { seen: 4 },
    { problem: "class_ended" },
  );
  const shown = [];
  await followClass(
    "http://h/class/A",
    "",
    (answer) => shown.push(answer),
    () => false,
  );
  assert.deepEqual(
    shown.map(({ seen, problem }) => seen ?? problem),
    [3, "class_fast", 4, "class_ended"],
  );
  assert.deepEqual(
    asked.map(([address]) => address.split("=")[1]),
    ["-1", "3", "-1", "4"],
  );
});
