// The training player: holds one training step and shows every variant's snapshot of it. What is
// drawn, pointed at and pressed comes from the step player's scripts, which Python puts before it.

const PLAY_MS = 600;
const SCROLLBAR = 20; // no browser draws a wider one
const TEXT_PX = 12;
const VIEW = { picture: "map", scaling: "linear", threshold: 0, transposed: false, margins: false };
const players = new WeakMap();

export default function ({ data, parentElement }) {
  const player = players.get(parentElement) ?? mount(parentElement);
  if (data !== player.data) receive(player, data);
  // Streamlit also cleans up after a call that a newer one has overtaken: only the newest unmounts.
  const call = (player.calls += 1);
  return () => call === player.calls && unmount(player, parentElement);
}

function mount(parent) {
  const player = { step: 0, last: 0, cards: [], sums: [], spot: null, cursor: null, width: 0,
    data: null, calls: 0 };
  const bar = drawTransport(player);
  bar.querySelector("[data-action='view']").remove(); // there is one view of a snapshot
  player.slider.setAttribute("aria-label", "Training step");
  player.grid = html("div", { class: "grid" });
  player.tooltip = html("div", { class: "tooltip", "aria-hidden": "true", hidden: "" });
  player.status = html("p", { class: "status", role: "status" });
  player.root = html("section",
    { class: "player", tabindex: -1, "aria-label": "Attention maps, by training step" },
    bar, player.grid, player.tooltip, player.status);
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
  grid.addEventListener("pointermove", (event) => onHover(player, event));
  grid.addEventListener("pointerleave", () => highlight(player, null));
  // A click leaves the arrow keys to the steps; with Tab they come to the cells.
  grid.addEventListener("mousedown", (event) => {
    if (!event.target.closest(".map")) return;
    event.preventDefault();
    root.focus({ preventScroll: true });
  });
  grid.addEventListener("focusin", (event) => enterPlot(player, event.target));
  grid.addEventListener("focusout", () => leavePlot(player));
  // A little wider is only a scrollbar that left; no width is a moment without display.
  player.observer = new ResizeObserver(() => {
    const wider = root.clientWidth - player.width;
    if (root.clientWidth && (wider < 0 || wider > SCROLLBAR)) draw(player);
  });
  player.observer.observe(root);
  // Label widths are measured, and the page's font, if it arrives later, changes them.
  player.redraw = () => draw(player);
  document.fonts.addEventListener("loadingdone", player.redraw);
}

function unmount(player, parent) {
  clearInterval(player.playing);
  player.observer.disconnect();
  document.fonts.removeEventListener("loadingdone", player.redraw);
  player.root.remove();
  players.delete(parent);
}

// Another choice of variants leaves the training step; another sentence starts with what was learnt.
function receive(player, data) {
  const at = data.identity === player.data?.identity ? player.data.steps[player.step] : Infinity;
  if (at === Infinity) play(player, false);
  player.data = data;
  player.last = data.steps.length - 1;
  player.slider.max = player.last;
  // As `drawing.js` has its maps; the row that the cell cursor starts in is the first.
  player.maps = data.maps.map((map, index) => ({ ...map, index, rowOfStep: [0] }));
  player.step = Math.max(0, data.steps.findLastIndex((step) => step <= at));
  showSnapshots(player);
  draw(player);
}

function moveByHand(player, step) {
  play(player, false);
  moveTo(player, step);
}

function moveTo(player, step) {
  player.step = clamp(step, 0, player.last);
  showSnapshots(player);
  for (const card of player.cards) paint(card);
  showStep(player);
}

function showSnapshots({ maps, sums, step }) {
  for (const map of maps) {
    map.cells = map.snapshots[map.snapshotOf[step]];
    sums[map.index] = sumUp(map);
  }
}

function showStep(player) {
  const { data, step, last, slider, readout, buttons, tooltip } = player;
  const words = `Step ${data.steps[step].toLocaleString("en")}`;
  readout.textContent = words;
  slider.value = step;
  slider.setAttribute("aria-valuetext", words);
  slider.style.setProperty("--done", last ? step / last : 1);
  // aria-disabled, not disabled: a disabled button would lose the focus and the keys with it.
  for (const name of ["first", "previous"]) buttons[name].setAttribute("aria-disabled", step === 0);
  for (const name of ["next", "last"]) buttons[name].setAttribute("aria-disabled", step === last);
  for (const card of player.cards) card.rest = card.map.notes[card.map.snapshotOf[step]];
  // What is pointed at has another number now.
  const { hidden } = tooltip;
  highlight(player, player.spot);
  tooltip.hidden = hidden;
}

function play(player, on) {
  if (on === Boolean(player.playing)) return;
  clearInterval(player.playing);
  player.playing = null;
  dress(player.buttons.play, on ? "pause" : "play", on ? "Pause" : "Play");
  if (!on) return;
  if (player.step === player.last) moveTo(player, 0);
  restart(player);
}

function restart(player) {
  clearInterval(player.playing);
  player.playing = setInterval(() => {
    moveTo(player, player.step + 1);
    if (player.step === player.last) play(player, false);
  }, PLAY_MS / Number(player.speed.value));
}

function onKey(player, event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const { key, target } = event;
  const { step, last } = player;
  const goal = {
    ArrowLeft: step - 1, ArrowUp: step - 1, ArrowRight: step + 1, ArrowDown: step + 1,
    Home: 0, End: last,
  }[key];
  if (target.closest("select")) return; // it has a use for the keys itself
  if (player.cursor && key !== "Enter" && onCursorKey(player, key)) event.preventDefault();
  else if (goal !== undefined) moveByHand(player, goal);
  else if (key !== " " || target.localName === "button") return;
  else if (!event.repeat) play(player, !player.playing);
  event.preventDefault();
}

// Draws once per data or width, never per step.
function draw(player) {
  const { root, grid, data, maps, sums } = player;
  player.width = root.clientWidth;
  if (!data || !player.width) return; // inside a closed tab: the observer calls again
  const focused = player.cards.indexOf(player.cursor?.card);
  leavePlot(player);
  highlight(player, null);
  const layout = arrange(maps, player.width, ruler(root, TEXT_PX), VIEW, 1);
  const paper = { layout, scale: data.scale, view: VIEW, sums, top: 1 };
  grid.style.gridTemplateColumns = `repeat(${layout.perLine}, minmax(0, 1fr))`;
  player.cards = maps.map((map) => drawCard(map, paper));
  for (const { plot, map } of player.cards) {
    plot.setAttribute("aria-label", `${map.label}: attention weights, ${map.rows.length} target ` +
      `words by ${map.columns.length} source words. Arrow keys move over the cells, Escape leaves.`);
  }
  grid.replaceChildren(...player.cards.map((card) => card.node));
  drawLegend(player.legend, data.scale, VIEW);
  showStep(player);
  if (focused >= 0) player.cards[focused]?.plot.focus({ preventScroll: true });
}
