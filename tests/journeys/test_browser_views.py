"""What a person sets about the player's picture: measure, colours, threshold, ribbons."""

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import unquote

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from alignoscope.ui.player.decoding_mode import OWN
from alignoscope.ui.player.map_view import MapView
from alignoscope.ui.svg.scale import Scale
from tests.browser import open_view
from tests.shared.player_page import (
    SOURCE,
    WEIGHTS,
    card,
    cells_of,
    data_of,
    last_report,
    layers_of,
)


def test_measure_unit_and_picture_change_without_python(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    badge = card(page, "two").locator(".badge")
    expect(badge).to_have_text("own translation")
    expect(badge).to_have_attribute("title", "greedy: the model chose every word")
    open_view(page)
    page.get_by_role("radio", name="scores").click()
    expect(page.locator(".legend")).to_contain_text("Scores")
    expect(page.locator(".legend .ticks span")).to_have_text(["−7", "0", "7"])
    expect(page.locator(".readout")).to_have_text("Word 1 of 7")
    page.get_by_role("radio", name="pieces").click()
    expect(page.locator(".readout")).to_have_text("Piece 1 of 7")
    expect(card(page, "two").get_by_text("▁belle", exact=True)).to_be_attached()
    page.get_by_role("combobox", name="Colour scale").select_option("log")
    expect(page.locator(".legend .ticks span")).to_have_text(["−7", "−1.62", "0", "1.62", "7"])
    page.get_by_role("checkbox", name="Transpose").click()
    expect(card(page, "two").locator(".side .word")).to_have_text(["▁" + word for word in SOURCE])
    page.get_by_role("checkbox", name="Sums").click()
    expect(card(page, "two").locator(".sum").first).to_be_attached()
    report = last_report(page)
    assert report["view"] == {
        "measure": "scores",
        "unit": "pieces",
        "scaling": "log",
        "picture": "map",
        "threshold": 0,
        "transposed": True,
        "margins": True,
        "density": "fit",
    }
    assert report["start"]["view"]["measure"] == "weights"
    # A new sentence keeps the view and goes to the step that comes with it.
    page.evaluate("data => call(data)", data_of(layers_of(), step=2, identity="second"))
    expect(page.locator(".readout")).to_have_text("Piece 3 of 7")
    expect(page.get_by_role("radio", name="scores")).to_be_checked()


def mixed(cells: np.ndarray, scale: Scale) -> list[list[float]]:
    """Return the red, green and blue of each cell, row by row."""
    stops = np.array([[int(hex_[i : i + 2], 16) for i in (1, 3, 5)] for hex_ in scale.colors])
    places = (cells.round(4).ravel() - scale.low) / (scale.high - scale.low) * (len(stops) - 1)
    return [
        [np.interp(place, range(len(stops)), stops[:, part]) for part in range(3)]
        for place in places
    ]


def test_the_cells_of_many_long_maps_are_pixels_with_the_same_colours(
    show: Callable[..., Page], empty: Page
) -> None:
    keep = """() => {
      const own = matchMedia;
      window.matchMedia = (query) => (window.asked = own(query));
    }"""
    empty.evaluate(keep)
    words = tuple(f"w{i}" for i in range(12))
    cells = np.random.default_rng(0).dirichlet(np.full(12, 0.2), 12)
    views = [
        MapView(label=name, id=name, mode=OWN, origin="", translation="", columns=words,
            rows=words, cells=cells, row_of_step=tuple(range(12)), tokens=words)
        for name in ("one", "two", *"abcdef")
    ]  # fmt: skip
    data = data_of({("weights", "words"): (views, WEIGHTS)})
    page = show(data)
    expect(page.locator(".card rect.cell")).to_have_count(0)
    drawn = card(page, "two").locator("canvas")
    middles = """canvas => {
      const {width, height} = canvas, pixels = canvas.getContext("2d")
        .getImageData(0, 0, width, height).data;
      return Array.from({length: 12 * 12}, (_, k) => {
        const [x, y] = [(k % 12 + 0.45) * width / 12, (Math.floor(k / 12) + 0.45) * height / 12];
        const at = 4 * (Math.floor(y) * width + Math.floor(x));
        return [...pixels.slice(at, at + 4)];
      });
    }"""
    seen = np.array(drawn.evaluate(middles))
    np.testing.assert_allclose(seen[:, :3], mixed(cells, WEIGHTS), atol=0.51)
    assert (seen[:, 3] == 255).all()
    # They answer to the pointer, and the threshold hides the faint ones.
    box = drawn.bounding_box()
    row, column = 4, int(cells[4].argmax())
    page.mouse.move(
        box["x"] + (column + 0.5) * box["width"] / 12, box["y"] + (row + 0.5) * box["height"] / 12
    )
    expect(page.locator(".tooltip")).to_contain_text(f"{cells[row, column]:.2f}"[:3])
    open_view(page)
    page.get_by_role("slider", name="Hide values below").fill("0.5")
    hidden = np.array(drawn.evaluate(middles))[:, 3] == 0
    np.testing.assert_array_equal(hidden, cells.round(4).ravel() < 0.5)
    # They have a pixel of the screen each, also on a screen that the window comes to.
    sharp = """canvas => [canvas.width / devicePixelRatio - parseFloat(canvas.style.width),
      parseFloat(canvas.style.left) * devicePixelRatio % 1]"""
    session = page.context.new_cdp_session(page)
    for density in (1.5, 2):
        screen = {"width": 1000, "height": 900, "deviceScaleFactor": density, "mobile": False}
        session.send("Emulation.setDeviceMetricsOverride", screen)
        page.evaluate("asked.dispatchEvent(new Event('change'))")  # as a real screen makes it
        width = drawn.evaluate("canvas => canvas.width")
        assert width == pytest.approx(density * box["width"], abs=2)
        assert drawn.evaluate(sharp) == pytest.approx([0, 0], abs=1e-3)
    session.send("Emulation.clearDeviceMetricsOverride")
    # On paper and in a picture to save there is a shape for each cell.
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    expect(page.locator(".card rect.cell")).to_have_count(8 * 12 * 12)
    page.evaluate("dispatchEvent(new Event('afterprint'))")
    expect(page.locator(".card rect.cell")).to_have_count(0)
    sheet = {"width": 1000, "steps": 0, "mm": 0, "theme": {}, "heading": "", "caption": ""}
    page.evaluate("data => call(data)", data | {"picture": sheet | {"title": "Maps"}})
    file = unquote(page.locator(".picture img").get_attribute("src"))
    assert 0 <= file.count("<rect") - 8 * 12 * 12 < 100  # the rest are frames and bars


@pytest.mark.parametrize("measure", ["weights", "scores"])
def test_colours_are_mixed_from_those_of_the_scale(show: Callable[..., Page], measure: str) -> None:
    layers = layers_of()
    views, scale = layers[measure, "words"]
    page = show(data_of(layers, measure=measure))
    fills = (
        card(page, "two")
        .locator("rect.cell")
        .evaluate_all(
            "rects => rects.map(rect => getComputedStyle(rect).fill.match(/\\d+/g).map(Number))"
        )
    )
    wanted = mixed(views[1].cells, scale)
    np.testing.assert_allclose(fills, wanted, atol=0.51)


def test_a_word_that_its_model_cannot_read_is_underlined(show: Callable[..., Page]) -> None:
    layers = {
        layer: ([replace(one, unread=(1,)) for one in views], scale)
        for layer, (views, scale) in layers_of().items()
    }
    page = show(data_of(layers))
    marked = card(page, "one").locator(".word.unread")
    expect(marked).to_have_count(1)
    expect(marked.locator("title")).to_have_text("red: unknown to the model")
    assert "dotted" in marked.evaluate("node => getComputedStyle(node).textDecoration")
    expect(card(page, "none").locator(".word.unread")).to_have_count(0)


def test_a_long_trace_alone_shrinks_its_cells_to_fit_the_screen(show: Callable[..., Page]) -> None:
    words = tuple(f"word{i}" for i in range(60))
    layers = {
        layer: ([replace(views[0], rows=words, cells=np.eye(60, 5), row_of_step=tuple(range(60)),
                         tokens=words)], scale)
        for layer, (views, scale) in layers_of().items()
    }  # fmt: skip
    page = show(data_of(layers))
    last = card(page, "one").locator("rect.cell").last.bounding_box()
    assert last["y"] + last["height"] <= 900
    open_view(page)
    page.get_by_role("radio", name="large").click()
    assert card(page, "one").locator("rect.cell").last.bounding_box()["y"] > 900


def test_the_threshold_hides_faint_cells(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    open_view(page)
    slider = page.get_by_role("slider", name="Hide values below")
    slider.fill("0.2")
    hidden = int((cells_of("weights", "two", SOURCE).round(4) < 0.2).sum())
    expect(card(page, "two").locator("rect.faint")).to_have_count(hidden)
    expect(page.locator(".legend")).to_contain_text("below 0.2 hidden")
    slider.press("ArrowRight")  # moves the slider, not the step
    expect(slider).to_have_value("0.21")
    expect(page.locator(".readout")).to_have_text("Word 1 of 7")


def test_ribbons_are_as_wide_as_the_weights(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of(), picture="ribbons"))
    widths = (
        card(page, "one")
        .locator("path")
        .evaluate_all(
            "paths => paths.map(path => [path.getAttribute('display'),"
            " Number(path.getAttribute('stroke-width'))])"
        )
    )
    weights = cells_of("weights", "one", SOURCE).round(4).ravel()
    assert [kind == "inline" for kind, _ in widths] == (weights >= 0.02).tolist()
    seen = [(w, width) for w, (kind, width) in zip(weights, widths, strict=True) if w > 0.1]
    ratios = [width / weight for weight, width in seen]
    np.testing.assert_allclose(ratios, ratios[0], rtol=0.02)
    expect(card(page, "one").locator(".strand.current")).to_have_count(1)
    top = int(cells_of("weights", "one", SOURCE)[1].argmax())
    card(page, "one").locator(f"path[data-row='1'][data-column='{top}']").dispatch_event("click")
    expect(page.locator(".readout")).to_have_text("Word 2 of 7")
    assert last_report(page)["cell"]["column"] == top
    expect(card(page, "none")).to_contain_text("No attention")


def test_long_words_are_cut_between_letters_as_people_count_them(show: Callable[..., Page]) -> None:
    family = "👨‍👩‍👧"
    syllable = "क्षि"
    combined = "e\u0301" * 20
    page = show(data_of(layers_of((family * 17, syllable * 18, combined, "猫", "</b><i>"))))
    heads = card(page, "one").locator(".plot .word").all()
    shown = [head.evaluate("node => node.firstChild.data") for head in heads]
    for text, letter in zip(shown, (family, syllable, "e\u0301"), strict=False):
        assert text.endswith("…")
        assert text[:-1].replace(letter, "") == ""
    assert shown[3:] == ["猫", "</b><i>"]
    assert page.locator("i").count() == 0
