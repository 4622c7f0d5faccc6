"""The row editor component: one step's weights as bars over source words, each one a slider.

`analysis.edits` maps an edited row over words to a row over pieces.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np

from alignoscope.ui.web.component import Component
from alignoscope.ui.web.component_reports import heard, reported
from alignoscope.ui.web.js_bundle import script, style

_COMPONENT = Component(
    "row_editor", script("ui/what_if/row_editor.js"), style("ui/what_if/row_editor.css")
)


@dataclass(frozen=True, kw_only=True)
class EditedRow:
    """A row over words as edited in the browser.

    `step` counts from 0; `edits` is the number of edits when the person moved the bar.
    """

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
    """Show a row of weights [words] as bars to drag; the other bars adjust.

    Args:
        words: the source words.
        row: the weights, one per word.
        computed: the model's weights, drawn as one mark per bar.
        step: the step, from 0.
        edits: the number of edits so far.
        identity: a text that names the model and sentence.
        key: the component's key in the session.
        on_change: called once per row that a person leaves, before the page runs again;
            `edited_row` then returns the row.
    """
    assert len(words) == len(row) == len(computed)
    _COMPONENT.mount(
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
    """Return the row that the browser just reported, or None if it is not valid here.

    A row is valid if it is of this sentence and model, and has one weight of at least 0 per word.

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
        raise ValueError("All weights are 0. Leave some weight on at least one word.")
    return EditedRow(step=step, edits=edits, row=tuple(map(float, row)))


def _is_weight(value: object) -> bool:
    return (
        isinstance(value, int | float)
        and not isinstance(value, bool)
        and isfinite(value)
        and value >= 0
    )
