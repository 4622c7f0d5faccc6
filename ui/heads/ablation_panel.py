"""The panel on which heads matter: what the model writes without each, and without each layer."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from alignoscope.decoding.ablation import Ablation, ablations
from alignoscope.models.stamps import stamp
from alignoscope.records.trace import Trace
from alignoscope.serving.model_store import SLOTS, load
from alignoscope.ui.shell.session_keys import ABLATED, ABLATION, of
from alignoscope.ui.web.session_memo import once

if TYPE_CHECKING:
    from pandas import DataFrame

HEAD, FALL, WRITES = "Without", "log p falls by", "it then writes"


def show_ablations(trace: Trace, path: Path, attention: str) -> None:
    """Offer what a Transformer does without each head and each layer of an attention.

    Args:
        trace: its trace.
        path: its checkpoint.
        attention: one of `records.head_trace.ATTENTIONS`.
    """
    panel = st.expander(
        "Does it matter?",
        icon=":material/science:",
        key=ABLATION,
        on_change="rerun",  # nothing is decoded while it is closed
    )
    if not panel.open:
        return

    def make() -> list[Ablation]:
        with st.spinner("Leaving out each head"), SLOTS.other_work():
            return ablations(load(path, stamp(path)), trace, attention)

    with panel:
        found = once(of(ABLATED, attention), (trace, attention), make)
        st.caption(
            "The output of a head, or of all heads of a layer, is set to 0 (Michel et al. 2019), "
            "and nothing else is changed. The fall is of the log-probability of "
            f"“{trace.target.text}”, in nats; below 0, the model is surer without the head."
        )
        numbers = st.column_config.NumberColumn(format="%.2f")
        st.dataframe(ablation_table(found, trace), hide_index=True, column_config={FALL: numbers})


def ablation_table(found: Sequence[Ablation], trace: Trace) -> "DataFrame":
    """Return a row per head and layer: the fall of log p, and the words if they change."""
    from pandas import DataFrame  # here, so that the first map does not wait for it

    rows = []
    for one in found:
        head = "all heads" if one.head is None else f"head {one.head + 1}"
        text = one.written.target.text + " …" * (not one.written.finished)
        same = one.written.target.ids == trace.target.ids
        rows.append((f"layer {one.layer + 1}, {head}", one.fall, "the same" if same else text))
    return DataFrame(rows, columns=[HEAD, FALL, WRITES])
