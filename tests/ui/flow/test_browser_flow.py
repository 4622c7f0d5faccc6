"""The flow in a browser against the recorded numbers of shipped models."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from urllib.parse import unquote

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

import alignoscope
from alignoscope.analysis.words import merge_words
from alignoscope.records.percentages import percentage
from alignoscope.records.trace import Trace
from alignoscope.ui.exports.drawings import Drawing, Drawn
from alignoscope.ui.exports.panel import flow_drawings
from alignoscope.ui.exports.picture_options import PictureOptions
from alignoscope.ui.flow.notes import picked
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.position import Position, View
from tests.browser import WIDE
from tests.shared.player_page import data_of, last_report
from tests.shared.samples import mostly_slow

TEXT = "The little boy has a black dog and a white cat."
MODELS = ("luong-general", "bahdanau-additive", "luong-local-m", "tacotron-additive")
FIXED = "fixed-context"


@cache
def trace_of(variant: str) -> Trace:
    return alignoscope.translate(alignoscope.load(f"eng-fra/{variant}"), TEXT)


def opened(show: Callable[[dict], Page], *variants: str, step: int = 6, **view: object) -> Page:
    data = data_of(
        layers_of([trace_of(one) for one in variants]), step, **{"picture": "flow"} | view
    )
    page = show(data)
    page.emulate_media(reduced_motion="reduce")
    page.mouse.move(0, 0)
    return page


def to_step(page: Page, step: int) -> None:
    slider = page.get_by_role("slider", name="Step", exact=True)
    slider.evaluate("(one, value) => { one.value = value; one.dispatchEvent(new Event('input')) }",
                    step)  # fmt: skip


def words_of(trace: Trace) -> np.ndarray:
    assert trace.weights is not None
    return merge_words(trace.weights, trace.source, trace.target, "weights")


def per_token(trace: Trace) -> float:
    return float(np.exp(np.mean([step.log_prob for step in trace.steps])))


def beat(page: Page, name: str) -> None:
    page.locator(".beat", has_text=name).click()


def numbers(page: Page, selector: str, name: str) -> list[float]:
    script = f"nodes => nodes.map(node => Number(node.getAttribute('{name}')))"
    return page.locator(selector).evaluate_all(script)


def test_each_head_of_a_transformer_has_a_bundle_and_a_part_of_the_bar(
    show: Callable[[dict], Page],
) -> None:
    trace = trace_of("transformer")
    page = opened(show, "transformer")
    expect(page.locator(".bundle").first).to_be_hidden()
    for step in (3, 6):
        to_step(page, step)
        beat(page, "Context")
        row = trace.target.word_of[step]
        every = np.array([part.heads for part in trace.steps])
        heads = [
            merge_words(every[:, head], trace.source, trace.target, "weights")[row]
            for head in range(4)
        ]
        widths = numbers(page, ".segment .frame", "width")
        for number, (weights, whole) in enumerate(zip(heads, widths, strict=True)):
            parts = page.locator(".segment").nth(number)
            assert parts.locator("rect").count() == len(weights) + 1
            found = parts.locator("rect:not(.frame)").evaluate_all(
                "nodes => nodes.map(node => Number(node.getAttribute('width')))"
            )
            np.testing.assert_allclose(np.array(found) / whole, weights, atol=1e-3)
            ribbons = page.locator(".bundle").nth(number).locator("path")
            assert ribbons.count() == (weights >= 0.03).sum()
            best = trace.source.words[int(np.argmax(weights))]
            told = f"head {number + 1}: {best} {percentage(float(weights.max()))}"
            expect(page.locator(".headline small")).to_contain_text(told)
        labels = page.locator(".head-texts .number").all_text_contents()
        assert labels == [f"head {number}" for number in range(1, 5)]
        expect(page.locator(".drawing > g > .ribbon").first).to_be_hidden()
        beat(page, "Context")
        expect(page.locator(".bundle").first).to_be_hidden()


def test_each_head_of_a_transformer_has_a_bundle_from_the_words_before(
    show: Callable[[dict], Page],
) -> None:
    trace = trace_of("transformer")
    page = opened(show, "transformer")
    step = next(i for i, row in enumerate(trace.target.word_of) if row == 2)
    to_step(page, step)
    beat(page, "Words before")
    expect(page.locator(".headline")).to_contain_text("the words written so far")
    read = trace.steps[step].self_heads
    assert read is not None
    assert trace.target.word_of[:step] == (0, 1)  # so that a word is a piece
    named = ["the start mark", *trace.target.words]
    for number, weights in enumerate(read):
        ribbons = page.locator(".bundle").nth(number).locator("path")
        assert ribbons.count() == (weights >= 0.03).sum()
        told = f"head {number + 1}: {named[int(np.argmax(weights))]} "
        expect(page.locator(".headline small")).to_contain_text(told)
    beat(page, "Context")
    expect(page.locator(".bundles .start")).to_have_count(0)
    to_step(page, len(trace.steps) - 1)
    expect(page.locator('.target[data-row="2"] text').first).to_be_visible()


@pytest.mark.parametrize("variant", mostly_slow(MODELS, always=[MODELS[0]]))
def test_each_ribbon_ends_as_wide_as_its_weight_at_every_step(
    show: Callable[[dict], Page], variant: str
) -> None:
    page = opened(show, variant)
    trace = trace_of(variant)
    (whole,) = numbers(page, ".drawing .frame", "width")
    (top,) = numbers(page, ".drawing .frame", "y")
    for step in range(len(trace.steps)):
        to_step(page, step)
        row = words_of(trace)[trace.target.word_of[step]]
        paths = page.locator(".ribbon").evaluate_all("nodes => nodes.map(n => n.getAttribute('d'))")
        assert len(paths) == len(row)
        for path, weight in zip(paths, row, strict=True):
            if not path:
                assert weight < 0.0121
                continue
            points = [
                tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)
            ]
            ends = [x for x, y in points if abs(y - top) < 0.06]
            assert max(ends) - min(ends) == pytest.approx(weight * whole, abs=0.3)


@pytest.mark.parametrize("variant", MODELS)
def test_the_beat_of_the_weights_ends_in_a_bar_of_them(
    show: Callable[[dict], Page], variant: str
) -> None:
    page = opened(show, variant)
    beat(page, "Weights")
    (whole,) = numbers(page, ".drawing .frame", "width")
    row = words_of(trace_of(variant))[6]
    drawn = np.array(numbers(page, ".drawing .score", "width")) / whole
    np.testing.assert_allclose(drawn, row, atol=2e-4)
    expect(page.locator(".formula")).to_contain_text("exp(e")
    expect(page.locator(".target").nth(6).locator("text").first).to_be_hidden()


def test_the_beat_of_the_scores_has_bars_in_proportion_to_them(
    show: Callable[[dict], Page],
) -> None:
    trace = trace_of("luong-general")
    page = opened(show, "luong-general")
    beat(page, "Scores")
    assert trace.scores is not None
    scores = merge_words(trace.scores, trace.source, trace.target, "scores")[6]
    heights = np.array(numbers(page, ".drawing .score", "height"))
    large = np.abs(scores) > 0.3
    ratios = heights[large] / np.abs(scores[large])
    np.testing.assert_allclose(ratios, ratios[0], rtol=2e-3)
    negative = page.locator(".drawing .score").evaluate_all(
        "nodes => nodes.map(node => node.classList.contains('negative'))"
    )
    assert negative == list(scores < 0)
    expect(page.locator(".query")).to_be_visible()


@pytest.mark.parametrize("variant", [*MODELS, FIXED])
def test_the_strip_of_the_context_is_the_recorded_context(
    show: Callable[[dict], Page], variant: str
) -> None:
    page = opened(show, variant)
    trace = trace_of(variant)
    beat(page, "Context")
    step = 6
    dims = picked(trace.values.shape[1])
    peak = np.abs(trace.values[:, dims]).max()
    expected = np.clip(trace.steps[step].context[dims] / peak, -1, 1)
    if variant == FIXED:  # The backward half is drawn first, below the first word's ribbon.
        expected = np.roll(expected, len(dims) // 2)
    sizes = np.array(numbers(page, ".drawing .mixed", "fill-opacity"))
    np.testing.assert_allclose(sizes, np.abs(expected), atol=0.013)
    colours = page.locator(".drawing .mixed").evaluate_all(
        "all => all.map(n => n.getAttribute('fill'))"
    )
    sure = np.abs(expected) > 0.02
    assert len({*np.array(colours)[sure & (expected > 0)]}) == 1
    assert {*np.array(colours)[sure & (expected > 0)]}.isdisjoint(
        np.array(colours)[sure & (expected < 0)]
    )


@pytest.mark.parametrize(
    ("variant", "names"),
    [
        ("luong-general", ["Annotations", "State", "Scores", "Weights", "Context", "Word"]),
        ("bahdanau-additive", ["Annotations", "Scores", "Weights", "Context", "State", "Word"]),
    ],
)
def test_the_beats_are_in_the_order_of_the_model_and_end_with_the_word(
    show: Callable[[dict], Page], variant: str, names: list[str]
) -> None:
    page = opened(show, variant)
    word = page.locator(".target").nth(6).locator("text").first
    assert page.locator(".beat:not([hidden]) span").all_inner_texts() == names
    for number, name in enumerate(names, start=1):
        beat(page, name)
        expect(page.locator(".beat[aria-pressed=true]")).to_have_text(re.compile(f"^{number}"))
        expect(page.locator(".clock")).to_be_visible(visible=name == "State")
        expect(page.locator(".drawing .frame")).to_be_visible(
            visible=number >= names.index("Weights") + 1
        )
        expect(word).to_be_visible(visible=name == "Word")
        assert page.locator(".formula").inner_text()
    beat(page, "Word")
    expect(page.locator(".beat[aria-pressed=true]")).to_have_count(0)
    expect(word).to_be_visible()


def test_a_beat_shows_neither_the_headline_nor_a_word_that_is_not_written(
    show: Callable[[dict], Page],
) -> None:
    page = opened(show, "luong-general")
    later = page.locator(".target").nth(7).locator("text").first
    beat(page, "Scores")
    expect(page.locator(".headline")).to_have_text(
        "The decoder’s state is the query. It is compared with every annotation."
    )
    expect(later).to_be_hidden()
    expect(page.locator(".target").nth(5).locator("text").first).to_be_visible()
    beat(page, "Word")
    expect(page.locator(".headline")).to_contain_text("To write noir")
    beat(page, "Word")
    expect(later).to_be_visible()


SWIPE = """(picture, [across, down, pointerType]) => {
  const at = (type, x, y) => picture.dispatchEvent(new PointerEvent(type,
    { bubbles: true, pointerType, clientX: 200 + x, clientY: 200 + y }));
  at("pointerdown", 0, 0);
  at("pointerup", across, down);
}"""


def test_a_finger_swipes_from_beat_to_beat(show: Callable[[dict], Page]) -> None:
    page = opened(show, "luong-general")
    picture, pressed = page.locator(".picture"), page.locator(".beat[aria-pressed=true]")
    for across, number in ((-60, "1"), (-60, "2"), (60, "1")):
        picture.evaluate(SWIPE, [across, 5, "touch"])
        expect(pressed).to_have_text(re.compile(f"^{number}"))
    picture.evaluate(SWIPE, [-60, 60, "touch"])  # It scrolls the page.
    picture.evaluate(SWIPE, [-60, 0, "mouse"])
    expect(pressed).to_have_text(re.compile("^1"))
    picture.evaluate(SWIPE, [60, 0, "touch"])
    expect(pressed).to_have_count(0)


def test_a_redraw_keeps_the_beat_on_show(show: Callable[[dict], Page]) -> None:
    page = opened(show, "luong-general")
    beat(page, "Scores")
    page.set_viewport_size({"width": 900, "height": 700})
    expect(page.locator(".beat[aria-pressed=true]")).to_have_text(re.compile("^3"))
    expect(page.locator(".headline")).to_contain_text("compared with every annotation")


def test_w_plays_all_beats_of_a_step(show: Callable[[dict], Page]) -> None:
    page = opened(show, "luong-general")
    page.evaluate("""() => {
      const flow = document.querySelector('body > div').shadowRoot.querySelector('.flow');
      window.seen = [];
      new MutationObserver(() => {
        const at = [...flow.querySelectorAll('.beat')].findIndex(
          one => one.getAttribute('aria-pressed') === 'true');
        if (window.seen.at(-1) !== at) window.seen.push(at);
      }).observe(flow, {subtree: true, attributes: true, attributeFilter: ['aria-pressed']});
      const now = performance.now.bind(performance), frame = window.requestAnimationFrame;
      window.requestAnimationFrame = draw => frame(time => draw(time * 20)); // twenty times as fast
    }""")
    page.keyboard.press("w")
    page.wait_for_function("window.seen.includes(5) && window.seen.at(-1) === -1")
    assert [one for one in page.evaluate("window.seen") if one >= 0] == [0, 1, 2, 3, 4, 5]


def test_a_target_word_leads_to_its_step(show: Callable[[dict], Page]) -> None:
    page = opened(show, "luong-general")
    expect(page.locator(".headline")).to_contain_text(
        "To write noir, the model looks back at black"
    )
    page.locator(".target").nth(1).click()
    expect(page.locator(".headline")).to_contain_text(
        "To write petit, the model looks back at little"
    )
    assert last_report(page)["step"] == 1
    page.keyboard.press("ArrowRight")
    expect(page.locator(".headline")).to_contain_text("garçon")


def test_a_source_word_lights_its_ribbons_with_their_widths(show: Callable[[dict], Page]) -> None:
    page = opened(show, "luong-general")
    before = page.locator(".ribbon").evaluate_all("nodes => nodes.map(n => n.getAttribute('d'))")
    page.locator(".source").nth(5).hover()
    lit = page.locator(".ribbon").evaluate_all(
        "nodes => nodes.map(n => Number(getComputedStyle(n).opacity) > 0.3)"
    )
    assert [j for j, one in enumerate(lit) if one] == [5]
    assert before == page.locator(".ribbon").evaluate_all(
        "all => all.map(n => n.getAttribute('d'))"
    )


def test_a_target_word_lights_its_own_ribbons_without_a_step(show: Callable[[dict], Page]) -> None:
    page = opened(show, "luong-general")
    headline = page.locator(".headline").inner_text()
    lit = page.locator(".past.of-row:visible")
    expect(lit).to_have_count(0)
    for row in (1, 10):  # one that is written before, and one after
        page.locator(".target").nth(row).hover()
        weights = words_of(trace_of("luong-general"))[row]
        expect(lit).to_have_count(int((weights >= 0.1).sum()))
        assert page.locator(".headline").inner_text() == headline
    page.mouse.move(0, 0)
    expect(lit).to_have_count(0)


def test_a_window_frames_the_words_that_have_scores(show: Callable[[dict], Page]) -> None:
    page = opened(show, "luong-local-m")
    scores = trace_of("luong-local-m").scores
    assert scores is not None
    outside = page.locator(".source").evaluate_all(
        "all => all.map(n => n.classList.contains('outside'))"
    )
    assert outside == list(np.isneginf(scores[6]))
    expect(page.locator(".window").first).to_be_visible()
    page = opened(show, "luong-general")
    expect(page.locator(".window").first).to_be_hidden()


def test_a_name_leads_to_its_flow_and_shift_to_two(show: Callable[[dict], Page]) -> None:
    page = opened(show, *MODELS, FIXED)
    expect(page.locator(".flow .model")).to_have_text(re.compile("luong-general"))
    page.locator(".name", has_text="additive").first.click()
    expect(page.locator(".flow .model")).to_have_text(re.compile("bahdanau-additive"))
    page.locator(".name", has_text="local-m").click(modifiers=["Shift"])
    expect(page.locator(".flow")).to_have_count(2)
    page.locator(".name", has_text="fixed-context").click()
    expect(page.locator(".flow")).to_have_count(1)
    expect(page.locator(".headline")).to_contain_text("one vector for the whole sentence")
    expect(page.locator(".share", has_text="backward")).to_be_visible()
    shown = page.locator(".beat:visible span").all_inner_texts()
    assert shown == ["Annotations", "Context", "State", "Word"]  # there are no scores, no weights


def test_thumbnails_say_how_much_they_look_at_the_same_word(show: Callable[[dict], Page]) -> None:
    page = opened(show, *MODELS)
    column = int(words_of(trace_of("luong-general"))[6].argmax())
    for name in MODELS:
        row = words_of(trace_of(name))[trace_of(name).target.word_of[6]]
        share = page.locator(f".card[data-map='{name}'] .share")
        expect(share).to_have_text(percentage(float(row[column])))


def test_thumbnails_of_other_translations_show_the_row_of_the_same_word_or_none(
    show: Callable[[dict], Page],
) -> None:
    model = alignoscope.load("eng-fra/luong-dot")
    shorter = alignoscope.force(model, TEXT, "Le garçon a un chien noir.")
    other = alignoscope.force(model, TEXT, "Le chat est petit.")
    own = trace_of("luong-general")
    layers = layers_of([own, replace(shorter, id="shorter"), replace(other, id="other")])
    page = show(data_of(layers, 6, picture="flow") | {"lead": own.id, "forcible": True})
    share = words_of(shorter)[shorter.target.words.index("noir")][own.source.words.index("black")]
    beside = page.locator(".card[data-map='shorter'] .share")
    expect(beside).to_have_text(percentage(float(share)))
    marker = page.locator(".card[data-map='shorter'] .marker")
    expect(marker).to_have_attribute("data-row", str(shorter.target.words.index("noir")))
    expect(page.locator(".readout")).to_have_text("Word 7 of 13")
    expect(page.locator(".card[data-map='other'] .share")).to_have_text("–")
    note = page.locator(".shares")
    expect(note).to_contain_text("its weight on “black” as it writes “noir” (– if it does not)")
    expect(note).to_contain_text("3 models, 3 translations")
    force = page.get_by_role("button", name="Give all the same words")
    assert force.get_attribute("title") == own.target.text
    expect(page.locator(".answer")).not_to_contain_text("Force this translation")


def test_what_each_wrote_is_a_list_whose_lines_lead_to_the_flows(
    show: Callable[[dict], Page],
) -> None:
    page = opened(show, "luong-general", FIXED)
    page.get_by_role("button", name="What each wrote").click()
    lines = page.locator(".written button")
    surest = sorted(("luong-general", FIXED), key=lambda one: -per_token(trace_of(one)))
    assert lines.locator("b").all_inner_texts() == surest
    for i, name in enumerate(surest):
        trace = trace_of(name)
        expect(lines.nth(i)).to_contain_text(f"{per_token(trace):.0%}")
        expect(lines.nth(i).locator(".wrote")).to_contain_text(trace.target.text.split()[0])
    apart = lines.filter(has_text=FIXED)
    assert apart.locator("mark, del").count()
    apart.click()
    expect(page.locator(".flow .model")).to_contain_text(FIXED)
    assert not apart.locator("mark, del").count()


def test_a_flow_is_presented_alone_and_can_be_left_for_the_maps(
    show: Callable[[dict], Page],
) -> None:
    page = opened(show, *MODELS)
    small = page.locator(".card").first
    expect(small).to_be_visible()
    page.get_by_role("slider", name="Step", exact=True).press("p")
    expect(page.locator(".player")).to_have_class(re.compile("presenting"))
    expect(small).to_be_hidden()
    expect(page.locator(".flow")).to_be_in_viewport(ratio=1)
    page.locator("label", has_text="map").click()
    expect(small).to_be_visible()


def test_links_are_not_said_to_be_looked_at_or_written(show: Callable[[dict], Page]) -> None:
    links = replace(trace_of("luong-general"), kind="links")
    page = show(data_of(layers_of([links]), 6))
    expect(page.locator(".answer")).to_contain_text(re.compile("“noir”.*linked with black"))
    expect(page.locator(".card .foot")).to_have_text("“noir”, word 7 of 13")


def test_next_words_that_have_no_room_are_left_out(show: Callable[[dict], Page]) -> None:
    page = opened(show, "luong-general")
    page.set_viewport_size({"width": 400, "height": 800})
    script = """(drawing) => [...drawing.querySelectorAll('.next text')].map(
        (word) => word.getBoundingClientRect().right - drawing.getBoundingClientRect().right)"""
    counts = []
    for step in range(len(trace_of("luong-general").steps)):
        to_step(page, step)
        over = page.locator(".drawing").first.evaluate(script)
        assert max(over) <= 1
        counts.append(len(over))
    assert min(counts) >= 2  # what “next word” says, and the best one
    page.set_viewport_size(WIDE)


def test_a_map_without_a_trace_has_no_flow(show: Callable[[dict], Page]) -> None:
    data = data_of(layers_of([trace_of("luong-general")]), picture="flow")
    for one in data["maps"]:
        one["flow"] = None
    page = show(data)
    expect(page.locator(".heroes")).to_be_hidden()
    expect(page.locator(".card")).to_be_visible()
    expect(page.get_by_role("radio", name="flow")).to_have_count(0)


def saved(chromium: Browser, drawing: Drawing) -> str:
    """Return the SVG that the browser makes of a drawing."""
    drawn = drawing.draw(PictureOptions())
    assert isinstance(drawn, Drawn)
    page = chromium.new_page()
    page.set_content(drawn.page(drawn.sent(drawing, PictureOptions(), "flow")))
    source = page.locator("img").get_attribute("src")
    page.close()
    return unquote(str(source).partition(",")[2])


def drawings() -> list[Drawing]:
    found = [trace_of("luong-general"), trace_of("bahdanau-additive")]
    position = Position(step=6, view=View(picture="flow"), cell=None, pins=("bahdanau-additive",))
    return flow_drawings(found, layers_of(found), position, "luong-general")


def test_the_flow_is_saved_alone_as_a_picture(chromium: Browser) -> None:
    svg = saved(chromium, drawings()[0])
    words = re.findall(r">([^<>]+)</(?:text|tspan)>", svg)
    assert {"black", "white", "noir", "blanc", "next word"} <= set(words)
    assert "Watch one step" not in svg
    assert svg.count("<rect") < 700  # no map beside it
    assert "bahdanau-additive" in svg


def test_all_steps_are_saved_as_one_animation(chromium: Browser) -> None:
    svg = saved(chromium, drawings()[1])
    target = trace_of("bahdanau-additive").target.words
    page = chromium.new_page(reduced_motion="no-preference")
    page.set_content(svg.partition("?>")[2])
    steps = page.locator("g.step")
    expect(steps).to_have_count(len(target))
    for step, word in enumerate(target[:-1]):
        named = word if word.isalpha() else f"“{word}”"
        assert steps.nth(step).locator("text").all_text_contents()[1] == named
    shown = "all => all.filter(one => getComputedStyle(one).visibility === 'visible').length"
    assert steps.evaluate_all(shown) == 1
    assert "visibility=" not in svg  # it would be visible in every step
    page.emulate_media(reduced_motion="reduce")
    last = "all => getComputedStyle(all.at(-1)).visibility"
    assert steps.evaluate_all(last) == "visible"
    assert steps.evaluate_all(shown) == 1
    page.close()


def test_a_ribbon_is_dragged_to_another_word(show: Callable[[dict], Page]) -> None:
    trace = trace_of("luong-general")
    data = data_of(layers_of([trace]), 6, picture="flow") | {"movable": "luong-general"}
    page = show(data)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("window.moves = []")
    page.evaluate(
        "data => window.call(data, (name, value) => window.moves.push([name, value]))",
        data | {"identity": "again"},
    )
    row = words_of(trace)[6]
    black, white = (TEXT.rstrip(".").split().index(word) for word in ("black", "white"))
    expect(page.locator(".says")).to_contain_text("Drag a ribbon")
    ribbon = page.locator(f".ribbon[data-column='{black}']").bounding_box()
    goal = page.locator(f".source[data-column='{white}']").bounding_box()
    page.mouse.move(ribbon["x"] + ribbon["width"] / 2, ribbon["y"] + ribbon["height"] - 3)
    page.mouse.down()
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + 8, steps=4)
    bar = float(page.locator(".drawing .frame").get_attribute("width"))
    parts = numbers(page, ".part", "width")
    assert parts[black] == 0
    assert parts[white] / bar == pytest.approx(row[black] + row[white], abs=1e-3)
    page.mouse.up()
    assert page.evaluate("window.moves") == [["move", {"step": 6, "from": black, "to": white}]]
    page.mouse.down()  # on a word, and back: nothing is moved
    page.mouse.up()
    assert len(page.evaluate("window.moves")) == 1


def test_a_dragged_ribbon_names_the_step_on_show_and_returns_until_it_is_answered(
    show: Callable[[dict], Page],
) -> None:
    trace = trace_of("luong-general")
    layers = layers_of([trace, trace_of("bahdanau-additive"), trace_of("luong-local-m")])
    last = len(trace.steps) - 1
    data = data_of(layers, last, picture="flow") | {"movable": "luong-general"}
    for axes in data["units"]["words"][1:]:  # the other translations are longer
        axes["rowOfStep"] += [axes["rowOfStep"][-1]] * 40
    page = show(data)
    page.emulate_media(reduced_motion="reduce")
    page.evaluate("window.moves = []")
    page.evaluate("data => window.call(data, (_, value) => window.moves.push(value))",
                  data | {"identity": "again"})  # fmt: skip
    to_step(page, last + 2)
    before = numbers(page, ".part", "width")
    end, red = (page.locator(f".source[data-column='{j}']").bounding_box() for j in (11, 5))
    page.mouse.move(end["x"] + end["width"] / 2, end["y"] + 8)
    page.mouse.down()
    page.mouse.move(red["x"] + red["width"] / 2, red["y"] + 8, steps=4)
    assert numbers(page, ".part", "width") != before
    page.mouse.up()
    assert page.evaluate("window.moves") == [{"step": last, "from": 11, "to": 5}]
    assert numbers(page, ".part", "width") == before


def test_links_have_no_beats_and_no_context(show: Callable[[dict], Page]) -> None:
    page = show(data_of(layers_of([replace(trace_of("luong-general"), kind="links")]), 6,
                        picture="flow"))  # fmt: skip
    expect(page.locator(".headline")).to_contain_text("noir is linked with black")
    expect(page.locator(".flow .caption")).to_have_text("")
    expect(page.get_by_role("button", name="Scores")).to_have_count(0)
    page.keyboard.press("w")
    expect(page.locator(".flow.beating")).to_have_count(0)
    expect(page.locator(".flow .model")).to_be_visible()


def test_ribbons_stay_where_nothing_hears_a_drag(show: Callable[[dict], Page]) -> None:
    page = opened(show, "luong-general")
    before = numbers(page, ".part", "width")
    words = [page.locator(f".source[data-column='{j}']").bounding_box() for j in (5, 9)]
    page.mouse.move(words[0]["x"] + 10, words[0]["y"] + 8)
    page.mouse.down()
    page.mouse.move(words[1]["x"] + 10, words[1]["y"] + 8, steps=3)
    assert numbers(page, ".part", "width") == before
    page.mouse.up()
