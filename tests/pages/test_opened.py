"""What a visitor opened stays open while it is used, whatever others open."""

from app_pages import ROOT, given, open_page
from streamlit.testing.v1 import AppTest

from alignoscope.interchange.foreign.together import open_files
from alignoscope.interchange.readers.given import Given
from alignoscope.session.panels import opened
from alignoscope.session.shelf import Shelf
from alignoscope.session.state import OPENED


def test_many_small_files_of_others_take_nothing_away() -> None:
    shelf = Shelf(101 * 7)
    shelf.put("mine", [], 7)
    for number in range(100):
        shelf.put(f"other {number}", [], 7)
    assert shelf.get("mine") == []


def test_what_was_not_used_the_longest_makes_room() -> None:
    shelf = Shelf(3 * 7)
    for name in ("a", "b", "c"):
        shelf.put(name, [], 7)
    assert shelf.get("a") == []
    shelf.put("d", [], 2 * 7)
    assert [name for name in "abcd" if shelf.get(name) is not None] == ["a", "d"]
    shelf.put("larger than all", [], 5 * 7)
    assert shelf.get("larger than all") == []
    assert shelf.get("d") is None


def test_a_file_that_had_to_go_is_said_once() -> None:
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    test.session_state[OPENED] = "0123"
    test = test.switch_page("pages/open_trace.py").run()
    assert not test.exception
    assert "no longer on the server" in test.info[0].value
    assert not test.run().info
    assert not open_page("pages/open_trace.py").info


def test_a_link_to_what_is_no_longer_on_the_server_says_so() -> None:
    test = open_page("pages/open_trace.py", opened="0123")
    assert not test.exception
    assert "no longer on the server" in test.info[0].value


def test_a_page_that_is_loaded_anew_has_its_file_again() -> None:
    text = '{"format": "alignoscope-trace-1", "traces": [{"variant": "mine", "source": ["a"], '
    file = Given(name="a.json", data=(text + '"target": ["x"], "weights": [[1]]}]}').encode())
    found = open_files([file])
    opened._shelf().put("4567", found, found.size)
    test = open_page("pages/open_trace.py", opened="4567")
    assert not test.info
    assert given(test)[0]["maps"][0]["label"] == "mine"
