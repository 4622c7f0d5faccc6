"""The landing page: a sentence in, the alignment map of every variant out, side by side."""

import streamlit as st

from alignoscope import session
from alignoscope.figures.views.maps import layers_of
from alignoscope.session.course.tour import offer_tour, show_tour
from alignoscope.session.glossary import show_words
from alignoscope.session.panels.anatomy import show_anatomy
from alignoscope.session.panels.arithmetic import show_arithmetic
from alignoscope.session.panels.exports import show_exports
from alignoscope.session.panels.opened import go_to_handed
from alignoscope.session.panels.tables import show_tables
from alignoscope.session.state import HINT

MORE = 1  # seconds after which maps join those that came first

session.start("Compare maps")
go_to_handed()
show_tour()
with session.bar():
    pair, paths = session.pick_pair()
    source, target = session.pick_sentences(pair)
    paths, width, posterior = session.pick_models(paths, target, live=pair)
with st.container(key=HINT, horizontal=True, vertical_alignment="center", gap="small"):
    st.caption(
        f"{session.say_readable(pair)} A row is a word that one wrote, bright cells what it "
        "looked at. Press play; click a cell for its numbers, a name for a large map."
    )
    offer_tour()
found, late = session.first_traces(paths, source, target, width, posterior=posterior)
if not found:
    st.stop()
layers = layers_of(found)
lead = session.best_aligner([path.stem for path in paths], session.results(pair))


@st.fragment
def explore() -> None:
    """Show the maps and what follows their position: a step or a view reruns this alone."""
    coming = {paths.index(path): path.stem for path in late}
    position = session.show_player(found, layers, source, target, lead=lead, late=coming)
    if late:
        return
    view = position.view
    if (view.measure, view.scaling) == ("scores", "linear") and len(found) > 1:
        st.caption(
            "One scale for all maps: products (dot, general) reach far larger scores than additive "
            "ones. Choose “Row by row” above, or fewer variants, to see what is pale here."
        )
    show_words()
    show_arithmetic(found, paths, position.cell, position.step)
    anatomy = show_anatomy(found, view.unit, position.step, position.cell, lead=lead)
    show_exports(found, layers, position, source, target, drawings=[anatomy])
    show_tables(layers, view)


explore()
if late:
    session.loaded_soon(session.begin_loading(late), MORE)
    st.rerun()
