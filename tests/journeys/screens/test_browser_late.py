"""Models that are still loading have their places; maps that come leave all others in theirs."""

from collections.abc import Callable, Sequence
from dataclasses import asdict

import pytest
from playwright.sync_api import Page, expect

from alignoscope.ui.player.map_placement import place_of
from tests.shared.player_page import card, data_of, layers_of

ONE, TWO, NONE = range(3)  # the maps of `layers_of`: the second is the longest
VARIANTS = {
    "bahdanau-dot": TWO,
    "luong-dot": ONE,
    "luong-general": TWO,
    "luong-concat": TWO,
    "nematus-additive": ONE,
    "fixed-context": NONE,
}
LATE = ("luong-dot", "luong-concat")


def given(late: Sequence[str] = (), **view: str) -> dict:
    """Return what the player gets of all variants, of which some are late."""
    data = data_of(layers_of(), **view)
    there = {name: at for name, at in VARIANTS.items() if name not in late}

    def pick(values: list) -> list:
        return [values[at] for at in there.values()]

    def named(name: str) -> dict:
        return {"label": name, "place": asdict(place_of(name))}

    names = [*VARIANTS]
    return data | {
        "maps": [data["maps"][at] | named(name) | {"id": name} for name, at in there.items()],
        "units": {unit: pick(axes) for unit, axes in data["units"].items()},
        "layers": [
            one | {"cells": pick(one["cells"]), "scales": pick(one["scales"])}
            for one in data["layers"]
        ],
        "late": [named(name) | {"at": names.index(name)} for name in late],
    }


def boxes(page: Page) -> dict[str, dict]:
    names = page.locator(".card").evaluate_all("cards => cards.map(one => one.dataset.map)")
    return {name: card(page, name).bounding_box() for name in names}


@pytest.mark.parametrize("view", [{}, {"density": "large"}, {"picture": "ribbons"}], ids=str)
def test_maps_that_come_leave_all_others_in_their_places(
    view: dict, show: Callable[..., Page]
) -> None:
    page = show(given(**view))
    whole = boxes(page)
    page.evaluate("window.call", given(LATE, **view))
    expect(page.get_by_text("Loading…")).to_have_count(len(LATE))
    assert boxes(page) == whole
    page.evaluate("window.call", given(**view))
    expect(page.get_by_text("Loading…")).to_have_count(0)
    assert boxes(page) == whole


def test_one_steps_and_makes_large_while_others_are_late(show: Callable[..., Page]) -> None:
    page = show(given())
    page.evaluate("window.call", given(LATE))
    page.keyboard.press("Tab")
    page.locator(".player").press("ArrowRight")
    expect(card(page, "bahdanau-dot").locator(".marker")).to_have_attribute("data-row", "1")
    expect(card(page, "luong-dot").locator(".marker")).to_have_attribute("visibility", "hidden")
    card(page, "luong-dot").get_by_role("button").click()
    expect(page.locator(".grid.large .card")).to_have_text(["dotLoading…"])
    expect(page.locator(".answer")).not_to_contain_text("luong-dot")
    page.evaluate("window.call", given())
    large = page.locator(".grid.large .card")
    expect(large.locator("rect.cell").first).to_be_visible()
    expect(large.locator(".marker")).to_have_attribute("data-row", "1")
    expect(page.locator(".answer")).to_contain_text("luong-dot")
