"""The shipped models: what each reaches, how it learnt, and what the numbers do not say."""

import streamlit as st

from alignoscope import session
from alignoscope.figures.charts.lengths import (
    about_lengths,
    has_lengths,
    lengths_figure,
    lengths_table,
)
from alignoscope.figures.charts.recipes import say_recipes
from alignoscope.figures.charts.results import (
    READING,
    curves_figure,
    ranking,
    results_table,
)
from alignoscope.figures.charts.seeds import budget, said_of_spread, spread_figure, with_seeds
from alignoscope.session.glossary import show_words
from alignoscope.session.panels.charts import show_chart
from alignoscope.session.panels.models import (
    of_files,
    said_of_files,
    show_table,
    show_trade,
    summed_up,
)
from alignoscope.session.state import CURVES, LENGTHS, SPREAD

session.start("Models")
with session.bar():
    pair, paths = session.pick_pair()
name = session.pair_name(pair)
reports = session.results(pair)
if not reports:
    st.info(
        "Nothing is measured yet. `python -m evaluation CHECKPOINTS --corpus FILE --out results` "
        "measures checkpoints and writes their numbers. Here is what the files of the models say."
    )
st.caption(said_of_files(reports, paths))
every = [*reports, *of_files(reports, paths)]
if not every:
    st.stop()
if recipes := say_recipes(reports):
    st.caption(recipes)
show_trade(every, pair)
table = summed_up(results_table(every, session.aligners(pair)), every)
show_table(table)
st.caption(
    "One row a checkpoint; click a heading to sort. The numbers come from `results/`, or else from "
    "the model’s file: its size, its training and its best dev loss."
)
show_words()
with st.expander("How to read these numbers", icon=":material/menu_book:"):
    st.markdown(ranking(reports))
    st.markdown(READING)
st.subheader("How they learnt")
st.caption("Click a name below a chart to hide its line, or double-click to see it alone.")
show_chart(
    curves_figure(every),
    key=CURVES,
    title=f"Dev loss while training, {name}",
    caption="A line a checkpoint, means over the dev part.",
    subject=pair,
)
seeds = session.results(pair, "seeds")
if with_seeds(seeds):
    st.subheader("Spread over seeds")
    points = f"Each point is a run of its own: {budget(seeds)}, same options, another seed."
    st.caption(f"{points} These runs are shorter than those above.")
    show_chart(
        spread_figure(seeds),
        key=SPREAD,
        title=f"Dev BLEU over seeds, greedy, {name}",
        caption=points,
        subject=pair,
    )
    st.markdown(said_of_spread(seeds))
if has_lengths(reports):
    st.subheader("BLEU by length of the source")
    st.caption(about_lengths(reports))
    show_chart(
        lengths_figure(reports),
        key=LENGTHS,
        title=f"BLEU by length of the source, greedy, {name}",
        caption=f"A line a checkpoint, greedy, one reference. {about_lengths(reports)}",
        subject=pair,
    )
    show_table(lengths_table(reports))
