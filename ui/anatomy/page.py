"""The page “Step by step”: the map of one model, and beside it the anatomy of each step."""

import streamlit as st

from alignoscope.analysis.telling import telling_step
from alignoscope.serving.trace_store import traces
from alignoscope.ui.anatomy.panel import show_anatomy
from alignoscope.ui.arithmetic.panel import show_arithmetic
from alignoscope.ui.exports.panel import show_exports
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.player.table_panel import show_tables
from alignoscope.ui.shell.decoding_choice import other_name, pick_decoding
from alignoscope.ui.shell.doubt import say_doubts
from alignoscope.ui.shell.pickers import (
    bar,
    pick_live,
    pick_pair,
    pick_posterior,
    pick_variant,
    settings,
)
from alignoscope.ui.shell.sentence_input import pick_sentences
from alignoscope.ui.shell.session_keys import BESIDE


def show() -> None:
    """Show the page “Step by step”."""
    with bar():
        pair, paths = pick_pair()
        source, target = pick_sentences(pair)
        path = pick_variant(paths)
        with settings("lead"):
            decoding = pick_decoding(target, "lead")
            posterior = pick_posterior()
            pick_live(pair)
    width, lead = decoding.lead, path.stem
    found = traces([path], source, target, width, posterior=posterior, lead=lead)
    if not found:
        st.stop()
    layers = layers_of(found)
    other = "" if target.strip() else other_name("lead", decoding)

    @st.fragment
    def walk() -> None:
        """Show the map with its step control, and all that depends on its position."""
        left, right = st.columns([2, 3], gap="large")
        with left, st.container(key=BESIDE):
            say_doubts(found, target, beam=other)
            request = PlayerRequest(
                identity=f"{source}\n{target}",
                picture="flow",
                step=telling_step(found),
                decode=other,
            )
            position = show_player(layers, request)
        view = position.view
        with right:
            anatomy = show_anatomy(found, view.unit, position.step)
        show_arithmetic(found, [path], position.cell, position.step)
        show_exports(found, layers, position, source, target, drawings=[anatomy])
        show_tables(layers, view)

    walk()
