"""How sure a model is, and what its map says of it: made bins and maps, worked out by hand."""

from dataclasses import replace
from math import exp

import numpy as np
import pytest

from alignoscope.course.facts import confidence
from alignoscope.course.facts.confidence import SCARECROW, translated, widths
from alignoscope.records.confidence import ReliabilityBin
from tests.course.course import lab, load
from tests.shared.drawn_steps import make_trace

FRENCH = "eng-fra/luong-concat"


@pytest.mark.parametrize(
    ("gaps", "verdict"),
    [
        ((0.04, -0.04), "as said"),
        ((0.06, 0.01), "too modest"),
        ((-0.06, 0.04), "too sure"),
        ((0.06, -0.06), "neither"),
    ],
)
def test_a_model_is_as_right_as_it_says_or_errs_to_one_side_or_to_both(
    monkeypatch: pytest.MonkeyPatch, gaps: tuple[float, float], verdict: str
) -> None:
    about = {"what": "word", "part": "test", "decoding": "greedy", "labels": "x", "count": 9}
    made = [
        ReliabilityBin(**about, low=low, high=low + 0.1, said=low, right=low + gap)
        for low, gap in zip((0.2, 0.7), gaps, strict=True)
    ]
    monkeypatch.setattr(confidence, "bins", lambda _: made)
    assert confidence.honesty(load(FRENCH)) == verdict


def test_a_row_over_words_is_as_wide_as_its_entropy_is_beside_that_of_an_even_one() -> None:
    made = make_trace(source=("a", "b", "c", "d"))
    rows = ([0.25] * 4, [0.5, 0.5, 0, 0])
    for row, wide in zip(rows, (1, 0.5), strict=True):  # log 4 of log 4, and log 2
        weights = np.array(row)
        steps = tuple(replace(step, weights=weights) for step in made.steps)
        assert widths(replace(made, steps=steps)) == pytest.approx([wide])


@pytest.mark.parametrize(("p", "wide", "knows"), [(80, 70, "probability"), (60, 70, "width")])
def test_what_tells_more_of_the_wrong_words_knows_and_near_equals_know_alike(
    monkeypatch: pytest.MonkeyPatch, p: int, wide: int, knows: str
) -> None:
    monkeypatch.setattr(confidence, "told_by_probability", lambda _: p)
    monkeypatch.setattr(confidence, "told_by_width", lambda _: wide)
    assert confidence.which_knows(load(FRENCH)) == knows
    monkeypatch.setattr(confidence, "told_by_width", lambda _: p - 5)
    assert confidence.which_knows(load(FRENCH)) == "neither"


def test_the_terms_of_every_word_come_to_what_the_page_says_of_it() -> None:
    _, sure = translated(SCARECROW, load(FRENCH))
    found = lab("computed")
    assert [control.start for control in found.controls] == [int(np.argmin(sure.words))]
    for one, p in zip(found.outcomes, sure.words, strict=True):
        products = [float(row[-1]) for row in one.table.rows]
        z, said = (float(line.values[0]) for line in one.lines)
        assert z == pytest.approx(sum(products), abs=0.05)  # each is rounded
        assert said == pytest.approx(1 / (1 + exp(-z)), abs=0.01)
        assert said == pytest.approx(p, abs=0.005)


def test_five_bins_of_ten_are_drawn_and_all_are_in_the_table() -> None:
    curve, table = lab("calibration").curve, lab("reliability").outcomes[0].table
    assert (len(curve.amounts), len(curve.points), len(table.rows)) == (10, 5, 10)
    for i, row in enumerate(table.rows):
        assert curve.amounts[i] == pytest.approx(100 * float(row[0]), abs=1)
        assert curve.shares[i] == pytest.approx(float(row[1]), abs=0.005 + 1e-9)  # two decimals


def test_of_a_model_that_was_not_measured_it_says_what_to_do() -> None:
    with pytest.raises(ValueError, match=r"was not measured: `alignoscope confidence` writes it"):
        translated(SCARECROW, replace(load(FRENCH), path=None))
