"""BLEU against AER: which models have a point, where, in which colour and shape."""

from dataclasses import replace

import pytest

from alignoscope.ui.model_results.trade_chart import plotted, trade_figure
from tests.shared.measured import report


def test_a_model_has_a_point_where_both_were_measured() -> None:
    found = [report("luong-dot", 0.1, 0.2), report("fixed-context")]
    assert found[0].alignment_error == pytest.approx(0.15)
    assert found[0].greedy_bleu == 31
    assert found[1].alignment_error is None
    assert plotted(found) == found[:1]
    assert replace(found[0], quality=()).greedy_bleu is None


def test_the_colour_is_the_timing_and_the_shape_the_score() -> None:
    variants = ("luong-dot", "bahdanau-dot", "luong-general-feed", "nematus-additive-entmax15")
    figure = trade_figure([report(one, 0.1 + i / 10) for i, one in enumerate(variants)])
    points = {
        names[0]: (trace.marker.color, symbol, x)
        for trace in figure.data
        if trace.customdata is not None
        for names, symbol, x in zip(trace.customdata, trace.marker.symbol, trace.x, strict=True)
    }
    assert sorted(points) == [0, 1, 2, 3]
    assert points[0][0] == points[2][0] != points[1][0]
    assert points[0][1] == points[1][1] != points[2][1]
    assert [points[i][2] for i in range(4)] == pytest.approx([0.1, 0.2, 0.3, 0.4])
    listed = [(one.name, one.marker.symbol) for one in figure.data if one.showlegend is None]
    assert listed == [("Bahdanau", None), ("Luong", None), ("Nematus", None)]
    (point,) = (one for one in trade_figure([report("transformer", 0.1)]).data if one.customdata)
    assert point.text == ("transformer",)


def test_the_names_of_near_points_stand_apart_and_inside() -> None:
    errors = {"luong-general": 0.1, "luong-dot": 0.4, "luong-concat": 0.41, "luong-local-p": 0.9}
    found = [report(variant, error) for variant, error in errors.items()]
    (trace,) = [one for one in trade_figure(found).data if one.text]
    assert list(trace.textposition) == ["top right", "bottom center", "top center", "top left"]
    found += [report("luong-scaled-dot", 0.89)]
    (trace,) = [one for one in trade_figure(found).data if one.text]
    ends = trace.textposition[3:]
    assert len(set(ends)) == 2
    assert all(one.endswith("left") for one in ends)  # not beyond the right edge
