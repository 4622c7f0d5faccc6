// The toolbar: transport, speed and slider; and what a person can set about the picture.

const ICONS = {
  first: "M18 6l-6 6 6 6M7 5v14",
  previous: "M15 6l-6 6 6 6",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M17 5v14",
  present: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
  leave: "M9 4v5H4M20 9h-5V4M15 20v-5h5M4 15h5v5",
  view: "M4 7h9M17 7h3M4 17h3M11 17h9M13 4.5v5M7 14.5v5",
};
const SPEEDS = [0.5, 1, 2, 4];
const HELP = {
  weights: "What the softmax makes of the scores: 0 to 1",
  scores: "What the score function says before the softmax",
  words: "Weights are summed over the pieces of a source word, averaged over a target word’s",
  pieces: "The subword pieces that the models read and write",
  map: "Target words down, source words across",
  ribbons: "The two sentences, joined by ribbons as wide as the number",
};
const SCALING_NAMES = { linear: "Linear scale", log: "Log scale", row: "Row by row" };

function icon(name) {
  return svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" },
    svg("path", { d: ICONS[name], class: name }));
}

function button(action, words, run) {
  const node = html("button", { type: "button", "data-action": action }, icon(action));
  node.addEventListener("click", run);
  dress(node, action, words);
  return node;
}

function dress(node, name, words) {
  node.title = words;
  node.setAttribute("aria-label", words);
  node.firstChild.replaceWith(icon(name));
}

function drawTransport(player) {
  const stepTo = (target) => () => moveByHand(player, target());
  player.buttons = {
    first: button("first", "First step", stepTo(() => 0)),
    previous: button("previous", "Previous step", stepTo(() => player.step - 1)),
    play: button("play", "Play", () => play(player, !player.playing)),
    next: button("next", "Next step", stepTo(() => player.step + 1)),
    last: button("last", "Last step", stepTo(() => player.last)),
  };
  player.speed = html("select", { class: "speed", "aria-label": "Speed", title: "Speed" },
    ...SPEEDS.map((speed) => html("option", { value: speed }, `${speed}×`)));
  player.speed.value = 1;
  player.speed.addEventListener("change", () => player.playing && restart(player));
  player.slider = html("input", { type: "range", min: 0, step: 1, "aria-label": "Step" });
  player.slider.addEventListener("input", () => moveByHand(player, Number(player.slider.value)));
  player.readout = html("output", { class: "readout", "aria-live": "polite" });
  player.legend = html("figure", { class: "legend" });
  const open = button("view", "View", () => {
    open.setAttribute("aria-expanded", player.root.classList.toggle("open"));
  });
  open.setAttribute("aria-expanded", "false");
  open.append("View");
  const buttons = html("div", { class: "buttons" }, ...Object.values(player.buttons));
  const steps = html("div", { class: "steps" },
    buttons, player.speed, player.slider, player.readout, open);
  return html("div", { class: "bar" }, steps, player.legend);
}

// Made anew when the layers have other names; otherwise only set, by `showOptions`.
function drawOptions(player) {
  const { layers } = player.data;
  const change = (name) => (value) => setView(player, { [name]: value });
  const measures = [...new Set(layers.map((one) => one.measure))];
  const units = [...new Set(layers.map((one) => one.unit))];
  player.present = button("present", "Present (P)", () => present(player, !player.presenting));
  const options = {
    measure: choice(player, "measure", measures, change("measure")),
    unit: choice(player, "unit", units, change("unit")),
    picture: choice(player, "picture", ["map", "ribbons"], change("picture")),
    scaling: scalings(change("scaling")),
    threshold: threshold(change("threshold")),
    transposed: toggle("Transpose", "Source down, target across", change("transposed")),
    margins: toggle("Sums", "Bars with the sum of each row and column", change("margins")),
    veiled: toggle("Fade ahead", "Fade what is not written yet", (on) => veil(player, on)),
  };
  player.options = options;
  const nodes = Object.values(options).map(({ node }) => node).filter(Boolean);
  player.panel.replaceChildren(...nodes, player.present);
}

function showOptions(player) {
  const values = { ...player.view, veiled: player.veiled };
  for (const [name, option] of Object.entries(player.options)) option.show(values[name]);
  const ribbons = player.view.picture === "ribbons";
  for (const name of ["transposed", "margins"]) player.options[name].node.hidden = ribbons;
}

function choice(player, name, values, change) {
  const inputs = values.map((value) => {
    const group = `${name}-${player.data.key}`;
    const input = html("input", { type: "radio", name: group, value, "aria-label": value });
    input.addEventListener("change", () => change(value));
    return input;
  });
  const labels = inputs.map((input, i) => html("label", { title: HELP[values[i]] ?? null },
    input, html("span", { "aria-hidden": "true" }, values[i])));
  const node = html("div", { class: "choice", role: "radiogroup", "aria-label": name }, ...labels);
  const show = (value) => inputs.forEach((input, i) => (input.checked = values[i] === value));
  return { node: values.length > 1 ? node : null, show };
}

function scalings(change) {
  const names = Object.entries(SCALING_NAMES);
  const node = html("select", { "aria-label": "Colour scale", title: "Colour scale" },
    ...names.map(([value, text]) => html("option", { value }, text)));
  node.addEventListener("change", () => change(node.value));
  return { node, show: (value) => (node.value = value) };
}

function threshold(change) {
  const input = html("input", { type: "range", min: 0, max: 1, step: 0.01,
    "aria-label": "Hide faint cells" });
  input.addEventListener("input", () => change(Number(input.value)));
  const show = (value) => {
    input.value = value;
    input.style.setProperty("--done", value);
    input.setAttribute("aria-valuetext", `below ${Math.round(100 * value)} % of the scale`);
  };
  const help = "Hides cells below this share of the scale’s top";
  const node = html("label", { class: "threshold", title: help }, "Hide faint", input);
  return { node, show };
}

function toggle(words, help, change) {
  const input = html("input", { type: "checkbox", "aria-label": words });
  input.addEventListener("change", () => change(input.checked));
  const text = html("span", { "aria-hidden": "true" }, words);
  const node = html("label", { class: "toggle", title: help }, input, text);
  return { node, show: (on) => (input.checked = on) };
}
