"""Beside an example is its right translation, and how many models write it."""

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.data.examples import EXAMPLES
from tests.shared.app_pages import open_page

FIRST = EXAMPLES["eng-fra"][0]
PAPER = EXAMPLES["eng-fra"][-1]


def said(test: AppTest) -> str:
    (found,) = [one.value for one in test.caption if "reference translation" in one.value] or [""]
    return found.replace("\\", "")


@pytest.mark.parametrize(
    ("source", "count"),
    [(FIRST.source, "2 of 2 models write"), (PAPER.source, "No model here writes")],
)
def test_an_example_stands_beside_its_right_translation(source: str, count: str) -> None:
    test = open_page("app.py", sentence=source, variants=["luong-general", "luong-dot"])
    assert not test.exception
    right = next(one.target for one in EXAMPLES["eng-fra"] if one.source == source)
    assert said(test) == f":material/translate: {count} the reference translation: “{right}”"


def test_a_sentence_of_ones_own_has_none() -> None:
    assert said(open_page("app.py", sentence="I love you.", variants="luong-dot")) == ""
