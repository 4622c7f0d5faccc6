"""What if the model had written another token, or looked elsewhere? Both beside the original."""

import streamlit as st

from alignoscope import session
from alignoscope.figures.views.maps import layers_of
from alignoscope.session.glossary import show_words
from alignoscope.session.links.changes import write_changes
from alignoscope.session.panels.arithmetic import show_arithmetic
from alignoscope.session.panels.exports import show_exports
from alignoscope.session.panels.tables import show_tables
from alignoscope.session.panels.what_if.branches import show_branches
from alignoscope.session.panels.what_if.edits import holds_translation, show_edits
from alignoscope.session.panels.what_if.importance import show_importance
from alignoscope.session.panels.what_if.results import show_results
from alignoscope.session.state import MATTER
from alignoscope.session.what_if.changing import resume, show_refused
from alignoscope.session.what_if.traces import branch_traces, edited_trace

session.start("What if")
with session.bar():
    pair, paths = session.pick_pair()
    source, target = session.pick_sentences(pair)
    path = session.pick_variant(paths)
    with session.settings():
        posterior = session.pick_posterior()
st.caption(
    "Write another token at a step, or change where the model looked: it goes on from there "
    "greedily, as the original was decoded, which stays beside it."
)
found = session.traces([path], source, target, posterior=posterior)
if not found:
    st.stop()


@st.fragment
def explore() -> None:
    """Show all translations as maps, and the panels that change them at the current step."""
    original = found[0]
    changes, keep = resume(source, target, original, path, paths), holds_translation()
    write_changes(changes, keep)
    branches = branch_traces(changes, posterior=posterior)
    edited = edited_trace(changes, original, keep, posterior=posterior)
    maps = [original, *([edited] if edited else []), *(trace for _, trace in branches)]
    layers = layers_of(maps)
    maps_beside, panel = st.columns([5, 3], gap="medium")
    with maps_beside:
        position = session.show_player(maps, layers, source, target)
        show_results(changes, original, edited, branches)
    step = position.step
    with panel:
        show_refused()
        looking, writing = st.tabs(["Look elsewhere", "Write another token"])
        with looking:
            show_edits(changes, original, edited, step, paths)
        with writing:
            show_branches(changes, original, branches, step, paths)
    matter = st.expander(
        "Does it matter where it looked?",
        icon=":material/science:",
        key=MATTER,
        on_change="rerun",  # so that nothing is measured while it is closed
    )
    if matter.open:
        with matter:
            show_importance(changes, original, step)
    show_words()
    show_arithmetic(maps, paths, position.cell, step)
    show_exports(maps, layers, position, source, target)
    show_tables(layers, position.view)


explore()
