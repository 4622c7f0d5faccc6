"""What the charts of distances show."""

import numpy as np
import pytest

from alignoscope.ui.score_bench.distance_chart import matrix_figure, rows_figure
from tests.shared.traces import written


def test_the_figures_show_all_rows_and_words_as_typed() -> None:
    words = ["<b>the</b>", "the"]
    traces = [
        written(words, np.roll(np.eye(3), shift, axis=1), variant)
        for shift, variant in enumerate(("luong-dot", "luong-general", "bahdanau-additive"))
    ]
    rows = rows_figure(traces[0], traces[1:])
    assert np.array(rows.data[0].z) == pytest.approx(np.ones((2, 3)))
    assert list(rows.layout.xaxis.ticktext) == ["&lt;b&gt;the&lt;/b&gt;", "the", "end"]
    assert list(rows.layout.yaxis.ticktext) == ["luong-general", "bahdanau-additive"]
    matrix = matrix_figure(traces)
    assert np.array(matrix.data[0].z) == pytest.approx(1 - np.eye(3))
    shown = {(note.y, note.x): note.text for note in matrix.layout.annotations}
    assert shown[0, 0] == "0.00"
    assert shown[2, 1] == "1.00"
    assert len(shown) == 9
    names = {"luong-dot", "luong-general", "bahdanau-additive"}
    assert {*matrix.layout.xaxis.ticktext} == names
    many = matrix_figure([*traces, traces[0].with_label("luong-scaled-dot")])
    assert "luong-<br>scaled-dot" in many.layout.xaxis.ticktext


def test_near_ones_stand_together_and_a_point_knows_its_two() -> None:
    near, far = np.eye(3), np.roll(np.eye(3), 1, axis=1)
    maps = {"a": near, "b": far, "c": 0.9 * near + 0.1 * far, "d": 0.9 * far + 0.1 * near}
    traces = [
        written(["the", "car"], rows, "luong-dot").with_label(name) for name, rows in maps.items()
    ]
    matrix = matrix_figure(traces)
    order = "".join(matrix.layout.yaxis.ticktext)
    assert order in ("acdb", "bdca")
    two = matrix.data[1].customdata[order.index("c") * 4 + order.index("b")]
    assert [traces[i].label for i in two] == ["c", "b"]
