"""A lesson walked by keyboard alone, and by touch on a phone."""

from browser import NARROW, READY, visit
from playwright.sync_api import Locator, Page, expect


def press(page: Page, control: Locator, key: str = "Enter") -> None:
    """Press a key on a control that the Tab key reaches."""
    control.focus()
    page.keyboard.press(key)
    page.wait_for_selector(READY)


def test_a_lesson_is_walked_by_keyboard_alone(page: Page) -> None:
    visit(page, "/lessons?lesson=oracle")
    expect(page.get_by_role("heading", name="What if somebody told it")).to_be_visible()
    press(page, page.get_by_role("button", name="Next", exact=True))
    bet = page.get_by_role("button", name="Place the bet")
    expect(bet).to_be_disabled()
    expect(page.get_by_role("button", name="Next", exact=True)).to_be_disabled()
    press(page, page.get_by_role("radio").first, "Space")
    press(page, bet)
    expect(page.get_by_test_id("stAlert")).to_contain_text("it copies")
    press(page, page.get_by_role("button", name="Next", exact=True))
    expect(page.locator(".card")).to_have_count(2)
    expect(page.get_by_text("It writes k b d a c.")).to_be_visible()
    assert page.url.endswith("lesson=oracle&screen=3&answers=2-k1")


def test_on_a_phone_a_wrong_answer_gets_a_word_and_a_right_one_is_said(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, "/lessons?lesson=oracle&screen=6&answers=2-k2")
    box = page.get_by_role("textbox", name="What does it write for")
    box.fill("n o h t y p")
    box.press("Enter")
    expect(page.get_by_test_id("stAlert")).to_contain_text("It looks at p first")
    box.fill("p y t h o n")
    box.press("Enter")
    expect(page.get_by_test_id("stAlert")).to_contain_text("Right.")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
