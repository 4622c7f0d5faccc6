// The step player: holds one position, shows it in every map at once and reports it to Python.
// How maps look is decided in drawing.js; words, numbers and colours come finished from Python.

const REPORT_MS = 150;
const PLAY_MS = 700;
const SCROLLBAR = 20; // no browser draws a wider one

const ICONS = {
  first: "M18 6l-6 6 6 6M7 5v14",
  previous: "M15 6l-6 6 6 6",
  play: "M8 5l11 7-11 7z",
  pause: "M9 5v14M15 5v14",
  next: "M9 6l6 6-6 6",
  last: "M6 6l6 6-6 6M17 5v14",
};
const players = new WeakMap();

export default function ({ data, parentElement, setStateValue }) {
  const player = players.get(parentElement) ?? mount(parentElement);
  player.send = (position) => setStateValue("position", position);
  if (data !== player.data) receive(player, data);
  // Streamlit also cleans up after a call that a newer one has overtaken: only the newest unmounts.
  const call = (player.calls += 1);
  return () => call === player.calls && unmount(player, parentElement);
}

function mount(parent) {
  const player = { step: 0, last: 0, cards: [], width: 0, data: null, calls: 0, reported: false };
  const button = (action, label, run) => {
    const icon = svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" });
    const node = html("button", { type: "button", "data-action": action }, icon);
    node.addEventListener("click", run);
    dress(node, action, label);
    return node;
  };
  const stepTo = (target) => () => moveByHand(player, target());
  player.buttons = {
    first: button("first", "First step", stepTo(() => 0)),
    previous: button("previous", "Previous step", stepTo(() => player.step - 1)),
    play: button("play", "Play", () => play(player, !player.playing)),
    next: button("next", "Next step", stepTo(() => player.step + 1)),
    last: button("last", "Last step", stepTo(() => player.last)),
  };
  player.slider = html("input", { type: "range", min: 0, step: 1, "aria-label": "Step" });
  player.slider.addEventListener("input", () => moveByHand(player, Number(player.slider.value)));
  player.readout = html("output", { class: "readout", "aria-live": "polite" });
  player.legend = html("figure", { class: "legend" });
  player.grid = html("div", { class: "grid" });
  player.tooltip = html("div", { class: "tooltip", "aria-hidden": "true", hidden: "" });

  const buttons = html("div", { class: "buttons" }, ...Object.values(player.buttons));
  const steps = html("div", { class: "steps" }, buttons, player.slider, player.readout);
  const bar = html("div", { class: "bar" }, steps, player.legend);
  player.root = html(
    "section",
    { class: "player", tabindex: -1, "aria-label": "Attention maps, step by step" },
    bar, player.grid, player.tooltip,
  );
  player.root.addEventListener("keydown", (event) => onKey(player, event));
  player.grid.addEventListener("pointermove", (event) => onHover(player, event));
  player.grid.addEventListener("pointerleave", () => highlight(player, null));
  player.grid.addEventListener("click", (event) => onClick(player, event));
  parent.append(player.root);

  // A little wider is only a scrollbar that left; drawing then could bring it back, and so on.
  // No width at all is a moment without display, as when Streamlit inserts an element above.
  player.observer = new ResizeObserver(() => {
    const width = player.root.clientWidth;
    const wider = width - player.width;
    if (width && (wider < 0 || wider > SCROLLBAR)) draw(player);
  });
  player.observer.observe(player.root);
  // Label widths are measured, and a web font that arrives later changes them.
  document.fonts.addEventListener("loadingdone", (player.redraw = () => draw(player)));
  players.set(parent, player);
  return player;
}

function unmount(player, parent) {
  clearTimeout(player.pending);
  clearInterval(player.playing);
  player.observer.disconnect();
  document.fonts.removeEventListener("loadingdone", player.redraw);
  player.root.remove();
  players.delete(parent);
}

function receive(player, data) {
  const renewed = data.identity !== player.data?.identity;
  player.data = data;
  player.last = Math.max(0, ...data.maps.map((map) => map.rowOfStep.length - 1));
  player.slider.max = player.last;
  if (renewed) {
    play(player, false);
    player.step = data.start;
    if (!player.reported) player.known = JSON.stringify(position(player));
  }
  draw(player);
  moveTo(player, player.step);
}

function moveByHand(player, step) {
  play(player, false);
  moveTo(player, step);
}

function moveTo(player, step) {
  player.step = clamp(step, 0, player.last);
  const words = `Step ${player.step + 1} of ${player.last + 1}`;
  player.readout.textContent = words;
  player.slider.value = player.step;
  player.slider.setAttribute("aria-valuetext", words);
  player.slider.style.setProperty("--done", player.last ? player.step / player.last : 1);
  const { first, previous, next, last } = player.buttons;
  // aria-disabled, not disabled: a disabled button would lose the focus and the keys with it.
  for (const node of [first, previous]) node.setAttribute("aria-disabled", player.step === 0);
  for (const node of [next, last]) node.setAttribute("aria-disabled", player.step === player.last);
  for (const card of player.cards) mark(card, player.step);
  report(player);
}

const position = ({ data, step }) => ({ identity: data.identity, start: data.start, step });

function report(player) {
  const current = position(player);
  const text = JSON.stringify(current);
  clearTimeout(player.pending);
  if (text === player.known) return;
  player.pending = setTimeout(() => {
    player.known = text;
    player.reported = true;
    player.send(current);
  }, REPORT_MS);
}

function play(player, on) {
  if (on === Boolean(player.playing)) return;
  clearInterval(player.playing);
  player.playing = null;
  dress(player.buttons.play, on ? "pause" : "play", on ? "Pause" : "Play");
  if (!on) return;
  if (player.step === player.last) moveTo(player, 0);
  player.playing = setInterval(() => {
    moveTo(player, player.step + 1);
    if (player.step === player.last) play(player, false);
  }, PLAY_MS);
}

function onKey(player, event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const { step, last } = player;
  const target = {
    ArrowLeft: step - 1, ArrowUp: step - 1, ArrowRight: step + 1, ArrowDown: step + 1,
    Home: 0, End: last,
  }[event.key];
  const space = event.key === " " && event.target.localName !== "button";
  if (target === undefined && !space) return;
  event.preventDefault();
  if (!space) moveByHand(player, target);
  else if (!event.repeat) play(player, !player.playing);
}

// Draws once per data or width, never per step.
function draw(player) {
  const { root, grid, data } = player;
  player.width = root.clientWidth;
  if (!player.width || !data) return; // inside a closed tab: the observer calls again when it opens
  highlight(player, null);
  player.layout = arrange(data.maps, player.width, ruler(root));
  grid.style.gridTemplateColumns = `repeat(${player.layout.across}, minmax(0, 1fr))`;
  player.cards = data.maps.map((map) => drawCard(map, data.scale, player.layout));
  grid.replaceChildren(...player.cards.map((card) => card.node));
  drawLegend(player.legend, data.scale);
  for (const card of player.cards) mark(card, player.step);
}

function onHover(player, event) {
  const spot = spotAt(player, event);
  highlight(player, spot);
  if (!spot) return;
  const { tooltip, root } = player;
  const { label } = player.data.scale;
  const { map } = spot.card;
  const value = map.cells[spot.row][spot.column];
  tooltip.replaceChildren(
    html("span", {}, `${map.columns[spot.column]} → ${map.rows[spot.row]}`),
    html("strong", {}, value === null ? `no ${label}` : `${label} ${hundredths(value)}`),
  );
  const frame = root.getBoundingClientRect();
  const room = frame.width - tooltip.offsetWidth;
  const below = event.clientY + tooltip.offsetHeight + 24 < window.innerHeight;
  const offset = below ? 18 : -tooltip.offsetHeight - 10;
  tooltip.style.left = `${clamp(event.clientX - frame.left + 14, 0, room)}px`;
  tooltip.style.top = `${event.clientY - frame.top + offset}px`;
}

function highlight(player, spot) {
  player.tooltip.hidden = !spot;
  const word = spot?.card.map.columns[spot.column];
  for (const card of player.cards) light(card, spot, word);
}

function onClick(player, event) {
  const spot = spotAt(player, event);
  const step = spot ? spot.card.map.rowOfStep.indexOf(spot.row) : -1;
  if (step >= 0) moveByHand(player, step);
}

function spotAt(player, event) {
  const plot = event.target.closest(".plot");
  const card = plot && player.cards.find((one) => one.node.contains(plot));
  if (!card) return null;
  const { cell, row: rowHeight, head } = player.layout;
  const box = plot.getBoundingClientRect();
  const column = Math.floor((event.clientX - box.left - INSET) / cell);
  const row = Math.floor((event.clientY - box.top - head) / rowHeight);
  const inside = row in card.map.rows && column in card.map.columns;
  return inside ? { card, row, column } : null;
}

function dress(button, icon, words) {
  button.title = words;
  button.setAttribute("aria-label", words);
  button.firstChild.replaceChildren(svg("path", { d: ICONS[icon], class: icon }));
}
