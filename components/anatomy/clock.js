// The clock picture, as figures/views/clock.py lays it out: which decoder state asks, when, and where the
// context enters.

const LONGEST_TOKEN = 9;

// What a person takes for one letter: a letter with its marks, a Devanagari syllable, an emoji.
const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

// Draws once; the function it returns puts a step's numbers and token in.
function drawClock(parent, { plan, clock, steps }) {
  parent.hidden = !plan;
  if (!plan) return () => {};
  const labels = [];
  const text = (template, attributes) => {
    const node = svg("text", attributes);
    labels.push([node, template]);
    return node;
  };
  const parts = [];
  for (const { path, role, label, x, y, anchor } of plan.arrows) {
    parts.push(svg("path", { class: `arrow ${role}`, d: path }));
    if (label) parts.push(text(label, { class: "note", x, y, "text-anchor": anchor }));
  }
  for (const { x, y, width, label, role } of plan.boxes) {
    const box = { x: x - width / 2, y: y - plan.box / 2, width, height: plan.box };
    parts.push(svg("rect", { class: `box ${role}`, rx: 6, ...box }));
    parts.push(text(label, { class: "name", x, y: y + 4, "text-anchor": "middle" }));
  }
  const size = `0 0 ${plan.width} ${plan.height}`;
  const picture = svg("svg", { viewBox: size, role: "img" }, ...parts);
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
