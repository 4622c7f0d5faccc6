// Time and the keyboard: playing, fading what is ahead, presenting; and drawing all of it.

function play(player, on) {
  if (on === Boolean(player.playing)) return;
  clearInterval(player.playing);
  player.playing = null;
  dress(player.buttons.play, on ? "pause" : "play", on ? "Pause" : "Play");
  if (!on) return report(player);
  // Playing fades what is ahead; it stays so when paused, and ends with the sentence.
  player.lifts = !player.veiled;
  veil(player, true);
  if (player.step === player.last) moveTo(player, 0);
  restart(player);
}

function restart(player) {
  clearInterval(player.playing);
  player.playing = setInterval(() => {
    moveTo(player, player.step + 1);
    if (player.step < player.last) return;
    play(player, false);
    if (player.lifts) veil(player, false);
  }, PLAY_MS / Number(player.speed.value));
}

function veil(player, on) {
  player.veiled = on;
  showOptions(player);
  for (const card of player.cards) mark(card, player.step, on);
}

// The browser's full screen where it allows that, else above everything in the page.
async function present(player, on) {
  if (on === player.presenting) return;
  const { root } = player;
  player.presenting = on;
  root.classList.toggle("presenting", on);
  dress(player.present, on ? "leave" : "present", on ? "Leave (Esc)" : "Present (P)");
  if (on) {
    await root.requestFullscreen?.().catch(() => null);
    if (!root.matches(":fullscreen") && player.presenting) {
      root.popover = "manual";
      root.showPopover();
    }
  } else {
    if (root.matches(":fullscreen")) document.exitFullscreen();
    root.removeAttribute("popover");
  }
  draw(player);
  root.focus({ preventScroll: true });
}

function onKey(player, event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
  const { key, target } = event;
  const { step, last } = player;
  const own = target.closest(".options, select"); // these have a use for the keys themselves
  const goal = {
    ArrowLeft: step - 1, ArrowUp: step - 1, ArrowRight: step + 1, ArrowDown: step + 1,
    Home: 0, End: last,
  }[key];
  if (player.cursor && onCursorKey(player, key)) event.preventDefault();
  else if (key === "Escape") present(player, false);
  else if (key === "p" && target.localName !== "select") present(player, !player.presenting);
  else if (own) return;
  else if (goal !== undefined) moveByHand(player, goal);
  else if (key !== " " || target.localName === "button") return;
  else if (!event.repeat) play(player, !player.playing);
  event.preventDefault();
}

// Draws once per data, view or width, never per step.
function draw(player) {
  const { root, grid, data, view } = player;
  if (!data) return;
  const layer = data.layers.find((one) => one.measure === view.measure && one.unit === view.unit);
  player.maps = data.maps.map((map, index) => readMap(data, layer, map, index));
  player.width = root.clientWidth;
  if (!player.width) return; // inside a closed tab: the observer calls again when it opens
  const focused = player.cards.indexOf(player.cursor?.card);
  leavePlot(player);
  highlight(player, null);
  const { paddingLeft, paddingRight } = getComputedStyle(root);
  const width = player.width - parseFloat(paddingLeft) - parseFloat(paddingRight);
  const zoom = player.presenting ? PRESENTER_ZOOM : 1;
  root.style.setProperty("--zoom", zoom);
  const measure = ruler(root, TEXT_PX * zoom);
  const layout = view.picture === "ribbons"
    ? arrangeRibbons(player.maps, width, measure, zoom)
    : arrange(player.maps, width, measure, view, zoom);
  const sums = player.maps.map(sumUp);
  const top = Math.max(1e-9, ...sums.flatMap(({ rows, columns }) => [...rows, ...columns])
    .map(Math.abs));
  const paper = { layout, scale: layer.scale, view, sums, top };
  grid.style.gridTemplateColumns = `repeat(${layout.perLine}, minmax(0, 1fr))`;
  player.cards = player.maps.map((map) => drawCard(map, paper));
  grid.replaceChildren(...player.cards.map((card) => card.node));
  drawLegend(player.legend, layer.scale, view);
  showOptions(player);
  for (const card of player.cards) {
    mark(card, player.step, player.veiled);
    showChosen(card, player.cell);
  }
  player.cards[focused]?.plot?.focus({ preventScroll: true });
}

function readMap({ lists, units }, { unit, cells }, map, index) {
  const { columns, rows, rowOfStep } = units[unit][index];
  return { ...map, index, cells: cells[index], rowOfStep, tokens: lists[map.tokens],
    columns: lists[columns], rows: lists[rows] };
}
