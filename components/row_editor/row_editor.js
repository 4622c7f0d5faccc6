// The row editor: bars that are sliders. Dragging one scales the others, so that the row keeps its
// total; what a person leaves is reported to Python, with the sentence and step that it is of.

const REPORT_MS = 200;
const FULL = 100; // a slider's full length is the whole row; one press of an arrow is a hundredth
const editors = new WeakMap();

export default function ({ data, parentElement, setTriggerValue }) {
  const editor = editors.get(parentElement) ?? mount(parentElement);
  editor.send = (edit) => setTriggerValue("edit", edit);
  if (data !== editor.data) receive(editor, data);
  // Streamlit also cleans up after a call that a newer one has overtaken: only the newest unmounts.
  const call = (editor.calls += 1);
  return () => call === editor.calls && unmount(editor, parentElement);
}

function mount(parent) {
  const root = build("ul", { class: "editor", "aria-label": "Weights of this step, one a word" });
  const editor = { root, data: null, bars: [], row: [], pending: null, calls: 0 };
  parent.append(root);
  editors.set(parent, editor);
  return editor;
}

function unmount(editor, parent) {
  flush(editor);
  editor.root.remove();
  editors.delete(parent);
}

function receive(editor, data) {
  const before = editor.data;
  const same = before && before.identity === data.identity && before.step === data.step;
  if (same && editor.pending) return; // an answer to a row that has moved on since
  flush(editor);
  editor.data = data;
  editor.row = [...data.row];
  editor.total = sum(data.row);
  if (String(data.words) !== String(before?.words)) {
    editor.bars = data.words.map((word, i) => makeBar(editor, word, i));
    editor.root.replaceChildren(...editor.bars.map((bar) => bar.node));
  }
  draw(editor);
}

function makeBar(editor, word, place) {
  const slider = build("input", { type: "range", min: 0, max: FULL, step: 1, "aria-label": word });
  slider.addEventListener("input", () => {
    editor.row = moved(editor.row, place, (slider.value / FULL) * editor.total, editor.total);
    draw(editor, place);
    report(editor);
  });
  slider.addEventListener("blur", () => flush(editor)); // before the press that took the focus
  const value = build("output", {});
  const shown = { class: "word", dir: "auto", "aria-hidden": "true", title: word };
  const name = build("span", shown, word);
  const track = build("span", { class: "track" }, build("i", { class: "was" }), slider);
  return { node: build("li", {}, name, track, value), track, slider, value };
}

// Sets one weight and scales the others to what is left; equal shares where the others had none.
function moved(row, place, weight, total) {
  const others = sum(row) - row[place];
  const rest = Math.max(0, total - weight);
  return row.map((old, i) => {
    if (i === place) return row.length > 1 ? weight : total;
    return others > 1e-9 ? (old / others) * rest : rest / (row.length - 1);
  });
}

function draw(editor, held) {
  editor.bars.forEach(({ track, slider, value }, i) => {
    const share = editor.total ? editor.row[i] / editor.total : 0;
    const was = editor.total ? editor.data.computed[i] / editor.total : 0;
    const words = editor.row[i].toFixed(2);
    if (i !== held) slider.value = Math.round(share * FULL);
    slider.setAttribute("aria-valuetext", words);
    track.style.setProperty("--share", Math.min(1, share));
    track.style.setProperty("--was", Math.min(1, was));
    value.textContent = words;
  });
}

function report(editor) {
  clearTimeout(editor.pending);
  editor.pending = setTimeout(() => flush(editor), REPORT_MS);
}

function flush(editor) {
  if (!editor.pending) return;
  clearTimeout(editor.pending);
  editor.pending = null;
  const { identity, step, edits } = editor.data;
  editor.send({ identity, step, edits, row: editor.row });
}

const sum = (row) => row.reduce((total, weight) => total + weight, 0);

function build(tag, attributes, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children); // strings become text nodes: a word is never read as HTML
  return node;
}
