"""The anatomy of a step in a browser: it follows the player at once, and fits on a phone."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser import NARROW, READY, choose, visit


def test_the_anatomy_follows_the_player_in_the_same_moment(page: Page) -> None:
    visit(page, "/step_by_step?sentence=I am not tired.&variant=bahdanau-additive&step=2")
    anatomy = page.locator(".anatomy")
    expect(anatomy.get_by_role("heading", name="Word 2 of")).to_be_visible()
    expect(anatomy.get_by_text("s[i-1] = s[1]")).to_be_visible()
    expect(anatomy.locator(".next tbody tr")).to_have_count(10)
    expect(anatomy.locator(".next tr[aria-current]:visible")).to_have_count(1)
    heading = anatomy.get_by_role("heading", name="Word").first.evaluate(
        """node => {
            const detail = { key: "player", step: 3 };
            document.dispatchEvent(new CustomEvent("alignoscope:step", { detail }));
            const other = { key: "another", step: 0 };
            document.dispatchEvent(new CustomEvent("alignoscope:step", { detail: other }));
            return node.textContent;
        }"""
    )
    assert heading.startswith("Word 4 of")
    page.get_by_role("button", name="First step").click()
    expect(anatomy.get_by_role("heading", name="Word 1 of")).to_be_visible()
    expect(anatomy.get_by_text("s[0] = tanh(W h1)")).to_be_visible()
    for step in (2, 3, 4):
        page.get_by_role("button", name="Next step").click()
        expect(anatomy.get_by_role("heading", name=f"Word {step} of")).to_be_visible()
        expect(anatomy.get_by_text("s[0] = tanh(W h1)")).to_be_hidden()
    expect(page).to_have_url(re.compile("step=4"))
    expect(anatomy.get_by_role("heading", name="Word 4 of")).to_be_visible()


@pytest.mark.slow
def test_a_step_leaves_the_chosen_model_of_the_anatomy(page: Page) -> None:
    two = "variants=luong-dot&variants=luong-general"
    visit(page, f"/?sentence=I am not tired.&picture=map&{two}&cell=luong-dot~words~2~3&step=2")
    model = page.get_by_role("combobox", name="Inside one step: model")
    expect(model).to_have_value("luong-dot")
    choose(model, "luong-general")
    expect(model).to_have_value("luong-general")
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Next step").click()
    expect(page).to_have_url(re.compile("cell=luong-dot~words~3~3"))  # the cell moves along
    page.wait_for_selector(READY)
    expect(model).to_have_value("luong-general")
    page.locator(".card[data-map='luong-dot'] rect.cell").first.click(force=True)
    expect(model).to_have_value("luong-dot")


@pytest.mark.parametrize("scheme", ["light", pytest.param("dark", marks=pytest.mark.slow)])
def test_a_model_without_attention_has_an_anatomy_on_a_phone(page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(NARROW)
    visit(page, "/step_by_step?sentence=<b>the</b> the&variant=fixed-context")
    anatomy = page.locator(".anatomy")
    expect(anatomy.get_by_text("No attention: there are no scores")).to_be_visible()
    expect(anatomy.get_by_text("There is no query")).to_be_visible()
    assert anatomy.locator("b").count() == 0
    main = page.get_by_test_id("stMain")
    assert main.evaluate("element => element.scrollWidth <= element.clientWidth")
