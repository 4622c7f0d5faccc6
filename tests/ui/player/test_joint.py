"""Words chosen for their joint attention: which texts name any, and what a picture says of them."""

import pytest

from alignoscope.ui.player.captions import joint_caption
from alignoscope.ui.player.position import fitting_joint
from tests.shared.player_page import SOURCE, TARGETS, layers_of

KNOWN = ("one~words~rows~1.3", "two~pieces~columns~5", "two~words~rows~7.1")
UNKNOWN = (
    *("", "one", "one~words~rows", "one~words~rows~", "one~words~rows~0", "one~words~rows~4"),
    *("gone~words~rows~1", "one~lines~rows~1", "one~words~cells~1", "one~words~rows~1.٣"),
    *("one~words~rows~1.", "one~words~rows~" + ".".join(["1"] * 1001), None, 3),
)


@pytest.mark.parametrize("text", KNOWN)
def test_words_of_a_map_are_known(text: str) -> None:
    assert fitting_joint(text, layers_of()) == text


@pytest.mark.parametrize("text", UNKNOWN)
def test_other_texts_name_no_words(text: object) -> None:
    assert fitting_joint(text, layers_of()) == ""


def test_a_picture_names_the_words_of_its_bars_if_it_has_any() -> None:
    layers = layers_of()
    views, _ = layers["weights", "words"]
    first, third = TARGETS["one"][0], TARGETS["one"][2]
    assert joint_caption(KNOWN[0], ("weights", "words"), views) == [
        f"Bars: mean of the rows of the target words {first}, {third}."
    ]
    assert joint_caption("one~words~columns~2", ("weights", "words"), views) == [
        f"Bars: sum of the columns of the source words {SOURCE[1]}."
    ]
    assert joint_caption(KNOWN[0], ("scores", "words"), views) == []
    assert joint_caption(KNOWN[1], ("weights", "words"), views) == []
