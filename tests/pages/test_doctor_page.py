"""The doctor's page: planted faults in files are named with place, numbers and usual cause."""

import io
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.analysis.doctor.rules import RULES
from alignoscope.analysis.doctor.self_attention_rules import ITSELF
from alignoscope.analysis.doctor.speech_rules import SPEECH
from alignoscope.interchange.foreign.examining import BY_SOFTMAX, examine_files
from alignoscope.interchange.readers.named_bytes import NamedBytes
from tests.shared.app_pages import open_page

SOURCE = ["the", "red", "car", "is", "new", "</s>"]
TARGET = ["la", "voiture", "est", "</s>"]
PADDED = [*SOURCE, "<pad>", "<pad>"]


def softmax(scores: np.ndarray, axis: int = -1) -> np.ndarray:
    parts = np.exp(scores)
    return parts / parts.sum(axis=axis, keepdims=True)


SCORES = np.random.default_rng(5).normal(0, 1, (4, 6))
WEIGHTS = softmax(SCORES)
OVER_PADDING = softmax(np.random.default_rng(5).normal(0, 1, (4, 8)))
DROPPED = np.where(np.random.default_rng(2).random((4, 6)) < 0.3, 0, WEIGHTS / 0.7)


def examined(
    weights: np.ndarray, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, source: list[str] = SOURCE
) -> AppTest:
    """Open the page with a file of one map."""
    path = tmp_path / "mine.npz"
    np.savez(path, weights=weights, source=np.array(source), target=np.array(TARGET))
    files = [NamedBytes(name=path.name, data=path.read_bytes())]
    monkeypatch.setattr("alignoscope.ui.open_files.uploaded_files.uploaded", lambda *_, **__: files)
    page = open_page("pages/doctor.py")
    assert not page.exception
    return page


def said(page: AppTest) -> str:
    return page.markdown[1].value.replace("\\", "")


def changed(change: Callable[[np.ndarray], object]) -> np.ndarray:
    weights = WEIGHTS.copy()
    change(weights)
    return weights


@pytest.mark.parametrize(
    ("weights", "source", "rule", "numbers"),
    [
        (changed(lambda w: w[2].fill(np.nan)), SOURCE, "Every number is finite", "row 3, column 1"),
        (SCORES * 3, SOURCE, "These are weights, from 0 to 1", "row 1, column "),
        (WEIGHTS.T, SOURCE, "Rows are target tokens", "6 rows and 4 columns for 4 target and 6"),
        (softmax(SCORES, axis=0), SOURCE, "The softmax is over the source", "columns sum to 1"),
        (WEIGHTS[[0, 0, 1, 2, 3]], SOURCE, "Rows are steps", "5 rows for 4 target tokens"),
        (WEIGHTS[:, :5], SOURCE, "Columns are the source tokens", "5 columns for 6 source tokens"),
        (OVER_PADDING, PADDED, "No weight lies on padding", "of row 1"),
        (
            OVER_PADDING * ([1] * 6 + [0] * 2),
            PADDED,
            "The mask comes before the softmax",
            "sums to",
        ),
        (DROPPED, SOURCE, "Dropout is off", "and single weights are 0"),
    ],
)
def test_a_planted_fault_is_named_with_its_place_numbers_and_cause(
    weights: np.ndarray,
    source: list[str],
    rule: str,
    numbers: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = examined(weights, tmp_path, monkeypatch, source)
    broken = [line for line in said(page).split("\n") if line.startswith("- ✗")]
    (found,) = (line for line in broken if rule in line)
    assert numbers in found
    assert "Usual cause: " in found
    assert f"{len(broken)} failed" in page.markdown[0].value


def test_a_right_file_breaks_no_rule(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = examined(WEIGHTS, tmp_path, monkeypatch)
    assert "passed, 0 failed" in page.markdown[0].value
    assert "✗" not in said(page)


def test_what_a_file_of_scores_cannot_show_is_not_ticked() -> None:
    data = io.BytesIO()
    np.savez(data, weights=SCORES, source=np.array(SOURCE), target=np.array(TARGET))
    ((_, findings),) = examine_files([NamedBytes(name="a.npz", data=data.getvalue())], scores=True)
    unknown = {one.rule for one in findings if one.kept is None}
    assert {*BY_SOFTMAX, "Dropout is off"} & RULES.keys() <= unknown
    assert {*BY_SOFTMAX} <= RULES.keys() | ITSELF.keys()


def test_without_a_file_the_rules_are_there() -> None:
    page = open_page("pages/doctor.py")
    for i, rules in enumerate((RULES, SPEECH, ITSELF)):
        assert all(rule in page.markdown[i].value for rule in rules)


def test_an_example_shows_a_fault_before_a_person_has_a_file() -> None:
    page = open_page("pages/doctor.py")
    (example,) = (one for one in page.button if one.label == "A softmax over the wrong side")
    example.click().run()
    broken = [line for line in said(page).split("\n") if line.startswith("- ✗")]
    assert broken[0].startswith("- ✗ **The softmax is over the source**")
    assert "2 failed" in page.markdown[0].value
