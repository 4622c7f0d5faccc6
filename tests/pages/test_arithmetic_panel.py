"""The panel of one cell: how its number came about, piece by piece."""

import re
from pathlib import Path

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.analysis.renormalising import alpha_weights
from alignoscope.analysis.terms import TERMS
from alignoscope.analysis.words import merge_words
from alignoscope.decoding.forced import force
from alignoscope.models.checkpoint import load_checkpoint
from alignoscope.records.catalogue import scores as catalogue_scores


def panel(variant: str, unit: str, row: int, column: int, alpha: float | None = None) -> None:
    """Be a page of one forced sentence; runs inside of AppTest, so it imports for itself."""
    from pathlib import Path

    from alignoscope.decoding.forced import force
    from alignoscope.models.stamps import stamp
    from alignoscope.serving.model_store import load
    from alignoscope.ui.arithmetic.panel import show_arithmetic
    from alignoscope.ui.player.position import Cell

    path = Path("checkpoints/eng-fra") / f"{variant}.safetensors"
    checkpoint = load(path, stamp(path))
    source, target = "The *unbelievable* $tired$.", "Il est fatigué."
    trace = force(checkpoint, [source], [target])[0]
    cell = Cell(map=variant, unit=unit, row=row, column=column) if row >= 0 else None
    show_arithmetic([trace], [path], cell, 0, alpha)


def open_panel(monkeypatch: pytest.MonkeyPatch, *arguments: object) -> AppTest:
    monkeypatch.chdir(Path(__file__).parent.parent.parent)
    test = AppTest.from_function(panel, args=arguments, default_timeout=300).run()
    assert not test.exception
    return test


@pytest.mark.parametrize("variant", ["luong-dot", "luong-concat", "bahdanau-additive"])
def test_the_panel_shows_the_cell_piece_by_piece(monkeypatch, variant: str) -> None:
    test = open_panel(monkeypatch, variant, "words", 1, 2)
    title = test.subheader[0].value
    assert title.startswith("How this weight is calculated: unbelievable → est, ")
    assert len(test.selectbox) == 1
    places = [int(option.split()[0]) - 1 for option in test.selectbox[0].options]
    assert len(places) > 3
    chosen, before = test.selectbox[0].value, [formula.value for formula in test.latex]
    test.selectbox[0].set_value(next(place for place in places if place != chosen)).run()
    assert not test.exception
    assert before != [formula.value for formula in test.latex]
    assert len(test.get("plotly_chart")) == 1
    tokens = [*test.dataframe[0].value["source"]]
    assert (tokens[0], tokens[-2:]) == ("The", ["end", "sum"])


def test_under_another_alpha_all_numbers_are_of_its_weights(monkeypatch) -> None:
    test = open_panel(monkeypatch, "luong-general", "words", 1, 1, 2.0)
    path = Path("checkpoints/eng-fra/luong-general.safetensors")
    (trace,) = force(load_checkpoint(path), ["The *unbelievable* $tired$."], ["Il est fatigué."])
    weights = alpha_weights(trace, 2.0)
    merged = merge_words(weights, trace.source, trace.target, "weights")
    assert f"which gives {merged[1, 1]:.3f}." in " ".join(one.value for one in test.caption)
    (step,), columns = trace.target.spans[1], trace.source.spans[1]
    assert test.selectbox[0].value == max(columns, key=lambda column: weights[step, column])
    length = np.linalg.norm(weights[step] @ trace.values)
    said = " ".join(one.value for one in test.markdown)
    assert f"The context vector has length {length:.3f}." in said


def test_a_score_without_a_formula_shows_its_numbers_all_the_same(monkeypatch) -> None:
    whole = open_panel(monkeypatch, "luong-general", "pieces", 1, 2)
    monkeypatch.setitem(catalogue_scores.SCORES, "general", catalogue_scores.UNWRITTEN)
    test = open_panel(monkeypatch, "luong-general", "pieces", 1, 2)
    assert "The formula of this score is not written yet" in test.caption[1].value
    shown = [re.findall(r"\d+\.\d+", one.value) for one in test.latex]
    assert shown == [re.findall(r"\d+\.\d+", one.value) for one in whole.latex]
    assert sum(map(len, shown)) > 13
    assert test.dataframe[0].value["source"].iloc[-2] == "</s>"


def test_a_score_without_terms_gets_a_plain_word(monkeypatch) -> None:
    monkeypatch.delitem(TERMS, "general")
    test = open_panel(monkeypatch, "luong-general", "pieces", 1, 2)
    assert "arithmetic of the score general is not written yet" in test.info[0].value


def test_marks_of_markdown_in_words_are_shown_as_they_are(monkeypatch) -> None:
    title = open_panel(monkeypatch, "luong-dot", "words", 0, 4).subheader[0].value
    assert r"\$ → Il" in title


def test_without_a_cell_the_panel_says_how_to_choose_one(monkeypatch) -> None:
    for row, column in ((-1, 0), (1_000, 0), (0, 1_000)):
        test = open_panel(monkeypatch, "luong-dot", "words", row, column)
        assert "Click a cell, or press Enter on it" in test.caption[0].value
    test = open_panel(monkeypatch, "fixed-context", "words", 0, 0)
    assert "has no attention" in test.info[0].value
