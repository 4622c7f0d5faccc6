"""The choice of the pieces in a cell over words; by default those with the largest weight."""

import numpy as np
import streamlit as st

from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Trace
from alignoscope.ui.player.view_settings import Cell
from alignoscope.ui.shell.session_keys import SOURCE_PIECE, TARGET_PIECE, of


def pick_pieces(trace: Trace, cell: Cell) -> tuple[int, int]:
    """Return the step and the source piece of a cell; in a cell over words, the person may choose.

    By default they are those with the largest weight in the cell.
    """
    if cell.unit != "words" or trace.weights is None:
        return cell.row, cell.column
    steps, columns = trace.target.spans[cell.row], trace.source.spans[cell.column]
    block = trace.weights[np.ix_(steps, columns)]
    if block.size == 1:
        return steps[0], columns[0]
    st.caption(
        f"Over words this cell is made of {len(steps)} × {len(columns)} cells of pieces: weights "
        f"are summed over the source's and averaged over the target's, here to "
        f"{block.sum(axis=1).mean():.3f}."
    )
    best = np.unravel_index(block.argmax(), block.shape)
    key = f"{cell.map} {cell.row} {cell.column} {trace.source.text}"
    with st.container(horizontal=True):
        column = _pick("Source piece", columns, int(best[1]), trace.source, of(SOURCE_PIECE, key))
        step = _pick("Target piece", steps, int(best[0]), trace.target, of(TARGET_PIECE, key))
    return step, column


def _pick(label: str, indices: range, best: int, sentence: Sentence, key: str) -> int:
    if len(indices) == 1:
        return indices[0]
    choices = {index: f"{index + 1} {sentence.pieces[index]}" for index in indices}
    return st.selectbox(label, choices, best, choices.__getitem__, key=key, width=240)
