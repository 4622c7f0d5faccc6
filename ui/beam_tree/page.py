"""The page “Beam search”: the tree of hypotheses, and the attention map of any of them."""

import streamlit as st

from alignoscope.analysis.telling import telling_step
from alignoscope.ui.beam_tree import panel as beam
from alignoscope.ui.beam_tree.export import tree_drawing
from alignoscope.ui.exports.panel import show_exports
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.player.table_panel import number_formats, show_tables
from alignoscope.ui.shell.doubt import say_doubts
from alignoscope.ui.shell.pickers import bar, pick_pair, pick_posterior, pick_variant, settings
from alignoscope.ui.shell.sentence_input import pick_sentences


def show() -> None:
    """Show the page “Beam search”."""
    with bar():
        pair, paths = pick_pair()
        source, target = pick_sentences(pair)
        path = pick_variant(paths)
        with settings():
            posterior = pick_posterior()
    width, penalty = beam.pick_search()
    if target.strip():
        st.caption("Ignored here: beam search always writes its own translation.")
    tree = beam.grow(path, source, width, penalty)

    @st.fragment
    def explore() -> None:
        """Show the tree, and the map of the hypothesis chosen in it."""
        node = beam.chosen_node(tree, path.stem)
        trace = beam.chosen(path, source, width, penalty, node, posterior=posterior)
        layers = layers_of([trace])
        branches, beside = st.columns([3, 2], gap="medium")
        with beside:
            say_doubts([trace], "")
            request = PlayerRequest(
                identity=f"{source}\n", picture="flow", step=telling_step([trace])
            )
            position = show_player(layers, request)
        unit = position.view.unit
        with branches:
            beam.show_tree(tree, path.stem, node, unit)
            st.caption("Finished hypotheses, best first")
            table = beam.hypotheses(tree)
            st.dataframe(table, hide_index=True, column_config=number_formats(table))
            st.caption(
                "Score: the total log-probability (nats), divided by the length to the power "
                "of the penalty. The weights are those along the back-pointers of a "
                "hypothesis."
            )
        drawing = tree_drawing(tree, node, unit, path.stem)
        show_exports([trace], layers, position, source, "", drawings=[drawing])
        show_tables(layers, position.view)

    explore()
