"""One variant, one step at a time: its map, and beside it all that a step computed."""

import streamlit as st

from alignoscope import session
from alignoscope.figures.views.maps import layers_of
from alignoscope.session.glossary import show_words
from alignoscope.session.panels.anatomy import show_anatomy
from alignoscope.session.panels.arithmetic import show_arithmetic
from alignoscope.session.panels.exports import show_exports
from alignoscope.session.panels.tables import show_tables
from alignoscope.session.state import BESIDE

session.start("Step by step")
with session.bar():
    pair, paths = session.pick_pair()
    source, target = session.pick_sentences(pair)
    path = session.pick_variant(paths)
    with session.settings():
        width = session.pick_decoding(target)
        posterior = session.pick_posterior()
        session.pick_live(pair)
st.caption(
    "What one model computed at each decoding step. Nothing is decoded again: it is a trace. Click "
    "a cell of the map: its arithmetic appears below."
)
found = session.traces([path], source, target, width, posterior=posterior)
if not found:
    st.stop()
layers = layers_of(found)


@st.fragment
def walk() -> None:
    """Show the map with its step control, and beside it what happened at that step."""
    left, right = st.columns([2, 3], gap="large")
    with left, st.container(key=BESIDE):
        position = session.show_player(found, layers, source, target)
    view = position.view
    with right:
        anatomy = show_anatomy(found, view.unit, position.step)
    show_words()
    show_arithmetic(found, [path], position.cell, position.step)
    show_exports(found, layers, position, source, target, drawings=[anatomy])
    show_tables(layers, view)


walk()
