"""A picture of maps for a column, a page or a slide, with or without caption and marker."""

import re

from app_pages import open_page
from streamlit.testing.v1 import AppTest

from alignoscope.session.panels import exports


def opened(monkeypatch) -> tuple[AppTest, list[str]]:
    """Open the exports of one map; what they draw is noted."""
    drawn: list[str] = []
    svg = exports.svg
    monkeypatch.setattr(exports, "svg", lambda *given: drawn.append(svg(*given)) or drawn[-1])
    test = open_page("app.py", sentence="I am not tired.", variants="luong-dot", step="2")
    test.session_state["exports"] = True
    test.run()
    test.toggle(key="exports preview").set_value(True).run()
    assert not test.exception
    return test, drawn


def width(drawing: str) -> int:
    return int(re.search(r'viewBox="0 0 (\d+) ', drawing)[1])


def test_a_picture_has_the_width_that_is_chosen(monkeypatch) -> None:
    test, drawn = opened(monkeypatch)
    test.button_group(key="exports look width").set_value("Column").run()
    test.button_group(key="exports look width").set_value("Slide").run()
    page, column, slide = map(width, (drawn[0], *drawn[-2:]))
    assert column < page < slide


def test_caption_and_marker_are_left_out(monkeypatch) -> None:
    test, drawn = opened(monkeypatch)
    assert "Source: “I am not tired.”" in re.sub("<[^>]*>", " ", drawn[0])
    test.toggle(key="exports look caption").set_value(False).run()
    assert "Source:" not in drawn[-1]
    assert "Step 2 writes" in drawn[-1]
    test.toggle(key="exports look marker").set_value(False).run()
    assert "Step 2" not in drawn[-1]
