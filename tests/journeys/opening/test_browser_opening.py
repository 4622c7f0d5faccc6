"""A person opens files of other tools: finds a sentence, compares two systems, chooses a head."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import READY, visit

FILES = Path(__file__).parent.parent.parent / "interchange" / "tool_files"


def drop(page: Page, *names: str) -> None:
    visit(page, "/open_trace")
    page.locator("input[type=file]").set_input_files([str(FILES / name) for name in names])
    page.locator(".card").first.wait_for()
    page.wait_for_selector(READY)


@pytest.mark.slow
def test_two_systems_are_compared_on_the_sentence_that_was_clicked(page: Page) -> None:
    drop(page, "marian/decode.soft", "marian/decode.hard", "marian/source.en")
    expect(page.locator(".card .badge")).to_have_text(["imported weights", "imported links"])
    expect(page.locator("rect.cell").first).to_be_in_viewport()  # beside the list, not below it
    # The list is a canvas: the third row is the fourth of 35 px, the headings being the first.
    rows = page.get_by_test_id("stDataFrame").first.locator(".dvn-scroller")
    rows.click(position={"x": 200, "y": 35 * 3.5})
    expect(page.locator(".card .translation").first).to_have_text("le livre vieux .")
    page.get_by_role("textbox", name="Search").fill("houseboat")
    page.get_by_role("textbox", name="Search").press("Enter")
    expect(page.get_by_text("1 of 3 sentences")).to_be_visible()
    expect(page.locator(".card .translation").first).to_have_text("un bateaumaison petit .")


def test_a_step_and_a_click_bring_a_sentence_without_the_list(page: Page) -> None:
    received: list[bytes | str] = []
    page.on("websocket", lambda one: one.on("framereceived", lambda part: received.append(part)))
    drop(page, "marian/decode.soft", "marian/source.en")
    translation = page.locator(".card .translation")

    def brings_the_list(press: Callable[[], None], words: str) -> bool:
        received.clear()
        press()
        expect(translation).to_have_text(words)  # perhaps sent ahead: then the answer comes later
        # What the page was sent before may come as a reference, without its words.
        assert any(received or page.wait_for_timeout(100) for _ in range(600))
        page.wait_for_selector(READY)
        return any(b"sharpness" in one for one in received)  # one of its headings

    following = page.get_by_role("button", name="Next", exact=True)
    assert not brings_the_list(following.click, "un bateaumaison petit .")
    rows = page.get_by_test_id("stDataFrame").first.locator(".dvn-scroller")
    place = {"x": 200, "y": 35 * 3.5}
    rows.hover(position=place)  # as a mouse does before it clicks
    assert not brings_the_list(partial(rows.click, position=place), "le livre vieux .")
    button = {"x": 24, "y": 35 * 1.5}  # of the first row
    assert not brings_the_list(partial(rows.click, position=button), "le chat rouge dort .")


def test_the_next_sentence_is_seen_before_the_answer_which_holds(page: Page) -> None:
    page.add_init_script("""window.late = 0; { const add = WebSocket.prototype.addEventListener;
      WebSocket.prototype.addEventListener = function (type, heard, ...more) {
        const slow = (event) => setTimeout(() => heard.call(this, event), window.late);
        add.call(this, type, type === "message" ? slow : heard, ...more);
      }; }""")
    drop(page, "marian/decode.soft", "marian/source.en")
    translation = page.locator(".card .translation")
    page.evaluate("window.late = 3000")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(translation).to_have_text("un bateaumaison petit .", timeout=2000)
    expect(page.get_by_text("1 of 3", exact=True)).to_be_visible()
    page.keyboard.press("ArrowRight")
    page.evaluate("window.late = 0")
    expect(page.get_by_text("2 of 3", exact=True)).to_be_visible()
    page.wait_for_selector(READY)
    expect(translation).to_have_text("un bateaumaison petit .")
    page.get_by_role("button", name="Previous", exact=True).click()
    expect(translation).to_have_text("le chat rouge dort .")
    expect(page.get_by_text("1 of 3", exact=True)).to_be_visible()
    expect(translation).to_have_text("le chat rouge dort .")


@pytest.mark.slow
def test_a_press_that_leads_nowhere_shows_what_is_open(page: Page) -> None:
    drop(page, "marian/decode.soft", "marian/source.en")
    translation = page.locator(".card .translation")
    # What is searched for is entered by the press itself, and after it there is no next sentence.
    page.get_by_role("textbox", name="Search").fill("chat rouge")
    page.get_by_role("button", name="Next", exact=True).click()
    expect(page.get_by_text("1 of 1", exact=True)).to_be_visible()
    page.wait_for_selector(READY)
    expect(translation).to_have_text("le chat rouge dort .")


@pytest.mark.slow
def test_a_head_is_chosen_among_all_of_them(page: Page) -> None:
    drop(page, "others/t5.npz", "others/t5.json")
    title = page.locator(".card h2")
    expect(title).to_have_text("t5.npz · all layers, all heads, mean")
    page.locator("summary", has_text="All 12 heads").click()
    plot = page.locator(".js-plotly-plot .nsewdrag").first
    plot.scroll_into_view_if_needed()
    box = plot.bounding_box()
    assert box is not None
    place = {"x": box["width"] * 2.5 / 4, "y": box["height"] * 1.5 / 3}
    label = page.locator(".hoverlayer").get_by_text("layer 2, head 3")
    for shift in range(20):  # After a redraw, the label comes with the next move only.
        plot.hover(position=place | {"x": place["x"] + shift % 2})
        page.wait_for_timeout(250)
        if label.is_visible():
            break
    expect(label).to_be_visible()
    plot.click(position=place)
    expect(title).to_have_text("t5.npz · layer 2, head 3")
