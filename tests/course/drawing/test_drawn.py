"""A bet that is drawn: what it asks, what the model's curve is, and what papers have of both."""

import re
from dataclasses import replace
from math import log

import numpy as np
import pytest

from alignoscope.course.facts.learning import closes, widths_of
from alignoscope.course.kit.slides import slides_of
from alignoscope.course.labs.learning import widths
from alignoscope.course.labs.record import Curve
from alignoscope.course.markup import html
from alignoscope.course.player.kit.curves import draw_curve
from alignoscope.course.player.kit.kit import kit_file
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.read import lessons
from alignoscope.course.record import DrawnAnswer
from alignoscope.course.shown import Shown, shown_of
from alignoscope.course.words import words_of
from alignoscope.ui.svg.layout_constants import MEASURES
from tests.course.course import found, lab, load

LESSON, DATES = "learning", "dates/luong-dot"
CURVE = Curve(
    label="a",
    model="b",
    over="Updates",
    at="{} updates",
    amounts=(0, 1, 7),
    shares=(1.0, 0.5, 0.0),
    points=(0, 2),
    logarithmic=True,
)


def drawn() -> tuple[int, Shown]:
    return next(
        (i, one) for i, one in enumerate(found(LESSON)) if isinstance(one.screen.ask, DrawnAnswer)
    )


def trained(*rows: list[float]) -> object:
    """Return the model with these maps of one row each, kept after 0, 1, 2, ... updates."""
    checkpoint = load(DATES)
    kept = tuple(
        replace(checkpoint.record.snapshots[0], step=step, maps=[np.array([row])])
        for step, row in enumerate(rows)
    )
    return replace(checkpoint, record=replace(checkpoint.record, snapshots=kept))


def test_a_row_is_as_wide_as_its_entropy_is_beside_that_of_an_even_one() -> None:
    even, half, one = [0.25] * 4, [0.5, 0.5, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]
    assert widths_of(trained(even, half, one)) == pytest.approx({0: 1, 1: log(2) / log(4), 2: 0})
    assert closes(trained(even, half, one)) == "bit by bit"
    assert closes(trained(even, even, one)) == "at once"


def test_the_curve_is_that_of_the_maps_kept_and_five_points_are_asked_of_it() -> None:
    curve, kept = lab("widths").curve, load(DATES).record.snapshots
    assert curve.amounts == tuple(sorted(one.step for one in kept))
    rows = kept[-1].maps[0].astype(float)
    entropies = [-sum(a * log(a) for a in row if a > 0) for row in rows]
    assert widths(
        replace(
            load(DATES),
            record=replace(
                load(DATES).record, snapshots=(replace(kept[-1], maps=kept[-1].maps[:1]),)
            ),
        )
    ).curve.shares[0] == pytest.approx(np.mean(entropies) / log(rows.shape[1]), abs=1e-6)
    assert len(curve.points) == 5
    assert (curve.points[0], curve.points[-1]) == (0, len(kept) - 1)
    assert curve.asked.shares == ()
    assert curve.asked.amounts == tuple(curve.amounts[i] for i in curve.points)


def test_early_updates_lie_farther_apart_than_late_ones() -> None:
    assert CURVE.places == pytest.approx((0, 1 / 3, 1))  # log 2 of log 8
    assert CURVE.asked.places == (0, 1)
    assert replace(CURVE, logarithmic=False).places == pytest.approx((0, 1 / 7, 1))


def test_the_browser_has_the_curve_to_draw_and_no_lab_shows_it() -> None:
    number, shown = drawn()
    screen = payload(lessons()[LESSON], found(LESSON), LessonPosition(answers={}))["screens"][
        number
    ]
    curve = lab("widths").curve
    assert (screen["kind"], screen["lab"], screen["ask"]["options"]) == ("predict", None, None)
    assert screen["ask"]["curve"]["shares"] == curve.shares
    assert screen["ask"]["curve"]["amounts"] == [str(one) for one in curve.amounts]
    assert screen["ask"]["praise"] == [("", shown.screen.ask.says)]
    assert {*screen["ask"]["drawn"]} == {"near", "turned", "above", "below"}


def test_of_other_models_a_drawn_bet_says_what_is_true_of_them() -> None:
    _, shown = drawn()
    values = {**shown.values, "sharp.closes": "bit by bit"}
    one = replace(lessons()["learning"], screens=(shown.screen,))
    (other,) = shown_of(one, values.__getitem__, lambda name: lab(name))
    ask = payload(one, [other], LessonPosition(answers={}))["screens"][0]["ask"]
    assert ask["drawn"] == {}
    told = slides_of(other, words_of("fr"))[1].prose[0]
    assert told == "Avec ces modèles, il en va autrement\N{NO-BREAK SPACE}: peu à peu"


def test_a_sheet_has_an_empty_chart_and_its_key_the_curve() -> None:
    _, shown = drawn()
    sheet, key = (
        kit_file(name, lessons()[LESSON], found(LESSON)).make().decode()
        for name in ("sheet", "key")
    )
    assert sheet.count("<svg") == key.count("<svg") == 1
    assert ("<polyline" in sheet, "<polyline" in key) == (False, True)
    for paper in (sheet, key):
        assert paper.count("<h2>Draw its training</h2>") == 1
        for update in lab("widths").curve.asked.amounts:
            assert f">{update}</text>" in paper
    share = lab("widths").curve.shares[0]
    assert f"0 → <b>{share:.2f}</b>" in key
    assert f"{share:.2f}" not in sheet
    says = "Yours is too narrow by … after … updates: the model's rows were still wide."
    for told in (shown.screen.ask.says, html(says)):
        assert told in key
        assert told not in sheet


def test_a_slide_asks_with_an_empty_chart_and_the_next_one_draws_the_curve() -> None:
    _, shown = drawn()
    asked, told = slides_of(shown, words_of())
    assert asked.lab.first.curve.shares == ()
    assert told.lab.first.curve == lab("widths").curve
    assert re.search(r"^0 → \*\*0\.\d\d\*\*, \d", told.prose[1])


def test_a_curve_is_drawn_through_its_shares() -> None:
    at = MEASURES["curve"]
    line = re.search('points="([^"]+)"', draw_curve(CURVE, words_of()).body)
    points = [tuple(map(float, point.split(","))) for point in line[1].split()]
    wide, high = at["right"] - at["left"], at["bottom"] - at["top"]
    assert points == [
        (at["left"], at["top"]),
        pytest.approx((at["left"] + wide / 3, at["top"] + high / 2), abs=0.01),
        (at["right"], at["bottom"]),
    ]
    assert "polyline" not in draw_curve(CURVE.asked, words_of()).body


def test_a_quiz_asks_for_it_in_words() -> None:
    quiz = kit_file("quiz", lessons()[LESSON], found(LESSON)).make().decode()
    asked = re.search(r"^::learning \d+::(.*) \{####", quiz, re.M)
    assert asked is not None
    assert "Drag" not in asked[1]
    assert "<p>Draw it on paper, or say it in words.</p>" in asked[1]
    assert "Another model, <code>luong-dot</code>, turns dates into ISO form." in asked[1]
