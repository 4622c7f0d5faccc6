"""A position from anywhere is repaired by the maps, and a link gives back what it was made of."""

import numpy as np
import pytest

from alignoscope.ui.player.position import (
    Cell,
    Position,
    View,
    from_link,
    settle,
    start_and_current,
    to_link,
)
from tests.ui.player.test_payload import layers_of, view_of

CELLS = np.full((3, 2), 0.5)
LAYERS = layers_of([view_of(CELLS, "one", 3, 2), view_of(CELLS[:2], "two", 2, 2)])
OPENING = Position(step=1, view=View(picture="flow"), cell=None)
NAMES = (
    *("measure", "unit", "scaling", "picture", "threshold", "transposed", "margins", "density"),
    *("step", "cell", "pinned", "joint"),
)


def texts(**given: str) -> dict[str, list[str]]:
    """Return the values of each parameter of a link with these."""
    return {name: given.get(name, "").split() for name in NAMES}


@pytest.mark.parametrize(
    ("asked", "step"), [(0, 0), (2, 2), (3, 2), (-1, 0), ("2", 1), (True, 1), (None, 1), (1.0, 1)]
)
def test_a_step_fits_the_longest_map_and_what_is_no_step_is_the_usual_one(
    asked: object, step: int
) -> None:
    assert settle({"step": asked}, LAYERS, OPENING).step == step


def test_nothing_at_all_is_the_usual_position() -> None:
    for raw in (None, "step=2", [], {}, {"steps": 2}):
        assert settle(raw, LAYERS, OPENING) == OPENING


def test_a_measure_or_unit_that_no_layer_has_gives_way_to_one_that_is_there() -> None:
    raw = {"view": {"measure": "posterior", "unit": "pieces", "threshold": 2, "margins": "yes"}}
    assert settle(raw, LAYERS, OPENING).view == View(picture="flow", unit="pieces")


def test_a_link_gives_back_the_position_that_it_was_made_of() -> None:
    position = Position(
        step=2,
        view=View(measure="scores", unit="pieces", scaling="log", threshold=0.25, transposed=True),
        cell=Cell(map="two", unit="pieces", row=1, column=0),
        pins=("two", "one"),
        joint="one~words~rows~1.3",
    )
    link = to_link(position, LAYERS, OPENING)
    assert {name: values for name, values in link.items() if values} == {
        "measure": ["scores"],
        "unit": ["pieces"],
        "scaling": ["log"],
        "picture": ["map"],
        "threshold": ["0.25"],
        "transposed": ["on"],
        "step": ["3"],
        "pinned": ["two", "one"],
        "cell": ["two~pieces~2~1"],
        "joint": ["one~words~rows~1.3"],
    }
    assert from_link(link, LAYERS, OPENING) == position
    assert not any(to_link(OPENING, LAYERS, OPENING).values())


def test_what_a_link_asks_for_in_vain_is_left_at_the_opening() -> None:
    asked = texts(
        step="0",
        cell="two~words~3~1",  # This map has two rows.
        pinned="three one one",
        joint="two~words~rows~3",
        threshold="1.5",
        picture="film",
        measure="weights scores",  # The last value counts.
    )
    assert from_link(asked, LAYERS, OPENING) == Position(
        step=1, view=View(picture="flow", measure="scores"), cell=None, pins=("one",)
    )


def test_of_other_maps_only_the_view_of_a_report_counts() -> None:
    report = {"step": 2, "view": {"margins": True}, "cell": None, "start": {"step": 0}}
    start, current = start_and_current(OPENING, report, LAYERS, known=False, restored=False)
    assert start == current == Position(step=1, view=View(picture="flow", margins=True), cell=None)
    start, current = start_and_current(OPENING, report, LAYERS, known=True, restored=False)
    assert (start.step, current.step) == (0, 2)
    start, current = start_and_current(OPENING, report, LAYERS, known=False, restored=True)
    assert start == current == OPENING
