"""A picture as a figure: its ground, its width, its title, its caption, the marker of its step."""

import pytest
from streamlit.testing.v1 import AppTest

from alignoscope.ui.player.player import COMPONENT
from alignoscope.ui.theme import PALETTE


def panel() -> None:
    """A page that is nothing but the pictures of some traces, as a test of Streamlit's runs it."""
    from alignoscope.ui.exports.panel import maps_drawing
    from alignoscope.ui.exports.save_dialog import show_pictures
    from alignoscope.ui.player.map_view import layers_of
    from alignoscope.ui.player.position import Position, View
    from tests.shared import opened_traces

    found = [opened_traces.opened(["a", "b"], ["x", "y"])]
    position = Position(step=1, view=View(), cell=None)
    show_pictures([maps_drawing(found, layers_of(found), position)], "a", "here")


def opened(monkeypatch: pytest.MonkeyPatch) -> tuple[AppTest, list[dict]]:
    """Open the pictures of some maps; what the browser is to draw is noted."""
    sent: list[dict] = []
    monkeypatch.setattr(COMPONENT, "mount", lambda *, key, data: sent.append(data["picture"]))
    test = AppTest.from_function(panel, default_timeout=300)
    assert not test.run().exception
    return test, sent


def test_a_picture_has_the_width_and_the_ground_that_are_chosen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    test, sent = opened(monkeypatch)
    test.button_group(key="here weights look size").set_value("Column").run()
    test.button_group(key="here weights look size").set_value("Slide").run()
    assert [one["mm"] for one in sent] == [160, 77, 254]
    test.toggle(key="here weights look dark").set_value(True).run()
    for one, theme in ((sent[0], "light"), (sent[-1], "dark")):
        assert one["dark"] == (theme == "dark")
        assert one["theme"]["--st-background-color"] == PALETTE[theme]["paper"]


def test_title_caption_and_marker_are_put_in_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    test, sent = opened(monkeypatch)
    assert (sent[0]["caption"], sent[0]["marker"]) == ("", False)  # clean, as in a paper
    test.toggle(key="here weights look clean").set_value(False).run()
    assert sent[-1]["caption"].startswith("Source: “a b”")
    assert "Marked: step 2." in sent[-1]["caption"]
    assert sent[-1]["marker"]
    test.toggle(key="here weights look marker").set_value(False).run()
    assert "step 2" not in sent[-1]["caption"]
    assert not sent[-1]["marker"]
    test.toggle(key="here weights look caption").set_value(False).run()
    assert sent[-1]["caption"] == ""
    test.text_input(key="here weights look title").set_value("Where <it> looked").run()
    assert sent[-1]["heading"] == "Where <it> looked"
