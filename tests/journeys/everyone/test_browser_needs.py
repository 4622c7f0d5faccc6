"""Few colours, a dark page, a finger: the maps stay readable and their controls in reach."""

from collections.abc import Callable
from io import BytesIO

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, Playwright, expect

from alignoscope.ui.player.map_view import DIVERGING
from alignoscope.ui.svg.ink import hex_to_rgb
from tests.browser import NARROW, open_view, visit

THIRTEEN = "/?sentence=The little boy has a black dog and a white cat."
LINK = "/?sentence=I am not tired.&variants=luong-dot&variants=luong-general"


def colours(seen: Locator) -> int:
    """Return how many colours a part of the screen has."""
    picture = Image.open(BytesIO(seen.screenshot())).convert("RGB")
    return len(picture.getcolors(picture.width * picture.height))


@pytest.mark.slow
def test_few_colours_leave_the_scale_the_maps_and_the_sliders(page: Page) -> None:
    visit(page, LINK)
    page.emulate_media(forced_colors="active", color_scheme="dark")
    expect(page.locator(".card")).to_have_count(2)
    assert colours(page.locator(".ramp")) > 50
    assert colours(page.locator(".card .plot").first) > 5
    slider = page.get_by_role("slider", name="Step")
    slider.fill("3")
    assert colours(slider) > 2
    page.emulate_media(forced_colors="none")


COMES_ABOVE = """() => {
    const late = Object.assign(document.createElement("div"), { style: "min-height: 30px" });
    document.querySelector("[data-testid=stMainBlockContainer]").prepend(late);
}"""


def soon(page: Page, is_true: Callable[[], bool]) -> bool:
    """Return whether it comes true: the theme and what stands above the maps may come later."""
    return any(is_true() or page.wait_for_timeout(100) for _ in range(100))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "colors"),
    [("light", DIVERGING["colors"]), ("dark", DIVERGING["dark"])],
)
def test_differences_shine_on_a_light_and_on_a_dark_page(
    page: Page, theme: str, colors: tuple[str, ...]
) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    visit(page, "/score_bench?sentence=I am not tired.&base=luong-dot&variants=luong-general")
    cells = page.locator(".card[data-map='luong-general'] rect.cell")
    expect(cells.first).to_be_visible()
    ends = np.array([hex_to_rgb(colors[at]) for at in (0, -1)])

    def shines() -> bool:
        fills = cells.evaluate_all(
            "all => all.map(one => getComputedStyle(one).fill.match(/\\d+/g).map(Number))"
        )
        return abs(np.array(fills)[:, None] - ends).max(axis=-1).min() <= 2

    assert soon(page, shines)  # the largest difference has one of both


@pytest.mark.slow
def test_a_finger_has_44_pixels_for_each_control(
    driver: Playwright, chromium, address: str
) -> None:
    phone = chromium.new_context(
        viewport={"width": 400, "height": 800}, has_touch=True, is_mobile=True, base_url=address
    )
    page = phone.new_page()
    visit(page, LINK)
    expect(page.locator(".card")).to_have_count(2)
    open_view(page)
    small = page.locator(".player :is(button, select, label, [type=range]):visible").evaluate_all(
        "all => all.map(one => [one.outerHTML.slice(0, 90), one.getBoundingClientRect()])"
        ".filter(([, { width, height }]) => Math.min(width, height) < 44)"
    )
    assert small == []
    panel, player = (page.locator(one).bounding_box() for one in (".options", ".player"))
    assert panel["y"] >= player["y"], "what stands above the player covers its panel"
    following = page.get_by_role("button", name="Next step")
    assert following.bounding_box()["y"] + 44 <= 800
    visit(page, "/beam_tree?sentence=I am not tired.&variant=luong-dot")
    assert page.locator(".beam .tools").bounding_box()["height"] >= 44
    visit(page, "/what_if?sentence=I am not tired.&variant=luong-dot")
    around = page.locator("summary, [role=tab], div:has(> input[type=text]):visible")
    heights = around.evaluate_all("all => all.map(one => one.getBoundingClientRect().height)")
    assert len(heights) > 5
    assert [height for height in heights if 0 < height < 44] == []
    visit(page, "/models")
    headings = page.get_by_test_id("stHeading")
    headings.first.scroll_into_view_if_needed()
    expect(headings.locator("a[href^='#']:visible")).to_have_count(0)  # of 16 pixels
    phone.close()


@pytest.mark.slow
def test_forced_colours_keep_sliders_and_what_is_chosen(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    visit(page, "/beam_tree?sentence=I am not tired.&variant=luong-dot")
    line = page.get_by_test_id("stSlider").locator("[data-orientation] [data-orientation]").first
    expect(line).to_have_css("forced-color-adjust", "none")
    visit(page, "/what_if?sentence=I am not tired.&variant=luong-dot")
    tabs = page.get_by_role("tab")
    expect(tabs.nth(0)).to_have_css("outline-style", "solid")
    expect(tabs.nth(1)).to_have_css("outline-style", "none")
    choices = page.get_by_role("radio", name="Re-decode"), page.get_by_role("radio", name="Keep")
    expect(choices[0]).to_have_css("outline-style", "solid")
    expect(choices[1]).to_have_css("outline-style", "none")


@pytest.mark.slow
def test_paper_has_the_maps_across_its_width_and_no_rail(page: Page) -> None:
    visit(page, "/?sentence=I am not tired.&variants=luong-dot&variants=luong-general")
    expect(page.locator(".card")).to_have_count(2)
    page.emulate_media(media="print")
    for gone in (page.get_by_test_id("stSidebar"), page.locator(".terms"), page.locator(".steps")):
        expect(gone).to_be_hidden()
    expect(page.locator(".card").first).to_be_visible()
    expect(page.get_by_text("Export and share")).to_be_hidden()
    assert page.get_by_test_id("stMain").bounding_box()["x"] == 0


@pytest.mark.slow
@pytest.mark.parametrize("touch", [True, False])
def test_a_phone_has_sentence_map_and_steps_on_its_first_screen(
    driver: Playwright, chromium, address: str, touch: bool
) -> None:
    phone = chromium.new_context(
        viewport={"width": 400, "height": 800}, has_touch=touch, is_mobile=touch, base_url=address
    )
    page = phone.new_page()
    visit(page, f"{THIRTEEN}&picture=map")
    card = page.locator(".card").first
    expect(card.locator(".side .word")).not_to_have_count(0)
    cells, words = card.locator("rect.cell"), card.locator(".side .word")
    assert words.count() >= 13

    def is_whole() -> bool:
        boxes = [one.bounding_box() for one in (cells.last, words.last, page.locator(".answer"))]
        if None in boxes:  # in the middle of drawing
            return False
        return max(box["y"] + box["height"] for box in boxes[:2]) <= boxes[2]["y"]

    assert soon(page, is_whole)
    if not touch:  # there its rows are as low as they can be
        page.evaluate(COMES_ABOVE)
        page.wait_for_timeout(500)
        assert soon(page, is_whole)
    foot = page.locator(".answer").bounding_box()
    size = words.last.evaluate("node => parseFloat(getComputedStyle(node).fontSize)")
    rows = [words.nth(i).bounding_box()["y"] for i in (0, 1)]
    assert 9 <= size <= rows[1] - rows[0]  # words do not cover each other
    following, view = (
        page.get_by_role("button", name=name, exact=True).bounding_box()
        for name in ("Next step", "Options")
    )
    assert abs(following["y"] - view["y"]) < 8  # in one line, below the strip
    assert foot["y"] + foot["height"] <= min(following["y"], view["y"])
    assert max(one["y"] + one["height"] for one in (following, view)) <= 800
    phone.close()


@pytest.mark.slow
def test_a_phone_has_the_whole_flow_of_a_word_on_its_first_screen(
    driver: Playwright, chromium, address: str
) -> None:
    phone = chromium.new_context(
        viewport={"width": 400, "height": 800}, is_mobile=True, has_touch=True, base_url=address
    )
    page = phone.new_page()
    page.emulate_media(reduced_motion="reduce")
    visit(page, THIRTEEN)
    expect(page.locator(".headline")).to_be_visible()
    last, dock = page.locator(".target").last, page.locator(".answer")

    def is_whole() -> bool:
        boxes = [one.bounding_box() for one in (last, dock)]
        return None not in boxes and boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"]

    assert soon(page, is_whole)
    page.locator(".target").nth(6).tap()
    expect(page.locator(".headline")).to_contain_text("noir")
    phone.close()


@pytest.mark.slow
def test_a_narrow_screen_holds_the_whole_matrix_of_distances(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, "/score_bench?sentence=I am not tired.&variants=luong-dot&variants=luong-concat")
    chart = page.locator(".st-key-matrix")
    expect(chart.locator(".js-plotly-plot")).to_be_visible()
    assert soon(page, lambda: chart.evaluate("node => node.scrollWidth <= node.clientWidth + 1"))
