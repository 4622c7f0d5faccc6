// Pointing at words and cells, with the pointer or the keyboard: what is pointed at lights up in
// every map that has the same words. A spot is { card, row, column }; null means the whole line.

function onHover(player, event) {
  const spot = spotAt(player, event);
  const same = spot?.card === player.spot?.card && spot?.row === player.spot?.row &&
    spot?.column === player.spot?.column;
  if (!same) highlight(player, spot);
  if (spot) placeTooltip(player, event);
}

function highlight(player, spot) {
  player.spot = spot;
  player.tooltip.hidden = !spot?.card.map.cells;
  for (const card of player.cards) {
    if (!spot) {
      light(card, null, null);
      continue;
    }
    const from = spot.card.map;
    const row = twin(from.rows, card.map.rows, spot.row);
    const column = twin(from.columns, card.map.columns, spot.column);
    // A cell that has no twin here lights up nothing: half of it would be another thing.
    const whole = (row === null) === (spot.row === null) &&
      (column === null) === (spot.column === null);
    light(card, whole ? row : null, whole ? column : null);
  }
  if (player.tooltip.hidden) return;
  const [words, number] = describe(spot.card, spot.row, spot.column);
  const { label } = spot.card.scale;
  player.tooltip.replaceChildren(html("span", {}, words), html("strong", {},
    spot.row !== null && spot.column !== null && !number.startsWith("no") ? `${label} ${number}`
      : number));
}

function placeTooltip({ tooltip, root }, event) {
  const frame = root.getBoundingClientRect();
  const room = frame.width - tooltip.offsetWidth;
  const below = event.clientY + tooltip.offsetHeight + 24 < window.innerHeight;
  const offset = below ? 18 : -tooltip.offsetHeight - 10;
  tooltip.style.left = `${clamp(event.clientX - frame.left + 14, 0, Math.max(0, room))}px`;
  tooltip.style.top = `${event.clientY - frame.top + root.scrollTop + offset}px`;
}

function spotAt(player, event) {
  const card = player.cards.find((one) => one.node.contains(event.target));
  const named = card && event.target.closest("[data-row], [data-column]");
  if (named) {
    const { row = null, column = null } = named.dataset;
    return { card, row: row && Number(row), column: column && Number(column) };
  }
  if (!card?.plot?.contains(event.target) || card.strands) return null;
  const box = card.plot.getBoundingClientRect();
  const cell = cellAt(card, event.clientX - box.left, event.clientY - box.top);
  return cell && { card, ...cell };
}

// A cell that is clicked is chosen, and its row becomes the current one; so does a target word's.
function onClick(player, event) {
  const spot = spotAt(player, event);
  if (spot && spot.row !== null) choose(player, spot);
}

function choose(player, { card, row, column }) {
  const { map } = card;
  if (column !== null && map.cells) {
    player.cell = { map: map.id, unit: player.view.unit, row, column };
    for (const one of player.cards) showChosen(one, player.cell);
  }
  const now = map.rowOfStep[Math.min(player.step, map.rowOfStep.length - 1)];
  moveByHand(player, now === row ? player.step : map.rowOfStep.indexOf(row));
}

// The cell cursor: it starts at the current row's highest cell, and may go out to the words.
function enterPlot(player, plot) {
  const card = player.cards.find((one) => one.plot === plot);
  if (!card?.map.cells) return;
  const { rowOfStep, cells } = card.map;
  const row = rowOfStep[Math.min(player.step, rowOfStep.length - 1)];
  moveCursor(player, { card, row, column: highest(cells[row]) });
}

function leavePlot(player) {
  if (!player.cursor) return;
  if (player.cursor.card.cursor) setBox(player.cursor.card.cursor, null);
  player.cursor = null;
  player.status.textContent = "";
  highlight(player, null);
}

function moveCursor(player, { card, row, column }) {
  player.cursor = { card, row, column };
  const spot = { card, row: row < 0 ? null : row, column: column < 0 ? null : column };
  const inside = row >= 0 && column >= 0;
  if (card.cursor) setBox(card.cursor, inside ? boxOf(card, row, column) : null);
  highlight(player, spot);
  player.tooltip.hidden = true;
  player.status.textContent = describe(card, spot.row, spot.column).join(": ");
  const word = card.words.columns[Math.max(column, 0)];
  word.scrollIntoView?.({ block: "nearest", inline: "nearest" });
}

// Returns whether the key was one of the cursor's.
function onCursorKey(player, key) {
  const { card, row, column } = player.cursor;
  const { map, turned } = card;
  const mirrored = card.strands ? runsRightToLeft(map.columns) : card.layout.mirrored;
  const right = mirrored ? -1 : 1;
  const move = {
    ArrowLeft: [0, -right], ArrowRight: [0, right], ArrowUp: [-1, 0], ArrowDown: [1, 0],
  }[key];
  if (move) {
    const [down, across] = turned ? [...move].reverse() : move;
    const next = {
      card,
      row: clamp(row + down, -1, map.rows.length - 1),
      column: clamp(column + across, -1, map.columns.length - 1),
    };
    if (next.row >= 0 || next.column >= 0) moveCursor(player, next);
    return true;
  }
  if (key === "Enter" && row >= 0) {
    choose(player, { card, row, column: column < 0 ? null : column });
    return true;
  }
  if (key !== "Escape") return false;
  player.root.focus({ preventScroll: true });
  return true;
}
