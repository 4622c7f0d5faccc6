"""Lessons by the keyboard alone: nothing is focused but by Tab, and a focus is never lost."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.course.walks import WALKS, Hand, arrive, first_minute, go_on, into_the_app

FAR, NEAR = 30, 60  # presses of Tab: from the top of a page, and within a screen
HOLDS_FOCUS = "one => one.contains(one.getRootNode().activeElement)"
HAS_FOCUS = "one => one.getRootNode().activeElement === one"


def tab_to(page: Page, control: Locator, most: int = NEAR, key: str = "Tab") -> None:
    """Press Tab until a control has the focus, at most so often; in a screen it is never lost."""
    if most == NEAR:
        assert page.locator(".lesson").evaluate(HOLDS_FOCUS), f"no focus on the way to {control}"
    for _ in range(most):
        if control.evaluate(HAS_FOCUS):
            return
        page.keyboard.press(key)
    assert control.evaluate(HAS_FOCUS), f"{most} presses of {key} do not reach {control}"


class Keys:
    """Moves by the keys of a keyboard; from the top of a page it may be far to its content."""

    def __init__(self, page: Page) -> None:
        self.page, self.most = page, FAR

    def press(self, control: Locator) -> None:
        expect(control).to_be_enabled()
        tab_to(self.page, control, self.most)
        self.page.keyboard.press("Enter")

    def choose(self, name: str, at: int) -> None:
        options = self.page.get_by_role("group", name=name, exact=True).get_by_role("radio")
        checked = options.and_(self.page.locator(":checked"))
        first = checked if checked.count() else options.first
        start = options.evaluate_all("all => Math.max(0, all.findIndex(one => one.checked))")
        tab_to(self.page, first, self.most)
        self.page.keyboard.press("Space")
        for _ in range(abs(at - start)):
            self.page.keyboard.press("ArrowDown" if at > start else "ArrowUp")
        expect(options.nth(at)).to_be_checked()
        expect(options.nth(at)).to_be_focused()

    def slide(self, slider: Locator, at: int) -> None:
        tab_to(self.page, slider, self.most)
        self.page.keyboard.press("Home")
        for _ in range(at):
            self.page.keyboard.press("ArrowRight")
        expect(slider).to_be_focused()

    def write(self, box: Locator, text: str) -> None:
        tab_to(self.page, box, self.most)
        self.page.keyboard.press("Control+A")
        for letter in text:
            self.page.keyboard.press(letter)
        self.page.keyboard.press("Enter")

    def look(self, title: Locator) -> None:
        expect(title).to_be_focused()
        self.most = NEAR


@pytest.mark.slow
@pytest.mark.parametrize("walk", WALKS)
def test_a_lesson_is_walked_by_keyboard_alone(page: Page, walk: Callable[[Hand], None]) -> None:
    walk(Keys(page))


@pytest.mark.slow
def test_the_first_minute_is_walked_by_keyboard_alone(page: Page) -> None:
    keys = Keys(page)
    first_minute(keys)
    tab_to(page, page.get_by_role("button", name="Back", exact=True).first, key="Shift+Tab")
    page.keyboard.press("Space")
    arrive(keys, "This is where it looked")
    go_on(keys, "Now you choose where it looks")
    go_on(keys, "Who decided it before you?")
    into_the_app(keys, "/?sentence=I+have+a+black+cat")
    tab_to(page, page.get_by_role("button", name="To the maps"), key="Shift+Tab")
    page.keyboard.press("Enter")
    sentence = page.get_by_role("textbox", name="English sentence")
    expect(sentence).to_be_visible()
    expect(page).not_to_have_url(re.compile("tour|screen|answers"))
    tab_to(page, sentence, FAR)
