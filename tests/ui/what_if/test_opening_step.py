"""The page “What if” opens at a word that changes when the attention is moved."""

import pytest
from streamlit.testing.v1 import AppTest

from tests.shared.app_pages import given, open_page

DOG = "The little boy has a black dog and a white cat."


def start_of(test: AppTest) -> dict:
    assert not test.exception
    return given(test)[0]["start"]


@pytest.mark.parametrize(
    ("sentence", "variant", "words"),
    [
        (DOG, "luong-general", "petit garçon chien noir chat blanc"),
        ("A dog.", "luong-general", "chien"),
        (DOG, "fixed-context", "Le"),
    ],
)
def test_the_page_opens_at_a_content_word(sentence: str, variant: str, words: str) -> None:
    test = open_page("pages/what_if.py", sentence=sentence, variant=variant)
    data, step = given(test)[0], start_of(test)["step"]
    rows = data["units"]["words"][0]
    assert data["lists"][rows["rows"]][rows["rowOfStep"][step]] in words.split()
    assert "step" not in test.query_params


def test_only_a_step_that_nobody_chose_changes_with_the_page() -> None:
    test = open_page("app.py", sentence=DOG, pinned="fixed-context")
    assert start_of(test)["step"] > 0
    test.switch_page("pages/what_if.py").run()
    assert start_of(test)["step"] == 0
    test.switch_page("app.py").run()
    assert start_of(test)["step"] > 0
    chosen = open_page("app.py", sentence=DOG, pinned="luong-general", step="3")
    chosen.switch_page("pages/what_if.py").run()
    assert start_of(chosen)["step"] == 2
    assert chosen.query_params["step"] == "3"
