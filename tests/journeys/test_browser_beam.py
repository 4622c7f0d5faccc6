"""A person walks the tree of a beam search in a real browser."""

import re
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page, expect

from alignoscope.ui.exports.browser_printing import find_browser
from alignoscope.ui.web.js_bundle import script
from tests.browser import (
    NARROW,
    READY,
    check_prints,
    choose_view,
    download,
    open_pictures,
    visit,
    write,
)

LINK = "/beam_tree?sentence=I am not tired.&variant=luong-concat&width=3"
OTHER = "Je n'en suis pas fatigué."  # the hypothesis of the third leaf


def test_a_click_on_a_leaf_shows_its_map(page: Page) -> None:
    visit(page, LINK)
    expect(page.locator(".card")).to_contain_text("Je ne suis pas fatigué.")
    leaves = page.locator(".beam .node.ended")
    leaves.nth(2).click()
    expect(page.locator(".card")).to_contain_text(OTHER)
    expect(leaves.nth(2)).to_have_attribute("aria-selected", "true")
    expect(page.locator(".beam .node.pruned")).to_have_count(0)
    page.get_by_label("Show only kept hypotheses").uncheck()
    page.locator(".beam .node.pruned").first.click()
    expect(page.locator(".card")).to_contain_text("…")


def test_back_shows_the_hypothesis_that_was_chosen(page: Page) -> None:
    visit(page, LINK)
    leaf = page.locator(".beam .node.ended").nth(2)
    leaf.click()
    expect(page.locator(".card")).to_contain_text(OTHER)
    expect(page).to_have_url(re.compile(r"node=\d+"))
    page.wait_for_selector(READY)
    write(page, "English sentence", "Thank you!")
    expect(page.locator(".card")).to_contain_text("Merci")
    page.wait_for_selector(READY)
    page.locator(".beam .node.ended").nth(1).click()
    expect(page).to_have_url(re.compile(r"sentence=Thank.*node=\d+"))
    page.wait_for_selector(READY)
    page.go_back()
    expect(page.locator(".card")).to_contain_text(OTHER)
    expect(leaf).to_have_attribute("aria-selected", "true")


def test_arrow_keys_walk_the_tree_and_enter_opens_a_map(page: Page) -> None:
    visit(page, LINK)
    readout = page.locator(".beam .readout")
    page.locator(".beam .node[tabindex='0']").focus()
    page.keyboard.press("Home")
    expect(readout).to_contain_text(re.compile(r"Step 1.*Je.*probability"))
    page.keyboard.press("ArrowRight")
    expect(readout).to_contain_text(re.compile("Step 2.*ne"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(readout).to_contain_text(re.compile("Step 2.*ne"))
    page.keyboard.press("Enter")
    expect(page.locator(".card")).to_contain_text("Je ne …")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")  # there is nothing before the first step
    expect(readout).to_contain_text(re.compile("Step 1.*Je"))
    page.keyboard.press("End")
    expect(readout).to_contain_text("finished here")
    expect(page.locator(".card")).to_contain_text("Je ne …")  # walking alone opens nothing


def test_the_tree_has_words_or_pieces_as_the_map_beside_it(page: Page) -> None:
    visit(page, LINK)
    tokens = page.locator(".beam .token")
    expect(tokens.filter(has_text=re.compile("^end$")).first).to_be_visible()
    expect(tokens.filter(has_text="▁")).to_have_count(0)
    choose_view(page, "pieces")
    expect(tokens.filter(has_text="▁Je").first).to_be_visible()
    expect(tokens.filter(has_text="</s>").first).to_be_visible()


@pytest.mark.slow
def test_the_tree_scrolls_inside_a_narrow_page(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, LINK.replace("I am not tired.", "The little girl is eating a red apple."))
    expect(page.locator(".beam .node").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    scroller = page.locator(".beam .scroller")
    page.locator(".beam .node[tabindex='0']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("End")
    assert scroller.evaluate("node => node.scrollLeft") > 20


def test_a_tree_fits_its_room_or_has_an_overview(page: Page) -> None:
    visit(page, LINK.replace("tired", "tired today"))
    scroller = page.locator(".beam .scroller")
    expect(page.locator(".beam .node").first).to_be_visible()
    assert scroller.evaluate("node => node.scrollWidth <= node.clientWidth")
    expect(page.locator(".beam .overview")).to_have_count(0)
    map_, tree = page.locator(".card").bounding_box(), scroller.bounding_box()
    assert map_["x"] > tree["x"] + tree["width"]  # beside it
    page.set_viewport_size(NARROW)
    overview = page.locator(".beam .overview")
    expect(overview).to_be_visible()
    box = overview.bounding_box()
    overview.click(position={"x": box["width"] - 4, "y": 9})
    expect(page.locator(".beam .node.ended").first).to_be_in_viewport()
    assert scroller.evaluate("node => node.scrollLeft") > 20


@pytest.mark.slow
def test_the_overview_of_a_tall_tree_scrolls_down_too(page: Page) -> None:
    visit(page, "/beam_tree?sentence=I am not tired.&variant=luong-concat&width=8")
    page.locator(".beam .tools").click()  # the pruned ones, too
    scroller, overview = page.locator(".beam .scroller"), page.locator(".beam .overview")
    expect(overview).to_be_visible()
    window = overview.locator(".window")
    whole, seen = scroller.evaluate("node => [node.scrollHeight, node.clientHeight]")
    assert seen < whole
    drawn = overview.evaluate("node => node.viewBox.baseVal.height")
    assert abs(float(window.get_attribute("height")) / drawn - seen / whole) < 0.05
    assert float(window.get_attribute("y")) == 0
    box = overview.bounding_box()
    overview.click(position={"x": 4, "y": box["height"] - 2})
    expect(window).not_to_have_attribute("y", "0")
    assert scroller.evaluate("node => node.scrollTop + node.clientHeight") >= whole - 2


def test_a_long_token_is_cut_between_letters_as_people_count_them(empty: Page) -> None:
    joined = script("ui/beam_tree/beam_tree.js").replace(
        "export default function", "const main = function"
    )
    cut = """([script, text]) => {
      const shortener = new Function(`${script}; return shortener;`)();
      return shortener(one => one.length, 19)(text);
    }"""
    for letter in ("क्षि", "e\u0301", "👨‍👩‍👧"):
        shown = empty.evaluate(cut, [joined, letter * 17])
        assert shown.endswith("…")
        assert shown[:-1].replace(letter, "") == ""


@pytest.mark.slow
def test_the_tree_is_saved_as_seen(page: Page) -> None:
    visit(page, LINK)
    page.locator(".beam .node.ended").nth(2).click()
    expect(page.locator(".card")).to_contain_text(OTHER)
    page.get_by_label("Show only kept hypotheses").uncheck()
    open_pictures(page, "Beam tree", "The whole tree with the chosen hypothesis marked")
    name, data = download(page, "SVG")
    assert name == "i-am-not-tired-beam-tree-luong-concat.svg"
    drawing = ElementTree.fromstring(data)
    labels = [node.get_attribute("aria-label") for node in page.locator(".beam .node").all()]
    titles = [node.text for node in drawing.iter("{http://www.w3.org/2000/svg}title")]
    assert titles == ["Beam tree", *labels]
    (said,) = drawing.iter("{http://www.w3.org/2000/svg}desc")
    pieces = said.text.rpartition("The chosen hypothesis: ")[2].removesuffix(" </s>")
    assert pieces.replace(" ", "").replace("▁", " ").strip() == OTHER
    if find_browser() is not None:
        check_prints(page, data, name.removesuffix(".svg"))
