"""Walks of lessons, for whatever a person moves with: three lessons with other controls each."""

import re
from collections.abc import Callable
from typing import Protocol

from playwright.sync_api import Locator, Page, expect

from tests.browser import visit


class Hand(Protocol):
    """What a person moves with; it looks at every screen that it comes to."""

    page: Page

    def press(self, control: Locator) -> None:
        """Press a button or a link."""

    def choose(self, name: str, at: int) -> None:
        """Choose one of the options that a question or a control has, from 0."""

    def slide(self, slider: Locator, at: int) -> None:
        """Move a slider to its setting at a place, from 0."""

    def write(self, box: Locator, text: str) -> None:
        """Write into a field what it shall hold, and be done."""

    def look(self, title: Locator) -> None:
        """Look at a screen that has just come."""


def says(page: Page) -> Locator:
    return page.locator(".says")


def outcome(page: Page) -> Locator:
    return page.locator(".outcome").first


def go_on(hand: Hand, title: str) -> None:
    hand.press(hand.page.locator(".ways").get_by_role("button", name="Next"))
    arrive(hand, title)


def arrive(hand: Hand, title: str) -> None:
    heading = hand.page.locator(".lesson").get_by_role("heading", name=title)
    expect(heading).to_be_visible()
    hand.look(heading)


def answer(hand: Hand, at: int, reply: str, button: str = "Place the bet") -> None:
    """Choose an option of the screen's question and press the button; this is said to it."""
    question = hand.page.locator(".lesson fieldset legend").first.inner_text()
    hand.choose(question, at)
    hand.press(hand.page.get_by_role("button", name=button, exact=True))
    expect(says(hand.page)).to_contain_text(reply)


def written(hand: Hand, text: str, reply: str) -> None:
    """Write an answer to the screen's question; this is said to it."""
    hand.write(hand.page.locator(".lesson form").get_by_role("textbox"), text)
    expect(says(hand.page)).to_contain_text(reply)


def into_the_app(hand: Hand, address: str) -> None:
    """Follow the link of a last screen, which leads to an address of the app in a new page."""
    with hand.page.context.expect_page() as coming:
        hand.press(hand.page.get_by_role("link", name="Open it in the app"))
    coming.value.wait_for_url(re.compile(re.escape(address)), wait_until="commit")
    coming.value.close()


def first_minute(hand: Hand) -> None:
    """Walk the tour up to the sentence that one steers."""
    visit(hand.page, "/?variants=luong-concat")
    hand.press(hand.page.get_by_role("button", name="The first minute"))
    arrive(hand, "Where does a translator look?")
    go_on(hand, "Place a bet")
    expect(hand.page.locator(".ways").get_by_role("button", name="Next")).to_be_disabled()
    answer(hand, 1, "It is: black")
    go_on(hand, "This is where it looked")
    expect(hand.page.locator(".card")).to_have_count(1)
    go_on(hand, "Now you choose where it looks")
    hand.choose("Who says where to look", 1)
    expect(outcome(hand.page)).to_contain_text("J'ai un noir chat et un blanc chien.")


def begin(hand: Hand, lesson: str, title: str) -> None:
    visit(hand.page, f"/lessons?lesson={lesson}")
    expect(hand.page.get_by_role("heading", name=title)).to_be_visible()


def walk_one_vector(hand: Hand) -> None:
    """A bet that is lost, a slider with a field, a question that must be answered."""
    page = hand.page
    begin(hand, "one-vector", "Can you translate from a summary?")
    go_on(hand, "One vector, many words")
    answer(hand, 2, "It is: Something fluent")
    go_on(hand, "Make it longer")
    hand.slide(page.get_by_role("slider", name="The sentence"), 3)
    expect(outcome(page)).to_contain_text("je n'aime pas ma vieille maison.")
    hand.write(page.get_by_role("textbox", name="The sentence: a number"), "1")
    expect(outcome(page)).not_to_contain_text("maison")
    go_on(hand, "A new vector at every step")
    go_on(hand, "The longer, the worse")
    go_on(hand, "A longer sentence")
    expect(page.locator(".ways").get_by_role("button", name="Next")).to_be_disabled()
    answer(hand, 0, "their shape is fixed", "Check")
    answer(hand, 3, "Yes. Twice the sentence", "Check")
    go_on(hand, "Explain it")
    hand.write(page.get_by_role("textbox", name="Why does a translation"), "It forgets.")
    hand.press(page.get_by_role("button", name="Compare with a model answer"))
    expect(says(page)).to_contain_text("A single vector has one size")
    go_on(hand, "See it step by step")
    into_the_app(hand, "step_by_step?variant=fixed-context&sentence=I")


def walk_annotations(hand: Hand) -> None:
    """Questions that are asked until they are right, a bet that is won, a choice beside columns."""
    begin(hand, "annotations", "Ask the oracle")
    answer(hand, 0, "That is what it writes by itself.", "Check")
    answer(hand, 2, "Yes: the weights steer.", "Check")
    go_on(hand, "Replace one word")
    go_on(hand, "Who notices?")
    answer(hand, 0, "Yes: by 0.")
    go_on(hand, "Change a word")
    columns = outcome(hand.page).locator(".columns svg")
    late = columns.inner_html()
    hand.choose("Change", 0)
    expect(columns).to_be_visible()
    assert columns.inner_html() != late
    go_on(hand, "Exact zeros on one side, fading on the other")
    go_on(hand, "Before the first word")
    answer(hand, 2, "It has read the whole sentence")
    go_on(hand, "Another change")
    answer(hand, 1, "has not read", "Check")
    answer(hand, 3, "Yes.", "Check")
    go_on(hand, "Look at the keys")
    into_the_app(hand, "step_by_step?variant=luong-concat&sentence=The")


def walk_clock(hand: Hand) -> None:
    """A slider through the beats of a flow, and labs with maps: two at once, one that slides."""
    page = hand.page
    begin(hand, "clock", "Two names, one formula")
    answer(hand, 0, "They are one formula with two names.", "Check")
    answer(hand, 2, "Yes. What differs", "Check")
    go_on(hand, "Who speaks next?")
    go_on(hand, "Put them in order")
    answer(hand, 2, "Yes. The update reads the context")
    go_on(hand, "Tick through one step")
    expect(outcome(page)).to_contain_text("s[4]")
    hand.choose("The decoder", 1)
    expect(outcome(page)).to_contain_text("h[4]")
    hand.slide(page.get_by_role("slider", name="Tick"), 3)
    expect(outcome(page)).to_contain_text("c[5]")
    go_on(hand, "Same score, other clock")
    answer(hand, 0, "Yes, in both pairs.")
    go_on(hand, "Two maps, two clocks")
    expect(page.locator(".card")).to_have_count(2)
    go_on(hand, "Is a blurred map off by one?")
    answer(hand, 2, "The map is blurred, but not shifted.")
    go_on(hand, "Shift the rows")
    still = outcome(page).inner_text()
    hand.slide(page.get_by_role("slider", name="Rows move down by"), 0)
    expect(outcome(page)).not_to_have_text(still)
    hand.write(page.get_by_role("textbox", name="Rows move down by: a number"), "0")
    expect(outcome(page)).to_have_text(still)
    go_on(hand, "Find the mistake")
    answer(hand, 1, "Yes. It attends with the state before", "Check")
    go_on(hand, "Appendix: an LSTM has two states")
    answer(hand, 2, "Yes, to the last digit.")
    go_on(hand, "Three cells, one task")
    go_on(hand, "Appendix: input feeding")
    written(hand, "256", "That is the embedding alone.")
    written(hand, "512", "Right: the vector is concatenated")
    go_on(hand, "Four decoders")
    hand.choose("The decoder", 3)
    expect(outcome(page)).to_contain_text("Its RNN reads 512 numbers per step.")
    go_on(hand, "Switch the clock")
    into_the_app(hand, "score_bench?timing=luong&score=general&feeding=on")


WALKS: tuple[Callable[[Hand], None], ...] = (walk_one_vector, walk_annotations, walk_clock)
