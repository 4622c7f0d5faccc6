"""The shipped models: what each reaches, how it learnt, and what the numbers do not say."""

import streamlit as st

import session
from figures.results import (
    budget,
    curves_figure,
    has_lengths,
    lengths_figure,
    results_table,
    spread_figure,
    with_seeds,
)
from session.charts import show_chart

session.start("Models")
st.header("Models")
pair, _ = session.pick_pair()
reports = session.results(pair)
if not reports:
    st.info(
        "Nothing is measured yet. `python -m evaluation CHECKPOINTS --corpus FILE --out results` "
        "measures checkpoints and writes what this page shows."
    )
    st.stop()
st.caption("One row a checkpoint; click a heading to sort. The numbers come from `results/`.")
st.dataframe(results_table(reports), hide_index=True)
st.markdown(
    "**What the numbers show.** BLEU and chrF compare translations with one reference: another "
    "right translation counts as wrong. Entropy is low where the weights are on few words, right "
    "or wrong. AER compares the weights' links with links that were set by hand.\n\n"
    "**What they do not show.** A score function that is ahead here need not be ahead elsewhere. "
    "The models are small, were trained for minutes, and not all with the same options: see the "
    "cards below. One seed says little, too: Britz et al. (2017) saw 0.1 to 0.3 BLEU between seeds."
)
st.subheader("How they learnt")
show_chart(
    curves_figure(reports),
    key="curves",
    title=f"Dev loss while training, {pair}",
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
        key="spread",
        title=f"Dev BLEU over seeds, {pair}",
        caption=points,
        subject=pair,
    )
if has_lengths(reports):
    st.subheader("BLEU by length of the source")
    show_chart(
        lengths_figure(reports),
        key="lengths",
        title=f"BLEU by length of the source, {pair}",
        caption="A line a checkpoint. Long sources are sentences joined to one another.",
        subject=pair,
    )
st.subheader("Model cards")
for report in reports:
    with st.expander(f"{report['checkpoint']}", icon=":material/description:"):
        st.json({name: report[name] for name in ("config", "date", "command", "hardware")})
        st.json({k: v for k, v in report["record"].items() if k not in ("history", "snapshots")})
