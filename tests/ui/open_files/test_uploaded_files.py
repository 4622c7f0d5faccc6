"""What a person brings to a page is there for its link, or said to be lost: never silently gone."""

import io

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.records.escaping import plain
from alignoscope.ui.open_files import page as maps_page
from alignoscope.ui.open_files import uploaded_files
from alignoscope.ui.shell import session_keys as state
from tests.shared.app_pages import SENTENCE, open_page

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
LINKED = {
    "a.align": b"0-0 1-1\n0-0\n",
    "a.en": b"the cat\nhi\n",
    "a.fr": b"le chat\nsalut\n",
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
    uploaded_files._shelf().clear()  # as on another server
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


@pytest.mark.parametrize("key", [state.ALIGN_FILES, state.TRIAGE_FILES])
@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("en", "fr"), ""),
        (("en", "de"), "en-de, but the models are of eng-fra: the texts are not in these"),
        (("fr", "en"), "fr-en, but the models are of eng-fra: are the texts the other way round?"),
    ],
)
def test_a_text_that_names_other_languages_is_warned_of(
    key: str, names: tuple[str, str], said: str
) -> None:
    part, kind = KINDS[key]
    test = opened(key)
    test.button_group(key=part).set_value(kind).run()
    files = [(f"a.{name}", b"7 8 9\n") for name in names]
    test.file_uploader(key=key).set_value([(*one, "text/plain") for one in files]).run()
    assert not test.exception
    warned = [one.value for one in test.warning if "names its languages" in one.value]
    assert [plain(said) in one for one in warned] == [True] * bool(said)


@pytest.mark.parametrize("key", [state.ALIGN_FILES, state.TRIAGE_FILES])
def test_a_column_of_ids_is_passed_over_with_a_note(key: str) -> None:
    part, kind = KINDS[key]
    test = opened(key)
    test.button_group(key=part).set_value(kind).run()
    data = b"1276\tLet us try something.\t5350\tTentons quelque chose !"
    test.file_uploader(key=key).upload("pairs.tsv", data).run()
    (said,) = (one.value for one in test.caption if "The source is column 2" in one.value)
    assert "the target column 4" in said
    assert not test.warning


def test_links_of_a_parallel_text_may_count_from_one() -> None:
    key = state.ALIGN_FILES
    part, kind = KINDS[key]
    test = opened(key)
    test.button_group(key=part).set_value(kind).run()
    files = {"a.align": b"2-2\n", "a.tsv": b"the red car\tla voiture rouge\n"}
    data = [(name, text, "text/plain") for name, text in files.items()]
    test.file_uploader(key=key).set_value(data).run()
    assert any("change this if they count from 1" in one.value for one in test.caption)
    test.selectbox(key=state.of(key, "first")).set_value("1").run()
    assert not test.exception
    assert any("Positions count from 1" in one.value for one in test.caption)


def swapped_maps() -> AppTest:
    """Open links with two texts, and swap these."""
    test = open_page("pages/open_trace.py")
    files = [(name, data, "text/plain") for name, data in LINKED.items()]
    test.file_uploader(key=state.UPLOAD).set_value(files).run()
    assert sources(test) == ["the cat", "hi"]
    test.toggle(key=state.SWAPPED).set_value(True).run()
    assert sources(test) == ["le chat", "salut"]
    return test


def sources(test: AppTest) -> list[str]:
    assert not test.exception
    return list(test.dataframe[0].value["source"])


@pytest.mark.parametrize("reloaded", [True, False])
def test_opened_maps_are_read_again_when_one_comes_back(reloaded: bool) -> None:
    test = swapped_maps()
    if reloaded:
        link = test.query_params[state.OPENED_LINK]
        test = open_page("pages/open_trace.py", **{state.OPENED_LINK: link})
    else:
        test.switch_page("pages/alignment.py").run()
        test.switch_page("pages/open_trace.py").run()
    assert sources(test) == ["le chat", "salut"]
    assert test.toggle(key=state.SWAPPED).value
    test.toggle(key=state.SWAPPED).set_value(False).run()
    assert sources(test) == ["the cat", "hi"]
    test.selectbox(key=state.FIRST).set_value("1").run()
    assert (
        "does not fit, so the maps are as" in test.error[0].value
    )  # since these links count from 0
    assert sources(test) == ["the cat", "hi"]


def test_maps_without_their_files_offer_no_other_reading() -> None:
    test = swapped_maps()
    assert "swap the texts" in test.warning[0].value
    link = test.query_params[state.OPENED_LINK]
    assert maps_page._shelf().get(link)
    uploaded_files._shelf().clear()  # as when others have brought more
    again = open_page("pages/open_trace.py", **{state.OPENED_LINK: link})
    assert sources(again) == ["le chat", "salut"]
    assert not any(one.key == state.SWAPPED for one in again.toggle)
    assert "check one map" in again.warning[0].value
    assert "swap the texts" not in again.warning[0].value
    assert any("open the files again" in one.value for one in again.caption)
