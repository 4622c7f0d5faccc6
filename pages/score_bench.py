"""The score bench: every variant held against a base, on one sentence or on a set of them."""

import streamlit as st

from alignoscope import session
from alignoscope.session.panels.alpha import pick_alpha
from alignoscope.session.panels.bench.distances import show_distances, show_translations
from alignoscope.session.panels.bench.held import hold, pick_base
from alignoscope.session.panels.bench.maps import remarks, show_maps
from alignoscope.session.panels.bench.sentence_set import show_set
from alignoscope.session.panels.bench.switches import show_switches, warn_of_switches
from alignoscope.session.panels.bench.tabs import tabs

session.start("Score bench")
with session.bar():
    pair, paths = session.pick_pair()
    source, target = session.pick_sentences(pair)
    chosen, width, posterior = session.pick_models(paths, target)
    base = pick_base(paths)
    alpha = pick_alpha(
        "Maps, differences, distances and entropies follow. Nothing is decoded again, so the words "
        "and their probabilities stay the models' own.",
        folded=True,
    )
if says := session.say_readable(pair):
    st.caption(says)
warn_of_switches()
one, described, several = tabs()
files = list(session.load_all([base, *chosen] if base else chosen))
if one.open:
    with one:
        held = hold(files, base, source, target, width, posterior=posterior)
        if held:
            lead = session.best_aligner([path.stem for path in chosen], session.results(pair))
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
