"""Training played in a browser, by keys, and on a narrow dark screen."""

import re

import pytest
from playwright.sync_api import Page, expect

from alignoscope.serving.model_store import checkpoints
from alignoscope.ui.shell.model_presets import opened_with
from tests.browser import NARROW, READY, visit


@pytest.mark.slow
def test_training_is_played_and_stepped_by_keys(page: Page) -> None:
    visit(page, "/training?pair=reverse")
    cards, readout = page.locator(".card"), page.locator(".readout")
    fills = """() => [...document.querySelectorAll("*")].flatMap(({shadowRoot: root}) =>
      [...(root?.querySelectorAll("rect.cell") ?? [])].map(rect => rect.getAttribute("fill")))"""
    count = len(opened_with([path.stem for path in checkpoints("reverse")]))
    expect(cards).to_have_count(count)
    expect(readout).to_have_text("Step 0")  # untrained at first
    for key, step in (("ArrowRight", "1"), ("PageDown", "2"), ("Home", "0")):
        page.keyboard.press(key)  # before anything was clicked
        expect(readout).to_have_text(f"Step {step}")
    slider = page.get_by_role("slider", name="Training step")
    slider.press("End")
    expect(readout).to_have_text("Step 2,362")
    expect(cards.first.locator(".foot")).to_contain_text("Step 888, dev loss")
    trained = page.evaluate(fills)
    assert len(trained) == count * 36
    slider.press("Home")
    expect(readout).to_have_text("Step 0")
    expect(cards.first.locator(".foot")).to_have_text("Step 0, no dev loss measured yet")
    untrained = page.evaluate(fills)
    assert sum(a != b for a, b in zip(trained, untrained, strict=True)) > 100
    for key, step in (("ArrowRight", "1"), ("ArrowRight", "2"), ("ArrowLeft", "1")):
        slider.press(key)
        expect(readout).to_have_text(f"Step {step}")
    page.locator(".card[data-map='luong-dot'] rect.cell").nth(4).hover()
    tooltip = page.locator(".tooltip strong")
    expect(tooltip).to_have_text(re.compile("weight 0.0"))
    slider.press("End")
    expect(tooltip).to_have_text(re.compile("weight (1|0.9)"))  # the last letter is written first
    expect(readout).to_have_text("Step 2,362")
    assert page.evaluate(fills) == trained
    page.get_by_label("Speed").select_option("4")
    # Each step is on show for 150 ms, which is too short to be looked for.
    readout.evaluate("""node => { window.read = []; new MutationObserver(
      () => window.read.push(node.textContent)).observe(node, {childList: true}); }""")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page.get_by_role("button", name="Pause", exact=True)).to_be_visible()
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()  # it ended
    read = page.evaluate("window.read")
    assert [read[0], read[-1]] == ["Step 0", "Step 2,362"]
    assert "Step 37" in read


@pytest.mark.slow
def test_what_is_reported_of_a_step_does_not_draw_the_maps_again(page: Page) -> None:
    visit(page, "/training?pair=reverse&variants=luong-general")
    cell = page.locator(".card rect.cell").first
    expect(cell).to_be_visible()
    drawn = cell.element_handle()
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("snapshot=2"))
    page.wait_for_selector(READY)
    page.wait_for_timeout(200)
    assert drawn.evaluate("node => node.isConnected")


@pytest.mark.slow
def test_the_training_page_fits_a_narrow_dark_screen(page: Page) -> None:
    page.set_viewport_size(NARROW)
    page.emulate_media(color_scheme="dark")
    visit(page, "/training?variants=luong-concat")
    expect(page.locator(".card")).to_have_count(1)
    expect(page.locator(".js-plotly-plot")).to_have_count(1)
    main = page.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth <= element.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    colour = page.locator(".card h2").evaluate("node => getComputedStyle(node).color")
    assert min(map(int, re.findall(r"\d+", colour))) > 200  # light letters


@pytest.mark.slow
def test_on_a_phone_maps_are_swiped_above_the_steps(page: Page) -> None:
    page.set_viewport_size({"width": 400, "height": 800})
    visit(page, "/training?variants=luong-concat&variants=luong-general")
    cards = page.locator(".card")
    expect(cards).to_have_count(2)
    first, second = cards.all()
    assert first.bounding_box()["y"] == second.bounding_box()["y"]
    expect(page.get_by_role("slider", name="Training step")).to_be_in_viewport()
    second.scroll_into_view_if_needed()
    expect(second.locator("rect.cell").last).to_be_in_viewport()
