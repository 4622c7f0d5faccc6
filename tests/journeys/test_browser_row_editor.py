"""The row editor alone, in an empty page, with answers that come late."""

import pytest
from playwright.sync_api import Locator, Page, expect

from alignoscope.ui.web.js_bundle import script, style
from tests.shared.player_page import MOUNT

DATA = {
    "identity": "this",
    "step": 3,
    "edits": 0,
    "heard": 0,
    "words": ["one", "two", "three"],
    "row": [0.5, 0.25, 0.25],
    "computed": [0.5, 0.25, 0.25],
}


@pytest.fixture
def page(empty: Page) -> Page:
    empty.set_content("<body></body>")
    empty.evaluate(
        MOUNT, [script("ui/what_if/row_editor.js"), style("ui/what_if/row_editor.css"), DATA]
    )
    return empty


def bar(page: Page, word: str = "one") -> Locator:
    return page.get_by_role("slider", name=word, exact=True)


def answer(page: Page, **change: object) -> None:
    page.evaluate("data => window.call(data)", DATA | change)


def reports(page: Page, count: int) -> list[dict]:
    """Wait for so many reports and return them all."""
    page.wait_for_function("count => window.reported.length >= count", arg=count)
    found = page.evaluate("window.reported")
    assert [name for name, _ in found] == ["edit"] * count
    return [value for _, value in found]


def test_a_late_answer_does_not_take_back_what_was_moved_since(page: Page) -> None:
    bar(page).press("End")
    (first,) = reports(page, 1)
    bar(page).press("ArrowLeft")
    bar(page).press("ArrowLeft")
    # Both presses, in one report or, where they came slowly, in two.
    page.wait_for_function("() => Math.abs(window.reported.at(-1)[1].row[0] - 0.98) < 1e-9")
    second = page.evaluate("window.reported.at(-1)[1]")
    assert first["row"][0] == 1
    assert second["number"] > first["number"] > 0
    answer(page, heard=0, edits=1)  # to a press elsewhere, before the bar was moved
    expect(bar(page)).to_have_attribute("aria-valuetext", "0.98")
    answer(page, heard=first["number"], edits=1, row=first["row"])
    expect(bar(page)).to_have_attribute("aria-valuetext", "0.98")
    expect(bar(page, "two")).to_have_attribute("aria-valuetext", "0.01")
    answer(page, heard=second["number"], edits=1, row=[0.96, 0.03, 0.01])
    expect(bar(page)).to_have_attribute("aria-valuetext", "0.96")


def test_an_answer_to_the_last_report_takes_back_what_python_refused(page: Page) -> None:
    bar(page).press("End")
    (sent,) = reports(page, 1)
    answer(page, heard=sent["number"])
    expect(bar(page)).to_have_attribute("aria-valuetext", "0.50")


def test_another_step_is_shown_at_once_and_what_was_moved_before_it_is_reported(page: Page) -> None:
    bar(page).press("End")
    answer(page, step=4, row=[0.25, 0.5, 0.25])
    expect(bar(page)).to_have_attribute("aria-valuetext", "0.25")
    (sent,) = reports(page, 1)
    assert (sent["step"], sent["row"]) == (3, [1, 0, 0])


def test_an_editor_that_is_shown_anew_numbers_its_reports_behind_those_before(page: Page) -> None:
    answer(page, heard=7)
    bar(page).press("End")
    assert reports(page, 1)[0]["number"] == 8
