"""A picture as a figure: its ground, its width, its title, its caption, the marker of its step."""

import re

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.ui.exports import save_dialog as pictures


def panel() -> None:
    """A page that is nothing but the pictures of some traces, as a test of Streamlit's runs it."""
    import opened_traces
    import streamlit as st

    from alignoscope.ui.exports.panel import maps_drawing
    from alignoscope.ui.exports.save_dialog import show_pictures
    from alignoscope.ui.player.map_view import layers_of
    from alignoscope.ui.player.view_settings import Position, View

    found = [opened_traces.opened(["a", "b"], ["x", "y"])] * st.session_state["maps"]
    position = Position(step=1, view=View(), cell=None)
    show_pictures([maps_drawing(found, layers_of(found), position)], "a", "here")


def opened(monkeypatch: pytest.MonkeyPatch, maps: int = 9) -> tuple[AppTest, list[str]]:
    """Open the pictures of some maps; what is shown is noted."""
    drawn: list[str] = []
    monkeypatch.setattr(pictures.st, "image", lambda drawing, **_: drawn.append(drawing))
    test = AppTest.from_function(panel, default_timeout=300)
    test.session_state["maps"] = maps
    assert not test.run().exception
    return test, drawn


def width(drawing: str) -> int:
    return int(re.search(r'viewBox="0 0 (\d+) ', drawing)[1])


def test_a_picture_has_the_room_that_is_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    test, drawn = opened(monkeypatch)
    test.button_group(key="here weights look width").set_value("Column").run()
    test.button_group(key="here weights look width").set_value("Slide").run()
    page, column, slide = map(width, drawn)
    assert column < page < slide


def test_a_picture_of_one_map_is_as_wide_as_its_map(monkeypatch: pytest.MonkeyPatch) -> None:
    test, drawn = opened(monkeypatch, maps=1)
    test.button_group(key="here weights look width").set_value("Slide").run()
    page, slide = map(width, drawn)
    assert page == slide < 600


def test_title_caption_and_marker_are_put_in_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    test, drawn = opened(monkeypatch)
    assert "Source: “a b”" in re.sub("<[^>]*>", " ", drawn[0])
    assert "Marked: step 2." in drawn[0]
    test.toggle(key="here weights look marker").set_value(False).run()
    assert "step 2" not in drawn[-1]
    test.toggle(key="here weights look caption").set_value(False).run()
    assert "Source:" not in drawn[-1]
    test.text_input(key="here weights look title").set_value("Where <it> looked").run()
    assert drawn[-1].count("Where &lt;it&gt; looked") == 2  # as the file's own title, too
