"""A person points at words and cells of the player, with the pointer and with the keyboard."""

import re
from collections.abc import Callable
from dataclasses import replace

import numpy as np
from playwright.sync_api import Page, expect

from tests.shared.player_page import (
    HEBREW,
    SOURCE,
    TARGETS,
    card,
    cell,
    cells_of,
    data_of,
    last_report,
    layers_of,
)


def test_what_is_pointed_at_lights_up_in_every_map_with_its_number(
    show: Callable[..., Page],
) -> None:
    page = show(data_of(layers_of()))
    values = {name: cells_of("weights", name, SOURCE) for name in ("one", "two")}
    cell(page, "one", 2, 3).hover()
    number = "{:.3g}".format
    feet = {name: card(page, name).locator(".foot") for name in TARGETS}
    expect(feet["one"]).to_have_text("the → rouge" + number(values["one"][2, 3].round(4)))
    # The other map's rouge is its fifth word; the second "the" is the second one there.
    expect(feet["two"]).to_have_text("the → rouge" + number(values["two"][4, 3].round(4)))
    expect(feet["none"]).to_have_text("Writes “rouge”, word 1 of 2")
    expect(card(page, "two").locator(".word.lit")).to_have_text(["rouge", "the"])
    expect(page.locator(".tooltip")).to_contain_text("weight")
    card(page, "two").locator(".plot .word").nth(1).hover()
    coverage = number(values["one"].round(4)[:, 1].sum())
    expect(feet["one"]).to_have_text(f"Total attention on “red”{coverage}")
    card(page, "two").locator(".side .word").nth(5).hover()
    expect(feet["two"]).to_contain_text("→ vite (highest)")
    expect(feet["one"]).to_have_text("Writes “la”, word 1 of 3")  # it has no such word
    page.mouse.move(5, 5)
    expect(feet["two"]).to_have_text("Writes “la”, word 1 of 7")


def test_a_cell_is_chosen_by_click_and_by_keyboard(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    cell(page, "two", 3, 1).click()
    expect(page.locator(".readout")).to_have_text("Word 4 of 7")
    report = last_report(page)
    assert report["cell"] == {"map": "two", "unit": "words", "row": 3, "column": 1}
    expect(card(page, "two").locator(".chosen")).to_have_attribute("visibility", "visible")
    expect(card(page, "one").locator(".chosen")).to_have_attribute("visibility", "hidden")
    page.keyboard.press("ArrowRight")  # after a click the arrows still step
    expect(page.locator(".readout")).to_have_text("Word 5 of 7")
    card(page, "one").locator(".plot").focus()
    weights = cells_of("weights", "one", SOURCE)
    column = int(weights[2].argmax())
    status = page.locator(".status")
    expect(status).to_have_text(f"{SOURCE[column]} → rouge: {weights[2, column].round(4):.3g}")
    page.keyboard.press("ArrowUp")
    expect(status).to_contain_text(f"{SOURCE[column]} → voiture")
    for _ in SOURCE:
        page.keyboard.press("ArrowLeft")
    expect(status).to_contain_text("→ voiture (highest)")  # out on the target word
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".readout")).to_have_text("Word 2 of 7")
    assert last_report(page)["cell"] == {"map": "one", "unit": "words", "row": 1, "column": 0}
    page.keyboard.press("Escape")
    expect(status).to_have_text("")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".readout")).to_have_text("Word 3 of 7")


def test_the_cursor_starts_at_the_highest_score_inside_of_a_window(
    show: Callable[..., Page],
) -> None:
    layers = layers_of()
    views, scale = layers["scores", "words"]
    cells = np.array([[-np.inf, -5, -3, -4, -np.inf]] * len(TARGETS["one"]))
    layers["scores", "words"] = ([replace(views[0], cells=cells), *views[1:]], scale)
    page = show(data_of(layers, measure="scores"))
    card(page, "one").locator(".plot").focus()
    expect(page.locator(".status")).to_have_text("car → la: −3")


def test_a_right_to_left_source_runs_right_to_left(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of(HEBREW)))
    first = card(page, "one").get_by_text(HEBREW[0], exact=True).bounding_box()
    last = card(page, "one").get_by_text(HEBREW[-1], exact=True).bounding_box()
    side = card(page, "one").get_by_text("voiture", exact=True).bounding_box()
    assert last["x"] < first["x"] < side["x"]
    expect(card(page, "one").locator(".side")).to_contain_text("← source")
    plot = card(page, "one").locator(".plot").bounding_box()
    # The first source word's cell lies at the right edge, next to the target words.
    assert first["x"] > plot["x"] + plot["width"] / 2
    card(page, "one").locator(".plot").focus()
    before = page.locator(".status").inner_text()
    column = next(j for j, word in enumerate(HEBREW) if word in before.partition("→")[0])
    left = min(column + 1, len(HEBREW) - 1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".status")).to_contain_text(HEBREW[left])


def test_a_chosen_cell_follows_the_step_and_is_cleared_by_key_click_and_cross(
    show: Callable[..., Page],
) -> None:
    page = show(data_of(layers_of()))
    chip, chosen = page.locator(".answer .chip"), card(page, "two").locator(".chosen")
    cell(page, "two", 3, 1).click()
    expect(chip).to_contain_text("red → voiture")
    plot = card(page, "two").locator(".plot")
    expect(plot).to_have_attribute("aria-description", re.compile("^Highest weights for voiture: "))
    page.keyboard.press("ArrowRight")
    expect(chip).to_contain_text("red → rouge")
    assert last_report(page)["cell"] == {"map": "two", "unit": "words", "row": 4, "column": 1}
    clear = {
        "key": lambda: page.keyboard.press("Escape"),
        "cross": page.get_by_role("button", name="Clear the chosen cell").click,
        "click": cell(page, "two", 3, 1).click,
    }
    for way, press in clear.items():
        cell(page, "two", 3, 1).click()
        expect(chosen).to_have_attribute("visibility", "visible")
        press()
        expect(chosen).to_have_attribute("visibility", "hidden")
        expect(chip).to_have_count(0)
        assert last_report(page)["cell"] is None, way


def test_the_calculation_without_a_chosen_cell_is_of_the_highest_in_the_row(
    show: Callable[..., Page],
) -> None:
    page = show(data_of(layers_of()) | {"lead": "two"})
    page.add_style_tag(content=":root { --opener: inline }")  # as the page's styles do
    page.get_by_role("button", name="Show the calculation").click()
    column = int(cells_of("weights", "two", SOURCE)[0].argmax())
    report = last_report(page)
    assert report["cell"] == {"map": "two", "unit": "words", "row": 0, "column": column}
