"""The landing page: it shows the alignment maps of all chosen models for one sentence."""

import streamlit as st

from alignoscope.analysis.telling import telling_step
from alignoscope.serving.model_store import begin_loading, loaded_soon, results
from alignoscope.serving.trace_store import first_traces
from alignoscope.ui.anatomy.panel import show_anatomy
from alignoscope.ui.arithmetic.panel import show_arithmetic
from alignoscope.ui.exports.panel import show_exports
from alignoscope.ui.heads.ablation_panel import show_ablations
from alignoscope.ui.heads.panel import heads_to_open, open_heads
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.player.table_panel import show_tables
from alignoscope.ui.shell.decoding_choice import other_name
from alignoscope.ui.shell.doubt import say_doubts
from alignoscope.ui.shell.model_presets import best_aligner
from alignoscope.ui.shell.pickers import bar, carry_variant, pick_models, pick_pair
from alignoscope.ui.shell.sentence_input import pick_sentences, say_reference
from alignoscope.ui.shell.url_parameters import repeat_warnings

MORE = 1  # seconds after which the page adds the maps of models loaded since


def show() -> None:
    """Show the page “Compare maps”."""
    with bar():
        pair, every = pick_pair()
        source, target = pick_sentences(pair)
        paths, decoding, posterior = pick_models(every, target, "each", live=pair)
    lead = best_aligner([path.stem for path in paths], results(pair))
    widths = decoding.widths(paths, lead)
    found, late = first_traces(paths, source, target, widths, posterior=posterior, lead=lead)
    if not found:
        st.stop()
    opened = open_heads(found, paths, late=bool(late))
    shown = opened.traces if opened else found
    layers = layers_of(shown)
    other = "" if target.strip() else other_name("each", decoding)

    @st.fragment
    def explore() -> None:
        """Show the maps and all that depends on their position; a step reruns only this part."""
        say_doubts(found, target, lead, beam=other)
        request = PlayerRequest(
            identity=f"{source}\n{target}",
            lead=lead,
            late={paths.index(path): path.stem for path in late},
            step=telling_step(found, lead),
            picture="flow",
            translations=() if target.strip() else found,
            heads=heads_to_open(found),
            decode=other,
        )
        if opened:
            request = PlayerRequest(
                identity=f"{source}\n{target}\n{opened.link}",
                lead=opened.lead,
                step=opened.step,
            )
        position = show_player(layers, request)
        say_reference(found, target)
        if late:
            return
        enlarged, cell = position.pins[::-1], position.cell
        carry_variant([*enlarged, *([cell.map] if cell else [])], lead, [one.stem for one in every])
        view = position.view
        if (view.measure, view.scaling) == ("scores", "linear") and len(shown) > 1:
            st.caption(
                "All maps share one colour scale, and dot-product scores are much larger than "
                "additive ones. Set Scale to “Per row” (Options) to bring out pale maps."
            )
        if opened:
            show_ablations(opened.model, opened.path, opened.attention)
        show_arithmetic(shown, paths, cell, position.step)
        drawings = []
        if not opened:
            drawings = [show_anatomy(found, view.unit, position.step, cell, lead=lead)]
        show_exports(shown, layers, position, source, target, drawings=drawings, lead=request.lead)
        show_tables(layers, view)

    explore()
    if late:
        loaded_soon(begin_loading(late), MORE)
        repeat_warnings()
        st.rerun()
