"""The player alone steps and plays, fills the screen and a phone, in a real Chromium."""

import re
from collections.abc import Callable
from dataclasses import replace
from math import exp

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from tests.browser import open_view
from tests.shared.player_page import WEIGHTS, card, data_of, last_report, layers_of, marked


def test_keys_step_every_map_and_none_is_lost(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    page.get_by_role("slider", name="Step").focus()
    page.evaluate(
        """() => { const slider = document.querySelector("body > div").shadowRoot.activeElement;
        for (let i = 0; i < 4; i += 1) slider.dispatchEvent(new KeyboardEvent("keydown",
          {key: "ArrowRight", repeat: i > 0, bubbles: true, cancelable: true})); }"""
    )
    expect(page.locator(".readout")).to_have_text("Word 5 of 7")
    assert marked(page) == ["2", "4", "1"]
    expect(card(page, "one").locator(".foot")).to_have_text("Finished after 3 steps")
    expect(card(page, "two").locator(".foot")).to_have_text("Writes “rouge”, word 5 of 7")
    for key, step in (("End", 7), ("ArrowRight", 7), ("ArrowLeft", 6), ("Home", 1)):
        page.keyboard.press(key)
        expect(page.locator(".readout")).to_have_text(f"Word {step} of 7")
    assert [one["step"] for one in page.evaluate("window.steps")] == [0, 1, 2, 3, 4, 6, 6, 5, 0]
    page.evaluate("document.dispatchEvent(new CustomEvent('alignoscope:ask'))")
    assert page.evaluate("window.steps.at(-1)") == {"key": "here", "step": 0}
    page.keyboard.press("ArrowRight")
    report = last_report(page)
    assert (report["identity"], report["step"], report["start"]["step"]) == ("first", 1, 0)


def test_playing_fades_what_is_ahead_until_the_end(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    open_view(page)
    speed = page.get_by_role("combobox", name="Speed")
    veil = card(page, "two").locator(".veil")
    expect(veil).to_have_attribute("visibility", "hidden")
    speed.select_option("0.5")  # slow while it is looked at
    page.get_by_role("button", name="Play").click()
    expect(veil).to_have_attribute("visibility", "visible")
    expect(card(page, "two").get_by_text(".", exact=True)).to_have_class(re.compile("future"))
    speed.select_option("4")
    expect(page.locator(".readout")).to_have_text("Word 7 of 7")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Hide future words")).not_to_be_checked()
    speed.select_option("0.5")
    page.get_by_role("slider", name="Step").press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Hide future words")).to_be_checked()
    page.evaluate("data => call(data)", data_of(layers_of(), identity="second"))
    expect(page.get_by_role("checkbox", name="Hide future words")).not_to_be_checked()
    expect(veil).to_have_attribute("visibility", "hidden")


def test_python_hears_where_the_playing_came_to_and_not_each_step(
    show: Callable[..., Page],
) -> None:
    page = show(data_of(layers_of()))
    open_view(page)
    page.get_by_role("combobox", name="Speed").select_option("0.5")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".readout")).to_have_text(re.compile("Word [3-6] of 7"))
    assert page.evaluate("window.reported") == []
    page.get_by_role("button", name="Pause").click()
    stopped = last_report(page)["step"]
    expect(page.locator(".readout")).to_have_text(f"Word {stopped + 1} of 7")
    assert len(page.evaluate("window.reported")) == 1


def test_the_presenter_mode_fills_the_screen_and_escape_leaves(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()) | {"source": "The red car."})
    page.evaluate(
        "() => { Element.prototype.requestFullscreen = () => Promise.reject(new Error('no')); }"
    )
    source = page.get_by_text("The red car.", exact=True)
    expect(source).to_be_hidden()
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    word = card(page, "one").locator(".word").first
    small = word.evaluate(size)
    page.get_by_role("slider", name="Step").press("p")
    player = page.locator(".player")
    expect(player).to_have_class(re.compile("presenting"))
    box = player.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1000, 900)
    assert word.evaluate(size) > 1.4 * small
    expect(page.get_by_role("button", name="Copy the link")).to_be_hidden()
    page.set_viewport_size({"width": 1000, "height": 600})  # too low for all maps: they scroll
    player.evaluate("node => node.scrollTo(0, node.scrollHeight)")
    assert player.evaluate("node => node.scrollTop") > 0
    expect(source).to_be_in_viewport()
    page.set_viewport_size({"width": 1000, "height": 900})
    page.keyboard.press("ArrowRight")
    expect(page.locator(".readout")).to_have_text("Word 2 of 7")
    page.keyboard.press("Escape")
    expect(player).not_to_have_class(re.compile("presenting"))
    assert word.evaluate(size) == small


def test_an_enlarged_map_fits_the_screen_of_the_presenter_mode(show: Callable[..., Page]) -> None:
    words = tuple(f"row{i}" for i in range(30))
    views = [
        replace(view, rows=words, tokens=words, cells=np.full((30, len(view.columns)), 0.2),
            row_of_step=tuple(range(30)))
        for view in layers_of()["weights", "words"][0]
    ]  # fmt: skip
    page = show(data_of({("weights", "words"): (views, WEIGHTS)}))
    slider = page.get_by_role("slider", name="Step")
    slider.press("1")
    expect(page.locator(".large .card")).to_be_visible()
    slider.press("p")
    expect(page.locator(".player")).to_have_class(re.compile("presenting"))
    place, answer = page.locator(".large .map"), page.locator(".answer")
    assert place.evaluate("node => node.scrollHeight - node.clientHeight") == 0
    end = place.bounding_box()
    assert end["y"] + end["height"] <= answer.bounding_box()["y"]


def test_forced_maps_show_how_probable_the_translation_is(show: Callable[..., Page]) -> None:
    data = data_of(layers_of())
    for one, log_prob in zip(data["maps"], (-3 * 0.5, None, -2 * 1.25), strict=True):
        if log_prob is not None:
            one["logProb"] = log_prob
    page = show(data)
    assert page.locator(".likely").all_inner_texts() == ["log p −1.50", "log p −2.50"]
    bars = page.locator(".forced").evaluate_all(
        "nodes => nodes.map(node => Number(node.style.getPropertyValue('--likely')))"
    )
    assert bars == pytest.approx([exp(-0.5), exp(-1.25)])
    expect(page.locator(".answer")).to_contain_text("is given “la”")
    expect(card(page, "one").locator("header")).to_have_attribute(
        "title", re.compile("−1.50; probability per token: 61%")
    )


def test_another_height_of_the_window_lays_the_maps_out_again(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    cell = card(page, "two").locator(".cell").first
    expect(cell).to_have_attribute("height", "33")
    page.set_viewport_size({"width": 1000, "height": 420})
    expect(cell).to_have_attribute("height", "15")
    page.set_viewport_size({"width": 1000, "height": 900})
    expect(cell).to_have_attribute("height", "33")


def test_keys_are_heard_before_the_player_is_clicked_and_so_is_a_clicker(
    show: Callable[..., Page],
) -> None:
    page = show(data_of(layers_of()))
    readout = page.locator(".readout")
    page.keyboard.press("ArrowRight")
    expect(readout).to_have_text("Word 2 of 7")
    page.keyboard.press("PageDown")
    expect(readout).to_have_text("Word 3 of 7")
    page.keyboard.press("PageUp")
    expect(readout).to_have_text("Word 2 of 7")
    page.keyboard.press("p")
    expect(page.locator(".player")).to_have_class(re.compile("presenting"))
    for key, step in (("PageDown", 3), ("PageDown", 4), ("PageUp", 3)):
        page.keyboard.press(key)
        expect(readout).to_have_text(f"Word {step} of 7")
    page.keyboard.press("2")
    expect(page.locator(".large .card")).to_have_attribute("data-map", "two")


def test_what_is_pressed_leaves_the_arrows_to_the_player_and_what_is_written_in_does_not(
    show: Callable[..., Page],
) -> None:
    page = show(data_of(layers_of()))
    page.evaluate(
        """() => document.body.insertAdjacentHTML("afterbegin", `<button id="b">B</button>
        <input id="c" type="checkbox"><input id="t" type="text"><input id="r" type="range">
        <select id="s"><option>1<option>2</select>
        <div role="menu"><button id="m">M</button></div>`)"""
    )
    readout = page.locator(".readout")
    for place, key, word in (
        *(("#b", "ArrowRight", 2), ("#c", "PageDown", 3), ("#t", "ArrowLeft", 3)),
        *(("#r", "ArrowLeft", 3), ("#s", "ArrowDown", 3), ("#m", "ArrowDown", 3)),
        *(("#c", " ", 3), ("#b", "Home", 1)),
    ):
        page.locator(place).press(key)
        expect(readout).to_have_text(f"Word {word} of 7")
    expect(page.locator("#c")).to_be_checked()
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    open_view(page)
    page.get_by_role("checkbox", name="Sums").focus()
    page.keyboard.press("ArrowRight")
    expect(readout).to_have_text("Word 2 of 7")


def test_a_question_mark_lists_the_keys_also_in_front_of_people(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_be_hidden()
    page.keyboard.press("?")
    expect(keys).to_contain_text("Space" + "play or pause")
    page.keyboard.press("ArrowRight")  # meant for nothing behind the list
    page.keyboard.press("Escape")
    expect(keys).to_be_hidden()
    expect(page.locator(".readout")).to_have_text("Word 1 of 7")
    page.keyboard.press("?")
    page.evaluate(
        """() => { const { activeElement } = document.querySelector("body > div").shadowRoot;
        activeElement.closest("dialog").close(); // its button has the focus until the next frame
        activeElement.dispatchEvent(new KeyboardEvent("keydown",
          {key: "ArrowRight", bubbles: true, cancelable: true, composed: true})); }"""
    )
    expect(page.locator(".readout")).to_have_text("Word 2 of 7")
    page.keyboard.press("p")
    expect(page.locator(".player")).to_have_class(re.compile("presenting"))
    page.keyboard.press("?")
    expect(keys).to_be_visible()
    page.keyboard.press("?")
    expect(keys).to_be_hidden()
    page.keyboard.press("p")
    open_view(page)
    page.get_by_role("button", name="Keys (?)").click()
    keys.get_by_role("button", name="Close").click()
    expect(keys).to_be_hidden()


def test_the_strip_leads_with_the_clearest_map_or_a_large_one_even_without_weights(
    show: Callable[..., Page],
) -> None:
    page = show(data_of(layers_of()) | {"lead": "two", "forcible": True})
    strip = page.locator(".answer")
    expect(strip.locator("strong")).to_have_text("two")
    card(page, "none").get_by_role("button", name="none").click()
    expect(strip.locator("strong")).to_have_text("none")
    expect(strip).to_contain_text("writes “rouge”")
    expect(
        strip.get_by_role("button", name="Force this translation on every model")
    ).to_be_visible()


@pytest.mark.parametrize(("motion", "behavior"), [("reduce", "auto"), ("no-preference", "smooth")])
def test_the_way_to_the_arithmetic_is_still_where_motion_is_unwanted(
    show: Callable[..., Page], motion: str, behavior: str
) -> None:
    page = show(data_of(layers_of()))
    page.set_viewport_size({"width": 1100, "height": 800})  # a wider one has a drawer
    page.emulate_media(reduced_motion=motion)
    page.evaluate(
        """() => { document.body.insertAdjacentHTML("beforeend",
          "<p class='st-key-arithmetic'>4 + 4</p>");
        document.documentElement.style.setProperty("--opener", "inline"); // as the page's styles do
        Element.prototype.scrollIntoView = function (how) { window.scrolled = how.behavior; }; }"""
    )
    page.get_by_role("button", name="Show the calculation").click()
    assert page.evaluate("window.scrolled") == behavior


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_player_keeps_its_settings_behind_one_button(
    show: Callable[..., Page], scheme: str
) -> None:
    page = show(data_of(layers_of()))
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 400, "height": 800})
    view = page.get_by_role("button", name="Options")
    expect(page.get_by_role("radio", name="scores")).to_be_hidden()
    view.click()
    expect(view).to_have_attribute("aria-expanded", "true")
    page.get_by_role("radio", name="scores").click()
    expect(page.locator(".legend")).to_contain_text("Scores")
    assert page.evaluate("document.documentElement.scrollWidth") <= 400


def test_the_options_close_on_a_click_outside_of_the_bar(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    open_view(page)
    page.locator("label", has_text="Transpose").click()
    expect(page.get_by_role("button", name="Options")).to_have_attribute("aria-expanded", "true")
    page.get_by_role("button", name="Next step").click()  # of the same bar
    expect(page.get_by_role("button", name="Options")).to_have_attribute("aria-expanded", "true")
    page.mouse.click(990, 890)
    expect(page.get_by_role("button", name="Options")).to_have_attribute("aria-expanded", "false")


def test_the_options_have_headings_and_close_on_escape(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    open_view(page)
    panel = page.get_by_role("group", name="Options")
    parts = panel.get_by_role("group").evaluate_all("nodes => nodes.map(one => one.ariaLabel)")
    assert parts == ["Picture", "Scale", "Show"]
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_a_fifth_large_map_says_which_one_it_replaces(show: Callable[..., Page]) -> None:
    layers = {
        layer: ([replace(views[1], id=name, label=name) for name in "abcdef"], scale)
        for layer, (views, scale) in layers_of().items()
    }
    page = show(data_of(layers))
    for key in "1234":
        page.keyboard.press(key)
    expect(page.locator(".status")).to_have_text("")
    places = [one.bounding_box() for one in page.locator(".large .card").all()]
    assert len({box["x"] for box in places}) == len({box["y"] for box in places}) == 2
    page.keyboard.press("5")
    expect(page.locator(".status")).to_have_text(
        "At most 4 maps can be large, so a is small again."
    )


def test_a_large_map_without_attention_has_room_for_its_sentence(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    card(page, "none").get_by_role("button", name="none").click()
    assert page.locator(".large .absence").bounding_box()["width"] >= 150


def test_nothing_overlaps_or_is_cut_off_under_a_high_zoom(show: Callable[..., Page]) -> None:
    layers = layers_of()
    long = replace(layers["weights", "words"][1], title="Weights minus bahdanau-additive's " * 2)
    layers["weights", "words"] = (layers["weights", "words"][0], long)
    page = show(data_of(layers) | {"forcible": True, "lead": "two"})
    page.add_style_tag(content=":root { --opener: inline }")  # as the page's styles do
    page.set_viewport_size({"width": 640, "height": 400})
    page.evaluate("() => new Promise(d => requestAnimationFrame(() => requestAnimationFrame(d)))")
    boxes = page.locator(".answer > :visible").evaluate_all(
        "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )
    assert boxes
    for i, one in enumerate(boxes):
        assert one["x"] + one["width"] <= 641
        for other in boxes[:i]:
            apart = other["x"] + other["width"] <= one["x"] + 1
            assert apart or other["y"] + other["height"] <= one["y"] + 1
    title = page.locator(".legend figcaption").bounding_box()
    assert title["x"] + title["width"] <= 641
