"""The landing page: it shows the alignment maps of all chosen models for one sentence."""

from collections.abc import Callable

import streamlit as st

from alignoscope.serving.model_store import begin_loading, loaded_soon, results
from alignoscope.serving.trace_store import first_traces
from alignoscope.ui.anatomy.panel import show_anatomy
from alignoscope.ui.arithmetic.panel import show_arithmetic
from alignoscope.ui.exports.panel import show_exports
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.page_player import show_player
from alignoscope.ui.player.table_panel import show_tables
from alignoscope.ui.shell.glossary import show_words
from alignoscope.ui.shell.model_presets import best_aligner
from alignoscope.ui.shell.pickers import bar, carry_variant, pick_models, pick_pair
from alignoscope.ui.shell.sentence_input import pick_sentences, say_readable
from alignoscope.ui.shell.session_keys import HINT
from alignoscope.ui.shell.url_parameters import repeat_warnings

MORE = 1  # seconds after which the page adds the maps of models loaded since


def show(offer_tour: Callable[[], None]) -> None:
    """Show the page “Compare maps”; `offer_tour` draws the button that starts the first minute."""
    with bar():
        pair, every = pick_pair()
        source, target = pick_sentences(pair)
        paths, width, posterior = pick_models(every, target, live=pair)
    with st.container(key=HINT, horizontal=True, vertical_alignment="center", gap="small"):
        st.caption(
            f"{say_readable(pair)} A ribbon is as wide as the weight: how much the model "
            "looks at that word. Press play, or click a model’s name."
        )
        offer_tour()
    found, late = first_traces(paths, source, target, width, posterior=posterior)
    if not found:
        st.stop()
    layers = layers_of(found)
    lead = best_aligner([path.stem for path in paths], results(pair))

    @st.fragment
    def explore() -> None:
        """Show the maps and all that depends on their position; a step reruns only this part."""
        coming = {paths.index(path): path.stem for path in late}
        position = show_player(
            found, layers, source, target, lead=lead, late=coming, picture="flow"
        )
        if late:
            return
        enlarged, cell = position.pins[::-1], position.cell
        carry_variant([*enlarged, *([cell.map] if cell else [])], lead, [one.stem for one in every])
        view = position.view
        if (view.measure, view.scaling) == ("scores", "linear") and len(found) > 1:
            st.caption(
                "One scale for all maps: products (dot, general) reach far larger scores than "
                "additive ones. Choose “Row by row” above, or fewer variants, to see what is pale "
                "here."
            )
        show_words()
        show_arithmetic(found, paths, cell, position.step)
        anatomy = show_anatomy(found, view.unit, position.step, cell, lead=lead)
        show_exports(found, layers, position, source, target, drawings=[anatomy], lead=lead)
        show_tables(layers, view)

    explore()
    if late:
        loaded_soon(begin_loading(late), MORE)
        repeat_warnings()
        st.rerun()
