"""What the row editor reports is checked before anything is decoded with it."""

from types import SimpleNamespace

import numpy as np
import pytest

import alignoscope.ui.what_if.row_editor as component
from alignoscope.ui.web import component_reports as reports
from alignoscope.ui.what_if.row_editor import EditedRow, edited_row, row_editor

GOOD = {"number": 11, "identity": "this", "step": 2, "edits": 7, "row": [0.25, 0, 0.75]}


def report(monkeypatch: pytest.MonkeyPatch, state: object) -> EditedRow | None:
    monkeypatch.setattr(reports, "st", SimpleNamespace(session_state={"editor": state}))
    return edited_row("editor", identity="this", words=3, steps=5)


def test_a_row_of_this_sentence_comes_back_as_it_was_left(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = EditedRow(step=2, edits=7, row=(0.25, 0.0, 0.75))
    assert report(monkeypatch, {"edit": GOOD}) == expected


@pytest.mark.parametrize(
    "change",
    [
        {"identity": "another"},
        {"step": 5},
        {"step": -1},
        {"step": 1.0},
        {"step": True},
        {"edits": "7"},
        {"edits": None},
        {"row": [0.5, 0.5]},
        {"row": [0.25, 0.25, 0.25, 0.25]},
        {"row": [float("nan"), 0.5, 0.5]},
        {"row": [float("inf"), 0.5, 0.5]},
        {"row": [-0.5, 0.5, 1]},
        {"row": [True, 0.5, 0.5]},
        {"row": ["0.5", 0.5, 0.5]},
        {"row": "row"},
        {"row": None},
    ],
)
def test_what_is_no_row_of_this_sentence_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, change: dict
) -> None:
    assert report(monkeypatch, {"edit": GOOD | change}) is None


@pytest.mark.parametrize("state", [None, {}, {"edit": None}, {"edit": [1]}, "edit"])
def test_nothing_reported_is_no_row(monkeypatch: pytest.MonkeyPatch, state: object) -> None:
    assert report(monkeypatch, state) is None


def test_a_row_that_sums_to_zero_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="All weights are 0"):
        report(monkeypatch, {"edit": GOOD | {"row": [0, 0.0, 0]}})


@pytest.mark.parametrize(
    ("reported", "heard"),
    [(GOOD, 11), (GOOD | {"row": None}, 11), (GOOD | {"number": "11"}, 0), (None, 0)],
)
def test_the_browser_is_told_which_report_was_heard_last(
    monkeypatch: pytest.MonkeyPatch, reported: dict | None, heard: int
) -> None:
    sent: list[dict] = []
    mount = SimpleNamespace(mount=lambda data, **_: sent.append(data))
    monkeypatch.setattr(component, "_COMPONENT", mount)
    state = SimpleNamespace(session_state={"editor": {"edit": reported}})
    monkeypatch.setattr(reports, "st", state)
    row, place = np.array([0.25, 0, 0.75]), {"step": 2, "edits": 7, "identity": "this"}
    row_editor(["a", "b", "c"], row, row, **place, key="editor", on_change=lambda: None)
    assert [data["heard"] for data in sent] == [heard]
