// The step player: holds one position (step, view, chosen cell), shows it in every map at once and
// reports it to Python. Words, numbers and scales come finished from Python.

const REPORT_MS = 250;
const PLAY_MS = 700;
const SCROLLBAR = 20; // no browser draws a wider one
const TEXT_PX = 12;
const PRESENTER_ZOOM = 1.6;
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
  const player = {
    step: 0, last: 0, view: null, cell: null, veiled: false, cards: [], spot: null, cursor: null,
    width: 0, data: null, calls: 0, reported: false, presenting: false,
  };
  const bar = drawTransport(player);
  player.panel = html("div", { class: "options", role: "group", "aria-label": "View" });
  player.grid = html("div", { class: "grid" });
  player.tooltip = html("div", { class: "tooltip", "aria-hidden": "true", hidden: "" });
  player.status = html("p", { class: "status", role: "status" });
  player.root = html(
    "section",
    { class: "player", tabindex: -1, "aria-label": "Attention maps, step by step" },
    bar, player.panel, player.grid, player.tooltip, player.status,
  );
  const header = document.querySelector('[data-testid="stHeader"]');
  player.root.style.setProperty("--header", `${header?.offsetHeight ?? 0}px`);
  listen(player);
  parent.append(player.root);
  players.set(parent, player);
  return player;
}

function listen(player) {
  const { root, grid } = player;
  root.addEventListener("keydown", (event) => onKey(player, event));
  root.addEventListener("fullscreenchange", () => {
    if (!root.matches(":fullscreen")) present(player, false);
  });
  grid.addEventListener("pointermove", (event) => onHover(player, event));
  grid.addEventListener("pointerleave", () => highlight(player, null));
  grid.addEventListener("click", (event) => onClick(player, event));
  // A click leaves the arrow keys to the steps; with Tab they come to the cells.
  grid.addEventListener("mousedown", (event) => {
    if (!event.target.closest(".map")) return;
    event.preventDefault();
    root.focus({ preventScroll: true });
  });
  grid.addEventListener("focusin", (event) => enterPlot(player, event.target));
  grid.addEventListener("focusout", () => leavePlot(player));
  // A little wider is only a scrollbar that left; drawing then could bring it back, and so on.
  // No width at all is a moment without display, as when Streamlit inserts an element above.
  player.observer = new ResizeObserver(() => {
    const width = root.clientWidth;
    const wider = width - player.width;
    if (width && (wider < 0 || wider > SCROLLBAR)) draw(player);
  });
  player.observer.observe(root);
  // Label widths are measured, and the page's font, if it arrives later, changes them.
  player.redraw = ({ fontfaces }) => {
    const fonts = getComputedStyle(root).fontFamily;
    const own = ({ family }) => fonts.includes(family.replaceAll(/["']/g, ""));
    if (fontfaces.some(own)) draw(player);
  };
  document.fonts.addEventListener("loadingdone", player.redraw);
  document.addEventListener("alignoscope:ask", (player.answer = () => tell(player)));
}

function unmount(player, parent) {
  clearTimeout(player.pending);
  clearInterval(player.playing);
  player.observer.disconnect();
  document.fonts.removeEventListener("loadingdone", player.redraw);
  document.removeEventListener("alignoscope:ask", player.answer);
  player.root.remove();
  players.delete(parent);
}

function receive(player, data) {
  const renewed = data.identity !== player.data?.identity;
  const names = (one) => JSON.stringify(one?.layers.map(({ measure, unit }) => [measure, unit]));
  const relayered = names(data) !== names(player.data);
  player.data = data;
  player.view = fit(data.layers, player.view ?? data.start.view);
  if (relayered) drawOptions(player);
  if (renewed) {
    play(player, false);
    player.step = data.start.step;
    player.cell = data.start.cell ?? null;
    if (!player.reported) player.known = JSON.stringify(position(player));
  }
  const lengths = data.units[player.view.unit].map(({ rowOfStep }) => rowOfStep.length);
  player.last = Math.max(1, ...lengths) - 1;
  player.slider.max = player.last;
  draw(player);
  moveTo(player, player.step);
}

// Brings a view to the layer that is most like what it asks for; `fitting` does so in Python.
function fit(layers, view) {
  const likeness = ({ measure, unit }) => 2 * (measure === view.measure) + (unit === view.unit);
  const best = layers.reduce((one, next) => (likeness(next) > likeness(one) ? next : one));
  return { ...view, measure: best.measure, unit: best.unit };
}

function setView(player, changes) {
  player.view = fit(player.data.layers, { ...player.view, ...changes });
  if ("threshold" in changes) {
    for (const card of player.cards) {
      card.view = player.view;
      paint(card);
    }
    drawLegend(player.legend, player.cards[0].scale, player.view);
    showOptions(player);
  } else draw(player);
  report(player);
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
  for (const card of player.cards) mark(card, player.step, player.veiled);
  tell(player);
  report(player);
}

// Other components of the page follow the step at once, without a word to Python.
function tell({ data, step }) {
  const detail = { key: data.key, step };
  document.dispatchEvent(new CustomEvent("alignoscope:step", { detail }));
}

const position = ({ data, step, view, cell }) =>
  ({ identity: data.identity, start: data.start, step, view, cell });

function report(player) {
  const current = position(player);
  const text = JSON.stringify(current);
  clearTimeout(player.pending);
  // While it plays nobody waits for Python: where it came to is told when it stops.
  if (text === player.known || player.playing) return;
  player.pending = setTimeout(() => {
    player.known = text;
    player.reported = true;
    player.send(current);
  }, REPORT_MS);
}
