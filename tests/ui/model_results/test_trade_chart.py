"""BLEU against AER: which models have a point, where, in which colour and shape."""

from dataclasses import replace
from itertools import combinations

import pytest

from alignoscope.ui.model_results.trade_chart import HEIGHT, WIDTHS, plotted, seated, trade_figure
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
    names = [one.text for one in figure.layout.annotations]
    assert names == ["dot", "dot", "general-feed", "additive-entmax15"]
    assert trade_figure([report("transformer", 0.1)]).layout.annotations[0].text == "transformer"


def test_the_names_of_near_points_stand_apart_and_inside_on_a_phone_and_on_a_wide_screen() -> None:
    near = [(0.4 + i / 1000, 33) for i in range(6)]
    points = [(0.1, 31), *near, (0.9, 35)]
    names = [
        "general",
        "scaled-dot",
        "concat",
        "general-copy",
        "dot",
        "local-m",
        "coverage",
        "local-p",
    ]
    seats = seated(points, names)
    assert seats[-1].anchor == "right"  # not beyond the right edge
    assert any(seat.far for seat in seats[1:-1])  # a line leads there
    assert not seats[0].far
    for width in WIDTHS:
        boxes = [
            [at + by for at, by in zip((x, y, x, y), seat.box(name), strict=True)]
            for (error, bleu), seat, name in zip(points, seats, names, strict=True)
            for x, y in [((error - 0.1) / 0.8 * width, (bleu - 31) / 4 * HEIGHT)]
        ]
        for one, other in combinations(boxes, 2):
            apart = (
                one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
            )
            assert apart
    assert seated([], []) == []
