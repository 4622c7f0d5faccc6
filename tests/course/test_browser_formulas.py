"""Formulas on a phone: unfolded by keyboard, read as mathematics, and no wider than the screen."""

from dataclasses import replace
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, expect

from alignoscope.course.formulas.formulas import FORMULAS
from alignoscope.course.formulas.notations import NOTATIONS
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.player.script import SCRIPT, STYLE
from alignoscope.course.read import lessons
from alignoscope.ui.web.standalone_page import html_page
from tests.browser import NARROW
from tests.course.test_formulas import shown


@pytest.mark.slow
def test_every_formula_unfolds_by_keyboard_and_fits_a_phone(
    window: BrowserContext, tmp_path: Path
) -> None:
    lesson, found = lessons()["oracle"], shown("oracle")
    one = replace(found[0], screen=replace(found[0].screen, formulas=tuple(FORMULAS)))
    data = payload(lesson, [one, *found[1:]], LessonPosition(answers={}), linked=False)
    file = tmp_path / "lesson.html"
    file.write_text(html_page(SCRIPT, STYLE, data, "Formulas", "", "en"), encoding="utf-8")
    page = window.new_page()
    page.set_viewport_size(NARROW)
    page.goto(file.as_uri())
    formulas = page.locator(".formula")
    expect(formulas).to_have_count(len(FORMULAS))
    expect(formulas.first.get_by_role("math")).to_have_count(1)
    for one in formulas.all():
        one.locator("summary").press("Enter")
    expect(formulas.first.get_by_role("math")).to_have_count(1 + len(NOTATIONS))
    expect(formulas.first).to_contain_text("context = state")
    wide = "all => all.filter(one => one.getBoundingClientRect().right > innerWidth - 16).length"
    assert page.locator(".formula math").evaluate_all(wide) == 0
    page.close()
