// Where everything stands: one layout for all cards, so that equal words stand at equal places.

const CELL = { min: 14, good: 15, max: 44 }; // below good, fewer cards stand side by side
const ROW = { min: 16, max: 34 };
const CARD = { gap: 16, frame: 34, width: 270 }; // as the style sheet has them; width: at least
const BARS = { gap: 8, across: 74, down: 54, longest: 36 }; // the sums beside and below the cells
const INSET = 3; // room for the half of the marker's stroke that lies outside the cells
const SLANT = Math.SQRT1_2;

// The words of a map from left to right and from top to bottom; no cells, no words above them.
function axes({ rows, columns, cells }, transposed) {
  if (!cells) return { across: [], down: rows };
  return transposed ? { across: rows, down: columns } : { across: columns, down: rows };
}

function arrange(maps, width, measure, { transposed, margins }, zoom) {
  const sides = maps.map((map) => axes(map, transposed));
  const mirrored = runsRightToLeft(sides.flatMap(({ across }) => across));
  const most = clamp(Math.floor(width / (CARD.width * zoom)), 1, maps.length);
  for (let perLine = most; ; perLine -= 1) {
    const inner = Math.floor((width - CARD.gap * (perLine - 1)) / perLine) - CARD.frame;
    const shorten = shortener(measure, clamp(inner * 0.3, 48 * zoom, 120 * zoom));
    const wide = (words) => words.map((word) => measure(shorten(word)));
    const heads = sides.map(({ across }) => wide(across));
    const side = Math.ceil(Math.max(48 * zoom, ...wide(sides.flatMap(({ down }) => down)))) + 10;
    const bars = margins ? BARS.across * zoom : 0;
    const plot = (cell) => bars + Math.max(...heads.map((widths) => span(widths, cell, zoom)));
    let cell = CELL.max * zoom;
    while (cell > CELL.min && side + plot(cell) > inner) cell -= 1;
    if (perLine > 1 && cell < CELL.good * zoom) continue;
    const longest = Math.max(0, ...heads.flat());
    const angle = slant(longest, cell, zoom);
    const lean = angle === 45 ? longest * SLANT + 14 : longest + 10;
    return {
      perLine, side, cell, angle, shorten, mirrored, zoom,
      row: clamp(cell, ROW.min * zoom, ROW.max * zoom),
      head: Math.ceil(Math.max(40 * zoom, lean)),
      plot: Math.ceil(plot(cell)),
    };
  }
}

// Level where every word fits its cell, slanted where the lines fit side by side, else upright.
function slant(longest, cell, zoom) {
  if (longest <= cell - 4) return 0;
  return cell * SLANT >= 12 * zoom ? 45 : 90;
}

function span(widths, cell, zoom) {
  const cells = widths.length * cell + 2 * INSET;
  if (slant(Math.max(0, ...widths), cell, zoom) !== 45) return cells;
  return Math.max(cells, ...widths.map((width, i) => (i + 0.5) * cell + (width + 8) * SLANT));
}

// The box of a cell, or of a whole row or column where the other place is null.
function boxOf(card, row, column) {
  const { cell, row: height, head, mirrored, plot } = card.layout;
  const { across, down } = card.axes;
  const [i, j] = card.turned ? [column, row] : [row, column];
  const from = j ?? (mirrored ? across.length - 1 : 0);
  return {
    x: mirrored ? plot - INSET - (from + 1) * cell + 1 : INSET + from * cell,
    y: head + (i ?? 0) * height,
    width: Math.max(0, (j === null ? across.length * cell : cell) - 1),
    height: Math.max(0, (i === null ? down.length * height : height) - 1),
  };
}

// The cell at a point of the plot, or null.
function cellAt(card, x, y) {
  const { cell, row: height, head, mirrored, plot } = card.layout;
  const { across, down } = card.axes;
  const j = Math.floor((mirrored ? plot - INSET - x : x - INSET) / cell);
  const i = Math.floor((y - head) / height);
  if (!(i in down && j in across)) return null;
  return card.turned ? { row: j, column: i } : { row: i, column: j };
}
