"""A bet that is drawn: by keys, by a drag, by a finger, and before a class."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from alignoscope.ui.svg.layout_constants import MEASURES
from tests.browser import NARROW, visit
from tests.course.test_browser_touch import SMALL, TARGETS, phone

__all__ = ["phone"]  # a fixture
AT = MEASURES["curve"]
TITLE = "Draw its training"


def bet_on(page: Page, **parameters: str) -> None:
    """Open the screen whose bet is drawn."""
    more = "".join(f"&{name}={value}" for name, value in parameters.items())
    visit(page, f"/lessons?lesson=learning&screen=6&answers=3-k2.5-k1{more}")
    expect(page.get_by_role("heading", name=TITLE)).to_be_visible()


def fields(page: Page) -> Locator:
    return page.locator(".sketch").get_by_role("textbox")


def place_of(page: Page, across: float, share: float) -> tuple[float, float]:
    """Return where in the page a share lies in the chart, at a part of its width."""
    box = page.locator(".sketch svg").bounding_box()
    assert box is not None
    x = AT["left"] + across * (AT["right"] - AT["left"])
    y = AT["bottom"] - share * (AT["bottom"] - AT["top"])
    scale = box["width"] / AT["width"]
    return box["x"] + x * scale, box["y"] + y * scale


def test_points_are_drawn_by_keys_and_the_curve_is_told(page: Page) -> None:
    bet_on(page)
    bet = page.get_by_role("button", name="Place the bet")
    expect(bet).to_be_disabled()
    expect(page.locator(".real polyline")).to_have_count(0)
    expect(page.locator(".sketch .lines")).to_be_hidden()
    sliders = page.locator(".sketch").get_by_role("slider")
    expect(sliders).to_have_count(5)
    sliders.first.press("End")
    sliders.nth(1).press("ArrowRight")
    sliders.nth(3).press("Home")
    fields(page).nth(2).fill("0.9")
    fields(page).nth(2).press("Enter")
    fields(page).nth(4).press("ArrowDown")
    for field, share in zip(
        fields(page).all(), ("1.00", "0.55", "0.90", "0.00", "0.45"), strict=True
    ):
        expect(field).to_have_value(share)
    next_of = page.locator(".ways").get_by_role("button", name="Next")
    expect(next_of).to_be_disabled()
    bet.press("Enter")
    expect(page.locator(".says")).to_be_focused()
    expect(page.locator(".says")).to_contain_text("Yours is too wide by 0.45 after 1668 updates")
    expect(page.locator(".says")).to_contain_text("close almost at once")
    expect(page.locator(".real polyline")).to_have_count(1)
    expect(page.locator(".own rect")).to_have_count(5)
    expect(next_of).to_be_enabled()
    expect(page).to_have_url(re.compile(r"answers=3-k2\.5-k1\.6-d100_55_90_0_45$"))
    page.get_by_text("As a table").press("Enter")
    expect(page.locator(".sketch").get_by_role("row").nth(4)).to_contain_text("0.00")
    expect(page.locator(".sketch").get_by_role("row").nth(1)).to_have_text(re.compile("^01.000.9"))


@pytest.mark.slow
def test_points_are_dragged_and_a_link_draws_them_again(page: Page) -> None:
    bet_on(page)
    before = page.locator(".own polyline").get_attribute("points")
    page.mouse.move(*place_of(page, 0, 0.5))
    page.mouse.down()
    page.mouse.move(*place_of(page, 0, 0.95), steps=4)
    page.mouse.up()
    page.mouse.move(*place_of(page, 1, 0.5))
    page.mouse.down()
    page.mouse.move(*place_of(page, 1, 0), steps=4)
    page.mouse.up()
    for field, share in zip(
        fields(page).all(), ("0.95", "0.50", "0.50", "0.50", "0.00"), strict=True
    ):
        expect(field).to_have_value(share)
    drawn = page.locator(".own polyline").get_attribute("points")
    assert drawn != before
    page.get_by_role("button", name="Place the bet").click()
    expect(page.locator(".real polyline")).to_have_count(1)
    visit(page, "/lessons?lesson=learning&screen=6&answers=3-k2.5-k1.6-d95_50_50_50_0")
    expect(page.locator(".own polyline")).to_have_attribute("points", str(drawn))
    expect(page.locator(".real polyline")).to_have_count(1)
    page.mouse.move(*place_of(page, 0, 0.2))
    page.mouse.down()
    page.mouse.up()
    expect(page.locator(".own polyline")).to_have_attribute("points", str(drawn))


@pytest.mark.slow
def test_a_finger_draws_on_a_phone(phone: Page) -> None:
    bet_on(phone)
    assert phone.evaluate("document.scrollingElement.scrollWidth") <= NARROW["width"]
    assert phone.locator(TARGETS).evaluate_all(SMALL) == []
    phone.locator(".sketch svg").scroll_into_view_if_needed()
    session = phone.context.new_cdp_session(phone)
    y = phone.evaluate("document.scrollingElement.scrollTop")
    for kind, share in (("touchStart", 0.5), ("touchMove", 0.7), ("touchMove", 0.9)):
        x, at = place_of(phone, 0, share)
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": at}]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(fields(phone).first).to_have_value("0.90")
    assert phone.evaluate("document.scrollingElement.scrollTop") == y
    bet = phone.get_by_role("button", name="Place the bet")
    for _ in range(5):  # the browser may take a tap for a part of the gesture before it
        phone.wait_for_timeout(1000)
        if bet.is_visible():
            bet.tap()
    expect(phone.locator(".real polyline")).to_have_count(1)
    assert phone.evaluate("document.scrollingElement.scrollWidth") <= NARROW["width"]
    assert phone.locator(TARGETS).evaluate_all(SMALL) == []


@pytest.mark.slow
def test_before_a_class_its_points_are_drawn_and_r_tells_the_curve(page: Page) -> None:
    bet_on(page, teach="on")
    page.locator(".sketch").get_by_role("slider").first.press("End")
    page.keyboard.press("b")
    expect(page.locator(".real polyline")).to_have_count(0)
    page.keyboard.press("r")
    expect(page.locator(".real polyline")).to_have_count(1)
    expect(page.locator(".says")).to_contain_text("close almost at once")
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", name="Sharp is right?")).to_be_visible()
