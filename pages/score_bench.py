"""The score bench: every variant held against a base, on one sentence or on a set of them."""

import streamlit as st

from alignoscope import session
from alignoscope.session.panels import bench, bench_panels

session.start("Score bench")
st.header("Score bench")
st.caption(
    "The same sentence for every variant. Choose a base to see where the others look elsewhere."
)
pair, paths = session.pick_pair()
source, target = session.pick_sentences(pair)
chosen = session.pick_variants(paths)
base = bench.pick_base(paths)
files = bench.usable(chosen, base)
held = bench.hold(files, base, source, target)
if held:
    st.caption(" ".join(bench.remarks(held, target)))
    bench_panels.show_maps(held, source, target)
    bench_panels.show_distances(held)
    bench_panels.show_translations(held)
st.divider()
bench_panels.show_switches(pair, paths, (source, target) if held else None)
st.divider()
bench_panels.show_set(pair, files, base)
