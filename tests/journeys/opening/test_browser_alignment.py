"""A person sets links by hand: by clicks and by keys, takes one back, and saves them."""

import io
import re
import zipfile

from playwright.sync_api import Locator, Page, expect

from alignoscope.serving.model_store import gold_pairs
from tests.browser import READY, download, visit

FIRST = next(one for one in gold_pairs("eng-fra") if one.part == "dev")
WIDE = len(FIRST.source_words) + 1  # with the end mark


def marks(page: Page, name: str) -> Locator:
    return page.locator(".card").first.locator(f".marks .{name}")


def cell(page: Page, source: int, target: int) -> Locator:
    return page.locator(".card").first.locator("rect.cell").nth(target * WIDE + source)


def saved(page: Page) -> str:
    name, data = download(page, "Download links (Pharaoh)")
    assert name == "alignoscope-links.zip"
    with zipfile.ZipFile(io.BytesIO(data)) as files:
        return files.read("links.align").decode().split("\n")[0]


def test_links_are_set_by_clicks_and_keys_taken_back_and_saved(page: Page) -> None:
    visit(page, "/alignment?variant=bahdanau-additive")
    expect(marks(page, "gold.sure")).to_have_count(len(FIRST.sure))
    expect(marks(page, "gold.possible")).to_have_count(len(FIRST.possible - FIRST.sure))
    found = marks(page, "link").count()
    cell(page, 2, 0).click()
    expect(marks(page, "link.hand")).to_have_count(1)
    expect(page.get_by_role("button", name="Undo", exact=True)).to_have_attribute(
        "aria-disabled", "false"
    )
    # From the keyboard: the cursor starts at the first row's highest cell, the end mark.
    page.locator(".card").first.locator(".plot").focus()
    for _ in range(WIDE):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("p")
    expect(marks(page, "link.possible")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(marks(page, "link")).to_have_count(found + 3)
    page.keyboard.press("z")
    expect(marks(page, "link")).to_have_count(found + 2)
    page.wait_for_timeout(500)  # a report is held back for a moment
    page.wait_for_selector(READY)
    links = saved(page)
    assert re.search(r"(^| )2-0 ", links)
    assert re.search(r"(^| )0p1 ", links)
    # Another pair, and back: what was set is still there.
    page.get_by_role("button", name="Next").click()
    expect(marks(page, "link.hand")).to_have_count(0)
    page.get_by_role("button", name="Previous").click()
    expect(marks(page, "link.hand")).to_have_count(2)
    page.get_by_role("button", name="Undo all").click()
    expect(marks(page, "link.hand")).to_have_count(0)
    page.wait_for_timeout(500)
    page.wait_for_selector(READY)
    assert saved(page) == links_of_the_model(links)


def links_of_the_model(links: str) -> str:
    return " ".join(link for link in links.split() if link not in ("2-0", "0p1"))
