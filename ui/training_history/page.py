"""The page “Training”: the maps of a fixed sentence over training, and when its rows settled."""

import streamlit as st

from alignoscope.data.languages import pair_name
from alignoscope.serving.model_store import load_all
from alignoscope.ui.exports.chart_panel import show_chart
from alignoscope.ui.player.table_panel import number_formats
from alignoscope.ui.shell.glossary import show_words
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
    st.caption(
        "Press play: the maps of one sentence, from the untrained model on. They are snapshots "
        "from about 20 training steps, ever further apart; nothing between them was kept. Each "
        "model was given this target token by token (forced): no map is of a translation of its "
        "own."
    )
    found = evolutions({p: one for p, one in checkpoints.items() if p in chosen}, sentence)
    show_evolution(found, sentence)
    st.markdown(
        "**What to look for.** See when each row gathers on few words, and whether they are the "
        "right ones: a map can first turn sharp on one word, often the last, whatever is being "
        "written, and spread again before it finds the others. See also whether a map still moves "
        "while its dev loss hardly falls; the last snapshot can be older than the model that the "
        "other pages show."
    )
    st.markdown(said_of_dropout([one for path, one in checkpoints.items() if path in chosen]))
    show_words()
    st.subheader("When rows found their place")
    st.caption(
        "A row is in place once its largest weight is on the piece that it ends on, right or "
        "wrong, and stays there."
    )
    table = settling_table(found)
    st.dataframe(table, hide_index=True, column_config=number_formats(table), height="content")
    st.subheader("How sharp the rows are")
    about = "Means over the rows of a map, over subword pieces; 0 is all weight on one piece."
    st.caption(f"{about} It does not say whether it is the right one. Each dot is a snapshot.")
    ranks = {path.stem: rank for rank, path in enumerate(checkpoints)}
    show_chart(
        entropy_figure(found, [ranks[one.label] for one in found]),
        key=ENTROPY,
        title=f"Mean entropy of the weights while training, {pair_name(pair)}",
        caption=f"Source: “{sentence[0]}” Target: “{sentence[1]}”, forced. {about}",
        subject=sentence[0],
    )
