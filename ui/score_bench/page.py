"""The page “Score bench”: every variant compared with a base, on one sentence or a set."""

from collections.abc import Sequence

import streamlit as st

from alignoscope.serving.model_store import load_all, results
from alignoscope.ui.arithmetic.alpha_picker import pick_alpha
from alignoscope.ui.score_bench.comparison import compare_to_base, pick_base
from alignoscope.ui.score_bench.distances_panel import show_distances, show_translations
from alignoscope.ui.score_bench.maps_panel import remarks, show_maps
from alignoscope.ui.score_bench.sentence_set_panel import show_set
from alignoscope.ui.score_bench.variant_switches import show_switches, warn_of_switches
from alignoscope.ui.shell.model_presets import best_aligner
from alignoscope.ui.shell.pickers import bar, pick_models, pick_pair
from alignoscope.ui.shell.sentence_input import pick_sentences
from alignoscope.ui.shell.session_keys import BENCH
from alignoscope.ui.shell.url_parameters import warn_of_unknown

TABS = ("One sentence", "What makes a variant", "Sentence set")


def show() -> None:
    """Show the page “Score bench”."""
    with bar():
        pair, paths = pick_pair()
        source, target = pick_sentences(pair)
        chosen, decoding, posterior = pick_models(paths, target, "others")
        width = decoding.others
        base = pick_base(paths)
        alpha = pick_alpha(
            "Changes the maps, differences, distances and entropies. Nothing is decoded "
            "again, so the translations and their probabilities stay the same.",
            folded=True,
        )
    warn_of_switches()
    one, described, several = _tabs()
    files = list(load_all([base, *chosen] if base else chosen))
    if one.open:
        with one:
            held = compare_to_base(files, base, source, target, width, posterior=posterior)
            if held:
                lead = best_aligner([path.stem for path in chosen], results(pair))
                show_maps(held, source, target, alpha, lead=lead)
                st.caption(" ".join(remarks(held, target, alpha)))
                show_distances(held.under(alpha))
                show_translations(held, target)
    if described.open:
        with described:
            show_switches(pair, paths, (source, target), width)
    if several.open:
        with several:
            show_set(pair, files, base, width, alpha)


def _tabs() -> Sequence:
    """Return the three tabs, of which only the open one is computed; the link records it."""
    warn_of_unknown(BENCH, TABS)
    return st.tabs(TABS, key=BENCH, on_change="rerun", bind="query-params")
