"""Lessons on a phone by a finger alone: what it taps is large enough, and no screen is too wide."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.browser import NARROW
from tests.course.walks import WALKS, Hand, first_minute, go_on, into_the_app

# A control in a label is pressed on all of the label; a word of a readout is no control.
TARGETS = ".lesson :is(button, a, summary, label, input[type=range], input[type=text])"
SMALL = (
    "all => all.map(one => [one.outerHTML.slice(0, 120), one.getBoundingClientRect()])"
    ".filter(([, { width, height }]) => height > 0 && Math.min(width, height) < 44)"
    ".map(([said, { width, height }]) => `${width} x ${height}: ${said}`)"
)


class Finger:
    """Taps what it wants, and writes on the keyboard of the phone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, control: Locator) -> None:
        control.tap()

    def choose(self, name: str, at: int) -> None:
        group = self.page.get_by_role("group", name=name, exact=True)
        group.locator("label").nth(at).tap()
        expect(group.get_by_role("radio").nth(at)).to_be_checked()

    def slide(self, slider: Locator, at: int) -> None:
        box = slider.bounding_box()
        assert box is not None
        most = int(slider.get_attribute("max") or 0)
        thumb = 16  # its middle goes from half of it to half of it before the end
        x = thumb / 2 + (box["width"] - thumb) * at / most
        slider.tap(position={"x": x, "y": box["height"] / 2})
        expect(slider).to_have_value(str(at))

    def write(self, box: Locator, text: str) -> None:
        box.tap()
        box.fill("")
        self.page.keyboard.type(text)
        self.page.keyboard.press("Enter")

    def look(self, title: Locator) -> None:
        expect(title).to_be_in_viewport()
        assert self.page.evaluate("document.scrollingElement.scrollWidth") <= NARROW["width"]
        assert self.page.locator(TARGETS).evaluate_all(SMALL) == []


@pytest.fixture(scope="module")
def phone(chromium: Browser, address: str) -> Iterator[Page]:
    own = {"has_touch": True, "is_mobile": True, "reduced_motion": "reduce"}
    context = chromium.new_context(viewport=NARROW, base_url=address, **own)
    context.set_default_timeout(60_000)
    expect.set_options(timeout=60_000)
    yield context.new_page()
    context.close()


@pytest.mark.slow
def test_the_first_minute_is_walked_by_a_finger(phone: Page) -> None:
    finger = Finger(phone)
    first_minute(finger)
    go_on(finger, "Who decided it before you?")
    into_the_app(finger, "/?sentence=I+have+a+black+cat")


@pytest.mark.slow
@pytest.mark.parametrize("walk", WALKS)
def test_a_lesson_is_walked_by_a_finger(phone: Page, walk: Callable[[Hand], None]) -> None:
    walk(Finger(phone))
