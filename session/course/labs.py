"""What can be moved in a lesson, and what real models make of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import streamlit as st

from alignoscope.components.player.mount import player
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.figures import formulas
from alignoscope.figures.charts.plane import plane_figure
from alignoscope.figures.views.maps import layers_of
from alignoscope.lessons import annotations, geometry, looking, padding, parts
from alignoscope.lessons.explaining import DATE, ISO
from alignoscope.lessons.oracle import ORDERS, order_rows
from alignoscope.lessons.sentences import CAR, CATS, GIRL, LETTERS
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace
from alignoscope.session.cache import SLOTS, load
from alignoscope.session.course.values import checkpoint_file
from alignoscope.session.stamps import Stamp
from alignoscope.session.state import (
    BIAS,
    CHANGE,
    COUNT,
    DISTANCE,
    LAB,
    ORDER,
    PADS_OF,
    REACH,
    SCORE_OF,
    SENTENCE_OF,
    TURN,
    WAY,
    of,
)

GROWING = (
    "I like my car.",
    "I like my new red car.",
    "I like my new red car, but not my house.",
    CAR,
)
STILL: dict[str, Any] = {"staticPlot": True}
LONG = "The old man gave his young daughter a small red apple today"


def show_lab(name: str) -> None:
    """Show a lab.

    Raises:
        ValueError: if a checkpoint that it needs is not here.
    """
    LABS[name]()


def _letters() -> None:
    _maps([_told("reverse/luong-dot", LETTERS, None)], LETTERS)


def _orders() -> None:
    order = st.segmented_control("Look", ORDERS, default=ORDERS[0], key=ORDER, required=True)
    name, chosen = "reverse/luong-dot", order or ORDERS[0]
    own, told = _told(name, LETTERS, None), _told(name, LETTERS, chosen)
    st.markdown(f"It writes **{told.target.text}**.")
    _maps([own, told], f"{LETTERS}\n{chosen}")


def _cats() -> None:
    name = "eng-fra/luong-concat"
    _maps([_told(name, CATS, None), _told(name, CATS, "forwards")], CATS)


def _dates() -> None:
    names = ("dates/luong-dot", "dates/bahdanau-additive")
    _maps([_forced(*checkpoint_file(name)) for name in names], DATE)


def _lengths() -> None:
    text = st.select_slider("The sentence", GROWING, key=SENTENCE_OF)
    for name, what in (("fixed-context", "One vector"), ("tacotron-additive", "Attention")):
        trace = _told(f"eng-fra/{name}", text, None)
        st.markdown(f"**{what}** (`{name}`): {trace.target.text}")


def _factory() -> None:
    words = LONG.split()
    count = st.slider("Words", 2, len(words), 4, key=COUNT)
    name = "eng-fra/luong-concat"
    trace = _told(name, " ".join(words[:count]), None)
    left, right = st.columns(2)
    left.metric("Weights of a row", len(trace.source.ids))
    right.metric("Numbers that attention has learnt", f"{parts.parameters(_load(name)):,}")
    _maps([trace], trace.source.text)


def _softmax() -> None:
    boxes = zip(st.columns(3), (2.0, 1.0, 0.0), strict=True)
    scores = [
        box.slider(f"Score {i + 1}", -4.0, 4.0, start, 0.1, key=of(SCORE_OF, str(i)))
        for i, (box, start) in enumerate(boxes)
    ]
    for box, weight in zip(st.columns(3), parts.softmax(scores), strict=True):
        box.progress(weight, text=f"{weight:.3f}")


def _formulas() -> None:
    for score in ("concat", "additive"):
        latex, source = formulas.formula(score)
        st.latex(latex)
        st.caption(source)


def _bias() -> None:
    bias = st.slider("b, in all dimensions", 0.0, 2.0, 0.0, 0.25, key=BIAS)
    moved = _moved(*checkpoint_file("eng-fra/luong-concat"), bias)
    st.metric("Largest change of any weight", f"{moved:.2f}")


def _changes() -> None:
    names = [f"{old} → {new}" for old, new in annotations.CHANGES]
    chosen = st.segmented_control("Change", names, default=names[-1], key=CHANGE, required=True)
    old, new = annotations.CHANGES[names.index(chosen or names[-1])]
    forward, backward = annotations.changes(old, new, _load("eng-fra/luong-concat"))
    words = [*GIRL.removesuffix(".").split(), ".", "end"]
    highest = max(*forward, *backward)
    bar = st.column_config.ProgressColumn(format="%.3f", min_value=0, max_value=highest)
    table = {"word": words, "from the left": forward, "from the right": backward}
    shown = {"from the left": bar, "from the right": bar}
    st.dataframe(table, column_config=shown, hide_index=True)


def _plane(degrees: float = 0.0) -> None:
    keys = {name: geometry.turned(key, degrees) for name, key in geometry.spanish().items()}
    st.plotly_chart(
        plane_figure({"sun": geometry.SUN, "rain": geometry.RAIN}, keys),
        key=of(LAB, "plane"),
        width="content",
        config=STILL,
    )


def _dial() -> None:
    degrees = st.slider("W turns the keys by", -180, 180, 0, 10, key=TURN, format="%d°")
    _plane(degrees)
    points = {"sun": geometry.SUN, "rain": geometry.RAIN}
    rows = [{"query": word} | geometry.scores(point, degrees) for word, point in points.items()]
    numbers = dict.fromkeys(geometry.spanish(), st.column_config.NumberColumn(format="%.2f"))
    st.dataframe(rows, column_config=numbers, hide_index=True)


def _clocks() -> None:
    names = ("eng-fra/luong-concat", "eng-fra/bahdanau-additive")
    _maps([_told(name, CATS, None) for name in names], CATS)


def _window() -> None:
    left, right = st.columns(2)
    distance = left.slider("Places from p", 0.0, 12.0, 6.68, 0.01, key=DISTANCE)
    reach = right.slider("D", 1, 12, 10, key=REACH)
    inside = looking.factor(distance, reach) if distance <= reach else 0.0
    st.metric("Is left of the weight", f"{inside:.2f}")


def _mask() -> None:
    pads = st.select_slider("Pads", (0, 1, 3, 5, 20, 50), 3, key=PADS_OF)
    way = st.radio("The mask", padding.WAYS, key=WAY, horizontal=True)
    st.metric("On the pads, without a mask", f"{padding.padded_mass((2, 1), pads):.3f}")
    row = padding.masked_row((2, 1), pads, way)
    shown = ", ".join(f"{weight:.3f}" for weight in row)
    st.metric("The row of the two words", shown)
    st.caption(f"It sums to {sum(row):.3f}.")


@st.cache_resource(max_entries=20, show_spinner=False)
def _moved(path: Path, at: Stamp, bias: float) -> float:
    with SLOTS:
        return parts.bias_moves(CATS, bias, load(path, at))


def _load(name: str) -> Checkpoint:
    return load(*checkpoint_file(name))


def _maps(traces: Sequence[Trace], identity: str) -> None:
    player(layers_of(traces), step=0, identity=identity, key=LAB)


def _told(name: str, text: str, order: str | None) -> Trace:
    return _translated(*checkpoint_file(name), text, order)


@st.cache_resource(max_entries=50, show_spinner=False)
def _translated(path: Path, at: Stamp, text: str, order: str | None) -> Trace:
    checkpoint = load(path, at)
    rows = order_rows(order, len(checkpoint.tokenizer.encode(text).ids)) if order else None
    with SLOTS:
        trace = translate(checkpoint, [text], None if rows is None else [rows])[0]
    label = f"{checkpoint.variant} · {order or 'by itself'}"
    return replace(trace, label=label)


@st.cache_resource(max_entries=10, show_spinner=False)
def _forced(path: Path, at: Stamp) -> Trace:
    checkpoint = load(path, at)
    with SLOTS:
        return force(checkpoint, [DATE], [ISO])[0]


LABS: dict[str, Callable[[], None]] = {
    "letters": _letters,
    "orders": _orders,
    "cats": _cats,
    "dates": _dates,
    "lengths": _lengths,
    "factory": _factory,
    "softmax": _softmax,
    "formulas": _formulas,
    "bias": _bias,
    "changes": _changes,
    "mask": _mask,
    "clocks": _clocks,
    "window": _window,
    "plane": _plane,
    "dial": _dial,
}
