"""The page “Training”: the maps of a fixed sentence over training, and when its rows settled."""

import streamlit as st

from alignoscope.data.languages import pair_name
from alignoscope.serving.model_store import load_all
from alignoscope.ui.exports.chart_panel import show_chart
from alignoscope.ui.player.table_panel import number_formats
from alignoscope.ui.shell.pickers import bar, pick_pair, pick_variants
from alignoscope.ui.shell.session_keys import ENTROPY
from alignoscope.ui.training_history.entropy_chart import entropy_figure, settling_table
from alignoscope.ui.training_history.panel import (
    evolutions,
    pick_sentence,
    said_of_dropout,
    show_evolution,
)


def show() -> None:
    """Show the page “Training”."""
    with bar():
        pair, paths = pick_pair()
        checkpoints = {path: one for (path, _), one in load_all(paths).items()}
        sentence = pick_sentence(list(checkpoints.values()))
        chosen = pick_variants(paths)
    found = evolutions({p: one for p, one in checkpoints.items() if p in chosen}, sentence)
    show_evolution(found, sentence)
    st.markdown(
        "**What to look for.** When does each row concentrate on a few words, and are they "
        "the right ones? A map may first concentrate on a single word, often the last, at "
        "every step, and spread again before it finds the others. Does a map still change "
        "while its dev loss hardly falls? The last snapshot may be older than the model on "
        "the other pages."
    )
    st.markdown(said_of_dropout([one for path, one in checkpoints.items() if path in chosen]))
    st.subheader("When each row settled")
    st.caption(
        "A row has settled once its largest weight stops moving to another source token "
        "(whether or not that token is correct)."
    )
    table = settling_table(found)
    st.dataframe(table, hide_index=True, column_config=number_formats(table), height="content")
    st.subheader("How concentrated the rows are")
    about = (
        "Mean entropy over the rows of a map, over subword pieces. 0 means that one piece "
        "has all the weight."
    )
    st.caption(f"{about} It does not show whether it is the right piece. Each dot is one snapshot.")
    ranks = {path.stem: rank for rank, path in enumerate(checkpoints)}
    show_chart(
        entropy_figure(found, [ranks[one.label] for one in found]),
        key=ENTROPY,
        title=f"Mean entropy of the weights while training, {pair_name(pair)}",
        caption=f"Source: “{sentence[0]}” Target: “{sentence[1]}”, forced. {about}",
        subject=sentence[0],
    )
