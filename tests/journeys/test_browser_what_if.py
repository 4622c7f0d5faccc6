"""A person changes what a model wrote, and where it looked, in a real browser."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import NARROW, READY, visit

LINK = "/what_if?sentence=I am not tired.&variant=bahdanau-additive&step=5"


def card(page: Page, label: str) -> Locator:
    return page.locator(f".card[data-map='bahdanau-additive{label}']")


def bar(page: Page, word: str) -> Locator:
    return page.locator(".editor").get_by_role("slider", name=word, exact=True)


def test_a_press_branches_and_the_branch_is_removed(page: Page) -> None:
    visit(page, LINK)
    expect(page.locator(".card")).to_have_count(1)
    page.get_by_role("tab", name="Write another token").click()
    page.get_by_role("button", name=re.compile("^très ")).click()
    expect(card(page, " · branch 1")).to_contain_text("Je ne suis pas très")
    expect(card(page, "")).to_contain_text("Je ne suis pas fatigué.")
    expect(page.locator("b u", has_text="très")).to_be_visible()
    page.get_by_role("button", name="Remove").click()
    expect(page.locator(".card")).to_have_count(1)


@pytest.mark.slow
def test_the_original_the_edited_map_and_the_bars_are_on_one_screen(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, LINK)
    page.get_by_role("button", name="Uniform").click()
    expect(card(page, " · edited")).to_be_visible()
    seen = (card(page, "").locator("rect.cell").last, card(page, " · edited"), bar(page, "end"))
    for part in (*seen, page.get_by_role("button", name="Uniform")):
        expect(part).to_be_in_viewport(ratio=0.9)
    told = page.get_by_text(re.compile(r"log-probability −?-?[\d.]+, .* against the original"))
    expect(told).to_be_in_viewport()
    expect(page.locator(".flow .model")).to_have_text("bahdanau-additive · edited")
    page.get_by_text("Token by token").click()
    expect(page.get_by_test_id("stDataFrame")).to_be_visible()


def test_a_typed_token_branches(page: Page) -> None:
    visit(page, LINK)
    expect(page.locator(".card")).to_have_count(1)
    page.get_by_role("tab", name="Write another token").click()
    box = page.get_by_role("textbox", name="Another token")
    box.fill("prêt")
    box.press("Enter")
    expect(card(page, " · branch 1")).to_contain_text("Je ne suis pas prêt")
    expect(box).to_have_value("")


def test_the_keyboard_moves_attention_and_it_is_taken_back(page: Page) -> None:
    visit(page, LINK)
    before = bar(page, "tired").get_attribute("aria-valuetext")
    assert float(before) > 0.2
    bar(page, "I").focus()
    page.keyboard.press("End")
    expect(bar(page, "I")).to_have_attribute("aria-valuetext", "1.00")
    expect(bar(page, "tired")).to_have_attribute("aria-valuetext", "0.00")
    expect(card(page, " · edited")).to_be_visible()
    expect(card(page, " · edited")).not_to_contain_text("pas fatigué")
    expect(page.get_by_text("Step 5: by hand")).to_be_visible()
    expect(bar(page, "I")).to_be_focused()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    expect(bar(page, "I")).to_have_attribute("aria-valuetext", "0.95")
    expect(bar(page, "tired")).to_have_attribute("aria-valuetext", "0.01")
    expect(page.get_by_text("Step 5: by hand")).to_have_count(1)  # one bar moving is one edit
    page.get_by_role("button", name="Undo", exact=True).click()
    expect(page.locator(".card")).to_have_count(1)
    expect(bar(page, "tired")).to_have_attribute("aria-valuetext", before)


@pytest.mark.slow
def test_answers_that_come_late_do_not_move_a_bar_back(page: Page) -> None:
    page = page.context.new_page()  # whose answers are late as long as it is open
    page.add_init_script("""{ const add = WebSocket.prototype.addEventListener;
      WebSocket.prototype.addEventListener = function (type, heard, ...more) {
        const late = (event) => setTimeout(() => heard.call(this, event), 700);
        add.call(this, type, type === "message" ? late : heard, ...more);
      }; }""")
    visit(page, LINK)
    bar(page, "tired").press("Home")
    bar(page, "tired").evaluate("""node => { window.seen = []; new MutationObserver(
      () => window.seen.push(Number(node.getAttribute("aria-valuetext")))
    ).observe(node, {attributes: true}); }""")
    for _ in range(7):
        bar(page, "tired").press("ArrowRight")
        page.wait_for_timeout(250)  # longer than the editor waits before it reports
    expect(card(page, " · edited")).to_be_visible()
    page.wait_for_timeout(1_500)  # until the page has heard that its last report is being answered
    page.wait_for_selector(READY)
    expect(bar(page, "tired")).to_have_attribute("aria-valuetext", "0.07")
    seen = page.evaluate("window.seen")
    assert seen == sorted(seen)


@pytest.mark.slow
def test_a_bar_is_dragged_after_stepping_on_a_narrow_screen(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, LINK)
    before = bar(page, "tired").get_attribute("aria-valuetext")
    page.get_by_role("button", name="First step").click()
    expect(bar(page, "tired")).not_to_have_attribute("aria-valuetext", before)
    bar(page, "not").scroll_into_view_if_needed()
    box = bar(page, "not").bounding_box()
    page.mouse.move(box["x"] + 8, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    expect(bar(page, "not")).to_have_attribute("aria-valuetext", re.compile(r"0\.(49|50|51)"))
    values = [one.get_attribute("aria-valuetext") for one in page.locator(".editor input").all()]
    assert abs(sum(map(float, values)) - 1) < 0.03
    expect(page.get_by_text("Step 1: by hand")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


def test_a_ribbon_that_is_dragged_to_another_word_changes_the_word_written(page: Page) -> None:
    visit(page, "/what_if?variant=luong-general&step=7")
    expect(page.locator(".headline")).to_contain_text("noir, the model looks back at black")
    old, new = (page.locator(f".source[data-column='{j}']").bounding_box() for j in (5, 9))
    page.mouse.move(old["x"] + old["width"] / 2, old["y"] + old["height"] / 2)
    page.mouse.down()
    page.mouse.move(new["x"] + new["width"] / 2, new["y"] + new["height"] / 2, steps=4)
    page.mouse.up()
    expect(page.locator(".headline")).to_contain_text("blanc, the model looks back at white")
    expect(page.locator("b u", has_text="blanc")).to_be_visible()
    expect(bar(page, "black")).to_have_attribute("aria-valuetext", "0.00")
    expect(page.get_by_text("Step 7: black moved to white")).to_be_attached()
    expect(page).to_have_url(re.compile("edit=7~move.6.10~"))
