"""The chosen cell in the URL: restored, refused if it is not on show, gone when it no longer is."""

import json

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.data.examples import EXAMPLES
from tests.shared.app_pages import SENTENCE, open_page, variants_shown

CELL = {"map": "luong-dot", "unit": "words", "row": 2, "column": 3}


def linked(cell: str, **parameters: str | list[str]) -> AppTest:
    """Open the landing page as a link with this cell would."""
    test = open_page("app.py", sentence=SENTENCE, cell=cell, **parameters)
    assert not test.exception
    return test


def start_of(test: AppTest) -> dict:
    return json.loads(test.get("bidi_component")[0].proto.json)[0]["start"]


def test_a_link_opens_on_its_cell_and_its_arithmetic() -> None:
    test = linked("luong-dot~words~3~4")
    assert start_of(test)["cell"] == CELL
    assert r"tired → suis, luong\-dot" in test.subheader[0].value
    assert test.query_params["cell"] == "luong-dot~words~3~4"
    assert not test.warning


@pytest.mark.parametrize(
    "text",
    [
        "luong-dot",
        "luong-dot~words~3",
        "luong-dot~words~0~4",
        "luong-dot~words~03~4",
        "luong-dot~words~3~7",
        "luong-dot~words~99~4",
        "luong-dot~letters~3~4",
        "luong-dot~words~٣~4",
        "luong-dot~words~3~4~1",
        "fixed-context~words~3~4",
        "~~words~3~4",
    ],
)
def test_a_cell_of_a_link_that_is_not_on_show_is_said(text: str) -> None:
    test = linked(text, variants=["luong-dot", "fixed-context"])
    assert start_of(test)["cell"] is None
    assert "cell" not in test.query_params
    (warning,) = test.warning
    assert "This link asks for cell " in warning.value
    assert "`map~unit~row~column`" in warning.value


def test_a_cell_leaves_the_link_with_its_variant_and_comes_back_with_it() -> None:
    test = linked("luong-dot~words~3~4", variants=["luong-dot", "luong-concat"])
    test.button_group(key="variants").set_value(["luong-concat"]).run()
    assert "cell" not in test.query_params
    assert not test.subheader
    test.button_group(key="variants").set_value(["luong-dot", "luong-concat"]).run()
    assert test.query_params["cell"] == "luong-dot~words~3~4"
    test.text_input(key="sentence").set_value("Thank you!").run()
    assert "cell" not in test.query_params
    assert start_of(test)["cell"] is None


def test_a_cell_survives_a_page_that_does_not_show_it() -> None:
    test = linked("luong-dot~words~3~4")
    test.switch_page("pages/step_by_step.py").run()
    assert test.query_params["cell"] == "luong-dot~words~3~4"
    test.selectbox(key="variant").set_value("luong-general").run()
    assert "cell" not in test.query_params
    test.selectbox(key="variant").set_value("luong-dot").run()
    assert test.query_params["cell"] == "luong-dot~words~3~4"
    test.switch_page("app.py").run()
    assert r"tired → suis, luong\-dot" in test.subheader[0].value


@pytest.mark.parametrize("parameters", [{}, {"sentence": SENTENCE, "variants": "luong-dot"}])
def test_a_page_that_ran_once_hands_on_its_sentence_and_variants(parameters: dict) -> None:
    test = open_page("app.py", **parameters)
    before = test.text_input(key="sentence").value, variants_shown(test)
    test.switch_page("pages/score_bench.py").run()
    assert (test.text_input(key="sentence").value, variants_shown(test)) == before
    assert before[0] == parameters.get("sentence", EXAMPLES["eng-fra"][0].source)


def test_the_anatomy_is_of_the_model_that_the_strip_tells_of() -> None:
    names = ["bahdanau-additive", "luong-dot", "luong-general"]
    test = open_page("app.py", sentence=SENTENCE, variants=names)
    lead = json.loads(test.get("bidi_component")[0].proto.json)[0]["lead"]
    assert lead == "luong-general"  # whose links err least
    assert test.selectbox(key="player anatomy variant").value == lead
    test = open_page("app.py", sentence=SENTENCE, variants=names, cell="luong-dot~words~3~4")
    assert test.selectbox(key="player anatomy variant").value == "luong-dot"
