"""The page “What if”: force another token or edit weights, and compare with the original."""

from functools import partial

import streamlit as st

from alignoscope.analysis.telling import telling_step
from alignoscope.records.head_trace import CROSS
from alignoscope.records.variant import is_transformer
from alignoscope.serving.trace_store import traces
from alignoscope.ui.arithmetic.panel import show_arithmetic
from alignoscope.ui.exports.panel import show_exports
from alignoscope.ui.heads.ablation_panel import show_ablations
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.player.table_panel import show_tables
from alignoscope.ui.shell.doubt import say_doubts
from alignoscope.ui.shell.pickers import bar, pick_pair, pick_posterior, pick_variant, settings
from alignoscope.ui.shell.sentence_input import pick_sentences
from alignoscope.ui.shell.session_keys import MATTER
from alignoscope.ui.what_if.actions import move_attention, resume, show_refused
from alignoscope.ui.what_if.branches_panel import show_branches
from alignoscope.ui.what_if.edits_panel import holds_translation, show_edits
from alignoscope.ui.what_if.importance_panel import show_importance
from alignoscope.ui.what_if.results_panel import show_results, show_translation
from alignoscope.ui.what_if.state import head_count, no_edits
from alignoscope.ui.what_if.traces import branch_traces, edited_trace
from alignoscope.ui.what_if.url_changes import write_changes


def show() -> None:
    """Show the page “What if”."""
    with bar():
        pair, paths = pick_pair()
        source, target = pick_sentences(pair)
        path = pick_variant(paths)
        with settings():
            posterior = pick_posterior()
    found = traces([path], source, target, posterior=posterior, lead=path.stem)
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
            show_translation(original, edited)
            shown = edited or original
            say_doubts([original], target)
            request = PlayerRequest(
                identity=f"{source}\n{target}",
                translations=() if target.strip() else maps,
                lead=maps[-1].id,
                movable="" if no_edits(shown) or head_count(shown) else shown.id,
                move=partial(move_attention, original, shown, keep),
                picture="flow",
                step=telling_step([original]),
            )
            position = show_player(layers, request)
            show_results(changes, original, edited, branches)
        step = position.step
        with panel:
            with st.empty():  # Tabs that change their place forget which one is open.
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
            on_change="rerun",  # The importance is computed only while the section is open.
        )
        if matter.open:
            with matter:
                show_importance(changes, original, step)
        if is_transformer(original.variant):
            show_ablations(original, path, CROSS)
        show_arithmetic(maps, paths, position.cell, step)
        show_exports(maps, layers, position, source, target, lead=maps[-1].id)
        show_tables(layers, position.view)

    explore()
