"""The exam by finger and before a class: a verdict, its evidence, the picture, and the score."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NARROW, visit
from tests.course.test_browser_touch import SMALL, TARGETS, Finger, phone
from tests.course.walks import answer, arrive, go_on, outcome

__all__ = ["phone"]  # a fixture
FIRST = "The evidence for the first"


@pytest.mark.slow
def test_the_picture_comes_with_the_evidence_on_a_phone(phone: Page) -> None:
    hand = Finger(phone)
    visit(phone, "/lessons?lesson=referee&screen=2")
    arrive(hand, "One")
    answer(hand, 0, "It is: Reject: each row sums to one")
    go_on(hand, FIRST)
    expect(phone.locator(".bet")).to_have_text("You bet: Accept")
    expect(phone.locator(".lab")).to_have_count(0)
    answer(hand, 1, "It counts tokens.")
    expect(phone.locator(".says")).to_contain_text("It is: A map, its rows and columns added up")
    expect(phone.locator(".card")).to_have_count(1)
    expect(outcome(phone)).to_contain_text("Tokens read: 6. Tokens written: 8.")
    hand.choose("The sentence", 2)
    expect(outcome(phone)).to_contain_text("Tokens read: 10.")
    assert phone.evaluate("document.scrollingElement.scrollWidth") <= NARROW["width"]
    assert phone.locator(TARGETS).evaluate_all(SMALL) == []
    go_on(hand, "Two")
    expect(phone).to_have_url(re.compile(r"screen=4&answers=2-k1\.3-k2$"))


@pytest.mark.slow
def test_a_link_shows_the_picture_again_and_the_score_at_the_end(page: Page) -> None:
    visit(page, "/lessons?lesson=referee&screen=3&answers=2-k2.3-k1")
    expect(page.locator(".card")).to_have_count(1)
    given = ".".join(f"{number}-k1" for number in range(2, 22))
    visit(page, f"/lessons?lesson=referee&screen=22&answers={given}")
    expect(page.locator(".score")).to_have_text(
        ["Bets that were right: 3 of 10.", "Evidence that was right: 3 of 10."]
    )


@pytest.mark.slow
def test_before_a_class_the_picture_is_shown_with_the_answer(page: Page) -> None:
    visit(page, "/lessons?lesson=referee&screen=3&teach=on")
    expect(page.get_by_role("heading", name=FIRST)).to_be_visible()
    page.locator("h1").click()
    page.keyboard.press("a")
    expect(page.locator(".lab")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator(".hand.right")).to_contain_text("A map")
    expect(page.locator(".card")).to_have_count(1)
    page.keyboard.press("PageDown")
    expect(page.locator(".lab")).to_have_count(0)
