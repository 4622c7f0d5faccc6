// What the player shows: cards, maps, legend and marker, made from finished data; no state is kept.
// Python joins this file and player.js into one module.

const SVG = "http://www.w3.org/2000/svg";
const CELL = { min: 14, good: 15, max: 44 }; // below good, fewer cards stand side by side
const ROW = { min: 16, max: 34 };
const CARD = { gap: 16, frame: 34, width: 270 }; // as the style sheet has them; width: at least
const INSET = 3; // room for the half of the marker's stroke that lies outside the cells
const LONGEST_LABEL = 16;
const SLANT = Math.SQRT1_2;

const MODES = {
  free: "The model chose every word itself",
  forced: "The model was given this translation",
};

// One layout for all cards, so that equal words stand at equal places and rows can be compared.
function arrange(maps, width, measure) {
  const most = clamp(Math.floor(width / CARD.width), 1, maps.length);
  for (let across = most; ; across -= 1) {
    const inner = Math.floor((width - CARD.gap * (across - 1)) / across) - CARD.frame;
    const shorten = shortener(measure, clamp(inner * 0.3, 48, 120));
    const rows = maps.flatMap((map) => map.rows).map((word) => measure(shorten(word)));
    const columns = maps.map((map) => map.columns.map((word) => measure(shorten(word))));
    const labels = Math.ceil(Math.max(48, ...rows)) + 10;
    let cell = CELL.max;
    const plot = (size) => Math.max(...columns.map((widths) => plotWidth(widths, size)));
    while (cell > CELL.min && labels + plot(cell) > inner) cell -= 1;
    if (across > 1 && cell < CELL.good) continue;
    const longest = Math.max(0, ...columns.flat());
    const angle = slant(longest, cell);
    const head = Math.ceil(Math.max(40, angle === 45 ? longest * SLANT + 14 : longest + 10));
    const row = clamp(cell, ROW.min, ROW.max);
    return { across, labels, cell, row, head, angle, shorten, plot: plot(cell) };
  }
}

// Level where every word fits its cell, slanted where the lines fit side by side, else upright.
function slant(longest, cell) {
  if (longest <= cell - 4) return 0;
  return cell * SLANT >= 12 ? 45 : 90;
}

function plotWidth(widths, cell) {
  const cells = widths.length * cell + 2 * INSET;
  if (slant(Math.max(0, ...widths), cell) !== 45) return cells;
  const ends = widths.map((width, i) => (i + 0.5) * cell + (width + 8) * SLANT);
  return Math.ceil(Math.max(cells, ...ends));
}

function ruler(root) {
  const context = document.createElement("canvas").getContext("2d");
  context.font = `600 12px ${getComputedStyle(root).fontFamily}`;
  return (text) => context.measureText(text).width;
}

function shortener(measure, limit) {
  return (word) => {
    const letters = Array.from(word);
    let keep = letters.length > LONGEST_LABEL ? LONGEST_LABEL - 1 : letters.length;
    const text = () => letters.slice(0, keep).join("") + (keep < letters.length ? "…" : "");
    while (keep > 1 && measure(text()) > limit) keep -= 1;
    return text();
  };
}

function drawLegend(legend, { title, low, high, colors }) {
  const ramp = html("div", { class: "ramp" });
  ramp.style.background = `linear-gradient(to right, ${colors.join(", ")})`;
  const ticks = [low, (low + high) / 2, high].map((value) => html("span", {}, tick(value)));
  legend.replaceChildren(
    html("figcaption", {}, title),
    html("div", {}, ramp, html("div", { class: "ticks" }, ...ticks)),
  );
}

function drawCard(map, scale, layout) {
  const { variant, mode, translation, rows } = map;
  const height = layout.head + rows.length * layout.row + INSET;
  const card = { map, layout, foot: html("p", { class: "foot" }) };
  card.words = rows.map((word, i) => label(word, layout, {
    x: layout.labels - 8, y: layout.head + (i + 0.5) * layout.row, "text-anchor": "end",
  }));
  const side = svg(
    "svg", { class: "side", width: layout.labels, height, "aria-hidden": "true" },
    ...(map.cells ? [caption("source →", layout, layout.head - 26)] : []),
    caption("target ↓", layout, layout.head - 10),
    ...card.words,
  );
  const plot = map.cells ? drawPlot(card, scale, layout, height) : drawAbsence(height);
  card.marker = drawMarker(map, layout);
  (map.cells ? plot : side).append(card.marker);
  card.node = html(
    "article", { class: "card", "data-variant": variant, "aria-label": variant },
    html("header", {}, html("h3", {}, variant),
      html("span", { class: "badge", title: MODES[mode] ?? "" }, mode)),
    html("p", { class: "translation", dir: "auto" }, translation),
    html("div", { class: "map" }, side, plot),
    card.foot,
  );
  return card;
}

function drawPlot(card, scale, { cell, row, head, angle, shorten, plot }, height) {
  const { variant, columns, rows, cells } = card.map;
  const paint = painter(scale);
  const rects = cells.flatMap((values, i) => values.map((value, j) => svg("rect", {
    class: value === null ? "cell none" : "cell", fill: value === null ? null : paint(value),
    x: INSET + j * cell, y: head + i * row, width: cell - 1, height: row - 1,
  })));
  card.heads = columns.map((word, j) => {
    const x = INSET + (j + 0.5) * cell + (angle === 45 ? 2 : 0);
    const y = head - (angle === 0 ? 10 : 6);
    const anchor = angle === 0 ? "middle" : "start";
    return label(word, { shorten }, { x, y, "text-anchor": anchor,
      transform: angle ? `rotate(-${angle} ${x} ${y})` : null });
  });
  card.lights = {
    column: svg("rect", { class: "light", y: head, width: cell - 1, height: span(rows, row) }),
    row: svg("rect", { class: "light", x: INSET, width: span(columns, cell), height: row - 1 }),
  };
  const size = `${count(rows, "target word")} by ${count(columns, "source word")}`;
  const title = `${variant}: attention ${scale.label}s, ${size}`;
  return svg(
    "svg", { class: "plot", width: plot, height, role: "img", "aria-label": title },
    ...card.heads, ...rects, card.lights.column, card.lights.row,
  );
}

function drawAbsence(height) {
  const words = "No attention: every step gets the same context, the encoder’s last state.";
  const node = html("div", { class: "absence" }, html("p", {}, words));
  node.style.minHeight = `${height - INSET}px`;
  return node;
}

// Two strokes, one in the text's colour and one in the page's: one of them shows on any cell.
function drawMarker({ cells, columns }, { cell, row, head, labels }) {
  const width = cells ? span(columns, cell) : labels - 2 * INSET;
  const box = { x: INSET, y: head, width, height: row - 1, rx: 2 };
  return svg("g", { class: "marker" },
    svg("rect", { class: "halo", ...box }), svg("rect", { class: "frame", ...box }));
}

function caption(words, { labels }, y) {
  return svg("text", { class: "caption", x: labels - 8, y, "text-anchor": "end" }, words);
}

function label(word, { shorten }, attributes) {
  const short = shorten(word);
  const node = svg("text", { class: "word", "dominant-baseline": "central", ...attributes }, short);
  if (short !== word) node.append(svg("title", {}, word));
  return node;
}

function mark(card, step) {
  const { map, marker, words, layout } = card;
  const steps = map.rowOfStep.length;
  const row = map.rowOfStep[Math.min(step, steps - 1)];
  const finished = step >= steps;
  card.foot.textContent = finished
    ? `Finished after ${count(map.rowOfStep, "step")}`
    : `Writes “${map.tokens[step]}”`;
  if (row === undefined) return void marker.setAttribute("visibility", "hidden");
  words[marker.dataset.row]?.classList.remove("current");
  words[row].classList.add("current");
  marker.dataset.row = row;
  marker.setAttribute("transform", `translate(0 ${row * layout.row})`);
  marker.classList.toggle("finished", finished);
}

// Outlines one cell's row and column; other maps get the column where they have the same word.
function light(card, spot, same) {
  const { heads, words, lights, layout } = card;
  if (!lights) return;
  const column = spot && card.map.columns[spot.column] === same ? spot.column : null;
  const row = spot?.card === card ? spot.row : null;
  lights.column.classList.toggle("on", column !== null);
  lights.row.classList.toggle("on", row !== null);
  if (column !== null) lights.column.setAttribute("x", INSET + column * layout.cell);
  if (row !== null) lights.row.setAttribute("y", layout.head + row * layout.row);
  heads.forEach((head, i) => head.classList.toggle("lit", i === column));
  words.forEach((word, i) => word.classList.toggle("lit", i === row));
}

function painter({ low, high, colors }) {
  const stops = colors.map((hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)));
  return (value) => {
    const share = high > low ? clamp((value - low) / (high - low), 0, 1) : 0.5;
    const place = share * (stops.length - 1);
    const from = stops[Math.floor(place)];
    const to = stops[Math.ceil(place)];
    const mixed = from.map((part, i) => Math.round(part + (to[i] - part) * (place % 1)));
    return `rgb(${mixed.join(" ")})`;
  };
}

const clamp = (value, low, high) => Math.max(low, Math.min(value, high));
const span = (list, size) => Math.max(0, list.length * size - 1); // less the gap after each cell
const count = (list, noun) => `${list.length} ${noun}${list.length === 1 ? "" : "s"}`;
const minus = (text) => text.replace("-", "−");
const tick = (value) => minus(String(Number(value.toPrecision(3))));
const hundredths = (value) => minus(value.toFixed(2).replace(/^-(0\.00)$/, "$1"));

function build(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null) node.setAttribute(name, value);
  }
  node.append(...children); // strings become text nodes: a token is never read as HTML
  return node;
}

function html(tag, attributes, ...children) {
  return build(document.createElement(tag), attributes, children);
}

function svg(tag, attributes, ...children) {
  return build(document.createElementNS(SVG, tag), attributes, children);
}
