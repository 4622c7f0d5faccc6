"""What a person sets about the player's picture: measure, colours, threshold, ribbons."""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from browser import open_view
from player_page import SOURCE, card, cells_of, data_of, last_report, layers_of
from playwright.sync_api import Page, expect


def test_measure_unit_and_picture_change_without_python(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    badge = card(page, "two").locator(".badge")
    expect(badge).to_have_text("own translation")
    expect(badge).to_have_attribute("title", "greedy: the model chose every word")
    page.get_by_role("radio", name="scores").click()
    expect(page.locator(".legend")).to_contain_text("Scores")
    expect(page.locator(".legend .ticks span")).to_have_text(["−7", "0", "7"])
    expect(page.locator(".readout")).to_have_text("Word 1 of 7")
    page.get_by_role("radio", name="pieces").click()
    expect(page.locator(".readout")).to_have_text("Piece 1 of 7")
    expect(card(page, "two").get_by_text("▁belle", exact=True)).to_be_attached()
    open_view(page)
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
    stops = np.array([[int(hex_[i : i + 2], 16) for i in (1, 3, 5)] for hex_ in scale.colors])
    shares = (views[1].cells.round(4).ravel() - scale.low) / (scale.high - scale.low)
    places = shares * (len(stops) - 1)
    wanted = [
        [np.interp(place, range(len(stops)), stops[:, part]) for part in range(3)]
        for place in places
    ]
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
