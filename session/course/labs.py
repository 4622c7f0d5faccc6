"""What can be moved in a lesson, and what real models make of it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import streamlit as st

from alignoscope.components.player.mount import player
from alignoscope.decoding.forced import force
from alignoscope.decoding.greedy import translate
from alignoscope.figures.views.maps import layers_of
from alignoscope.lessons.claims import CATS, LETTERS
from alignoscope.lessons.explaining import DATE, ISO
from alignoscope.lessons.oracle import ORDERS, order_rows
from alignoscope.records.trace import Trace
from alignoscope.session.cache import SLOTS, load
from alignoscope.session.course.values import checkpoint_file
from alignoscope.session.stamps import Stamp
from alignoscope.session.state import LAB, ORDER


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
}
