"""The panel on which head aligns best: the alignment error of each, on pairs with gold links."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from alignoscope.data.gold import GoldPair
from alignoscope.decoding.heads import head_errors
from alignoscope.models.decoders.transformer import TransformerDecoder
from alignoscope.models.stamps import stamp
from alignoscope.serving.model_store import SLOTS, load
from alignoscope.ui.shell.session_keys import HEAD_ERRORS, HEADS_MEASURED
from alignoscope.ui.web.session_memo import once

if TYPE_CHECKING:
    from pandas import DataFrame


def show_head_errors(path: Path, gold: Sequence[GoldPair]) -> None:
    """Offer the alignment error of each head of a checkpoint, if it is a Transformer's.

    Args:
        path: the checkpoint.
        gold: the pairs with gold links.
    """
    checkpoint = load(path, stamp(path))
    decoder = checkpoint.model.decoder
    if not isinstance(decoder, TransformerDecoder):
        return
    panel = st.expander(
        "Which head aligns best?",
        icon=":material/leaderboard:",
        key=HEAD_ERRORS,
        on_change="rerun",  # nothing is decoded while it is closed
    )
    if not panel.open:
        return

    def make() -> np.ndarray:
        with st.spinner("Aligning with each head"), SLOTS.other_work():
            return head_errors(checkpoint, gold)

    with panel:
        errors = once(HEADS_MEASURED, (path, stamp(path), tuple(gold)), make)
        st.caption(say_best(errors, decoder.aligned))
        table = error_table(errors)
        numbers = st.column_config.NumberColumn(format="%.3f")
        st.dataframe(table, column_config=dict.fromkeys(table.columns, numbers))


def say_best(errors: np.ndarray, aligned: int) -> str:
    """Return sentences on the head with the lowest error, beside the mean that stands in the maps.

    Args:
        errors: the alignment errors [layers, heads + 1], the last of a row that of the mean.
        aligned: the layer whose mean a trace has, from 0.
    """
    layer, head = np.unravel_index(errors[:, :-1].argmin(), errors[:, :-1].shape)
    return (
        f"Head {head + 1} of layer {layer + 1} aligns best: its alignment error rate here "
        f"is {errors[layer, head]:.3f}. The maps show the mean over the heads of layer "
        f"{aligned + 1}, which has {errors[aligned, -1]:.3f}. Each target word is linked to the "
        "word with its largest weight; the options above do not change this table."
    )


def error_table(errors: np.ndarray) -> "DataFrame":
    """Return the errors [layers, heads + 1] with a row per layer, and columns of heads and mean."""
    from pandas import DataFrame  # here, so that the first map does not wait for it

    heads = [f"head {i + 1}" for i in range(errors.shape[1] - 1)]
    layers = [f"layer {i + 1}" for i in range(len(errors))]
    return DataFrame(errors, index=layers, columns=[*heads, "mean"])
