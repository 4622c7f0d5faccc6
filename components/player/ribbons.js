// The second picture of a trace: the source above, the target below, and a ribbon for each weight.

const RIBBON = { width: 340, height: 150, widest: 13, thinnest: 0.02, gap: 14, least: 20 };

// As `arrange`, for lines of words: level where they fit, else slanted or upright.
function arrangeRibbons(maps, width, measure, zoom) {
  const lines = maps.flatMap(({ columns, rows }) => [columns, rows]);
  const most = clamp(Math.floor(width / (RIBBON.width * zoom)), 1, maps.length);
  const shorten = shortener(measure, 120 * zoom);
  const widths = lines.map((words) => words.map((word) => measure(shorten(word))));
  const needed = Math.max(...widths.map((line) => total(line) + line.length * RIBBON.gap * zoom));
  const longest = Math.max(...widths.flat());
  const words = Math.max(...lines.map((line) => line.length));
  for (let perLine = most; ; perLine -= 1) {
    const inner = Math.floor((width - CARD.gap * (perLine - 1)) / perLine) - CARD.frame;
    const level = needed <= inner;
    const room = inner - (level ? 0 : (longest + 8) * SLANT);
    const cell = Math.max(room / words, CELL.min * zoom);
    if (!level && perLine > 1 && cell < RIBBON.least * zoom) continue;
    const angle = level ? 0 : cell * SLANT >= 12 * zoom ? 45 : 90;
    const lean = [22 * zoom, longest * SLANT + 14, longest + 12][angle / 45];
    const plot = level ? inner : Math.ceil(words * cell + (angle === 45 ? inner - room : 0));
    return { perLine, shorten, measure, angle, cell, plot, zoom, level,
      head: Math.ceil(lean), line: level ? inner : words * cell };
  }
}

function drawRibbons(card) {
  const { map, layout } = card;
  const { head, plot, zoom } = layout;
  const foot = head + RIBBON.height * zoom;
  const sources = lineUp(map.columns, layout);
  const targets = lineUp(map.rows, layout);
  card.words.columns = drawLine(map.columns, sources, layout, head - 8, "columns");
  card.words.rows = drawLine(map.rows, targets, layout, foot + 8, "rows");
  card.targets = targets.map(({ x, width }) => ({ x: x - width / 2 - 3, width: width + 6,
    y: layout.level ? foot : foot + 1, height: layout.level ? 20 * zoom : 3 }));
  card.paths = [];
  card.strands = map.rows.map((_, i) => svg("g", { class: "strand" },
    ...(map.cells ? map.cells[i].map((_, j) => drawRibbon(card, i, j, sources, targets)) : [])));
  card.marker = outline("marker");
  const height = foot + head;
  card.plot = svg("svg", { class: "plot ribbons", width: plot, height,
    ...(map.cells ? { role: "application", tabindex: 0, "aria-label": title(card) } : {}) },
    ...card.strands, ...card.words.columns, ...card.words.rows, card.marker);
  const node = html("div", { class: "map" }, html("div", { class: "field" }, card.plot));
  if (!map.cells) node.append(drawAbsence(0));
  return node;
}

function drawRibbon(card, i, j, sources, targets) {
  const { head, zoom } = card.layout;
  const [from, to] = [sources[j].x, targets[i].x];
  const [top, foot] = [head, head + RIBBON.height * zoom];
  const bend = (foot - top) / 2;
  const curve = `M${from} ${top}C${from} ${top + bend} ${to} ${foot - bend} ${to} ${foot}`;
  const path = svg("path", { d: curve, "data-row": i, "data-column": j });
  card.paths.push(path);
  return path;
}

// Spreads words over the whole line; from the right where they are read from the right.
function lineUp(words, { level, measure, shorten, line, plot }) {
  const widths = words.map((word) => measure(shorten(word)));
  const mirrored = runsRightToLeft(words);
  const spare = (line - total(widths)) / words.length;
  let start = 0;
  return widths.map((width, i) => {
    const x = level ? start + (width + spare) / 2 : ((i + 0.5) * line) / words.length;
    start += width + spare;
    return { x: mirrored ? plot - x : x, width: level ? width : 10 };
  });
}

function drawLine(words, places, { angle, shorten }, y, name) {
  const mirrored = runsRightToLeft(words);
  const below = name === "rows";
  const tilt = mirrored === below ? -angle : angle; // away from the ribbons, as the line is read
  return words.map((word, i) => {
    const { x } = places[i];
    const anchor = angle === 0 ? "middle" : mirrored ? "end" : "start";
    const level = angle ? 0 : below ? 4 : -4;
    return label(word, shorten, { x, y: y + level, "text-anchor": anchor, ...place(name, i),
      transform: angle ? `rotate(${tilt} ${x} ${y})` : null });
  });
}

function paintRibbons(card) {
  const { map, scale, view, layout } = card;
  const [negative, positive] = poles(scale);
  const widest = Math.min(RIBBON.widest * layout.zoom, layout.cell * 0.9);
  let k = 0;
  for (const values of map.cells) {
    const place = placer(values, scale, view.scaling);
    for (const value of values) {
      const share = value === null ? 0 : place(value);
      const size = scale.low < 0 && value !== null ? Math.abs(2 * share - 1) : share;
      const hidden = size < RIBBON.thinnest || isFaint(value, scale, view.threshold);
      const path = card.paths[k++];
      path.setAttribute("display", hidden ? "none" : "inline");
      path.setAttribute("stroke-width", Math.max(0.75, size * widest).toFixed(2));
      path.style.setProperty("--size", (0.25 + 0.75 * size).toFixed(3));
      path.style.stroke = value < 0 ? negative : positive;
    }
  }
}

function lightRibbons(card, row, column) {
  const lit = row !== null || column !== null;
  card.plot.classList.toggle("dimmed", lit);
  for (const path of card.paths) {
    const here = (row === null || path.dataset.row === `${row}`) &&
      (column === null || path.dataset.column === `${column}`);
    path.classList.toggle("lit", lit && here);
  }
}
