"""What is taken away from a page: prints where there is a browser, and a link."""

import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from alignoscope.ui.exports import browser_printing as printing
from alignoscope.ui.exports.panel import flow_drawings, maps_drawing
from alignoscope.ui.exports.picture_options import PictureOptions
from alignoscope.ui.exports.print_queue import PrintProgress, Queue
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.position import Position, View
from tests.shared.accidents import no_room
from tests.shared.opened_traces import TRACES

SVG = '<svg width="30" height="70" viewBox="0 0 30 70"></svg>'


def test_without_a_browser_printing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "find_browser", lambda: None)
    with pytest.raises(RuntimeError, match="no browser"):
        printing.to_pdf(SVG)


def test_a_browser_that_fails_is_an_error_without_paths(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    failing = tmp_path / "failing"
    failing.write_text("#!/bin/sh\nexit 3\n")
    failing.chmod(0o755)
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\n")
    silent.chmod(0o755)
    for name, said in (("absent", "No such file"), ("failing", "with 3"), ("silent", "No such")):
        monkeypatch.setattr(printing, "find_browser", lambda name=name: str(tmp_path / name))
        with pytest.raises(RuntimeError, match=said) as error:
            printing.to_png(SVG)
        assert "/" not in str(error.value)


def test_a_page_that_draws_no_picture_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "_printed", lambda *_: b"<html></html>")
    with pytest.raises(RuntimeError, match="did not draw"):
        printing.to_svg("<html></html>")


def is_running(number: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{number}/stat").read_text().rpartition(")")[2][:3]
    except FileNotFoundError:
        return False


@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked up in /proc")
def test_a_browser_that_hangs_is_ended_with_its_children(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    hanging = tmp_path / "hanging"
    hanging.write_text(f"#!/bin/sh\nsleep 300 &\necho $! > {tmp_path}/child\nwait\n")
    hanging.chmod(0o755)
    monkeypatch.setattr(printing, "find_browser", lambda: str(hanging))
    monkeypatch.setattr(printing, "SECONDS", 3)
    with pytest.raises(RuntimeError, match="did not print within 3 seconds"):
        printing.to_pdf(SVG)
    child = int((tmp_path / "child").read_text())
    for _ in range(100):
        if not is_running(child):
            return
        time.sleep(0.1)
    pytest.fail("The child still runs.")


def test_without_a_folder_for_temporary_files_printing_says_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(printing, "find_browser", lambda: "browser")
    for folder, choices in ((str(tmp_path / "gone"), []), (None, [str(tmp_path / "gone")])):
        monkeypatch.setattr(tempfile, "tempdir", folder)
        monkeypatch.setattr(tempfile, "_candidate_tempdir_list", lambda found=choices: found)
        with pytest.raises(RuntimeError, match=r"not printed: No such file or directory\.$"):
            printing.to_pdf(SVG)


def test_without_room_on_the_disk_printing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "find_browser", lambda: "browser")
    with no_room(), pytest.raises(RuntimeError, match=r"not printed: File too large\.$"):
        printing.to_pdf(SVG)


def test_pictures_are_printed_in_turns_and_not_too_many_wait() -> None:
    queue, free, done = Queue(most=3), threading.Event(), []

    def make(name: str) -> bytes:
        assert free.wait(20)
        done.append(name)
        if name == "bad":
            raise RuntimeError("no ink")
        return name.encode()

    people = [PrintProgress() for _ in range(3)]
    with ThreadPoolExecutor(3) as pool:
        prints = []
        for i, (name, one) in enumerate(zip(("first", "bad", "last"), people, strict=True)):
            prints.append(pool.submit(queue.print, partial(make, name), one))
            while one.before != i or one.begun == 0:
                time.sleep(0.01)
        late = PrintProgress()
        with pytest.raises(RuntimeError, match="Try again"):
            queue.print(partial(make, "late"), late)
        free.set()
        assert prints[0].result() == b"first"
        assert prints[2].result() == b"last"
    assert done == ["first", "bad", "last"]
    assert [one.ended for one in (*people, late)] == [1, 1, 1, 1]
    assert people[1].error == "no ink"
    assert "Try again" in late.error


def panel() -> None:
    """A page that is nothing but the exports of a trace, as a test of Streamlit's runs it."""
    import streamlit as st

    from alignoscope.interchange.trace_json import from_json
    from alignoscope.ui.exports.panel import maps_drawing, show_exports
    from alignoscope.ui.exports.save_dialog import show_pictures
    from alignoscope.ui.player.map_view import layers_of
    from alignoscope.ui.player.position import Position, View

    source = st.session_state["source"]
    text = '{"format": "alignoscope-trace-1", "traces": [{"variant": "v", "source": ["a"], '
    found = from_json(text + '"target": ["b"], "weights": [[1]]}]}')
    position = Position(step=0, view=View(measure="weights"), cell=None)
    layers = layers_of(found)
    show_exports(found, layers, position, source, "")
    show_pictures([maps_drawing(found, layers, position)], "a", "here")


def run_panel(source: str) -> AppTest:
    test = AppTest.from_function(panel, default_timeout=300)
    test.session_state["source"] = source
    test.session_state["exports"] = True  # the panel is open
    test.query_params["variants"] = ["a", "b"]
    test.query_params["step"] = "3"
    test.run()
    assert not test.exception
    return test


def links(test: AppTest) -> list[str]:
    """Return the links on the page; its other code is the caption of the picture."""
    return [code.value for code in test.code if "sentence=" in code.value]


def test_the_link_holds_the_sentence_the_variants_and_the_step() -> None:
    test = run_panel("a & b=é")
    (link,) = links(test)
    given = parse_qs(urlsplit(link).query)
    assert given == {"sentence": ["a & b=é"], "variants": ["a", "b"], "step": ["3"]}
    assert not test.info


@pytest.mark.parametrize(
    ("host", "listens", "said"),
    [
        ("localhost:8501", "localhost", "This link works only on this computer."),
        ("localhost:8501", "0.0.0.0", "replace localhost with this computer's address"),
        ("localhost:8501", None, "replace localhost with this computer's address"),  # to all
        ("alignoscope.example", "localhost", ""),  # behind a proxy
        ("alignoscope.example", "0.0.0.0", ""),
    ],
)
def test_a_link_says_where_it_opens_by_what_the_app_listens_to(
    host: str, listens: str | None, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = st.get_option
    monkeypatch.setattr(
        st, "get_option", lambda name: listens if name == "server.address" else known(name)
    )
    monkeypatch.setattr(
        "alignoscope.ui.exports.panel.address", lambda **_: f"http://{host}/?sentence=a"
    )
    captions = [one.value for one in run_panel("a").caption]
    found = [caption for caption in captions if "this computer" in caption]
    assert len(found) == bool(said)
    assert all(said in caption for caption in found)


def test_a_link_that_is_too_long_is_refused_politely() -> None:
    test = run_panel("家" * 300)
    assert not links(test)
    assert "Save the trace JSON instead" in test.info[0].value


def test_maps_are_offered_as_latex_with_their_numbers_and_a_caption() -> None:
    trace = TRACES["hebrew"]
    view = View(scaling="row", threshold=0.3)
    drawing = maps_drawing(
        [trace], layers_of([trace]), Position(step=1, view=view, cell=None)
    ).draw(PictureOptions())
    assert drawing.latex
    text = drawing.latex()
    assert trace.weights is not None
    assert f"1 1 {trace.weights[0, 0]:.4f}" in text
    assert "Colours: linear from 0 to 1." in text  # as PGFPlots draws them
    assert "hidden" not in text
    assert "LaTeX" in [one.label for one in run_panel("a").get("download_button")]


def test_the_caption_of_a_flow_says_that_it_is_linear_and_hides_nothing() -> None:
    trace = TRACES["hebrew"]
    view = View(picture="flow", scaling="log", threshold=0.3)
    position = Position(step=1, view=view, cell=None)
    for drawing in flow_drawings([trace], layers_of([trace]), position, ""):
        said = drawing.draw(PictureOptions()).caption
        assert "Thickness: linear from 0 to 1. " in said
        assert "hidden" not in said


def test_without_a_browser_the_buttons_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alignoscope.ui.exports.drawings.find_browser", lambda: None)
    test = run_panel("a")
    buttons = {button.proto.label: button.proto for button in test.get("download_button")}
    for label in ("PDF", "PNG"):
        assert buttons[label].disabled
        assert "SVG works without" in buttons[label].help
    assert any("SVG works without" in caption.value for caption in test.caption)
