"""The page “Models”: the quality of each model, its training, and the limits of the numbers."""

from collections.abc import Sequence

import streamlit as st

from alignoscope.data.languages import pair_name
from alignoscope.models.beside import Beside, beside
from alignoscope.records.escaping import plain
from alignoscope.records.report import Report
from alignoscope.serving.model_store import aligners, results
from alignoscope.ui.exports.chart_panel import show_chart
from alignoscope.ui.model_results.adding import show_adding
from alignoscope.ui.model_results.lengths_chart import (
    about_lengths,
    has_lengths,
    lengths_figure,
    lengths_table,
)
from alignoscope.ui.model_results.panel import (
    of_files,
    said_of_files,
    show_overview,
    show_table,
    show_trade,
    summed_up,
)
from alignoscope.ui.model_results.recipes_chart import say_recipes
from alignoscope.ui.model_results.reliability_chart import READING as READING_RELIABILITY
from alignoscope.ui.model_results.reliability_chart import (
    SHOWN,
    large_decoding,
    reliability_figure,
    reliability_table,
    said_of_readers,
)
from alignoscope.ui.model_results.results_chart import (
    READING,
    curves_figure,
    ranking,
    results_table,
)
from alignoscope.ui.model_results.seeds_chart import (
    budget,
    said_of_spread,
    spread_figure,
    with_seeds,
)
from alignoscope.ui.shell.pickers import bar, pick_pair
from alignoscope.ui.shell.session_keys import CURVES, LENGTHS, RELIABILITY, SPREAD, of


def show() -> None:
    """Show the page “Models”."""
    with bar():
        pair, paths = pick_pair()
        show_adding()
    reports = results(pair)
    if not reports:
        st.info(
            "No model of this language pair is measured yet. `python -m evaluation "
            "CHECKPOINTS --corpus FILE --beside` measures them. The table shows the "
            "metadata of the checkpoints."
        )
    said = said_of_files(reports, paths)
    every = [*reports, *of_files(reports, paths)]
    if not every:
        st.caption(said)
        st.stop()
    warning, recipes = say_recipes(reports)
    if warning:
        st.caption(warning, help=recipes)
    show_overview(every, paths, said)
    st.header("All numbers")
    table = summed_up(results_table(every, aligners(pair)), every)
    show_table(table)
    st.caption("One row per checkpoint. Click a heading to sort.")
    with st.expander("How to read these numbers", icon=":material/menu_book:"):
        st.markdown(ranking(reports))
        st.markdown(READING)
    show_trade(every, pair)
    _show_training(every, pair)
    _show_spread(results(pair, "seeds"), pair)
    _show_lengths(reports, pair)
    if paths:
        _show_reliability(beside(paths[0].parent), pair)


def _show_training(every: Sequence[Report], pair: str) -> None:
    st.header("Training curves")
    st.caption(
        "Click a name below a chart to hide its line, or double-click to show only this line."
    )
    show_chart(
        curves_figure(every),
        key=CURVES,
        title=f"Dev loss while training, {pair_name(pair)}",
        caption="One line per checkpoint; means over the dev part.",
        subject=pair,
    )


def _show_spread(seeds: Sequence[Report], pair: str) -> None:
    if not with_seeds(seeds):
        return
    st.header("Spread over seeds")
    points = (
        f"Each point is a separate run: {budget(seeds)}, with the same options and another seed."
    )
    st.caption(f"{points} These runs are shorter than those of the models above.")
    show_chart(
        spread_figure(seeds),
        key=SPREAD,
        title=f"Dev BLEU over seeds, greedy, {pair_name(pair)}",
        caption=points,
        subject=pair,
    )
    st.markdown(said_of_spread(seeds))


def _show_lengths(reports: Sequence[Report], pair: str) -> None:
    if not has_lengths(reports):
        return
    st.header("BLEU by length of the source")
    st.caption(about_lengths(reports))
    show_chart(
        lengths_figure(reports),
        key=LENGTHS,
        title=f"BLEU by length of the source, greedy, {pair_name(pair)}",
        caption=(
            f"One line per checkpoint; greedy decoding, one reference. {about_lengths(reports)}"
        ),
        subject=pair,
    )
    show_table(lengths_table(reports))


def _show_reliability(found: Beside, pair: str) -> None:
    for problem in found.problems:
        st.warning(plain(problem))
    if not found.words and not found.problems:
        st.caption("No table of the words that these models have read: no word is marked as new.")
    if not found.confidence:
        return
    st.header("How sure, and how right")
    decoding = large_decoding(found.confidence)
    large = bool(decoding) and _pick_large()
    told = SHOWN[large].format(decoding)
    st.caption(f"{told} {READING_RELIABILITY}")
    show_chart(
        reliability_figure(found.confidence, large=large),
        key=RELIABILITY,
        title=f"Words said to be right, and right, {pair_name(pair)}",
        caption=f"{told} {READING_RELIABILITY}",
        subject=pair,
    )
    if readers := said_of_readers(found.confidence):
        st.caption(plain(readers))
    show_table(reliability_table(found.confidence))


def _pick_large() -> bool:
    large = "Shown large"
    chosen = st.segmented_control(
        "What is said of a model",
        [large, "Shown small"],
        key=of(RELIABILITY, "large"),
        default=large,
        required=True,
        persist_state="session",
        label_visibility="collapsed",
    )
    return chosen in (large, None)  # going back in the browser can leave the control empty
