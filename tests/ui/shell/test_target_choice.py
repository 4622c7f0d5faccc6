"""A target belongs to its sentence, and any map's words can become everybody's."""

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.data.examples import EXAMPLES
from tests.shared.app_pages import SENTENCE, given, open_page, payload

TARGET = "Je ne suis pas fatigué."
FEW = ["luong-dot", "luong-concat"]


def opened() -> AppTest:
    return open_page("app.py", sentence=SENTENCE, target=TARGET, variants=FEW)


def test_another_sentence_takes_the_target_out_and_offers_it_again() -> None:
    test = opened()
    assert payload(test)["maps"][0]["mode"] == "forced translation"
    test.text_input(key="sentence").set_value("She is not tired.").run()
    assert test.text_input(key="target").value == ""
    assert payload(test)["maps"][0]["mode"] == "own translation, beam 5"
    test.button(key="former target again").click().run()
    assert test.text_input(key="target").value == TARGET
    assert payload(test)["maps"][0]["mode"] == "forced translation"
    assert "former target" not in test.session_state


@pytest.mark.usefixtures("tiny_folder")
def test_a_box_left_empty_is_filled_on_the_next_page_as_its_address_says() -> None:
    test = open_page("app.py", sentence=SENTENCE)
    test.text_input(key="sentence").set_value("").run()
    test.switch_page("pages/what_if.py").run()
    first = EXAMPLES["eng-fra"][0].source
    # Not the sentence of the page before: the browser has left that page's address.
    assert test.text_input(key="sentence").value == first
    assert test.query_params["sentence"] == first


def test_a_link_with_both_keeps_both() -> None:
    test = opened()
    assert test.text_input(key="target").value == TARGET
    assert not [button for button in test.button if button.key == "former target again"]


def test_only_free_translations_of_several_models_can_be_given_to_all() -> None:
    def forcible(**parameters: str | list[str]) -> bool:
        test = open_page("app.py", sentence=SENTENCE, **parameters)
        return given(test)[0].get("forcible", False)

    assert forcible(variants=FEW)
    assert not forcible(variants=FEW, target=TARGET)
    assert not forcible(variants=FEW[:1])
