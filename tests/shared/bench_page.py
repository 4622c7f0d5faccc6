"""The score bench opened without a browser, on tiny models."""

from streamlit.testing.v1 import AppTest

from tests.shared.app_pages import open_page

PAGE = "pages/score_bench.py"
NAMES = ("bahdanau-additive", "luong-dot", "luong-local-p", "fixed-context")
SENTENCE, TARGET = "The red car is fast.", "La voiture rouge est rapide."


SWITCHES, SET = "What makes a variant", "Sentence set"


def bench(**parameters: str | list[str]) -> AppTest:
    return open_page(PAGE, **({"sentence": SENTENCE} | parameters))


def table(test: AppTest, place: int = -1) -> list[dict]:
    return test.dataframe[place].value.to_dict("records")
