"""Where a person is in a player: its step and view, kept in the session and in the URL."""

from collections.abc import Sequence
from dataclasses import asdict

import streamlit as st

from components.player import fitting, player
from figures.maps import Layers, layers_of
from figures.view import PICTURES, SCALINGS, Position, View, amended
from models.trace import Trace
from session.pickers import warn_of_unknown

SWITCHES = {"on": True, "off": False}
THRESHOLDS = {f"{percent / 100:g}": percent / 100 for percent in range(101)}


def show_player(
    found: Sequence[Trace], source: str, target: str, *, key: str = "player"
) -> Position:
    """Show the weights and scores of traces, over words and over pieces; see `show_layers`."""
    return show_layers(layers_of(found), identity=f"{source}\n{target}", key=key)


def show_layers(layers: Layers, *, identity: str, key: str = "player") -> Position:
    """Show the page's main player; keep its step and view in the session and in the URL.

    Call it inside a fragment with all that follows the position, so that a step reruns only that.
    """
    slot = f"{key} position"
    if slot in st.session_state:
        known, kept = st.session_state[slot]
        step, view = (kept.step if known == identity else 0), kept.view
    else:
        step, view = _linked(layers)
    position = player(layers, step=step, identity=identity, key=key, view=view)
    st.session_state[slot] = (identity, position)
    _link(position, layers)
    return position


def _linked(layers: Layers) -> tuple[int, View]:
    """Return the step and the view that the URL asks for; say what in it cannot be."""
    choices = {
        "measure": {measure: measure for measure, _ in layers},
        "unit": {unit: unit for _, unit in layers},
        "scaling": {scaling: scaling for scaling in SCALINGS},
        "picture": {picture: picture for picture in PICTURES},
        "threshold": THRESHOLDS,
        "transposed": SWITCHES,
        "margins": SWITCHES,
    }
    values = {}
    for name, allowed in choices.items():
        written = st.query_params.get(name)
        if written in allowed:
            values[name] = allowed[written]
        else:
            warn_of_unknown(name, allowed, "0 to 1, in hundredths" if name == "threshold" else "")
    last = max(len(one.row_of_step) for maps, _ in layers.values() for one in maps)
    steps = {str(i): i - 1 for i in range(1, last + 1)}
    warn_of_unknown("step", steps, f"1 to {last}")
    step = steps.get(st.query_params.get("step"), 0)
    return step, fitting(amended(View(), values), layers)


def _link(position: Position, layers: Layers) -> None:
    """Write the step and the view into the URL; what is as it is by default is left out."""
    view = asdict(position.view)
    plain = asdict(fitting(View(), layers))
    written = {name: _text(value) for name, value in view.items() if value != plain[name]}
    if position.step:
        written["step"] = str(position.step + 1)
    for name in (*view, "step"):
        if name in written:
            st.query_params[name] = written[name]
        elif name in st.query_params:
            del st.query_params[name]


def _text(value: str | float | bool) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return value if isinstance(value, str) else f"{value:.2g}"
