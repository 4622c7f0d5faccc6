"""The data flow of one decoding step of a variant: a picture, and one line per switch.

Timing, score, normaliser and input feeding each have a colour, in the picture and beside the lines.
The picture is an SVG image that follows the page's light or dark theme; for export it uses the
given ink.
"""

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from alignoscope.records.catalogue.normalisers import NORMALISERS, SOFTMAX
from alignoscope.records.catalogue.scores import score_entry
from alignoscope.records.catalogue.timings import TIMINGS
from alignoscope.ui.svg.ink import DARK, LIGHT, Ink
from alignoscope.ui.svg.lettering import width
from alignoscope.ui.svg.sheet import DrawnPart, sheet
from alignoscope.ui.theme import PALETTE

TIMING, SCORE, FEEDING, NORMALISER = (
    PALETTE["charts"][name] for name in ("blue", "vermilion", "green", "purple")
)
PLAIN = "currentColor"
WIDTH, HEIGHT = 520, 322
BEFORE, RNN, AFTER, JOINED, WORD = 46, 160, 274, 392, 494  # The x coordinates of the columns.
# Half the widths of the boxes in each column.
HALVES = {BEFORE: 38, RNN: 60, AFTER: 38, JOINED: 64, WORD: 20}
DECODER, ATTENTION, ENCODER = 94, 212, 290  # The y coordinates of the rows.
TIGHT = 13  # The font size in pixels of text that must fit beside a box, even in a wide font.
DrawnPoint = tuple[int, int]
STYLE = (
    f"<style>svg {{ color: {LIGHT.text}; fill: currentColor; font-family: sans-serif }}"
    f"@media (prefers-color-scheme: dark) {{ svg {{ color: {DARK.text} }} }}</style>"
)
KEY = (
    "Blue: changes with the timing. Orange: the score function. Pink: the normaliser. Green: "
    "input feeding. A dashed arrow takes effect one step later."
)

FED = (
    "On: the RNN also reads the attentional vector of the previous step, so it knows where "
    "the model looked (Luong et al. 2015, section 3.3)."
)
COPIED = (
    "On: a gate p_gen decides how much of a step is generated; the rest copies source pieces by "
    "their weights (See et al. 2017, section 2.2)."
)
UNCOPIED = "Off: every word is generated, names as well."
UNFED = "Off: the RNN does not know where the model looked at the previous step."


def switch_lines(
    timing: str, score: str, feeding: bool, normaliser: str = SOFTMAX, copying: bool = False
) -> str:
    """Return the effect of each of the five switches, one line per switch, as HTML."""
    entry, said, made = TIMINGS[timing], score_entry(score), NORMALISERS[normaliser]
    unfed = f"Off. Only Luong's timing has it: here {entry.unfed}." if entry.unfed else UNFED
    asks = f"The query is {entry.asks}, {entry.asker}."
    lines = (
        (TIMING, "Timing", f"{asks} The context vector {entry.context} ({entry.paper})."),
        (SCORE, "Score", f"{said.sentence} ({said.paper})."),
        (NORMALISER, "Normaliser", f"{made.sentence} ({made.paper})."),
        (FEEDING, "Input feeding", FED if feeding else unfed),
        (PLAIN, "Copying", COPIED if copying else UNCOPIED),
    )
    return "".join(
        f'<p><span style="color:{color}">■</span> <b>{name}</b>. {escape(line)}</p>'
        for color, name, line in lines
    )


def dataflow(timing: str, score: str, feeding: bool, normaliser: str = SOFTMAX) -> str:
    """Return the picture of one decoding step as SVG; the parts that differ are coloured."""
    parts = _parts(timing, score, feeding, normaliser)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">{STYLE}{parts}</svg>'
    )


def dataflow_sheet(
    timing: str, score: str, feeding: bool, normaliser: str, title: str, caption: str, ink: Ink
) -> str:
    """Return the picture as a standalone SVG file with a title and a caption."""
    inked = f'<g color="{ink.text}">{_parts(timing, score, feeding, normaliser)}</g>'
    drawn = DrawnPart(body=inked, width=WIDTH, height=HEIGHT)
    said = dataflow_text(timing, score, feeding, normaliser)
    return sheet("One decoding step", [drawn], caption, ink, WIDTH, said, title)


def dataflow_text(timing: str, score: str, feeding: bool, normaliser: str = SOFTMAX) -> str:
    """Return the content of the picture as one sentence, for use as its text alternative."""
    entry = TIMINGS[timing]
    query = (
        f"{_capital(entry.asker)} is the query, compared with the encoder states by "
        f"{score} and {normaliser}"
    )
    query = "There is no query" if score == "none" else query
    fed = "; the attentional vector is fed back to the RNN" if feeding else ""
    return f"{query}; the context vector {entry.context}{fed}."


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]


def _parts(timing: str, score: str, feeding: bool, normaliser: str) -> str:
    parts = [*_decoder(timing, score), *_attention(timing, score, normaliser), *_encoder()]
    return "".join(parts + (_feeding("h̃[t], one step later") if feeding else []))


def _decoder(timing: str, score: str) -> list[str]:
    """Return the decoder's row: previous state, RNN, next state, layer before the output, word."""
    entry = TIMINGS[timing]
    state, index = entry.state, entry.index
    before, after = (TIMING, PLAIN) if entry.asks_before else (PLAIN, TIMING)
    asks = score != "none"
    boxes = [
        _box(BEFORE, DECODER, f"{entry.carried}[{index}-1]", before if asks else PLAIN),
        _box(RNN, DECODER, entry.rnn),
        _box(AFTER, DECODER, f"{state}[{index}]", after if asks else PLAIN),
        _box(JOINED, DECODER, entry.behind, after),
        _text(RNN - 24, 26, f"y[{index}-1]"),
        _text(WORD, DECODER + 5, f"y[{index}]"),
        _arrow([(RNN - 24, 32), (RNN - 24, DECODER - 19)]),
    ]
    for start, end in pairwise(HALVES):
        boxes.append(_arrow([(start + HALVES[start], DECODER), (end - HALVES[end], DECODER)]))
    return boxes


def _attention(timing: str, score: str, normaliser: str) -> list[str]:
    """Return the attention's row: query, score, normaliser, context and the context's way out."""
    parts = [_box(JOINED, ATTENTION, "context c")]
    parts.append(_arrow([(JOINED, ATTENTION - 19), (JOINED, DECODER + 19)], TIMING))
    enters, label = TIMINGS[timing].enters, score_entry(score).label
    if enters != "never":
        corner = 168
        way = [(JOINED - 30, ATTENTION - 19), (JOINED - 30, corner), (RNN + 30, corner)]
        later = enters == "later"
        parts.append(_arrow([*way, (RNN + 30, DECODER + 19)], TIMING, dashed=later))
        parts.append(_text(AFTER + 30, corner - 7, "one step later" * later, TIMING))
    if score == "none":
        parts.append(_text(JOINED - 10, 256, label, SCORE, "end"))
        return [*parts, _arrow([(JOINED, ENCODER - 25), (JOINED, ATTENTION + 19)], SCORE)]
    parts += [
        _box(RNN, ATTENTION, score if len(score) < 20 else "score", SCORE),
        _text(RNN - 10, 256, label, SCORE, "end"),
        _box(AFTER, ATTENTION, NORMALISERS[normaliser].label, NORMALISER),
        _query(timing),
        _arrow([(RNN + 60, ATTENTION), (AFTER - 38, ATTENTION)]),
        _arrow([(AFTER + 38, ATTENTION), (JOINED - 64, ATTENTION)]),
        _arrow([(RNN, ENCODER - 25), (RNN, ATTENTION + 19)]),
        _arrow([(JOINED, ENCODER - 25), (JOINED, ATTENTION + 19)]),
        _text(RNN + 8, 256, "keys", anchor="start"),
        _text(JOINED + 8, 256, "values", anchor="start"),
    ]
    return parts


def _query(timing: str) -> str:
    """Return the query's arrow: from the state before the update, or from the one after it."""
    if TIMINGS[timing].asks_before:
        way = [(BEFORE, DECODER + 19), (BEFORE, ATTENTION), (RNN - 60, ATTENTION)]
        return _arrow(way, TIMING) + _text(
            BEFORE + 8, ATTENTION - 9, "query", TIMING, "start", TIGHT
        )
    corner = 140
    way = [(AFTER, DECODER + 19), (AFTER, corner), (RNN, corner), (RNN, ATTENTION - 19)]
    return _arrow(way, TIMING) + _text(RNN - 8, 166, "query", TIMING, "end")


def _feeding(fed: str) -> list[str]:
    """Return the arrow of input feeding: from the attentional vector to the RNN's next step."""
    way = [(JOINED, DECODER - 19), (JOINED, 44), (RNN + 24, 44), (RNN + 24, DECODER - 19)]
    return [_arrow(way, FEEDING, dashed=True), _text(AFTER, 36, fed, FEEDING)]


def _encoder() -> list[str]:
    """Return the encoder's row of states."""
    xs = range(RNN, JOINED + 1, (JOINED - RNN) // 3)
    states = [_box(x, ENCODER, f"h{n}", half=30) for n, x in zip("₁₂₃ₙ", xs, strict=True)]
    around = (
        f'<rect x="{RNN - 38}" y="{ENCODER - 25}" width="{JOINED - RNN + 76}" height="50" rx="9" '
        f'fill="none" stroke="{PLAIN}" stroke-width="1.2" stroke-dasharray="2 4"/>'
    )
    return [
        around,
        *states,
        _text(BEFORE - 42, ENCODER + 5, "encoder states", anchor="start", size=TIGHT),
    ]


def _box(x: int, y: int, text: str, color: str = PLAIN, half: int = 0) -> str:
    """Return a box of text around (x, y); a coloured one has a thicker line."""
    half = half or HALVES[x]
    size = 12 if width(text, 16) > 2 * half - 6 else 16
    line = 1.2 if color == PLAIN else 2.6
    return (
        f'<rect x="{x - half}" y="{y - 19}" width="{2 * half}" height="38" rx="7" fill="none" '
        f'stroke="{color}" stroke-width="{line}"/>{_text(x, y + 5, text, size=size)}'
    )


def _text(
    x: int, y: int, text: str, color: str = PLAIN, anchor: str = "middle", size: int = 16
) -> str:
    """Return text in the page's colour; it is italic if it belongs to a coloured part."""
    style = "normal" if color == PLAIN else "italic"
    size = min(size, 16 if len(text) < 16 else 13 if len(text) < 22 else 11)
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}" font-style="{style}">'
        f"{escape(text)}</text>"
    )


def _arrow(points: Sequence[DrawnPoint], color: str = PLAIN, *, dashed: bool = False) -> str:
    """Return a line through the points with an arrowhead at the last; a coloured one is thicker."""
    (x0, y0), (x, y) = points[-2:]
    dx, dy = (x > x0) - (x < x0), (y > y0) - (y < y0)
    base, side = (x - 9 * dx, y - 9 * dy), (5 * dy, 5 * dx)
    line = " ".join(f"{px},{py}" for px, py in [*points[:-1], base])
    head = (
        f"{x},{y} {base[0] + side[0]},{base[1] + side[1]} {base[0] - side[0]},{base[1] - side[1]}"
    )
    width = 1.2 if color == PLAIN else 2.6
    dashes = ' stroke-dasharray="6 4"' if dashed else ""
    return (
        f'<polyline points="{line}" fill="none" stroke="{color}" stroke-width="{width}"{dashes}/>'
        f'<polygon points="{head}" fill="{color}"/>'
    )
