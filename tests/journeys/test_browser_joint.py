"""A person chooses words to see their joint attention: with the pointer, keys, a finger, a link."""

from collections.abc import Callable

import numpy as np
from playwright.sync_api import Locator, Page, expect

from alignoscope.records.percentages import rounded
from tests.shared.player_page import (
    SOURCE,
    TARGETS,
    card,
    cells_of,
    data_of,
    last_report,
    layers_of,
)

ROWS = rounded(cells_of("weights", "one", SOURCE), 4)


def target(page: Page, index: int, name: str = "one") -> Locator:
    return card(page, name).locator(".side .word").nth(index)


def source(page: Page, index: int, name: str = "one") -> Locator:
    return card(page, name).locator(".plot .word").nth(index)


def numbers(words: tuple[str, ...], values: np.ndarray) -> list[str]:
    return [f"{words[i]} {values[i]:.3g}" for i in np.argsort(-values)]


def test_target_words_are_chosen_one_by_one_and_as_a_range(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    chip, rest = page.locator(".answer .chip .words"), page.locator(".answer .next")
    target(page, 0).click()
    target(page, 2).click(modifiers=["ControlOrMeta"])
    expect(chip).to_have_text("rouge")
    target(page, 0).click(modifiers=["ControlOrMeta"])
    expect(chip).to_have_text("la + rouge")
    mean = ROWS[[0, 2]].mean(axis=0)
    expect(rest).to_have_text(" · ".join(numbers(SOURCE, mean)))
    expect(page.locator(".status")).to_have_text(
        "la + rouge: mean weight on " + ", ".join(numbers(SOURCE, mean))
    )
    expect(card(page, "one").locator(".word.joint")).to_have_text(["la", "rouge"])
    expect(card(page, "one").locator(".faded")).to_have_count(1)
    expect(card(page, "one").locator(".caption").last).to_have_text("mean of 2")
    bars = card(page, "one").locator(".plot > rect:not(.cell)")
    heights = [float(bar.get_attribute("height")) for bar in bars.all()]
    assert np.allclose(np.array(heights) / max(heights), mean / mean.max(), rtol=1e-3)
    # The second map has both words too; one without attention has nothing to add up.
    expect(card(page, "two").locator(".word.joint")).to_have_text(["la", "rouge"])
    expect(card(page, "none").locator(".joint")).to_have_count(0)
    assert last_report(page)["joint"] == "one~words~rows~1.3"
    target(page, 1).click(modifiers=["Shift"])
    expect(chip).to_have_text("la + voiture")
    source(page, 2).hover()
    mean = ROWS[:2].mean(axis=0)
    expect(card(page, "one").locator(".foot")).to_have_text(
        f"“car”: mean of 2 chosen words{mean[2]:.3g}"
    )
    page.keyboard.press("Escape")
    expect(chip).to_have_count(0)
    expect(card(page, "one").locator(".faded")).to_have_count(0)
    assert last_report(page)["joint"] == ""


def test_source_words_are_added_up_and_the_cross_clears_them(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    source(page, 1).click()
    source(page, 2).click(modifiers=["Shift"])
    total = ROWS[:, 1:3].sum(axis=1)
    answer = page.locator(".answer")
    expect(answer).to_contain_text(f"summed weight ({total.mean():.0%} of all) from")
    expect(answer.locator(".next")).to_have_text(" · ".join(numbers(TARGETS["one"], total)))
    expect(card(page, "one").locator(".plot .caption")).to_have_text("sum of 2")
    expect(card(page, "two").locator(".plot .caption")).to_have_text("sum of 2")
    answer.get_by_role("button", name="Clear the chosen words").click()
    expect(card(page, "one").locator(".joint")).to_have_count(0)
    source(page, 1).click(modifiers=["ControlOrMeta"])
    source(page, 1).click(modifiers=["ControlOrMeta"])  # and out again
    expect(page.locator(".status")).to_have_text("No words are chosen.")


def test_the_keyboard_chooses_words_and_keeps_its_place(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    status, chip = page.locator(".status"), page.locator(".answer .chip .words")
    card(page, "one").locator(".plot").focus()
    page.keyboard.press("Shift+Space")  # in a cell: the word of its row
    expect(chip).to_have_text("la")
    for _ in SOURCE:
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Shift+ArrowDown")
    expect(chip).to_have_text("la + voiture")
    expect(status).to_contain_text("la + voiture: mean weight on")
    page.keyboard.press("ArrowDown")
    expect(status).to_contain_text("→ rouge (highest)")  # The cursor has stayed on the words.
    page.keyboard.press("Shift+Space")
    expect(chip).to_have_text("la + voiture + rouge")
    page.keyboard.press("Escape")  # leaves the map
    page.keyboard.press("Escape")
    expect(chip).to_have_count(0)


def test_a_long_press_chooses_a_word_and_taps_choose_more(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    chip = page.locator(".answer .chip .words")
    page.clock.install()
    press = {"pointerType": "touch", "bubbles": True, "composed": True}
    target(page, 0).dispatch_event("pointerdown", press)
    page.clock.run_for(600)
    expect(chip).to_have_text("la")
    target(page, 0).dispatch_event("pointerup", press)
    target(page, 0).dispatch_event("click")  # as some browsers send it after the press
    expect(chip).to_have_text("la")
    for index in (1, 0):
        target(page, index).dispatch_event("pointerdown", press)
        target(page, index).dispatch_event("pointerup", press)
        target(page, index).dispatch_event("click")
    expect(chip).to_have_text("voiture")


def test_a_link_restores_the_words_in_every_picture_and_scores_have_none(
    show: Callable[..., Page],
) -> None:
    data = data_of(layers_of())
    page = show(data | {"start": data["start"] | {"joint": "two~words~rows~4.5"}})
    chip = page.locator(".answer .chip .words")
    expect(chip).to_have_text("voiture + rouge")
    expect(card(page, "two").locator(".caption").last).to_have_text("mean of 2")
    page.get_by_role("button", name="Options").click()
    page.get_by_role("radio", name="ribbons").check(force=True)
    expect(card(page, "two").locator("path.aside")).to_have_count(5 * len(SOURCE))
    page.get_by_role("radio", name="scores").check(force=True)
    expect(chip).to_have_count(0)
    page.get_by_role("radio", name="weights").check(force=True)
    expect(chip).to_have_text("voiture + rouge")
