"""All maps in a real Chromium: on the first screen, each in its place, and large beside others."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from alignoscope.ui.shell.model_presets import opened_with
from tests.browser import NARROW, visit

ROOT = Path(__file__).parents[3]
SHIPPED = ROOT.glob("checkpoints/eng-fra/*.safetensors")
VARIANTS = opened_with(sorted(path.stem for path in SHIPPED))
CLEAR = "/?picture=map&sentence=The little girl is eating a red apple."
FOURTEEN = "/?picture=map&sentence=My big brother is reading a long book in the small garden today."
USUAL, SMALL = {"width": 1280, "height": 800}, {"width": 1280, "height": 720}


def seen_whole(page: Page) -> list[bool]:
    """Say of each map whether all of its cells and words are in the window, and above the strip."""
    foot = page.locator(".answer").bounding_box()["y"]
    boxes = [one.bounding_box() for one in page.locator(".maps > .grid:first-child .map").all()]
    wide = page.viewport_size["width"]
    return [
        box["x"] >= 0 and box["x"] + box["width"] <= wide and box["y"] + box["height"] <= foot + 11
        for box in boxes
    ]


@pytest.mark.parametrize("size", [USUAL, pytest.param(SMALL, marks=pytest.mark.slow)], ids=str)
@pytest.mark.parametrize(
    "path", [CLEAR, pytest.param(f"{CLEAR}&posterior=on", marks=pytest.mark.slow), FOURTEEN]
)
def test_all_maps_are_on_the_first_screen(page: Page, size: dict, path: str) -> None:
    page.set_viewport_size(size)
    visit(page, path)
    expect(page.locator(".card")).to_have_count(len(VARIANTS))
    assert all(seen_whole(page))
    assert page.locator(".answer").bounding_box()["y"] + 36 <= size["height"] + 1
    bar = page.locator(".player > .bar").bounding_box()
    assert bar["height"] < 60, "the toolbar wraps"
    words = page.locator(".card .side .word").first
    assert words.evaluate("node => parseFloat(getComputedStyle(node).fontSize)") >= 9


def test_the_readout_is_whole(page: Page) -> None:
    page.set_viewport_size(SMALL)
    visit(
        page,
        "/?picture=map&step=1&sentence="
        "The little girl is eating a red apple, a green pear and a banana.",
    )
    readout = page.locator(".readout")
    following = page.get_by_role("button", name="Next step")
    for _ in range(11):
        following.click()
    expect(readout).to_contain_text(re.compile(r"^Words \d+–1\d of up to \d\d$"))
    assert readout.evaluate("node => node.scrollWidth <= node.clientWidth")
    assert page.locator(".player > .bar").bounding_box()["height"] < 60


def test_the_next_words_are_whole_on_a_narrow_screen(page: Page) -> None:
    page.set_viewport_size({"width": 640, "height": 900})
    visit(page, "/?sentence=The little boy has a black dog and a white cat.")
    following = page.locator(".answer .next")
    assert following.bounding_box()["width"] >= 8 * 13  # px


def test_how_probable_a_forced_translation_is_stands_beside_the_name_or_not_at_all(
    page: Page,
) -> None:
    page.set_viewport_size({"width": 840, "height": 900})
    visit(page, "/?picture=map&sentence=Hello there.&target=Hello là-bas.")
    expect(page.locator(".card .likely")).to_have_count(len(VARIANTS))
    seen = 0
    for card in page.locator(".card").all():
        if card.locator(".likely").is_hidden():
            continue
        name, number = (card.locator(one).bounding_box() for one in ("h2", ".likely"))
        beside = name["x"] + name["width"] < number["x"]
        below = card.locator("header").bounding_box()["y"] + 22 + 4 < number["y"]  # clipped
        assert beside != below
        if beside:
            assert number["x"] + number["width"] <= sum(
                card.bounding_box()[one] for one in ("x", "width")
            )
            seen += 1
    assert seen > 0


def test_the_text_in_place_of_a_small_map_is_not_cut(page: Page) -> None:
    visit(page, "/?sentence=The cat sleeps on the")
    place = page.locator(".card[data-map='fixed-context'] .absence")
    size = "node => [node.scrollWidth - node.clientWidth, node.scrollHeight - node.clientHeight]"
    assert place.evaluate(size) == [0, 0]
    expect(place.get_by_role("img", name="No attention")).to_have_text("–")


def test_the_marker_of_a_map_without_cells_stands_before_its_word(page: Page) -> None:
    page.set_viewport_size(USUAL)
    visit(page, f"{FOURTEEN}&step=1")
    side = page.locator(".card[data-map='fixed-context'] svg.side")
    word, marker = (
        side.locator(".word").first.bounding_box(),
        side.locator(".marker").bounding_box(),
    )
    assert word
    assert marker
    assert marker["x"] + marker["width"] <= word["x"]
    assert abs(marker["y"] + marker["height"] / 2 - word["y"] - word["height"] / 2) < 2  # px


@pytest.mark.slow
def test_a_sentence_of_28_words_is_on_the_first_screen(page: Page) -> None:
    page.set_viewport_size(USUAL)
    long = "When I was a child I used to swim in the cold river with my big brother and his old dog"
    visit(page, f"/?picture=map&sentence={long} and we often came home late.")
    expect(page.locator(".card")).to_have_count(len(VARIANTS))
    assert all(seen_whole(page))


def test_timings_are_lines_and_scores_columns_where_there_is_room(page: Page) -> None:
    two = [name for name in VARIANTS if name.startswith(("bahdanau-", "luong-"))]
    visit(page, CLEAR + "".join(f"&variants={name}" for name in two))
    expect(page.locator(".card")).to_have_count(len(two))
    boxes = {
        card.get_attribute("data-map"): card.bounding_box() for card in page.locator(".card").all()
    }
    for score in ("dot", "general"):
        above, below = boxes[f"bahdanau-{score}"], boxes[f"luong-{score}"]
        assert above["x"] == below["x"]
        assert above["y"] < below["y"]
    assert len({boxes[name]["y"] for name in boxes if name.startswith("luong-")}) == 1


def test_fourteen_maps_have_two_lines_with_scores_of_one_kind_in_one_column(page: Page) -> None:
    page.set_viewport_size(USUAL)
    visit(page, "/?picture=map&sentence=I am not tired.")
    expect(page.locator(".card")).to_have_count(len(VARIANTS))
    assert all(seen_whole(page))
    boxes = {
        card.get_attribute("data-map"): card.bounding_box() for card in page.locator(".card").all()
    }
    assert len({box["y"] for box in boxes.values()}) == 2
    for above, below in (("dot", "dot"), ("general", "general"), ("additive", "concat")):
        assert boxes[f"bahdanau-{above}"]["x"] == boxes[f"luong-{below}"]["x"]


def test_a_name_or_a_number_makes_a_map_large_beside_the_others(page: Page) -> None:
    page.set_viewport_size(SMALL)
    visit(page, CLEAR)
    large = page.locator(".large .card")
    expect(large).to_have_count(0)
    page.locator(".name[title^='luong-concat']").click()
    expect(large).to_have_count(1)
    assert all(seen_whole(page))
    small = page.locator(".grid:not(.large) .card[data-map='luong-concat'] .plot")
    assert large.locator(".plot").bounding_box()["width"] > 2 * small.bounding_box()["width"]
    for key in "1234":
        page.keyboard.press(key)
    expect(large).to_have_count(4)  # at most
    page.keyboard.press("Home")
    page.get_by_role("button", name="Next step").click()
    assert {one.get_attribute("data-row") for one in large.locator(".marker").all()} == {"1"}
    page.keyboard.press("0")
    expect(large).to_have_count(0)


def test_beside_a_large_map_the_small_ones_keep_a_way_to_their_words(page: Page) -> None:
    page.set_viewport_size(USUAL)
    visit(page, FOURTEEN)
    expect(page.locator(".card")).to_have_count(len(VARIANTS))
    page.keyboard.press("1")
    large = page.locator(".large .card")
    expect(large).to_have_count(1)
    assert all(seen_whole(page))
    small = page.locator(".grid:not(.large) .card[data-map='luong-concat']")
    expect(small.locator(".side .word").first).to_be_visible()
    lens = page.locator(".lens")
    small.locator(".plot").hover()
    expect(lens.locator(".side .word").first).to_be_visible()
    expect(lens.locator(".plot .word").first).to_be_visible()


def test_a_large_map_is_no_wider_than_its_words_need(page: Page) -> None:
    page.set_viewport_size(USUAL)
    visit(page, "/?picture=map&sentence=I am not tired.")
    expect(page.locator(".card")).to_have_count(len(VARIANTS))
    page.keyboard.press("1")
    expect(page.locator(".large .card")).to_have_count(1)
    assert page.locator(".large").bounding_box()["width"] < 300
    assert all(seen_whole(page))
    expect(page.locator(".grid:not(.large) .plot .word").first).to_be_visible()


def test_a_long_sentence_has_fewer_labels_and_all_words_where_it_is_pointed_at(page: Page) -> None:
    page.set_viewport_size(SMALL)
    long = "When I was a child, I used to swim in the cold river with my big brother and his dog."
    visit(page, f"/?picture=map&sentence={long}")
    assert all(seen_whole(page))
    labels = page.locator(".card .side .word")
    shown = sum(one.is_visible() for one in labels.all())
    assert len(VARIANTS) < shown <= labels.count() / 2
    lens = page.locator(".lens")
    expect(lens).to_be_hidden()
    page.locator(".card[data-map='luong-concat'] .plot").hover()
    expect(lens.locator(".side .word").first).to_be_visible()
    page.mouse.move(0, 0)
    expect(lens).to_be_hidden()
    page.keyboard.press("2")
    expect(page.locator(".grid .card .name").nth(1)).to_be_focused()
    expect(lens).to_be_hidden()  # or it would cover the map that the key made large


@pytest.mark.slow
def test_a_presentation_enlarges_the_words_of_all_maps_or_shows_the_large_ones(page: Page) -> None:
    page.set_viewport_size(SMALL)
    visit(page, CLEAR)
    expect(page.locator(".card")).to_have_count(len(VARIANTS))
    size = "nodes => Math.min(...nodes.map(one => parseFloat(getComputedStyle(one).fontSize)))"
    words = page.locator(".card .side .word")
    before = words.evaluate_all(size)
    page.keyboard.press("p")
    player = page.locator(".player")
    expect(player).to_have_class(re.compile("presenting"))
    expect(words.first).to_be_visible()
    assert words.evaluate_all(size) >= 1.5 * before
    assert player.evaluate("node => node.scrollHeight > node.clientHeight")
    assert player.evaluate("node => node.scrollWidth <= node.clientWidth")
    page.keyboard.press("1")
    expect(page.locator(".large .card")).to_be_in_viewport()
    expect(page.locator(".maps > .grid").first).to_be_hidden()  # the other maps


def test_a_phone_shows_one_whole_map_and_the_steps_at_the_thumb(page: Page) -> None:
    visit(page, f"{CLEAR}&step=1")
    cards = page.locator(".card")
    expect(cards).to_have_count(len(VARIANTS))
    told = page.locator(".answer strong").inner_text()  # the model whose links err least
    assert told != VARIANTS[0]
    page.set_viewport_size(NARROW)
    expect(cards.first).to_have_attribute("data-map", told)
    hint = page.locator(".st-key-heading p").first
    assert hint.evaluate("node => node.scrollHeight <= node.clientHeight + 1")
    following = page.get_by_role("button", name="Next step")
    assert following.bounding_box()["y"] > 700
    strip = page.locator(".answer").bounding_box()
    expect(page.get_by_role("button", name="Show the calculation")).to_be_visible()
    for one in page.locator(".answer button").all():
        box = one.bounding_box()
        assert box["y"] + box["height"] <= strip["y"] + strip["height"]
    cards.first.evaluate("node => node.scrollIntoView()")
    assert seen_whole(page)[:2] == [True, False]
    following.click()
    expect(cards.first.locator(".marker")).to_have_attribute("data-row", "1")
    page.locator(".swiped").evaluate("node => node.scrollBy({ left: 300 })")
    expect(page.locator(".card").nth(1).locator("rect.cell").last).to_be_in_viewport()
    main = page.get_by_test_id("stMain")
    assert main.evaluate("main => main.scrollWidth <= main.clientWidth")


def test_a_phone_shows_the_one_map_of_a_page_whole(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, "/step_by_step?picture=map")
    expect(page.locator(".card")).to_have_count(1)
    page.wait_for_function("() => innerWidth === 400")
    assert seen_whole(page) == [True]
    assert page.get_by_role("button", name="Next step").bounding_box()["y"] > 700
    card, maps = (page.locator(one).bounding_box()["width"] for one in (".card", ".swiped"))
    assert card == maps


@pytest.mark.slow
def test_a_phone_shows_the_bars_of_a_row_above_its_map(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, "/what_if")
    bar = page.get_by_role("slider", name="The", exact=True)
    expect(bar).to_be_in_viewport()
    assert bar.bounding_box()["y"] < page.locator(".card").bounding_box()["y"]


@pytest.mark.slow
def test_a_phone_shows_the_way_to_watch_a_step(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, "/?step=6")
    watch = page.get_by_role("button", name="Watch one step").bounding_box()
    assert watch["y"] + watch["height"] <= page.locator(".answer").bounding_box()["y"]


@pytest.mark.slow
def test_the_bar_of_a_forced_translation_is_below_its_badge(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, "/score_bench?target=Le petit garçon a un chien noir et un chat blanc.")
    header = page.locator(".forced").first
    box, badge = header.bounding_box(), header.locator(".badge").bounding_box()
    assert badge["y"] + badge["height"] <= box["y"] + box["height"] - 2  # the bar's height


@pytest.mark.slow
def test_the_labels_of_low_rows_on_a_phone_do_not_overlap(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, FOURTEEN)
    page.wait_for_function("() => innerWidth === 400")
    labels = page.locator(".card").first.locator(".side .word:not(.thin, .near)")
    boxes = sorted((one.bounding_box() for one in labels.all()), key=lambda box: box["y"])
    assert len(boxes) > 5
    middles = [box["y"] + box["height"] / 2 for box in boxes]
    assert min(after - before for before, after in pairwise(middles)) > 10  # pixels
