"""A page begins with the models that are there, and goes on with those that load meanwhile."""

from collections.abc import Sequence
from pathlib import Path
from threading import Event

import pytest

from alignoscope.serving import model_store as cache
from alignoscope.serving import trace_store as decoded
from alignoscope.ui.compare import page
from alignoscope.ui.player.map_view import Layers
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.player.position import Position
from tests.shared.app_pages import given, open_page, variants_shown

LATE = "luong-dot"
ALL = ["bahdanau-additive", LATE, "luong-local-p", "fixed-context"]


def wait_for(shown: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have one model load only once a page shows the others."""
    load_file = cache.load_file

    def load(path: Path) -> tuple:
        assert path.stem != LATE or shown.wait(60)
        return load_file(path)

    monkeypatch.setattr(cache, "load_file", load)


@pytest.mark.usefixtures("tiny_folder")
def test_the_first_maps_do_not_wait_for_the_last_model(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, late = Event(), []

    def show(layers: Layers, request: PlayerRequest) -> Position:
        late.append(request.late)
        shown.set()
        return show_player(layers, request)

    wait_for(shown, monkeypatch)
    monkeypatch.setattr(page, "show_player", show)
    test = open_page("app.py", sentence="The red car is fast.")
    assert late[0][1] == LATE  # and on a busy machine others, too
    assert late[-1] == {}
    assert variants_shown(test) == ALL
    assert "late" not in given(test)[0]


def test_what_is_wrong_with_a_model_is_said_though_others_are_late(
    tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tiny_folder / "bahdanau-additive.safetensors").write_bytes(b"no model")
    shown = Event()

    def show(layers: Layers, request: PlayerRequest) -> Position:
        shown.set()
        return show_player(layers, request)

    wait_for(shown, monkeypatch)
    monkeypatch.setattr(page, "show_player", show)
    test = open_page("app.py", sentence="The red car is fast.")
    assert variants_shown(test) == ALL[1:]
    [said] = [one.value for one in test.warning]
    assert "bahdanau-additive" in said.replace("\\", "")


@pytest.mark.usefixtures("tiny_folder")
def test_a_text_that_the_first_models_refuse_waits_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    shown, asked, decode_all = Event(), [], decoded.decode_all

    def decode(files: Sequence, *args: object, **options: object) -> object:
        asked.append([path.stem for path, _ in files])
        shown.set()
        return decode_all(files, *args, **options)

    wait_for(shown, monkeypatch)
    monkeypatch.setattr(decoded, "decode_all", decode)
    test = open_page("app.py", sentence="The red car " * 500)
    assert LATE not in asked[0]
    assert asked[-1] == ALL
    assert not test.exception
    [said] = [one.value for one in (*test.error, *test.warning, *test.info)]
    assert "maximum 110 tokens" in said.replace("\\", "")


@pytest.mark.usefixtures("tiny_folder")
def test_a_link_keeps_its_cell_and_its_warnings_while_its_map_is_late(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    shown = Event()

    def show(layers: Layers, request: PlayerRequest) -> Position:
        shown.set()
        return show_player(layers, request)

    wait_for(shown, monkeypatch)
    monkeypatch.setattr(page, "show_player", show)
    asked = {"cell": f"{LATE}~words~1~1", "decoding": "beam 500"}
    test = open_page("app.py", sentence="The red car is fast.", **asked)
    assert given(test)[0]["start"]["cell"] == {"map": LATE, "unit": "words", "row": 0, "column": 0}
    (said,) = [one.value for one in test.warning]
    assert "decoding beam?500" in said
