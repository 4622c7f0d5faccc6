// What changes on finished cards: the current row, what is lit, what is chosen. Only attributes
// and classes are touched here, never the cells, so that a step paints within one frame.

function mark(card, step, veiled) {
  const { map, marker, words, strands } = card;
  const steps = map.rowOfStep.length;
  const row = map.rowOfStep[Math.min(step, steps - 1)] ?? null;
  const finished = step >= steps;
  card.rest = finished ? `Finished after ${count(map.rowOfStep, "step")}`
    : `Writes “${map.tokens[step]}”`;
  if (!card.lit || !map.cells) card.foot.textContent = card.rest;
  if (row === null) return;
  for (const nodes of strands ? [words.rows, strands] : [words.rows]) {
    nodes.forEach((node, i) => {
      node.classList.toggle("current", i === row);
      node.classList.toggle("future", veiled && i > row);
    });
  }
  marker.dataset.row = row;
  marker.classList.toggle("finished", finished);
  setBox(marker, markerBox(card, row));
  if (card.veil) setVeil(card, row, veiled);
}

function markerBox(card, row) {
  const { map, layout, strands } = card;
  if (strands) return card.targets[row];
  if (map.cells) return boxOf(card, row, null);
  const { head, side, row: height } = layout;
  return { x: INSET, y: head + row * height, width: side - 2 * INSET, height: height - 1 };
}

// Covers the rows that are not written yet.
function setVeil(card, row, veiled) {
  const { map, veil } = card;
  const last = map.rows.length - 1;
  veil.setAttribute("visibility", veiled && row < last ? "visible" : "hidden");
  if (!veiled || row === last) return;
  const first = boxOf(card, row + 1, null);
  const end = boxOf(card, last, null);
  const x = Math.min(first.x, end.x);
  const box = { x, y: first.y, width: Math.max(first.x, end.x) + end.width - x,
    height: end.y + end.height - first.y };
  for (const [name, value] of Object.entries(box)) veil.setAttribute(name, value);
}

// Lights up a row, a column or both (a cell), and writes their number below the map.
function light(card, row, column) {
  const { map, words, lights, strands, foot } = card;
  card.lit = row !== null || column !== null;
  words.rows?.forEach((word, i) => word.classList.toggle("lit", i === row));
  words.columns?.forEach((word, j) => word.classList.toggle("lit", j === column));
  if (lights) {
    setBox(lights.row, row === null ? null : boxOf(card, row, null));
    setBox(lights.column, column === null ? null : boxOf(card, null, column));
  }
  if (strands) lightRibbons(card, row, column);
  foot.classList.toggle("lit", card.lit && Boolean(map.cells));
  if (!card.lit || !map.cells) return void (foot.textContent = card.rest);
  const [name, value] = describe(card, row, column);
  foot.replaceChildren(html("span", {}, name), html("strong", {}, value));
}

// What a row, a column or a cell is called, and its number.
function describe({ map, scale, sums }, row, column) {
  const { rows, columns, cells, index } = map;
  if (row !== null && column !== null) {
    const value = cells[row][column];
    const number = value === null ? `no ${scale.label}` : figure(value);
    return [`${columns[column]} → ${rows[row]}`, number];
  }
  if (row === null) return [`${columns[column]} in all`, figure(sums[index].columns[column])];
  const top = highest(cells[row]);
  return [`${columns[top]} → ${rows[row]} (highest)`, figure(cells[row][top] ?? 0)];
}

// Outlines the chosen cell, { map, unit, row, column } or null, in the map that has it.
function showChosen(card, cell) {
  const { id, rows, columns } = card.map;
  const here = cell && cell.map === id && cell.unit === card.view.unit &&
    cell.row < rows.length && cell.column < columns.length;
  if (card.chosen) setBox(card.chosen, here ? boxOf(card, cell.row, cell.column) : null);
  for (const path of card.paths ?? []) {
    const one = here && path.dataset.row === `${cell.row}`;
    path.classList.toggle("chosen", Boolean(one) && path.dataset.column === `${cell.column}`);
  }
}
