"""What several journeys share: the player alone in an empty page."""

from collections.abc import Callable, Iterator

import pytest
from player_page import MOUNT
from playwright.sync_api import Browser, Page, expect

from alignoscope.components.player.script import SCRIPT, STYLE


@pytest.fixture
def show(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Return a function that shows a payload in an empty page; any error fails the test."""
    page, errors = chromium.new_page(viewport={"width": 1000, "height": 900}), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(10_000)

    def open_page(data: dict) -> Page:
        page.set_content("<body></body>")
        page.evaluate(MOUNT, [SCRIPT, STYLE, data])
        expect(page.locator(".card")).to_have_count(len(data["maps"]))
        return page

    yield open_page
    page.close()
    assert errors == []
