"""The player alone, in a real Chromium: its own script and styles in an empty page, no server."""

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from alignoscope.components.player.payload import payload
from alignoscope.components.player.script import SCRIPT, STYLE
from alignoscope.figures.views.maps import SCORE_COLORS, WEIGHT_COLORS, MapView, Scale
from alignoscope.figures.views.view import SCALINGS, View, shares

SOURCE = ("the", "red", "car", "the", "end")
TARGETS = {
    "one": ("la", "voiture", "rouge"),
    "two": ("la", "belle", "la", "voiture", "rouge", "vite", "."),
    "none": ("rouge", "fin"),
}
HEBREW = ("הילדה", "אוכלת", "תפוח")
WEIGHTS = Scale(title="Weights", label="weight", low=0, high=1, colors=WEIGHT_COLORS)
SCORES = Scale(title="Scores", label="score", low=-7, high=7, colors=SCORE_COLORS)
MOUNT = """async ([script, style, data]) => {
  const file = new Blob([script], {type: "text/javascript"});
  const {default: run} = await import(URL.createObjectURL(file));
  const host = document.createElement("div");
  document.body.append(host);
  const root = host.attachShadow({mode: "open"});
  root.innerHTML = "<style></style><div></div>";
  root.firstChild.textContent = style;
  const call = sent => run({data: sent, parentElement: root.lastChild,
    setStateValue: (name, value) => window.reported.push([name, value])});
  Object.assign(window, {reported: [], steps: [], call});
  document.addEventListener("alignoscope:step", event => window.steps.push(event.detail));
  call(data);
}"""


def cells_of(measure: str, variant: str, columns: tuple[str, ...]) -> np.ndarray | None:
    if variant == "none":
        return None
    random = np.random.default_rng(len(TARGETS[variant]))
    scores = random.normal(0, 2, (len(TARGETS[variant]), len(columns))).clip(-7, 7)
    if measure == "scores":
        return scores
    return np.exp(scores) / np.exp(scores).sum(axis=1, keepdims=True)


def layers_of(columns: tuple[str, ...] = SOURCE) -> dict:
    layers = {}
    for measure, scale in (("weights", WEIGHTS), ("scores", SCORES)):
        for unit in ("words", "pieces"):
            mark = "▁" if unit == "pieces" else ""
            views = [
                MapView(
                    label=name,
                    id=name,
                    mode="free",
                    translation=" ".join(words),
                    columns=tuple(mark + word for word in columns),
                    rows=tuple(mark + word for word in words),
                    cells=cells_of(measure, name, columns),
                    row_of_step=tuple(range(len(words))),
                    tokens=tuple("▁" + word for word in words),
                )
                for name, words in TARGETS.items()
            ]
            layers[measure, unit] = (views, scale)
    return layers


def data_of(layers: dict, step: int = 0, identity: str = "first", **view: object) -> dict:
    found = payload(layers, step=step, identity=identity, key="here", view=View(**view))
    return json.loads(json.dumps(found))


@pytest.fixture
def show(chromium: Browser) -> Iterator[Callable[..., Page]]:
    """Return a function that shows a payload in an empty page; any error fails the test."""
    page, errors = chromium.new_page(viewport={"width": 1000, "height": 900}), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(10_000)

    def open_page(data: dict) -> Page:
        page.set_content("<body></body>")
        page.evaluate(MOUNT, [SCRIPT, STYLE, data])
        expect(page.locator(".card")).to_have_count(len(data["maps"]))
        return page

    yield open_page
    page.close()
    assert errors == []


def card(page: Page, variant: str) -> Locator:
    return page.locator(f".card[data-map='{variant}']")


def cell(page: Page, variant: str, row: int, column: int) -> Locator:
    rects = card(page, variant).locator("rect.cell")
    return rects.nth(row * len(SOURCE) + column)


def last_report(page: Page) -> dict:
    page.wait_for_function("window.reported.length > 0")
    page.wait_for_timeout(300)  # longer than the player waits before it reports
    name, value = page.evaluate("window.reported.at(-1)")
    assert name == "position"
    return value


def marked(page: Page) -> list[str | None]:
    return [one.get_attribute("data-row") for one in page.locator(".marker").all()]


def test_keys_step_every_map_and_none_is_lost(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    page.get_by_role("slider", name="Step").focus()
    page.evaluate(
        """() => { const slider = document.querySelector("body > div").shadowRoot.activeElement;
        for (let i = 0; i < 4; i += 1) slider.dispatchEvent(new KeyboardEvent("keydown",
          {key: "ArrowRight", repeat: i > 0, bubbles: true, cancelable: true})); }"""
    )
    expect(page.locator(".readout")).to_have_text("Step 5 of 7")
    assert marked(page) == ["2", "4", "1"]
    expect(card(page, "one").locator(".foot")).to_have_text("Finished after 3 steps")
    expect(card(page, "two").locator(".foot")).to_have_text("Writes “▁rouge”")
    for key, step in (("End", 7), ("ArrowRight", 7), ("ArrowLeft", 6), ("Home", 1)):
        page.keyboard.press(key)
        expect(page.locator(".readout")).to_have_text(f"Step {step} of 7")
    assert [one["step"] for one in page.evaluate("window.steps")] == [0, 1, 2, 3, 4, 6, 6, 5, 0]
    page.evaluate("document.dispatchEvent(new CustomEvent('alignoscope:ask'))")
    assert page.evaluate("window.steps.at(-1)") == {"key": "here", "step": 0}
    page.keyboard.press("ArrowRight")
    report = last_report(page)
    assert (report["identity"], report["step"], report["start"]["step"]) == ("first", 1, 0)


def test_playing_fades_what_is_ahead_until_the_end(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of(), step=5))
    veil = card(page, "two").locator(".veil")
    expect(veil).to_have_attribute("visibility", "hidden")
    page.get_by_role("combobox", name="Speed").select_option("4")
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play").click()
    expect(veil).to_have_attribute("visibility", "visible")
    expect(card(page, "two").get_by_text(".", exact=True)).to_have_class(re.compile("future"))
    expect(page.locator(".readout")).to_have_text("Step 7 of 7")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Fade ahead")).not_to_be_checked()
    page.get_by_role("slider", name="Step").press(" ")
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.keyboard.press(" ")
    expect(page.get_by_role("button", name="Play")).to_be_visible()
    expect(page.get_by_role("checkbox", name="Fade ahead")).to_be_checked()


def test_python_hears_where_the_playing_came_to_and_not_each_step(
    show: Callable[..., Page],
) -> None:
    page = show(data_of(layers_of()))
    page.get_by_role("combobox", name="Speed").select_option("2")
    page.get_by_role("button", name="Play").click()
    expect(page.locator(".readout")).to_have_text("Step 4 of 7")
    assert page.evaluate("window.reported") == []
    page.get_by_role("button", name="Pause").click()
    stopped = last_report(page)["step"]
    expect(page.locator(".readout")).to_have_text(f"Step {stopped + 1} of 7")
    assert len(page.evaluate("window.reported")) == 1


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
    expect(feet["none"]).to_have_text("Writes “▁rouge”")
    expect(card(page, "two").locator(".word.lit")).to_have_text(["rouge", "the"])
    expect(page.locator(".tooltip")).to_contain_text("weight")
    card(page, "two").locator(".plot .word").nth(1).hover()
    coverage = number(values["one"].round(4)[:, 1].sum())
    expect(feet["one"]).to_have_text(f"red in all{coverage}")
    card(page, "two").locator(".side .word").nth(5).hover()
    expect(feet["two"]).to_contain_text("→ vite (highest)")
    expect(feet["one"]).to_have_text("Writes “▁la”")  # it has no such word
    page.mouse.move(5, 5)
    expect(feet["two"]).to_have_text("Writes “▁la”")


def test_a_cell_is_chosen_by_click_and_by_keyboard(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    cell(page, "two", 3, 1).click()
    expect(page.locator(".readout")).to_have_text("Step 4 of 7")
    report = last_report(page)
    assert report["cell"] == {"map": "two", "unit": "words", "row": 3, "column": 1}
    expect(card(page, "two").locator(".chosen")).to_have_attribute("visibility", "visible")
    expect(card(page, "one").locator(".chosen")).to_have_attribute("visibility", "hidden")
    page.keyboard.press("ArrowRight")  # after a click the arrows still step
    expect(page.locator(".readout")).to_have_text("Step 5 of 7")
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
    expect(page.locator(".readout")).to_have_text("Step 2 of 7")
    assert last_report(page)["cell"] == {"map": "one", "unit": "words", "row": 1, "column": 0}
    page.keyboard.press("Escape")
    expect(status).to_have_text("")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".readout")).to_have_text("Step 3 of 7")


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


def test_measure_unit_and_picture_change_without_python(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    page.get_by_role("radio", name="scores").click()
    expect(page.locator(".legend")).to_contain_text("Scores")
    expect(page.locator(".legend .ticks span")).to_have_text(["−7", "0", "7"])
    page.get_by_role("radio", name="pieces").click()
    expect(card(page, "two").get_by_text("▁belle", exact=True)).to_be_attached()
    page.get_by_role("combobox", name="Colour scale").select_option("log")
    expect(page.locator(".legend .ticks span")).to_have_text(["−7", "−0.07", "0", "0.07", "7"])
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
    }
    assert report["start"]["view"]["measure"] == "weights"
    # A new sentence keeps the view and goes to the step that comes with it.
    page.evaluate("data => call(data)", data_of(layers_of(), step=2, identity="second"))
    expect(page.locator(".readout")).to_have_text("Step 3 of 7")
    expect(page.get_by_role("radio", name="scores")).to_be_checked()


@pytest.mark.parametrize("measure", ["weights", "scores"])
@pytest.mark.parametrize("scaling", SCALINGS)
def test_colours_are_where_python_puts_them(
    show: Callable[..., Page], measure: str, scaling: str
) -> None:
    layers = layers_of()
    views, scale = layers[measure, "words"]
    page = show(data_of(layers, measure=measure, scaling=scaling))
    fills = (
        card(page, "two")
        .locator("rect.cell")
        .evaluate_all(
            "rects => rects.map(rect => rect.getAttribute('fill').match(/\\d+/g).map(Number))"
        )
    )
    stops = np.array([[int(hex_[i : i + 2], 16) for i in (1, 3, 5)] for hex_ in scale.colors])
    places = shares(views[1].cells.round(4), scale, scaling).ravel() * (len(stops) - 1)
    wanted = [
        [np.interp(place, range(len(stops)), stops[:, part]) for part in range(3)]
        for place in places
    ]
    np.testing.assert_allclose(fills, wanted, atol=0.51)


def test_the_threshold_hides_faint_cells(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    slider = page.get_by_role("slider", name="Hide faint cells")
    slider.fill("0.2")
    hidden = int((cells_of("weights", "two", SOURCE).round(4) < 0.2).sum())
    expect(card(page, "two").locator("rect.faint")).to_have_count(hidden)
    expect(page.locator(".legend")).to_contain_text("below 0.2 hidden")
    slider.press("ArrowRight")  # moves the slider, not the step
    expect(slider).to_have_value("0.21")
    expect(page.locator(".readout")).to_have_text("Step 1 of 7")


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
    expect(page.locator(".readout")).to_have_text("Step 2 of 7")
    assert last_report(page)["cell"]["column"] == top
    expect(card(page, "none")).to_contain_text("No attention")


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
    column = next(j for j, word in enumerate(HEBREW) if before.startswith(word))
    left = min(column + 1, len(HEBREW) - 1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".status")).to_contain_text(HEBREW[left])


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


def test_the_presenter_mode_fills_the_screen_and_escape_leaves(show: Callable[..., Page]) -> None:
    page = show(data_of(layers_of()))
    page.evaluate(
        "() => { Element.prototype.requestFullscreen = () => Promise.reject(new Error('no')); }"
    )
    size = "node => parseFloat(getComputedStyle(node).fontSize)"
    word = card(page, "one").locator(".word").first
    small = word.evaluate(size)
    page.get_by_role("slider", name="Step").press("p")
    player = page.locator(".player")
    expect(player).to_have_class(re.compile("presenting"))
    box = player.bounding_box()
    assert (box["x"], box["y"], box["width"], box["height"]) == (0, 0, 1000, 900)
    assert word.evaluate(size) > 1.4 * small
    page.keyboard.press("ArrowRight")
    expect(page.locator(".readout")).to_have_text("Step 2 of 7")
    page.keyboard.press("Escape")
    expect(player).not_to_have_class(re.compile("presenting"))
    assert word.evaluate(size) == small


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_narrow_player_keeps_its_settings_behind_one_button(
    show: Callable[..., Page], scheme: str
) -> None:
    page = show(data_of(layers_of()))
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size({"width": 400, "height": 800})
    view = page.get_by_role("button", name="View")
    expect(page.get_by_role("radio", name="scores")).to_be_hidden()
    view.click()
    expect(view).to_have_attribute("aria-expanded", "true")
    page.get_by_role("radio", name="scores").click()
    expect(page.locator(".legend")).to_contain_text("Scores")
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
