"""A live class in a browser: a presenter and two phones, from the code on the screen to the end."""

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, BrowserContext, FloatRect, Page, WebError, expect

from alignoscope.course.read import lessons
from alignoscope.course.record import ChoiceQuestion, DrawnAnswer, Question
from alignoscope.course.words import words_of
from tests.browser import NARROW, READY, WIDE

EN, FR = words_of("en"), words_of("fr")
PATIENCE = 60_000


def screen_with(kind: type[Question]) -> str:
    """Return the parameters of the first screen with a question of this kind, for a class."""
    return next(
        f"lesson={lesson.id}&screen={number}&teach=on"
        for lesson in lessons().values()
        for number, screen in enumerate(lesson.screens, start=1)
        if isinstance(screen.ask, kind) and number < len(lesson.screens)
    )


@pytest.fixture
def browsers(chromium: Browser, address: str) -> Iterator[list[BrowserContext]]:
    """Return a presenter's browser and two phones, which fail the test if they report an error."""
    errors: list[str] = []

    def fail(found: WebError) -> None:
        errors.append(str(found.error))

    opened = [
        chromium.new_context(base_url=address, viewport=size, reduced_motion="reduce")
        for size in (WIDE, NARROW, NARROW)
    ]
    for context in opened:
        context.set_default_timeout(PATIENCE)
        context.on("weberror", fail)
    expect.set_options(timeout=PATIENCE)
    yield opened
    for context in opened:
        context.close()
    assert errors == []


def open_class(presenter: Page, screen: str) -> str:
    """Open a class at a screen and return the link that its code shows."""
    presenter.goto(f"/lessons?{screen}", timeout=PATIENCE)
    presenter.wait_for_selector(READY)
    presenter.get_by_role("button", name=EN["class_open"]).click()
    box = presenter.get_by_role("img", name=EN["class_qr"]).bounding_box()
    assert box is not None
    assert box["height"] > WIDE["height"] / 2
    return presenter.locator(".room-code .link").inner_text()


def close_code(presenter: Page) -> None:
    presenter.get_by_role("button", name=EN["class_close"]).click()


def hears(phone: Page, text: str) -> None:
    expect(phone.locator(".phone-said")).to_have_text(text)


def problems(page: Page) -> list[str]:
    """Return what axe finds in a page of ours, a line per rule."""
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:120]}"
        for one in Axe().run(page).response["violations"]
    ]


@pytest.mark.slow
def test_a_presenter_and_two_phones_vote_discuss_vote_again_and_see_the_answer(
    browsers: list[BrowserContext],
) -> None:
    presenter, first, second = (context.new_page() for context in browsers)
    link = open_class(presenter, screen_with(ChoiceQuestion))
    first.goto(link)
    second.goto(f"{link}?lang=fr")
    expect(first.locator(".hand").first).to_be_enabled()
    assert problems(first) == []
    assert first.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]
    close_code(presenter)
    bar = presenter.locator(".room-bar")
    first.locator(".hand").nth(0).click()
    hears(first, EN["class_voted"])
    second.locator(".hand").nth(1).click()
    hears(second, FR["class_voted"])
    expect(bar).to_contain_text(EN["class_votes"].format(votes=2, phones=2))
    counts = presenter.locator(".hand output")
    assert {count.inner_text() for count in counts.all()} == {"0"}  # not before they are shown
    presenter.get_by_role("button", name=EN["class_show"]).click()
    expect(counts.nth(0)).to_have_text("1")
    hears(first, EN["class_over"])
    hears(second, FR["class_over"])
    expect(first.locator(".hand").first).to_be_disabled()
    presenter.get_by_role("button", name=EN["class_again"]).click()
    hears(first, EN["class_again_says"])
    first.reload()
    hears(first, EN["class_again_says"])
    first.locator(".hand").nth(1).click()
    expect(bar).to_contain_text(EN["class_votes"].format(votes=1, phones=2))
    presenter.reload()  # The tab keeps its class.
    presenter.wait_for_selector(READY)
    presenter.get_by_role("button", name=EN["class_show"]).click()
    expect(counts.nth(1)).to_have_text("1 → 1")
    presenter.get_by_role("button", name=EN["show"]).click()
    expect(second.locator(".hand.right")).to_have_count(1)
    hears(second, FR["class_told"])
    presenter.keyboard.press("PageDown")
    presenter.wait_for_selector(READY)
    presenter.keyboard.press("q")
    presenter.get_by_role("button", name=EN["class_end"]).click()
    hears(first, EN["class_ended"])
    hears(second, FR["class_ended"])
    second.goto(link)
    hears(second, EN["class_ended"])
    expect(bar.get_by_role("button", name=EN["class_open"])).to_be_visible()


@pytest.mark.slow
def test_a_class_draws_curves_that_lie_over_each_other(browsers: list[BrowserContext]) -> None:
    presenter, *phones = (context.new_page() for context in browsers)
    link = open_class(presenter, screen_with(DrawnAnswer))
    close_code(presenter)
    for at, context_page in enumerate(phones):
        context_page.goto(link)
        context_page.get_by_role("slider").first.fill(str(5 * at))
        context_page.get_by_role("button", name=EN["class_send"]).click()
        hears(context_page, EN["class_voted"])
    lines = presenter.locator(".others polyline")
    expect(presenter.locator(".room-bar")).to_contain_text("2")
    expect(lines).to_have_count(0)
    presenter.keyboard.press("v")
    expect(lines).to_have_count(2)
    starts = {(line.get_attribute("points") or "").split(" ")[0] for line in lines.all()}
    assert len(starts) == 2
    presenter.keyboard.press("r")
    expect(phones[0].locator(".real polyline")).to_have_count(1)
    assert problems(phones[0]) == []


@pytest.mark.slow
def test_a_wrong_code_is_said_and_another_can_be_typed(browsers: list[BrowserContext]) -> None:
    presenter, phone, _ = (context.new_page() for context in browsers)
    phone.goto("/class/ZZZZZ?lang=fr")
    hears(phone, FR["class_unknown"])
    assert problems(phone) == []
    link = open_class(presenter, screen_with(ChoiceQuestion))
    phone.get_by_role("textbox", name=FR["class_code_of"]).fill(link.rpartition("/")[2].lower())
    phone.get_by_role("button", name=FR["class_join"]).click()
    expect(phone.locator(".hand").first).to_be_enabled()
    expect(phone).to_have_url(re.compile("lang=fr"))


def maps_before_a_class(presenter: Page, screen: str) -> tuple[float, FloatRect]:
    """Return the zoom and the place of the two maps of a screen, once they have their size."""
    presenter.goto(f"/lessons?{screen}&teach=on", timeout=PATIENCE)
    expect(presenter.locator(".card")).to_have_count(2)
    maps = presenter.locator(".lab-maps")
    zoom = maps.evaluate("""(maps) => new Promise((done) => {
      let last = "";
      const look = () => {
        if (maps.style.zoom && maps.style.zoom === last) return done(Number(last));
        last = maps.style.zoom;
        setTimeout(look, 1000);
      };
      look();
    })""")
    box = maps.bounding_box()
    assert box is not None
    return zoom, box


@pytest.mark.slow
def test_two_maps_before_a_class_end_above_the_edge_of_the_screen(
    browsers: list[BrowserContext],
) -> None:
    _, box = maps_before_a_class(browsers[0].new_page(), "lesson=oracle&screen=3")
    assert box["y"] + box["height"] <= WIDE["height"]
    assert box["width"] > WIDE["width"] / 2


@pytest.mark.slow
def test_maps_below_many_words_before_a_class_stay_large_enough_to_read(
    browsers: list[BrowserContext],
) -> None:
    zoom, box = maps_before_a_class(browsers[0].new_page(), "lesson=past&screen=7")
    assert zoom >= 0.8
    assert box["height"] <= WIDE["height"]
