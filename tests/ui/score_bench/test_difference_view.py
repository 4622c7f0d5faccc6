"""Differences from a base's map by hand."""

from collections.abc import Callable

import numpy as np
import pytest

from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.ui.score_bench.difference_view import base_view, difference_scale, difference_view
from tests.shared.traces import written

SOURCE, TARGET = "She doesn't like the old house.", "Elle n'aime pas la vieille maison."


Tiny = Callable[..., Checkpoint]


def test_differences_of_global_attention_sum_to_0(tiny: Tiny) -> None:
    base, other = (
        force(tiny(name), [SOURCE], [TARGET])[0] for name in ("bahdanau-additive", "luong-general")
    )
    for unit, rows, columns in (
        ("pieces", len(base.target.pieces), len(base.source.pieces)),
        ("words", len(base.target.words), len(base.source.words)),
    ):
        view = difference_view(base, other, "weights", unit)
        assert view.label == "luong-general"
        assert view.cells.shape == (rows, columns)
        assert view.cells.sum(axis=1) == pytest.approx(np.zeros(rows), abs=1e-6)
        assert np.abs(view.cells).max() > 1e-4
    back = difference_view(other, base, "weights", "words")
    assert back.cells == pytest.approx(-difference_view(base, other, "weights", "words").cells)


def test_the_difference_is_others_minus_bases_on_a_symmetric_scale() -> None:
    base = written(["rouge"], [[0.9, 0.1, 0], [0, 0, 1]])
    other = written(["rouge"], [[0.2, 0.7, 0.1], [0, 0, 1]])
    view = difference_view(base, other, "weights", "words")
    assert view.cells == pytest.approx(np.array([[-0.7, 0.6, 0.1], [0, 0, 0]]))
    scale = difference_scale("luong-dot", "weights", [view])
    assert (scale.low, scale.high) == pytest.approx((-0.7, 0.7))
    assert scale.title == "Weights minus luong-dot's (its own map: 0 to 1)"
    own = base_view(base, "weights", "words")
    assert own.mode == "base, own translation"
    assert own.cells == pytest.approx(np.array([[0.9, 0.1, 0], [0, 0, 1]]))
    assert (own.scale.low, own.scale.high) == (0, 1)  # drawn as itself beside the differences
    assert difference_scale("luong-dot", "weights", [own, view]).high == pytest.approx(0.7)
