"""Every page, and every screen of every lesson, as a person sees it: at 1280 and at 400 pixels."""

import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

import alignoscope
from alignoscope.course.read import ENGLISH, TEXTS, lessons
from alignoscope.course.record import ChoiceQuestion, DrawnAnswer, Lesson
from alignoscope.ui.player.map_view import layers_of
from tests.browser import visit
from tests.shared.app_pages import addresses
from tests.shared.faults import faults_of

ROOT = Path(__file__).parents[2]

SIZES = ({"width": 1280, "height": 800}, {"width": 400, "height": 800})
TEXT = "I have a black cat and a white dog."
SENTENCE = f"sentence={TEXT}"
SETTLED = """() => new Promise((done) =>
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 50))))"""
REPORTED = 350  # milliseconds after a step; a player reports it after 250
# How wide each ribbon of a map is drawn, by row and column; 0 for what is not drawn.
WIDTHS = """(strands) => strands.map((strand) => [...strand.children].map((path) => {
  const { display, strokeWidth } = getComputedStyle(path);
  return display === "none" ? 0 : parseFloat(strokeWidth);
}))"""
TOPS = "(cards) => cards.slice(0, 2).map((card) => Math.round(card.getBoundingClientRect().y))"
SOME = ("tour", "oracle", "clock", "learning")  # with labs of each kind, and a drawn answer
TAUGHT = tuple(name for name in lessons() if name != "tour")  # which is for one person
LANGUAGES = sorted({path.name for path in TEXTS.iterdir()} - {ENGLISH})
PAGES = addresses(
    {
        "Compare maps": SENTENCE,
        "Step by step": f"{SENTENCE}&variant=luong-concat",
        "Score bench": f"{SENTENCE}&base=luong-concat&variants=luong-dot",
        "What if": f"{SENTENCE}&variant=luong-concat&step=2",
        "Training": "variants=luong-general",
        "Beam search": f"{SENTENCE}&variant=luong-concat",
    }
)
LESS_OFTEN = ("Beam search", "Models", "Triage", "Doctor")
OFTEN = [address for title, address in PAGES.items() if title not in LESS_OFTEN]
LONG = "I have a black cat and a white dog, and " * 6 + "I am not tired."  # 60 words
# Takes the words of the first map, the cells of the second, and the space of the third one's name.
HARM = """(cards) => {
  const drop = (card, what) => card.querySelectorAll(what).forEach((node) => node.remove());
  drop(cards[0], "text");
  drop(cards[1], ".plot rect, .plot path, canvas");
  cards[2].querySelector(".name").style.cssText =
    "display: block; width: 20px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap";
}"""
# Text of a lesson that breaks, a count of words in too little space, and too long a heading.
BREAK = """() => {
  const broken = document.createElement("div");
  broken.innerHTML = `
    <p class="lesson" style="width: 200px">Its long input is <code>a b c d e f g</code></p>
    <p class="steps" style="display: block; width: 300px">
      <span class="readout" style="display: block; width: 60px">Word 11 of 13</span></p>
    <table style="table-layout: fixed; width: 30px"><tr><th>Transformer</th></tr></table>`;
  document.querySelector("[data-testid='stMain']").append(broken);
}"""
OTHERS = (
    f"/?sentence={LONG}&picture=map",
    "/?pair=reverse",
    f"/?{SENTENCE}&picture=map",
    f"/?{SENTENCE}&picture=ribbons&variants=luong-general&variants=bahdanau-additive",
    f"/score_bench?bench=Sentence set&{SENTENCE}&variants=luong-dot",
    "/score_bench?bench=What makes a variant",
)


def look(page: Page, place: str, sizes: Sequence[ViewportSize] = SIZES) -> list[str]:
    """Return what is wrong with the page at each size, and where; the page keeps the first size."""
    faults = []
    for size in reversed(sizes):
        page.set_viewport_size(size)
        page.evaluate(SETTLED)
        faults += [f"{place}, {size['width']} px: {fault}" for fault in lasting_faults(page)]
    return faults


def lasting_faults(page: Page) -> list[str]:
    """Return what is wrong with the page for longer than a second.

    On a busy machine Streamlit moves its sidebar, and then the player its maps, some frames after a
    new size.
    """
    faults: list[str] = []
    for _ in range(10):
        faults = faults_of(page)
        if page.viewport_size == SIZES[0] and two_lines(page):
            faults.append("the second map is below the first")
        if not faults:
            break
        page.wait_for_timeout(100)
    return faults


def two_lines(page: Page) -> bool:
    """Return whether a lab's second map is below its first."""
    return len({*page.locator(".lab .card").evaluate_all(TOPS)}) > 1


def answers(lesson: Lesson) -> str:
    """Return the answers of a link that opens all screens of a lesson."""
    found = []
    for number, screen in enumerate(lesson.screens, start=1):
        if isinstance(screen.ask, ChoiceQuestion):
            found.append(f"{number}-k1")
        elif isinstance(screen.ask, DrawnAnswer):
            found.append(f"{number}-d50_50")
        elif screen.ask:  # after a wrong answer, too, a lesson goes on
            found.append(f"{number}-w")
    return ".".join(found)


def walk_lesson(
    page: Page, lesson: Lesson, sizes: Sequence[ViewportSize] = SIZES, *, steps: bool = True
) -> list[str]:
    """Walk all screens by “Next”, and step each player on them if `steps`; return what is wrong."""
    faults = []
    for number, screen in enumerate(lesson.screens, start=1):
        expect(page.locator(".lesson-body h1")).to_have_text(screen.title)
        if screen.lab and not isinstance(screen.ask, DrawnAnswer) and "teach=on" not in page.url:
            expect(page.locator(".lab")).to_be_visible()
        faults += look(page, f"{page.url.partition('?')[2]}, screen {number}", sizes)
        step = page.locator(".lab .player").get_by_role("button", name="Next step")
        if steps and step.count() and step.is_enabled():
            step.click()
            page.wait_for_timeout(REPORTED)
        if number < len(lesson.screens):
            page.locator(".ways button").last.click()
    return faults


@pytest.mark.parametrize(
    ("paths", "sizes"),
    [
        pytest.param(OFTEN, SIZES[:1], id="some, wide"),
        pytest.param((*PAGES.values(), *OTHERS), SIZES, id="all", marks=pytest.mark.slow),
    ],
)
def test_nothing_on_any_page_is_collapsed_or_off_the_screen(
    page: Page, paths: Sequence[str], sizes: Sequence[ViewportSize]
) -> None:
    faults = []
    for path in paths:
        page.set_viewport_size(SIZES[0])
        visit(page, path)
        if "sentence=" in path and "bench=" not in path:
            expect(page.locator(".card, .beam").first).to_be_visible()
        faults += look(page, path, sizes)
    assert not faults, "\n".join(faults)


def test_the_walk_sees_a_cut_name_a_blank_map_and_lost_labels(page: Page) -> None:
    visit(page, f"/?{SENTENCE}&picture=map")
    cards = page.locator(".player .card")
    expect(cards.nth(2)).to_be_visible()
    assert faults_of(page) == []
    cards.evaluate_all(HARM)
    found = sorted(fault.partition("”")[2] for fault in faults_of(page))
    assert found == [" has lost its labels", " is blank", " is cut"]


def test_the_walk_sees_broken_text_and_headings_that_run_into_each_other(page: Page) -> None:
    visit(page, "/models")
    expect(page.locator(".grid th").first).to_be_visible()
    assert faults_of(page) == []
    page.evaluate(BREAK)
    found = sorted(fault.partition("”")[2] for fault in faults_of(page))
    assert found == [" runs over", " takes two lines", " takes two lines"]


def test_a_phone_shows_all_of_a_training_sentence_and_a_count_in_one_line(page: Page) -> None:
    page.set_viewport_size(SIZES[1])
    visit(page, "/training?variants=luong-general")
    expect(page.locator(".card")).to_be_visible()
    box, whole = page.locator(".st-key-fixed-box"), page.locator(".st-key-fixed-box .whole")
    expect(whole).to_have_text(box.get_by_role("combobox").input_value())
    around, inside = box.bounding_box(), whole.bounding_box()
    assert around
    assert inside
    assert inside["height"] <= around["height"]
    assert inside["width"] <= around["width"] - 36  # beside the arrow
    visit(page, f"/?{SENTENCE} I am not tired.&step=11&variants=luong-general")
    expect(page.locator(".steps .readout")).to_have_text(re.compile(r"Word 11 of 1\d"))
    assert faults_of(page) == []


@pytest.mark.parametrize(
    ("names", "way", "sizes"),
    [
        pytest.param(SOME, "", SIZES[:1], id="some"),
        pytest.param(tuple(lessons()), "", SIZES, id="all", marks=pytest.mark.slow),
        pytest.param(TAUGHT, "&teach=on", SIZES[:1], id="before a class", marks=pytest.mark.slow),
    ],
)
def test_nothing_in_a_lesson_is_collapsed_or_off_the_screen(
    page: Page, names: Sequence[str], way: str, sizes: Sequence[ViewportSize]
) -> None:
    """The errors that a script reports fail the test when the page is closed (`conftest.page`)."""
    faults = []
    page.set_viewport_size(SIZES[0])
    for lesson in map(lessons().__getitem__, names):
        path = "/?tour=on" if lesson.id == "tour" else f"/lessons?lesson={lesson.id}"
        visit(page, f"{path}&answers={answers(lesson)}{way}")
        faults += walk_lesson(page, lesson, sizes)
    assert not faults, "\n".join(faults)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_in_any_language_is_collapsed_or_off_the_screen(page: Page, language: str) -> None:
    faults = []
    page.set_viewport_size(SIZES[0])
    for lesson in lessons(language).values():
        path = "/?tour=on" if lesson.id == "tour" else f"/lessons?lesson={lesson.id}"
        visit(page, f"{path}&answers={answers(lesson)}&lang={language}")
        faults += walk_lesson(page, lesson, steps=False)
    assert not faults, "\n".join(faults)


def test_a_ribbon_is_as_wide_as_its_weight_whatever_is_pointed_at(page: Page) -> None:
    model = alignoscope.load(ROOT / "checkpoints" / "eng-fra" / "luong-general.safetensors")
    (view,), _ = layers_of([alignoscope.translate(model, TEXT)])["weights", "words"]
    visit(page, f"/?{SENTENCE}&picture=ribbons&variants=luong-general")
    words = page.locator(".plot.ribbons text[data-row]")
    strands = page.locator(".strand")
    expect(strands).to_have_count(len(view.rows))
    largest = max(map(max, view.cells))
    widest = max(map(max, strands.evaluate_all(WIDTHS)))
    for word in (None, *words.all()):
        if word:
            word.hover()
        for row, drawn in zip(view.cells, strands.evaluate_all(WIDTHS), strict=True):
            for weight, width in zip(row, drawn, strict=True):
                expected = weight / largest * widest
                # The thinnest that is drawn is three quarters of a pixel wide.
                assert width == pytest.approx(expected, abs=0.02) or (width <= 0.75 >= expected)
