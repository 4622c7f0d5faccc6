"""A position from anywhere is repaired by the maps, and a link gives back what it was made of."""

from collections.abc import Mapping
from dataclasses import asdict, replace

import numpy as np
import pytest

from alignoscope.ui.player.position import (
    Cell,
    Position,
    Settled,
    View,
    from_link,
    settle,
    settle_report,
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
    assert from_link(link, LAYERS, OPENING)[0] == position
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
    assert from_link(asked, LAYERS, OPENING)[0] == Position(
        step=1, view=View(picture="flow", measure="scores"), cell=None, pins=("one",)
    )


def settled(kept: Position, report: Mapping, *, known: bool, restored: bool = False) -> Settled:
    return settle_report(kept, report, LAYERS, OPENING, known=known, restored=restored)


def test_of_other_maps_only_the_view_of_a_report_counts() -> None:
    report = {"step": 2, "view": {"margins": True}, "cell": None, "start": {"step": 0}}
    other = settled(OPENING, report, known=False)
    expected = Position(step=1, view=View(picture="flow", margins=True), cell=None)
    assert other.start == other.current == other.kept == expected
    assert {name for name, values in other.link.items() if values} == {"margins"}
    same = settled(OPENING, report, known=True)
    assert (same.start.step, same.current.step, same.link["step"]) == (0, 2, ["3"])
    back = settled(OPENING, report, known=False, restored=True)
    assert back.start == back.current == OPENING


def test_a_cell_of_a_map_that_is_not_shown_is_kept_until_another_is_chosen() -> None:
    hidden = Cell(map="three", unit="words", row=0, column=0)
    kept = replace(OPENING, cell=hidden)
    found = settled(kept, {"cell": None}, known=True)
    assert (found.current.cell, found.kept.cell, found.link["cell"]) == (None, hidden, [])
    chosen = Cell(map="two", unit="words", row=1, column=0)
    found = settled(kept, {"cell": asdict(chosen)}, known=True)
    assert found.current.cell == found.kept.cell == chosen
    assert found.link["cell"] == ["two~words~2~1"]
    let_go = settled(replace(OPENING, cell=chosen), {"cell": None}, known=True)
    assert let_go.kept.cell is None
