"""What a visitor opened stays open while it is used, whatever others open."""

import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.course.page import claim_values as values
from alignoscope.interchange.foreign.file_set import open_files
from alignoscope.interchange.foreign.options import AUTOMATIC
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.serving import bounded_cache as shelf
from alignoscope.serving.bounded_cache import (
    BoundedCache,
    CachedFunction,
    cached,
    pickled_bytes,
)
from alignoscope.ui.alignment import aligned_maps as maps
from alignoscope.ui.beam_tree import panel as beam
from alignoscope.ui.open_files import page as opened
from alignoscope.ui.shell.session_keys import OPENED
from alignoscope.ui.triage import measured_corpus as corpus
from tests.shared.app_pages import ROOT, given, open_page


def test_many_small_files_of_others_take_nothing_away() -> None:
    held = BoundedCache(101 * 7)
    held.put("mine", [], 7)
    for number in range(100):
        held.put(f"other {number}", [], 7)
    assert held.get("mine") == []


def test_what_was_not_used_the_longest_makes_room() -> None:
    held = BoundedCache(3 * 7)
    for name in ("a", "b", "c"):
        held.put(name, [], 7)
    assert held.get("a") == []
    held.put("d", [], 2 * 7)
    assert [name for name in "abcd" if held.get(name) is not None] == ["a", "d"]
    held.put("larger than all", [], 5 * 7)
    assert held.get("larger than all") == []
    assert held.get("d") is None


def test_what_pages_made_is_kept_in_bytes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MAX_MADE_BYTES", 2_500)
    made = []

    @cached()
    def zeros(name: str, size: int = 1_000) -> np.ndarray:
        made.append(name)
        return np.zeros(size, np.uint8)

    for name in ("a", "b", "a", "c", "a", "b"):
        assert zeros(name).nbytes == 1_000
    assert made == ["a", "b", "c", "b"]
    zeros("larger than all", size=9_000)
    zeros("larger than all", size=9_000)
    assert made == ["a", "b", "c", "b", "larger than all"]
    zeros.clear()
    zeros("larger than all", size=9_000)
    assert made[5:] == ["larger than all"]


def test_many_who_want_the_same_have_it_made_once() -> None:
    made = []

    @cached()
    def slowly(name: str) -> str:
        made.append(name)
        time.sleep(0.2)
        return name

    with ThreadPoolExecutor(5) as people:
        assert [*people.map(slowly, "aaaaa")] == [*"aaaaa"]
    assert made == ["a"]


def test_bytes_are_about_those_of_a_file() -> None:
    assert 8_000_000 < pickled_bytes({"a": np.zeros(1_000_000)}) < 8_001_000
    assert 2_000 < pickled_bytes(("x" * 1_000, ["y" * 1_000])) < 2_100


@pytest.mark.parametrize(
    "make", [maps._maps, beam._grow, values._lab, corpus.shown, corpus._numbers]
)
def test_what_can_be_large_is_kept_in_bytes(make: object) -> None:
    assert isinstance(make, CachedFunction)


def test_a_file_that_had_to_go_is_said_once() -> None:
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    test.session_state[OPENED] = "0123"
    test = test.switch_page("pages/open_trace.py").run()
    assert not test.exception
    assert "The server no longer has the file" in test.info[0].value
    assert not test.run().info
    assert not open_page("pages/open_trace.py").info


def test_a_link_to_what_is_no_longer_on_the_server_says_so() -> None:
    test = open_page("pages/open_trace.py", opened="0123")
    assert not test.exception
    assert "The server no longer has the file" in test.info[0].value


def test_a_page_that_is_loaded_anew_has_its_file_again() -> None:
    text = '{"format": "alignoscope-trace-1", "traces": [{"variant": "mine", "source": ["a"], '
    file = NamedBytes(name="a.json", data=(text + '"target": ["x"], "weights": [[1]]}]}').encode())
    found = open_files([file])
    opened._shelf().put("4567", opened.OpenedAs(found, "89ab", AUTOMATIC), found.size)
    test = open_page("pages/open_trace.py", opened="4567")
    assert not test.info
    assert given(test)[0]["maps"][0]["label"] == "mine"
