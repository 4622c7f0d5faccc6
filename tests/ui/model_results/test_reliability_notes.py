"""What the page "Models" says of the files from which words are marked as new or unsure."""

from dataclasses import replace
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.data.known_words import TABLE, KnownWords, write_known
from alignoscope.records.confidence import FITS, ReadFit, write_confidence
from tests.shared.app_pages import open_page
from tests.ui.model_results.test_reliability_chart import MEASURED

NONE = "No table of the words that these models have read: no word is marked as new."


def opened() -> AppTest:
    test = open_page("pages/models.py")
    assert not test.exception
    return test


def notes(test: AppTest) -> list[str]:
    return [one.value for one in test.caption if one.value == NONE]


def test_a_pair_without_a_table_has_one_note(tiny_folder: Path) -> None:
    test = opened()
    assert notes(test) == [NONE]
    assert not test.warning
    write_known(KnownWords({"the": 3}, {"le": 3}), tiny_folder)
    assert notes(opened()) == []


@pytest.mark.parametrize("name", [TABLE, FITS])
def test_a_damaged_file_is_named_and_left_aside(name: str, tiny_folder: Path) -> None:
    write_known(KnownWords({"the": 3}, {"le": 3}), tiny_folder)
    (tiny_folder / name).write_bytes(b"PK")
    test = opened()
    (told,) = [one.value for one in test.warning]
    assert name in told.replace("\\", "")
    assert "is not used" in told
    assert notes(test) == []


def test_the_diagram_is_of_models_shown_large_and_a_click_away_of_those_shown_small(
    tiny_folder: Path,
) -> None:
    rows = tuple(replace(one, decoding="beam 5") for one in MEASURED.bins)
    read = ReadFit(second="luong-dot", back="", fit=MEASURED.fit, bins=rows)
    write_confidence({"fixed-context": replace(MEASURED, read=read)}, tiny_folder / FITS)
    test = opened()
    assert [one.value for one in test.caption if one.value.startswith("Translations of test by be")]
    (choice,) = [one for one in test.button_group if one.label == "What is said of a model"]
    choice.set_value("Shown small").run()
    assert not test.exception
    assert [one.value for one in test.caption if one.value.startswith("Greedy translations of te")]
    write_confidence({"fixed-context": MEASURED}, tiny_folder / FITS)
    assert not [one for one in opened().button_group if one.label == "What is said of a model"]
