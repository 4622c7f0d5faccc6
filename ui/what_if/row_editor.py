"""The row editor: one step's weights as bars over the source words, each of them a slider.

What a row over words does to a row over pieces is decided in `analysis.edits`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
import streamlit as st

from alignoscope.ui.web.component_reports import heard, reported
from alignoscope.ui.web.js_bundle import script, style

_mount = st.components.v2.component(
    "alignoscope_row_editor",
    css=style("ui/what_if/row_editor.css"),
    js=script("ui/what_if/row_editor.js"),
)


@dataclass(frozen=True, kw_only=True)
class EditedRow:
    """A row over words as a person left it, the step (from 0) and how many edits it followed."""

    step: int
    edits: int
    row: tuple[float, ...]


def row_editor(
    words: Sequence[str],
    row: np.ndarray,
    computed: np.ndarray,
    *,
    step: int,
    edits: int,
    identity: str,
    key: str,
    on_change: Callable[[], None],
) -> None:
    """Show a row of weights over words [words] as bars to drag; the others make room.

    `computed` is what the model itself had there: each bar carries a mark of it. `identity` says
    which sentence and model this is, `edits` how many edits there are so far. `on_change` is called
    once for each row that a person leaves, before the page runs again: `edited_row` then has it.
    """
    assert len(words) == len(row) == len(computed)
    _mount(
        key=key,
        data={
            "identity": identity,
            "step": step,
            "edits": edits,
            "heard": heard(key, "edit"),
            "words": list(words),
            "row": [round(float(weight), 6) for weight in row],
            "computed": [round(float(weight), 6) for weight in computed],
        },
        on_edit_change=on_change,
    )


def edited_row(key: str, *, identity: str, words: int, steps: int) -> EditedRow | None:
    """Return the row that the browser just reported, or None if it is not one of this sentence.

    Raises:
        ValueError: if the row sums to zero.
    """
    edit = reported(key, "edit")
    if edit.get("identity") != identity:
        return None
    step, edits, row = (edit.get(name) for name in ("step", "edits", "row"))
    if type(step) is not int or not 0 <= step < steps or type(edits) is not int:
        return None
    if not isinstance(row, list) or len(row) != words or not all(map(_is_weight, row)):
        return None
    if sum(row) == 0:
        raise ValueError("This row sums to zero: leave some weight on at least one word.")
    return EditedRow(step=step, edits=edits, row=tuple(map(float, row)))


def _is_weight(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and isfinite(value)
        and value >= 0
    )
