// Cards and maps, made from finished data. What changes with a step lies in a layer of its own
// above the cells, so that a step repaints no cell.

const MODES = {
  free: "The model chose every word itself",
  forced: "The model was given this translation",
  branch: "A person chose a token, and the model went on from there",
  edited: "A person changed where the model looked, and the model went on from there",
  beam: "One of the hypotheses of a beam search",
  sampled: "The tokens were drawn by chance, by their probability",
};

// `paper` is what all cards share: { layout, scale, view, measure }.
function drawCard(map, paper) {
  const turned = paper.view.transposed && Boolean(map.cells);
  const card = { map, ...paper, turned, axes: axes(map, turned), words: {}, row: null };
  const { id, label: name, mode, translation } = map;
  card.foot = html("p", { class: "foot" });
  const picture = paper.view.picture === "ribbons" ? drawRibbons(card) : drawMap(card);
  card.node = html(
    "article", { class: "card", "data-map": id, "aria-label": name },
    html("header", {}, html("h3", {}, name),
      html("span", { class: "badge", title: MODES[mode] ?? "" }, mode)),
    html("p", { class: "translation", dir: "auto" }, translation),
    picture,
    card.foot,
  );
  paint(card);
  return card;
}

function drawMap(card) {
  const { map, axes: { down, across }, layout, turned, view } = card;
  const { row, head, side, mirrored, zoom, shorten } = layout;
  const height = head + down.length * row + INSET + (view.margins ? BARS.down * zoom : 0);
  const x = mirrored ? 8 : side - 8;
  const anchor = mirrored ? "start" : "end";
  const names = turned ? ["columns", "rows"] : ["rows", "columns"];
  card.words[names[0]] = down.map((word, i) => label(word, shorten, {
    x, y: head + (i + 0.5) * row, "text-anchor": anchor, ...place(names[0], i),
  }));
  card.words[names[1]] = across.map((word, j) => drawHead(card, word, j, names[1]));
  const caption = (words, y) =>
    svg("text", { class: "caption", x, y: head - y * zoom, "text-anchor": anchor }, words);
  const [above, beside] = turned ? ["target", "source"] : ["source", "target"];
  const svgSide = svg(
    "svg", { class: "side", width: side, height, "aria-hidden": "true" },
    ...(map.cells ? [caption(mirrored ? `← ${above}` : `${above} →`, 26)] : []),
    caption(`${beside} ↓`, 10), ...card.words[names[0]],
  );
  const order = mirrored ? "map mirrored" : "map";
  if (map.cells) return html("div", { class: order }, svgSide, drawField(card, height));
  card.marker = outline("marker");
  svgSide.append(card.marker);
  return html("div", { class: "map" }, svgSide, drawAbsence(height - INSET));
}

const place = (name, index) => ({ [name === "rows" ? "data-row" : "data-column"]: index });

function drawHead({ layout }, word, j, name) {
  const { cell, head, angle, mirrored, plot, shorten } = layout;
  const middle = (j + 0.5) * cell + INSET + (angle === 45 ? 2 : 0);
  const x = mirrored ? plot - middle : middle;
  const y = head - (angle === 0 ? 10 : 6);
  const anchor = angle === 0 ? "middle" : mirrored ? "end" : "start";
  return label(word, shorten, { x, y, "text-anchor": anchor, ...place(name, j),
    transform: angle ? `rotate(${mirrored ? angle : -angle} ${x} ${y})` : null });
}

function drawField(card, height) {
  const { map, layout, turned, view, words } = card;
  card.rects = map.cells.map((values, i) => values.map((_, j) => svg("rect", boxOf(card, i, j))));
  card.marker = outline("marker");
  card.lights = { row: outline("light"), column: outline("light") };
  card.chosen = outline("chosen");
  card.cursor = outline("cursor");
  card.veil = svg("rect", { class: "veil" });
  const size = { width: layout.plot, height };
  card.plot = svg(
    "svg", { class: "plot", ...size, role: "application", tabindex: 0, "aria-label": title(card) },
    ...words[turned ? "rows" : "columns"], ...card.rects.flat(),
    ...(view.margins ? drawSums(card) : []),
  );
  const over = svg("svg", { class: "over", ...size, "aria-hidden": "true" }, card.veil,
    card.lights.column, card.lights.row, card.marker, card.chosen, card.cursor);
  return html("div", { class: "field" }, card.plot, over);
}

function title({ map: { label: name, rows, columns }, scale }) {
  const size = `${count(rows, "target word")} by ${count(columns, "source word")}`;
  return `${name}: attention ${scale.label}s, ${size}. Arrow keys move over the cells, ` +
    "Enter chooses one, Escape leaves.";
}

// Two strokes, one in the page's colour: one of them shows on any cell.
function outline(name) {
  return svg("g", { class: name, visibility: "hidden" },
    svg("rect", { class: "halo", rx: 2 }), svg("rect", { class: "frame", rx: 2 }));
}

function setBox(group, box) {
  group.setAttribute("visibility", box ? "visible" : "hidden");
  if (!box) return;
  group.setAttribute("transform", `translate(${box.x} ${box.y})`);
  if (group.firstChild.getAttribute("width") === `${box.width}` &&
    group.firstChild.getAttribute("height") === `${box.height}`) return;
  for (const rect of group.children) {
    rect.setAttribute("width", box.width);
    rect.setAttribute("height", box.height);
  }
}

function drawAbsence(height) {
  const words = "No attention: every step gets the same context, the encoder’s last state.";
  const node = html("div", { class: "absence" }, html("p", {}, words));
  node.style.minHeight = `${height}px`;
  return node;
}

// The bars beside the rows and below the columns: how much each got in all, on one scale.
function drawSums(card) {
  const { layout: { zoom, cell }, scale, sums, top, turned, map } = card;
  const [negative, positive] = poles(scale);
  const whole = boxOf(card, null, null);
  const bar = (sum, down, box) => {
    const length = (Math.abs(sum) / top) * BARS.longest * zoom;
    const fill = sum < 0 ? negative : positive;
    const text = (x, y, anchor) => svg("text",
      { class: "sum", x, y, "text-anchor": anchor, "dominant-baseline": "central" }, figure(sum));
    if (down) {
      const y = whole.y + whole.height + BARS.gap;
      const rect = svg("rect", { x: box.x + box.width * 0.2, y, width: box.width * 0.6,
        height: length, style: `fill: ${fill}` });
      const fits = cell >= 26 * zoom;
      return fits ? [rect, text(box.x + box.width / 2, y + length + 8 * zoom, "middle")] : [rect];
    }
    const edge = card.layout.mirrored ? whole.x - BARS.gap : whole.x + whole.width + BARS.gap;
    const sign = card.layout.mirrored ? -1 : 1;
    const rect = svg("rect", { x: sign < 0 ? edge - length : edge, y: box.y + box.height * 0.2,
      width: length, height: box.height * 0.6, style: `fill: ${fill}` });
    const anchor = sign < 0 ? "end" : "start";
    return [rect, text(edge + sign * (length + 4), box.y + box.height / 2, anchor)];
  };
  const { rows, columns } = sums[map.index];
  return [
    ...rows.flatMap((sum, i) => bar(sum, turned, boxOf(card, i, null))),
    ...columns.flatMap((sum, j) => bar(sum, !turned, boxOf(card, null, j))),
  ];
}

function sumUp({ cells, columns }) {
  if (!cells) return { rows: [], columns: [] };
  return {
    rows: cells.map(total),
    columns: columns.map((_, j) => total(cells.map((values) => values[j]))),
  };
}

// Gives every cell its colour; apart from drawing, because the threshold's slider does only this.
function paint(card) {
  const { map, scale, view } = card;
  if (!map.cells) return;
  if (card.strands) return void paintRibbons(card);
  const color = painter(scale.colors);
  map.cells.forEach((values, i) => {
    const place = placer(values, scale, view.scaling);
    values.forEach((value, j) => {
      const kind = value === null ? "none" : isFaint(value, scale, view.threshold) ? "faint" : "";
      card.rects[i][j].setAttribute("class", `cell ${kind}`);
      card.rects[i][j].setAttribute("fill", kind ? "none" : color(place(value)));
    });
  });
}
