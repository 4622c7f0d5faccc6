"""What a person brings to a page is there for its link, or said to be lost: never silently gone."""

import io

import numpy as np
import pytest
from app_pages import SENTENCE, open_page
from streamlit.testing.v1 import AppTest

from alignoscope.ui.open_files import uploaded_files as brought
from alignoscope.ui.shell import session_keys as state

LOST = "The server no longer has"
MAP = io.BytesIO()
np.savez(MAP, weights=np.eye(2), source=np.array(["a", "</s>"]), target=np.array(["b", "</s>"]))
PAIRS = "I am not tired.\tJe ne suis pas fatigué.\nIt is late.\tIl est tard.\n".encode()
PAGES = {
    state.ALIGN_FILES: ("pages/alignment.py", "pairs.tsv", PAIRS),
    state.TRIAGE_FILES: ("pages/triage.py", "pairs.tsv", PAIRS),
    state.EXAMINED: ("pages/doctor.py", "mine.npz", MAP.getvalue()),
    state.FILE: ("pages/score_bench.py", "set.txt", SENTENCE.encode()),
}
KINDS = {
    state.ALIGN_FILES: (state.ALIGN, "Parallel text"),
    state.TRIAGE_FILES: (state.TRIAGE, "Parallel text"),
    state.FILE: (state.SET, "Upload a file"),
}
LINKS = {"variant": "luong-dot", "variants": "luong-dot"}
pytestmark = pytest.mark.usefixtures("tiny_folder")


def opened(key: str, **link: str) -> AppTest:
    bench = {"bench": "Sentence set"} if key == state.FILE else {}
    return open_page(PAGES[key][0], **LINKS, **bench, **link)


def with_file(key: str) -> AppTest:
    """Open a page, and bring a file to it."""
    test = opened(key)
    if key in KINDS:
        part, kind = KINDS[key]
        test.button_group(key=part).set_value(kind).run()
    _, name, data = PAGES[key]
    test.file_uploader(key=key).upload(name, data).run()
    assert not test.exception
    assert not test.error
    return test


def told(test: AppTest) -> list[str]:
    assert not test.exception
    return [one.value for one in test.info if LOST in one.value]


def shown(test: AppTest) -> str:
    """Return all numbers and findings of a page."""
    tables = [one.value.to_csv() for one in test.dataframe]
    return "\n".join([*tables, *(one.value for one in test.markdown)])


@pytest.mark.parametrize("key", PAGES)
def test_a_page_that_is_loaded_anew_has_it_and_another_server_says_what_is_lost(key: str) -> None:
    before = with_file(key)
    digest = before.query_params[key]
    again = opened(key, **{key: digest})
    assert any(PAGES[key][1] in one.value.replace("\\", "") for one in again.caption)
    assert shown(again) == shown(before)
    assert not told(again)
    brought._shelf().clear()  # as on another server
    other = opened(key, **{key: digest})
    assert told(other)
    assert key not in other.query_params
    assert not told(other.run())
    assert not told(opened(key))


@pytest.mark.parametrize("key", PAGES)
def test_what_is_closed_is_not_lost(key: str) -> None:
    digest = with_file(key).query_params[key]
    test = opened(key, **{key: digest})
    test.button(key=state.of(key, "close")).click().run()
    assert key not in test.query_params
    assert not told(test)
    assert not any("Still open" in one.value for one in test.caption)


def test_what_is_taken_out_of_the_box_is_not_lost() -> None:
    test = with_file(state.EXAMINED)
    test.file_uploader(key=state.EXAMINED).set_value([]).run()
    assert state.EXAMINED not in test.query_params
    assert not told(test)


def test_what_was_brought_is_there_when_one_comes_back_to_the_page() -> None:
    test = with_file(state.EXAMINED)
    test.switch_page("pages/models.py").run()
    test.switch_page("pages/doctor.py").run()
    assert any("Still open: mine" in one.value for one in test.caption)


def test_links_set_by_hand_are_said_to_be_lost() -> None:
    page, link = "pages/alignment.py", {"sentence": SENTENCE, "target": "Je dors."} | LINKS
    before = open_page(page, **link)
    before.session_state[state.SET_BY_HAND] = {"a pair": ((0, 0, 1),)}
    assert before.run().query_params[state.HAND] == "on"
    assert not told(before)
    other = open_page(page, **link, **{state.HAND: "on"})
    assert "links that you edited" in other.info[0].value
    assert state.HAND not in other.query_params
    before.session_state[state.SET_BY_HAND] = {}
    assert state.HAND not in before.run().query_params


@pytest.mark.parametrize("key", [state.ALIGN_FILES, state.TRIAGE_FILES])
@pytest.mark.parametrize("turned", [True, False])
def test_a_text_that_is_the_other_way_round_is_warned_of(key: str, turned: bool) -> None:
    sides = ["that is what you said", "c'est ce que vous disiez"]
    part, kind = KINDS[key]
    test = opened(key)
    test.button_group(key=part).set_value(kind).run()
    data = "\t".join(reversed(sides) if turned else sides)
    test.file_uploader(key=key).upload("a.tsv", data.encode()).run()
    assert not test.exception
    said = [one.value for one in test.warning if "are the texts the other way round" in one.value]
    assert bool(said) == turned
