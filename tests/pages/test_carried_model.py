"""The pages of one model open with its flow, and with the model that Compare shows large."""

import pytest

from tests.shared.app_pages import SENTENCE, given, open_page, with_parameters


@pytest.mark.parametrize("page", with_parameters("variant", "sentence"))
def test_an_enlarged_model_opens_on_another_page(page: str) -> None:
    test = open_page("app.py", sentence=SENTENCE, pinned=["luong-dot", "bahdanau-dot"])
    test.switch_page(page).run()
    assert not test.exception
    assert test.selectbox(key="variant").value == "bahdanau-dot"


def test_without_one_that_of_the_flow_opens_until_a_page_of_one_model_chooses() -> None:
    test = open_page("app.py", sentence=SENTENCE)
    test.switch_page("pages/step_by_step.py").run()
    assert test.selectbox(key="variant").value == "luong-general"
    test.selectbox(key="variant").set_value("luong-general-feed").run()
    test.switch_page("app.py").run()
    test.switch_page("pages/beam_tree.py").run()
    assert test.selectbox(key="variant").value == "luong-general-feed"


def test_another_language_pair_opens_with_a_model_of_its_own() -> None:
    test = open_page("app.py", sentence=SENTENCE, pinned="luong-local-m")
    test.selectbox(key="pair").set_value("fra-eng").run()
    test.switch_page("pages/step_by_step.py").run()
    assert not test.exception
    assert not test.warning
    assert test.selectbox(key="variant").value in {
        "bahdanau-additive",
        "luong-scaled-dot",
        "nematus-additive",
    }


def test_a_model_that_the_new_pair_lacks_leaves_the_address() -> None:
    test = open_page("pages/step_by_step.py", sentence=SENTENCE, variant="luong-dot")
    test.selectbox(key="pair").set_value("eng-spa").run()
    assert test.selectbox(key="variant").value == "bahdanau-additive"
    assert "variant" not in test.query_params
    test = open_page("pages/step_by_step.py", sentence=SENTENCE, variant="luong-general")
    test.selectbox(key="pair").set_value("eng-spa").run()
    assert test.selectbox(key="variant").value == "luong-general"


@pytest.mark.parametrize("page", with_parameters("variant", "picture"))
def test_the_pages_of_one_model_open_with_its_flow(page: str) -> None:
    test = open_page(page, sentence=SENTENCE)
    (player,) = (one for one in given(test) if one.get("key") == "player")
    assert player["start"]["view"]["picture"] == "flow"
    assert "picture" not in test.query_params
