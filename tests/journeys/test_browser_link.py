"""What a person did is in the page's address: opened anew, it shows the same."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser import READY, visit, write

WHAT_IF = "/what_if?sentence=I am not tired.&variant=luong-concat&step=5"
BEAM = "/beam_tree?sentence=I am not tired.&variant=luong-concat&width=3"


def look(page: Page) -> dict[str, object]:
    """Return the maps, and the branches and edits that can be taken back, as they are seen."""
    cards = page.locator(".card")
    return {
        "names": [card.get_attribute("data-map") for card in cards.all()],
        "texts": cards.all_inner_texts(),
        "cells": cards.locator("rect.cell").evaluate_all(
            "cells => cells.map((cell) => getComputedStyle(cell).fill)"
        ),
        "edits": page.get_by_text(re.compile(r"^Step \d+: ")).all_inner_texts(),
        "bars": [
            bar.get_attribute("aria-valuetext") for bar in page.locator(".editor input").all()
        ],
        "buttons": page.get_by_role("button", name=re.compile("Remove|Undo|undo")).count(),
    }


def asked(page: Page) -> dict[str, list[str]]:
    return parse_qs(urlsplit(page.url).query)


@pytest.mark.slow
def test_a_branch_and_an_edit_by_hand_survive_in_the_address(page: Page) -> None:
    visit(page, WHAT_IF)
    page.get_by_role("tab", name="Write another token").click()
    box = page.get_by_role("textbox", name="Another token")
    box.fill("prêt")
    box.press("Enter")
    expect(page.locator(".card")).to_have_count(2)
    page.get_by_role("tab", name="Look elsewhere").click()
    bar = page.locator(".editor").get_by_role("slider", name="tired", exact=True)
    bar.focus()
    bar.press("Home")
    for _ in range(37):
        bar.press("ArrowRight")  # a soft row: nothing is 0 or 1
    expect(bar).to_have_attribute("aria-valuetext", "0.37")
    expect(page.get_by_text("Step 5: by hand")).to_be_visible()
    expect(page.locator(".card")).to_have_count(3)
    page.get_by_role("button", name="Sharpen").click()
    expect(page.get_by_text("Step 5: sharpened")).to_be_visible()
    expect(page).to_have_url(re.compile("branch=1.*sharpen"))
    page.wait_for_selector(READY)
    assert [text.split("~")[1] for text in asked(page)["edit"]] == ["hand", "sharpen"]
    fresh = page.context.new_page()
    visit(fresh, page.url)
    expect(fresh.locator(".card")).to_have_count(3)
    expect(fresh.get_by_text("Step 5: sharpened")).to_be_visible()
    expect(fresh.locator(".editor input")).to_have_count(6)
    fresh.wait_for_selector(READY)
    seen = look(page)
    assert len(set(seen["cells"])) > 10
    assert look(fresh) == seen
    assert asked(fresh) == asked(page)
    expect(fresh.get_by_test_id("stAlert")).to_have_count(0)
    fresh.get_by_role("button", name="Undo", exact=True).last.click()
    expect(fresh.get_by_text("Step 5: sharpened")).to_have_count(0)
    expect(fresh).not_to_have_url(re.compile("sharpen"))
    expect(fresh.get_by_text("Step 5: by hand")).to_be_visible()


def test_a_chosen_cell_survives_in_the_address(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-general&variants=luong-dot")
    page.locator(".card[data-map='luong-dot'] rect.cell").nth(2 * 6 + 3).click(force=True)
    expect(page).to_have_url(re.compile("cell=luong-dot~words~3~4"))
    fresh = page.context.new_page()
    visit(fresh, page.url)
    title = fresh.get_by_role("heading", name="How this weight is calculated: tired → suis")
    expect(title).to_contain_text("luong-dot")
    chosen = fresh.locator(".card[data-map='luong-dot'] .chosen")
    cell = fresh.locator(".card[data-map='luong-dot'] rect.cell").nth(2 * 6 + 3)
    expect(chosen).to_have_attribute("visibility", "visible")
    fresh.wait_for_selector(READY)
    frame, box = (one.bounding_box() for one in (chosen.locator("rect").last, cell))
    assert abs(frame["x"] - box["x"]) < 3
    assert abs(frame["y"] - box["y"]) < 3
    fresh.get_by_role("link", name="Step by step").click()
    expect(fresh.locator(".card")).to_have_count(1)
    expect(fresh).to_have_url(re.compile("step_by_step.*variant=luong-dot.*cell=luong-dot"))
    fresh.get_by_role("link", name="Compare maps").click()
    expect(title).to_contain_text("luong-dot")
    expect(fresh).to_have_url(re.compile("cell=luong-dot~words~3~4"))
    write(fresh, "English sentence", "Thank you!")
    expect(fresh).not_to_have_url(re.compile("cell="))
    expect(chosen).to_have_attribute("visibility", "hidden")
    expect(fresh.get_by_text("Click a cell, or press Enter on it")).to_be_visible()


@pytest.mark.slow
def test_a_page_opened_from_another_has_the_whole_address_at_once(page: Page) -> None:
    two = "variants=luong-dot&variants=luong-general"
    visit(page, f"/?sentence=I am not tired.&target=Je ne suis pas seul.&step=1&{two}")
    expect(page.locator(".card")).to_have_count(2)
    page.get_by_role("link", name="Score bench").click()
    expect(page).to_have_url(re.compile("score_bench.*target=Je.*dot&variants=luong-general"))
    expect(page.locator(".card")).to_have_count(5)
    page.wait_for_selector(READY)
    page.get_by_role("button", name="Next step").first.click()
    expect(page).to_have_url(re.compile("score_bench.*step=2"))
    page.wait_for_selector(READY)
    fresh = page.context.new_page()
    visit(fresh, page.url)  # as a link that is sent on
    expect(fresh.locator(".card")).to_have_count(5)
    fresh.wait_for_selector(READY)
    assert look(fresh) == look(page)
    assert asked(fresh)["target"] == ["Je ne suis pas seul."]
    assert asked(fresh)["variants"] == ["luong-dot", "luong-general"]


@pytest.mark.slow
def test_maps_that_were_made_large_survive_in_the_address(page: Page) -> None:
    three = "&".join(f"variants=luong-{name}" for name in ("general", "dot", "concat"))
    visit(page, f"/?sentence=I am not tired.&picture=map&{three}")
    expect(page.locator(".card")).to_have_count(3)
    page.keyboard.press("1")
    expect(page).to_have_url(re.compile("pinned=luong-dot"))
    page.keyboard.press("3")
    expect(page).to_have_url(re.compile("pinned=luong-dot&pinned=luong-concat"))
    page.locator(".grid:not(.large) .card[data-map='luong-dot'] rect.cell").nth(15).click(
        force=True
    )
    expect(page).to_have_url(re.compile("cell=luong-dot~words~3~4"))
    fresh = page.context.new_page()
    visit(fresh, page.url)
    large = fresh.locator(".grid.large .card")
    expect(large).to_have_count(2)
    assert {card.get_attribute("data-map") for card in large.all()} == {"luong-dot", "luong-concat"}
    chosen = fresh.locator(".grid.large .card[data-map='luong-dot'] .chosen")
    expect(chosen).to_have_attribute("visibility", "visible")
    fresh.wait_for_selector(READY)
    assert asked(fresh) == asked(page)
    fresh.keyboard.press("0")
    expect(fresh).not_to_have_url(re.compile("pinned="))
    expect(large).to_have_count(0)


@pytest.mark.slow
def test_a_chosen_hypothesis_survives_in_the_address(page: Page) -> None:
    visit(page, BEAM)
    page.locator(".beam .node.ended").nth(2).click()
    expect(page).to_have_url(re.compile(r"node=\d+"))
    expect(page.locator(".card")).to_contain_text("Je n'en suis pas fatigué.")
    node = int(asked(page)["node"][0]) - 1
    fresh = page.context.new_page()
    visit(fresh, page.url)
    expect(fresh.locator(".card")).to_contain_text("Je n'en suis pas fatigué.")
    chosen = fresh.locator(".beam .node.leaf")
    expect(chosen).to_have_attribute("data-node", str(node))
    tree = fresh.locator(".beam .scroller").bounding_box()
    box = chosen.bounding_box()
    assert tree["x"] <= box["x"]
    assert box["x"] + box["width"] <= tree["x"] + tree["width"]
