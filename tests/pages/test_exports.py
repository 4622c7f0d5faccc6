"""What is taken away from a page: prints where there is a browser, and a link."""

import subprocess
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from opened_traces import TRACES, draw
from streamlit.testing.v1 import AppTest

from alignoscope.session.saving import printing


def test_without_a_browser_printing_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(printing, "find_browser", lambda: None)
    with pytest.raises(RuntimeError, match="no browser"):
        printing.to_pdf(draw([TRACES["hebrew"]]))


def test_a_browser_that_fails_or_hangs_is_an_error(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(printing, "find_browser", lambda: str(tmp_path / "absent"))
    with pytest.raises(RuntimeError, match="did not print"):
        printing.to_png(draw([TRACES["hebrew"]]))
    monkeypatch.setattr(printing, "find_browser", lambda: "browser")

    def hang(*_: object, **options: object) -> None:
        raise subprocess.TimeoutExpired("browser", options["timeout"])

    monkeypatch.setattr(printing.subprocess, "run", hang)
    with pytest.raises(RuntimeError, match="30 seconds"):
        printing.to_pdf(draw([TRACES["hebrew"]]))


def panel() -> None:
    """A page that is nothing but the exports of a trace, as a test of Streamlit's runs it."""
    import streamlit as st

    from alignoscope.figures.views.view import Position, View
    from alignoscope.interchange.trace_json import from_json
    from alignoscope.session.panels.exports import show_exports

    source = st.session_state["source"]
    text = '{"format": "alignoscope-trace-1", "traces": [{"variant": "v", "source": ["a"], '
    found = from_json(text + '"target": ["b"], "weights": [[1]]}]}')
    show_exports(found, Position(step=0, view=View(measure="scores"), cell=None), source, "")


def run_panel(source: str) -> AppTest:
    test = AppTest.from_function(panel, default_timeout=300)
    test.session_state["source"] = source
    test.session_state["exports"] = True  # the panel is open
    test.query_params["variants"] = ["a", "b"]
    test.query_params["step"] = "3"
    test.run()
    assert not test.exception
    return test


def test_the_link_holds_the_sentence_the_variants_and_the_step() -> None:
    test = run_panel("a & b=é")
    (link,) = (code.value for code in test.code)
    given = parse_qs(urlsplit(link).query)
    assert given == {"sentence": ["a & b=é"], "variants": ["a", "b"], "step": ["3"]}
    assert not test.info


@pytest.mark.parametrize(("host", "said"), [("localhost:8501", 1), ("alignoscope.example", 0)])
def test_a_link_that_opens_on_this_machine_only_says_so(
    host: str, said: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "alignoscope.session.panels.exports.address", lambda **_: f"http://{host}/?sentence=a"
    )
    captions = [one.value for one in run_panel("a").caption]
    assert sum("this machine only" in caption for caption in captions) == said


def test_a_link_that_is_too_long_is_refused_politely() -> None:
    test = run_panel("家" * 300)
    assert not test.code
    assert "Save the trace JSON instead" in test.info[0].value


def test_without_a_browser_the_buttons_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("alignoscope.session.saving.drawings.find_browser", lambda: None)
    test = run_panel("a")
    buttons = {button.proto.label: button.proto for button in test.get("download_button")}
    for label in ("PDF", "PNG"):
        assert buttons[label].disabled
        assert "SVG works without" in buttons[label].help
    assert not buttons["SVG"].disabled
    assert any("SVG works without" in caption.value for caption in test.caption)
