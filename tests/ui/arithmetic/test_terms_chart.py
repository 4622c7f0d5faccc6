"""The terms of a score as bars and as a table, which add up to it."""

import numpy as np
import pytest

from alignoscope.analysis.arithmetic import cell_arithmetic
from alignoscope.decoding.forced import force
from alignoscope.records.arithmetic import Part, Terms
from alignoscope.ui.arithmetic.latex import COLORS
from alignoscope.ui.arithmetic.terms_chart import MOST, terms_figure, terms_table


def terms_of(tiny, variant: str) -> Terms:
    checkpoint = tiny(variant)
    (trace,) = force(checkpoint, ["She likes the red car."], ["Elle aime la voiture rouge."])
    return cell_arithmetic(checkpoint, trace, 2, 1).terms


@pytest.mark.parametrize("variant", ["luong-general", "bahdanau-additive", "luong-concat"])
def test_the_drawn_bars_add_up_to_the_score(tiny, variant: str) -> None:
    terms = terms_of(tiny, variant)
    steps = terms_figure(terms.parts, terms.values).data[0]
    total = float(terms.values.sum())
    assert steps.y[-1] == pytest.approx(total)
    assert sum(steps.y[:-1]) == pytest.approx(total)
    assert steps.measure[-1] == "total"
    others = len(terms.values) - MOST
    assert len(steps.y) == MOST + 2
    sizes = sorted(np.abs(terms.values))
    assert min(np.abs(steps.y[:MOST])) == pytest.approx(sizes[others])
    assert terms_table(terms.parts, terms.values)["term"].sum() == pytest.approx(total)


def test_few_terms_need_no_bar_for_the_others() -> None:
    parts = [Part("query", "q", np.array([2.0, -1.0])), Part("key", "k_j", np.array([3.0, 4.0]))]
    figure = terms_figure(parts, np.array([6.0, -4.0]))
    assert list(figure.data[0].y) == [6, -4, 2]
    assert figure.layout.xaxis.ticktext == ("1", "2", "sum")
    assert [bar.marker.color for bar in figure.data[1:]] == [COLORS["query"], COLORS["key"]]
