"""The landing page: a sentence in, the alignment map of every variant out, side by side."""

import streamlit as st

import session
from figures.maps import map_table, map_view

session.start("Compare maps")
st.header("See how attention works")
st.caption(
    "Each model translates the sentence token by token. A row of its map shows where the model "
    "looked while it wrote that word."
)
pair, paths = session.pick_pair()
source, target = session.pick_sentences(pair)
paths = session.pick_variants(paths)
measure, unit = session.pick_view()
found = session.traces(paths, source, target)
if found:
    # A fragment: a step that the player reports reruns it alone, not the tables below.
    st.fragment(session.show_player)(found, measure, unit, source, target)
    if measure == "scores" and len(found) > 1:
        st.caption(
            "One scale for all maps: products (dot, general) reach far larger scores than additive "
            "ones. Choose fewer variants in the sidebar to see what is pale here."
        )
    with st.expander("The same numbers as tables", icon=":material/table:"):
        for view in (map_view(trace, measure, unit) for trace in found):
            st.markdown(f"**{view.variant}** ({view.mode})")
            if view.cells is None:
                st.caption("No attention: there are no numbers to show.")
            else:
                st.dataframe(map_table(view).style.format("{:.3f}"))
