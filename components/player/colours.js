// From a number to its colour, and the legend that explains it. `shares` in figures/views/view.py does
// the same for exports: a change here is a change there.

const DECADES = 4;

// Returns the function from a value of this row to its place on the scale, 0 to 1.
function placer(values, { low, high }, scaling) {
  if (scaling === "linear") return (value) => clamp((value - low) / (high - low), 0, 1);
  const top = Math.max(...values.map((value) => Math.abs(value ?? 0))) || 1;
  const size = scaling === "log"
    ? (value) => clamp(1 + Math.log10(Math.abs(value) / high) / DECADES, 0, 1)
    : (value) => Math.abs(value) / top;
  return low < 0 ? (value) => (1 + Math.sign(value) * size(value)) / 2 : size;
}

function painter(colors) {
  const stops = colors.map((hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16)));
  return (share) => {
    const place = share * (stops.length - 1);
    const from = stops[Math.floor(place)];
    const to = stops[Math.ceil(place)];
    const mixed = from.map((part, i) => Math.round(part + (to[i] - part) * (place % 1)));
    return `rgb(${mixed.join(" ")})`;
  };
}

const isFaint = (value, scale, threshold) => Math.abs(value) < threshold * scale.high;

// Two colours that can be told from a light and from a dark page, for ribbons and bars.
function poles({ low, colors }) {
  const at = (share) => colors[Math.round(share * (colors.length - 1))];
  return low < 0 ? [at(0.2), at(0.8)] : ["var(--accent)", "var(--accent)"];
}

function drawLegend(legend, scale, { scaling, picture, threshold }) {
  const { title, low, colors } = scale;
  const ramp = html("div", { class: picture === "ribbons" ? "ramp wedge" : "ramp" });
  const [negative, positive] = poles(scale);
  ramp.classList.toggle("both", low < 0);
  ramp.style.background = picture === "ribbons"
    ? `linear-gradient(to right, ${negative} 50%, ${positive} 50%)`
    : `linear-gradient(to right, ${colors.join(", ")})`;
  const notes = { linear: "", log: "logarithmic", row: "each row on a scale of its own" };
  const hidden = threshold ? `below ${figure(threshold * scale.high)} hidden` : "";
  const note = [notes[scaling], hidden].filter(Boolean).join(", ");
  legend.replaceChildren(
    html("figcaption", {}, title, ...(note ? [html("small", {}, note)] : [])),
    html("div", {}, ramp, html("div", { class: "ticks" },
      ...ticks(scale, scaling).map((text) => html("span", {}, text)))),
  );
}

function ticks({ low, high }, scaling) {
  if (scaling === "linear") return [low, (low + high) / 2, high].map(figure);
  if (scaling === "row" && low < 0) return ["−largest", "0", "largest"];
  if (scaling === "row") return ["0", "", "row’s largest"];
  if (low < 0) return [-high, -high / 100, 0, high / 100, high].map(figure);
  return [high / 10 ** DECADES, high / 10 ** (DECADES / 2), high].map(figure);
}
