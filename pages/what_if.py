"""What if the model had written another token, or looked elsewhere? Both beside the original."""

import streamlit as st

from alignoscope import session
from alignoscope.figures.views.maps import map_view
from alignoscope.session.panels import branches as branch_panel
from alignoscope.session.panels import edits as edit_panel
from alignoscope.session.panels import importance as importance_panel
from alignoscope.session.panels.exports import show_exports
from alignoscope.session.panels.tables import show_tables
from alignoscope.session.what_if import link as what_if_link
from alignoscope.session.what_if import state as what_if

session.start("What if")
st.header("What if")
st.caption(
    "Write another token at a step, or change where the model looked: it goes on from there, and "
    "the original stays beside it."
)
pair, paths = session.pick_pair()
source, target = session.pick_sentences(pair)
path = session.pick_variant(paths)
found = session.traces([path], source, target)
if not found:
    st.stop()


@st.fragment
def explore() -> None:
    """Show all translations as maps, and the panels that change them at the current step."""
    original = found[0]
    state, keep = what_if_link.begin(source, target, original, path, paths), edit_panel.keeps()
    what_if_link.write(state, keep)
    branches = what_if.branch_traces(state)
    edited = what_if.edited_trace(state, original, keep)
    maps = [original, *([edited] if edited else []), *(trace for _, trace in branches)]
    position = session.show_player(maps, source, target)
    step = position.step
    what_if.show_refused()
    left, right = st.columns(2, gap="large")
    with left:
        st.subheader("Write another token")
        branch_panel.show(state, original, branches, step, paths)
    with right:
        st.subheader("Look elsewhere")
        edit_panel.show(state, original, edited, step, paths)
    matter = st.expander(
        "Does it matter where it looked?",
        icon=":material/science:",
        key="matter",
        on_change="rerun",  # so that nothing is measured while it is closed
    )
    if matter.open:
        with matter:
            importance_panel.show(state, original, step)
    show_exports(maps, position, source, target)
    view = position.view
    show_tables([map_view(trace, view.measure, view.unit) for trace in maps])


explore()
