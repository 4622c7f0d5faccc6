"""How much a page offers at once, and how few clicks lead to what people come for."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser import QUIET, READY, SAVE, visit
from tests.shared.app_pages import addresses

SIZE = {"width": 1280, "height": 800}
SENTENCE = "sentence=I have a black cat and a white dog."
PAGES = addresses(
    {
        "Compare maps": f"{SENTENCE}&variants=luong-dot&variants=luong-general",
        "Step by step": f"{SENTENCE}&variant=luong-concat",
        "Score bench": f"{SENTENCE}&base=luong-concat&variants=luong-dot",
        "What if": f"{SENTENCE}&variant=luong-concat&step=2",
        "Training": "variants=luong-general",
        "Beam search": f"{SENTENCE}&variant=luong-concat",
    }
)
# The most controls of a page before a menu is opened, those below the first screen included and
# the links to other pages left out. What fewer than one in ten journeys needs is among the options.
MOST = {
    "Compare maps": 34,
    "Lessons": 28,
    "Step by step": 26,
    "Training": 11,
    "Score bench": 41,
    "What if": 47,
    "Beam search": 30,
    "Alignment": 24,
    "Triage": 28,
    "Open a trace": 5,
    "Doctor": 4,
    "Models": 38,
}
CONTROLS = """() => {
  const THEIRS = "[data-testid='stDataFrame'], [data-testid='stElementToolbar'], .js-plotly-plot";
  const all = (root) => [...root.querySelectorAll("*")].flatMap((node) =>
    node.shadowRoot ? [node, ...all(node.shadowRoot)] : [node]);
  const named = (node) => node.getAttribute("aria-label") ?? node.textContent.trim().slice(0, 40);
  return all(document.querySelector("[data-testid='stMain']"))
    .filter((node) => node.matches("button:not([tabindex='-1']), input, select, summary, a[href]"))
    .filter((node) => !node.closest(THEIRS) && node.checkVisibility({ visibilityProperty: true }))
    .filter((node) => node.getBoundingClientRect().width > 1)
    .map((node) => `${node.tagName.toLowerCase()} ${named(node)}`);
}"""
COUNT = """() => {
  window.clicks = 0;
  window.addEventListener("click", ({ isTrusted, detail }) => {
    if (isTrusted && detail) window.clicks += 1; // a label's click on its input has no detail
  }, { capture: true });
}"""


@pytest.mark.parametrize("title", MOST)
def test_a_page_offers_no_more_controls_than_it_did(page: Page, title: str) -> None:
    page.set_viewport_size(SIZE)
    visit(page, PAGES[title])
    if "sentence=" in PAGES[title]:
        expect(page.locator(".card").first).to_be_visible()
    page.wait_for_selector(READY)
    page.evaluate(QUIET)
    found = page.evaluate(CONTROLS)
    assert 0 < len(found) <= MOST[title], "\n".join(found)


def begin(page: Page) -> None:
    """Open the app as a person who was here before, and count clicks from now on."""
    visit(page)
    expect(page.locator(".flow .drawing")).to_be_visible()
    page.wait_for_selector(READY)
    page.evaluate(COUNT)


def clicks(page: Page) -> int:
    return page.evaluate("window.clicks")


def test_a_sentence_of_ones_own_is_one_click_from_its_maps(page: Page) -> None:
    begin(page)
    page.get_by_role("textbox", name="English sentence").click()
    page.keyboard.press("Control+A")
    page.keyboard.type("She is happy.")
    page.keyboard.press("Enter")
    expect(page.locator(".flow .source").get_by_text("happy", exact=True)).to_be_visible()
    assert clicks(page) == 1


def test_a_figure_is_two_clicks_away(page: Page) -> None:
    begin(page)
    page.get_by_role("button", name=SAVE).click()
    with page.expect_download() as coming:
        page.get_by_role("button", name="SVG", exact=True).click()
    assert coming.value.suggested_filename.endswith(".svg")
    assert clicks(page) == 2


def test_a_lesson_is_begun_with_two_clicks(page: Page) -> None:
    begin(page)
    page.get_by_role("link", name="Lessons").click()
    page.get_by_role("button", name="Begin").nth(1).click()
    expect(page.locator(".lesson-body h1")).to_be_visible()
    assert clicks(page) == 2


def test_a_file_is_opened_with_two_clicks(page: Page) -> None:
    begin(page)
    page.get_by_role("link", name="Open a trace").click()
    with page.expect_file_chooser() as coming:
        page.get_by_role("button", name="Upload").last.click()
    table = b"alignment,the,cat\nle,0.9,0.1\nchat,0.2,0.8\n"
    coming.value.set_files([{"name": "a.csv", "mimeType": "text/csv", "buffer": table}])
    expect(page.locator(".card").first).to_be_visible()
    assert clicks(page) == 2


def test_two_scores_are_compared_with_two_clicks(page: Page) -> None:
    begin(page)
    page.get_by_role("button", name="luong-dot", exact=True).click()
    added = page.get_by_role("button", name="bahdanau-additive", exact=True)
    added.click(modifiers=["Shift"])
    expect(page.locator(".flow .drawing")).to_have_count(2)
    assert clicks(page) == 2
