// The clock picture: which decoder state asks, when, and where the context enters, by timing.

const WIDTH = 372;
const ROWS = { attention: 26, state: 92, input: 148 };
const BOX = { height: 30, round: 6 };
const LONGEST_TOKEN = 9;

// Boxes: [place, row, width, label, role]. Arrows: [from, to, label, role]. {now} and {before} are
// the numbers of the states, {token} is what the step writes and {prior} what it reads. The numbers
// before the labels are the order of events.
const CLOCKS = {
  bahdanau: {
    boxes: {
      state: [30, "state", 52, "s[{before}]", "asks"],
      attention: [104, "attention", 84, "attention"],
      rnn: [178, "state", 48, "RNN"],
      after: [252, "state", 52, "s[{now}]"],
      token: [334, "state", 66, "{token}", "token"],
      input: [178, "input", 108, "{prior}", "input"],
    },
    arrows: [
      ["state", "attention", "1 asks", "asks"], ["attention", "rnn", "2 c[{now}]", "context"],
      ["input", "rnn"], ["state", "rnn"], ["rnn", "after", "3"], ["after", "token", "4"],
    ],
  },
  luong: {
    boxes: {
      before: [28, "state", 48, "h[{before}]"],
      rnn: [98, "state", 48, "RNN"],
      state: [170, "state", 50, "h[{now}]", "asks"],
      attention: [208, "attention", 84, "attention"],
      joined: [246, "state", 50, "h̃[{now}]"],
      token: [334, "state", 66, "{token}", "token"],
      input: [98, "input", 108, "{prior}", "input"],
    },
    arrows: [
      ["before", "rnn"], ["input", "rnn"], ["rnn", "state", "1"],
      ["state", "attention", "2 asks", "asks"], ["attention", "joined", "3 c[{now}]", "context"],
      ["state", "joined"], ["joined", "token", "4"],
    ],
    fed: [[216, "input", 100, "h̃[{before}], fed back", "input"], "rnn"],
  },
  tacotron: {
    boxes: {
      before: [26, "state", 46, "h[{before}]"],
      rnn: [96, "state", 56, "att. RNN"],
      state: [170, "state", 46, "h[{now}]", "asks"],
      attention: [208, "attention", 84, "attention"],
      joined: [252, "state", 74, "2 res. RNNs"],
      token: [338, "state", 62, "{token}", "token"],
      input: [96, "input", 160, "{prior}, c[{before}]", "input"],
    },
    arrows: [
      ["before", "rnn"], ["input", "rnn"], ["rnn", "state", "1"],
      ["state", "attention", "2 asks", "asks"], ["attention", "joined", "3 c[{now}]", "context"],
      ["state", "joined"], ["joined", "token", "4"],
    ],
  },
};

// What a person takes for one letter: a letter with its marks, a Devanagari syllable, an emoji.
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

// Draws once; the function it returns puts a step's numbers and token in.
function drawClock(parent, { timing, attends, feeds, clock, steps }) {
  const plan = CLOCKS[timing];
  parent.hidden = !plan;
  if (!plan) return () => {};
  const boxes = { ...plan.boxes };
  const arrows = [...plan.arrows];
  if (feeds && plan.fed) {
    boxes.fed = plan.fed[0];
    arrows.push(["fed", plan.fed[1]]);
  }
  if (!attends) {
    boxes.attention = [...boxes.attention.slice(0, 3), "encoder"];
    arrows.splice(arrows.findIndex(([, to]) => to === "attention"), 1);
  }
  const labels = [];
  const text = (template, attributes) => {
    const node = svg("text", attributes);
    labels.push([node, template]);
    return node;
  };
  const parts = [];
  for (const [from, to, label, role] of arrows) {
    const line = between(boxes[from], boxes[to]);
    parts.push(svg("path", { class: `arrow ${role ?? ""}`, d: arrowPath(line) }));
    if (label) parts.push(text(label, { class: "note", ...noteAt(line) }));
  }
  for (const [x, row, width, label, role] of Object.values(boxes)) {
    const y = ROWS[row];
    const box = { x: x - width / 2, y: y - BOX.height / 2, width, height: BOX.height };
    const shown = attends || role !== "asks" ? role : null;
    parts.push(svg("rect", { class: `box ${shown ?? ""}`, rx: BOX.round, ...box }));
    parts.push(text(label, { class: "name", x, y: y + 4, "text-anchor": "middle" }));
  }
  const picture = svg("svg", { viewBox: `0 0 ${WIDTH} 168`, role: "img" }, ...parts);
  parent.replaceChildren(picture, html("figcaption", {}, clock));
  return (step) => {
    const prior = step ? shortened(steps[step - 1].token) : "start mark";
    const values = { now: step + 1, before: step, token: shortened(steps[step].token), prior };
    for (const [node, template] of labels) {
      node.textContent = template.replace(/\{(\w+)\}/g, (_, name) => values[name]);
    }
    picture.setAttribute("aria-label", `Clock of step ${step + 1}: ${clock}`);
  };
}

function shortened(token) {
  const letters = Array.from(segmenter.segment(token), ({ segment }) => segment);
  return letters.slice(0, LONGEST_TOKEN).join("") + (letters[LONGEST_TOKEN] ? "…" : "");
}

// From box to box: level, upright, or slanted up to and down from the attention.
function between([x1, row1, width1], [x2, row2, width2]) {
  const [y1, y2] = [ROWS[row1], ROWS[row2]];
  if (y1 === y2) return [x1 + width1 / 2, y1, x2 - width2 / 2, y2];
  const up = Math.sign(y1 - y2) * (BOX.height / 2);
  const inside = (x, width, other) => clamp(other, x - width / 2 + 10, x + width / 2 - 10);
  return [inside(x1, width1, x2), y1 - up, inside(x2, width2, x1), y2 + up];
}

function arrowPath([x1, y1, x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
  const wing = (side) => `${x2 - 6 * dx - side * 4 * dy} ${y2 - 6 * dy + side * 4 * dx}`;
  return `M${x1} ${y1}L${x2} ${y2}M${wing(1)}L${x2} ${y2}L${wing(-1)}`;
}

// Beside a slanted arrow, on the side away from the picture's middle; above a level one.
function noteAt([x1, y1, x2, y2]) {
  if (y1 === y2) return { x: (x1 + x2) / 2, y: y1 - 8, "text-anchor": "middle" };
  const rises = y2 < y1;
  const at = { x: (x1 + x2) / 2 + (rises ? -8 : 8), y: (y1 + y2) / 2 + 4 };
  return { ...at, "text-anchor": rises ? "end" : "start" };
}
