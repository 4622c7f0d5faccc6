"""The first visit in a new browser: a bet, the row, another order, a door; and never again."""

from functools import partial

from playwright.sync_api import Browser, Route, expect

from tests.browser import NARROW, READY, visit

PATIENCE = 60_000  # milliseconds


def hold_back(late: list[Route], route: Route) -> None:
    """Keep the request for the script of the first visit, and let all others pass."""
    if '"lesson visit"' in route.fetch().text():
        late.append(route)
    else:
        route.continue_()


def test_a_new_browser_is_asked_once_and_then_sees_the_maps(
    chromium: Browser, address: str
) -> None:
    context = chromium.new_context(base_url=address, viewport=NARROW)
    errors: list[str] = []
    context.set_default_timeout(PATIENCE)
    expect.set_options(timeout=PATIENCE)
    context.on("weberror", lambda found: errors.append(str(found.error)))
    page = context.new_page()
    late: list[Route] = []
    page.route("**/component/*.js", partial(hold_back, late))
    page.goto("/")
    # Its script may come later than that of the maps, as on a busy machine.
    expect(page.locator(".player .card").first).to_be_visible()
    for route in late:
        route.continue_()
    words = page.locator(".visit .word")
    expect(words).to_have_text(["I", "have", "a", "black", "cat", "and", "a", "white", "dog", "."])
    expect(page.locator(".st-key-sentence")).to_be_hidden()
    page.get_by_role("button", name="cat").click()
    expect(page.locator(".visit .pick:has(text)")).to_have_text(["you", "the model"])
    expect(page.locator(".visit .headline")).to_contain_text(
        "To write noir, the model looks back at black"
    )
    expect(page.locator(".visit .ribbon").first).to_be_attached()
    expect(page.locator(".visit .bet")).not_to_be_empty()
    order = page.get_by_role("button", name="Make it look from left to right")
    expect(order).to_be_focused()
    order.press("Enter")
    expect(page.locator(".visit .headline")).to_contain_text("100%")
    expect(page.locator(".visit .french strong")).to_have_text(["noir", "chat", "blanc", "chien"])
    expect(page.get_by_role("link", name="Lesson 1.")).to_be_focused()
    assert page.evaluate("document.scrollingElement.scrollWidth") <= NARROW["width"]
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Explore").click()
    expect(page.locator(".st-key-sentence")).to_be_visible()
    expect(page.locator(".player .card").first).to_be_visible()
    expect(page.locator(".visit .word")).to_have_count(0)
    visit(page)
    expect(page.locator(".player .card").first).to_be_visible()
    expect(page.locator(".visit .word")).to_have_count(0)
    assert errors == []
    context.close()
