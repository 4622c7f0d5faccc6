"""A lesson walked by keyboard alone, by touch on a phone, before a class, and with no network."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from alignoscope.course.page.claim_values import screens_of
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.player.script import SCRIPT, STYLE
from alignoscope.course.read import lessons
from alignoscope.ui.phrases.phrases import phrases_of
from alignoscope.ui.web.standalone_page import html_page
from tests.browser import NARROW, READY, visit
from tests.shared.samples import mostly_slow


def press(page: Page, control: Locator, key: str = "Enter") -> None:
    """Press a key on a control that the Tab key reaches."""
    expect(control).to_be_enabled()
    control.focus()
    page.keyboard.press(key)


def next_of(page: Page) -> Locator:
    return page.locator(".ways").get_by_role("button", name="Next")


def outcome(page: Page) -> Locator:
    return page.locator(".outcome")


def says(page: Page) -> Locator:
    return page.locator(".says")


def right_of(one: Locator) -> float:
    box = one.bounding_box()
    assert box is not None
    return round(box["x"] + box["width"])


def test_the_cards_of_lessons_fill_the_page(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    visit(page, "/lessons")
    expect(page.get_by_role("button", name="Begin")).to_have_count(len(lessons()))
    group = page.locator("[class*=st-key-lessons]").first
    cards = group.locator("> *")
    expect(cards).to_have_count(5)
    assert right_of(cards.nth(4)) == right_of(group)
    assert len({box["y"] for card in cards.all() if (box := card.bounding_box())}) == 1


@pytest.mark.slow
def test_progress_is_kept_in_the_browser_until_it_is_turned_off(page: Page) -> None:
    visit(page, "/lessons?lesson=one-vector")
    next_of(page).click()
    expect(page).to_have_url(re.compile("screen=2"))
    visit(page, "/lessons")
    expect(page.get_by_text(re.compile("Screen 2 of"))).to_be_visible()
    page.get_by_role("button", name="Continue", exact=True).click()
    expect(page).to_have_url(re.compile("lesson=one-vector.*screen=2"))
    visit(page, "/lessons")
    keep = page.get_by_role("checkbox", name="Keep my progress")
    keep.uncheck()
    expect(page.get_by_role("button", name="Continue")).to_have_count(0)
    visit(page, "/lessons?lesson=one-vector")
    next_of(page).click()
    visit(page, "/lessons")
    expect(keep).not_to_be_checked()
    expect(page.get_by_role("button", name="Forget it")).to_be_disabled()
    keep.check()
    visit(page, "/lessons?lesson=one-vector")
    next_of(page).click()
    visit(page, "/lessons")
    page.get_by_role("button", name="Forget it").click()
    expect(page.get_by_text(re.compile("Screen 2 of"))).to_have_count(0)


@pytest.mark.slow
def test_a_lesson_is_walked_by_keyboard_alone(page: Page) -> None:
    visit(page, "/lessons?lesson=oracle")
    expect(page.get_by_role("heading", name="What if somebody told it")).to_be_visible()
    press(page, next_of(page))
    expect(page.get_by_role("heading", name="You are the oracle")).to_be_focused()
    bet = page.get_by_role("button", name="Place the bet")
    expect(bet).to_be_disabled()
    expect(next_of(page)).to_be_disabled()
    press(page, page.locator(".lesson").get_by_role("radio").first, "Space")
    press(page, bet)
    expect(says(page)).to_contain_text("It is: k b d a c: it copies")
    expect(page.locator(".lesson").get_by_role("radio").first).to_be_disabled()
    press(page, next_of(page))
    expect(page.locator(".card")).to_have_count(2)
    assert right_of(page.locator(".lesson .legend")) <= right_of(page.locator(".lesson-body"))
    expect(page.locator(".bet")).to_have_text(
        re.compile("^You bet: c a d b k: it writes backwards")
    )
    expect(outcome(page).get_by_text("It writes k b d a c.")).to_be_visible()
    press(page, page.get_by_role("radio", name="forwards"), "ArrowRight")
    expect(outcome(page).get_by_text("It writes c a d b k.")).to_be_visible()
    expect(page).to_have_url(re.compile("lesson=oracle&screen=3&answers=2-k1$"))
    page.wait_for_selector(READY)
    page.reload()
    expect(page.locator(".card")).to_have_count(2)


def test_the_flow_after_a_bet_opens_at_its_step_with_both_words_framed(page: Page) -> None:
    visit(page, "/?tour=on&screen=3&answers=2-k2")
    expect(page.locator(".flow .headline")).to_contain_text("To write noir")
    picks = page.locator(".flow .pick")
    expect(picks).to_have_text(["you", "the model"])
    expect(picks.first).to_be_visible()
    words = [page.locator(f".flow .source[data-column='{at}']") for at in (4, 3)]
    for pick, word in zip(picks.all(), words, strict=True):
        frame, inside = pick.locator("rect").bounding_box(), word.bounding_box()
        assert frame
        assert inside
        assert frame["x"] < inside["x"]
        assert right_of(word) < right_of(pick.locator("rect"))
    expect(page.locator(".answer .chip")).to_contain_text("cat → noir")
    page.get_by_role("button", name="Next step").click()
    expect(picks.first).to_be_hidden()
    visit(page, "/?tour=on&screen=3&answers=2-k1")
    expect(picks).to_have_text(["you + the model"])


# What a person reads, points at or hears of the maps, in all parts of the page.
SAID = """maps => [...maps.querySelectorAll('*')].flatMap(node => [
  ...[...node.childNodes].filter(one => one.nodeType === Node.TEXT_NODE).map(one => one.data),
  ...['title', 'aria-label', 'aria-description', 'aria-valuetext']
    .map(name => node.getAttribute(name) ?? '')]).map(text => text.trim()).filter(Boolean)"""


def english_in(texts: list[str], language: str) -> set[str]:
    """Return the texts that are phrases of the player in English, and not in the language."""
    own = phrases_of(language)
    phrases = [
        text
        for name, text in phrases_of("en").items()
        if own[name] != text and re.search("[a-z]", re.sub(r"{\w+}", "", text))
    ]
    phrases += [name for name in own if name not in phrases_of("en")]
    known = "|".join(re.sub(r"\\{\w+\\}", ".+", re.escape(text)) for text in phrases)
    # A word that may come next, such as "no 2 %" of French, is no phrase.
    texts = [one for one in texts if not re.fullmatch(r"\S+ <?\d+\s%", one)]
    return {one for one in texts if re.fullmatch(known, one) or re.search(r"\d%|\d\.\d", one)}


@pytest.mark.parametrize(
    ("language", "screen"),
    mostly_slow(
        [
            ("de", "?tour=on&screen=3&answers=2-k2"),
            ("es", "lessons?lesson=clock&screen=4&answers=1-k1.3-k1"),
            ("fr", "lessons?lesson=one-vector&screen=1"),
            ("de", "lessons?lesson=windows&screen=2&answers=1-k1"),
            ("es", "lessons?lesson=hindi&screen=4&answers=1-k1.3-k1"),
        ],
        always=["fr"],
    ),
)
def test_maps_and_flow_of_a_lesson_are_wholly_in_its_language(
    page: Page, language: str, screen: str
) -> None:
    visit(page, f"/{screen}&lang={language}")
    maps = page.locator(".lab-maps")
    expect(maps.locator(".card").first).to_be_visible()

    def expect_no_english() -> None:
        texts = maps.evaluate(SAID)
        assert len(texts) > 100
        assert english_in(texts, language) == set()

    tables = page.locator(".lab details .outcome")
    page.locator(".lab summary").click()
    assert english_in(tables.evaluate(SAID), language) == set()
    expect_no_english()
    maps.locator("[data-action=last]").click()
    for beat in maps.locator(".beat:visible").all():
        beat.click()
        expect_no_english()
    for picture in ("map", "ribbons"):
        for choice in maps.locator(f"input[value={picture}]").all():
            choice.check(force=True)
            maps.locator("[data-action=previous]").click()
            expect_no_english()


@pytest.mark.slow
def test_on_a_phone_a_lessons_flow_map_and_ribbons_are_one_tap_away(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, "/?tour=on&screen=3&answers=2-k2&lang=de")
    pictures = page.locator(".lab-maps .measures > .choice").first.locator("label")
    expect(pictures).to_have_text(["Fluss", "Karte", "Bänder"])
    for at, shown in ((1, ".card .cell"), (2, ".card .ribbons"), (0, ".flow .drawing")):
        pictures.nth(at).click()
        expect(page.locator(f".lab-maps {shown}").first).to_be_visible()
        assert right_of(pictures.nth(2)) <= NARROW["width"]
    page.get_by_role("button", name="Optionen").click()
    panel = page.locator(".lab-maps .options").bounding_box()
    assert panel is not None
    assert panel["x"] >= 0
    assert panel["x"] + panel["width"] <= NARROW["width"]


def test_nobody_gets_beyond_a_bet_by_a_link(page: Page) -> None:
    visit(page, "/lessons?lesson=oracle&screen=5")
    expect(page.get_by_role("heading", name="You are the oracle")).to_be_visible()
    dots = page.locator(".dots button:not(.turn)")
    expect(dots).to_have_count(9)
    assert [dot.is_disabled() for dot in dots.all()] == [False] * 2 + [True] * 7


# As Streamlit does on a busy machine, a component is put into a new element.
PUT = """async ([script, style, data]) => {
  const url = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const { default: show } = await import(url);
  let [host, end] = [null, () => {}];
  window.put = (start) => {
    host?.remove();
    end();
    host = document.body.appendChild(document.createElement("div"));
    const given = { ...data, start: start ?? data.start };
    end = show({ data: given, parentElement: host, setStateValue() {}, setTriggerValue() {} });
  };
  put();
}"""


def test_a_lesson_goes_on_in_a_new_element_unless_python_says_where(page: Page) -> None:
    lesson = lessons()["oracle"]
    notes: list[list[str]] = [[] for _ in lesson.screens]
    data = payload(lesson, screens_of(lesson), LessonPosition(answers={}), notes)
    page.evaluate(PUT, [SCRIPT, STYLE, data])
    next_of(page).click()
    option = page.get_by_role("radio").first
    option.check()
    page.evaluate("put()")
    expect(page.get_by_role("heading", name="You are the oracle")).to_be_visible()
    expect(option).to_be_checked()
    expect(option).to_be_focused()
    page.get_by_role("button", name="Place the bet").click()
    page.evaluate("put()")
    expect(says(page)).to_contain_text("It is: k b d a c: it copies")
    expect(next_of(page)).to_be_enabled()
    page.evaluate("put({ screen: 1, answers: {} })")
    expect(page.get_by_role("heading", name="You are the oracle")).to_be_visible()
    page.evaluate("put({ screen: 3, answers: { 2: 'k1' } })")
    expect(page.get_by_role("heading", name="Move where it looks")).to_be_visible()
    page.evaluate("put()")
    expect(page.get_by_role("heading", name="What if somebody told it")).to_be_visible()


@pytest.mark.slow
def test_on_a_phone_a_wrong_answer_gets_a_word_and_a_right_one_is_said(page: Page) -> None:
    page.set_viewport_size(NARROW)
    visit(page, "/lessons?lesson=oracle&screen=6&answers=2-k2")
    box = page.get_by_role("textbox", name="What does it write for")
    expect(next_of(page)).to_be_disabled()
    box.fill("n o h t y p")
    box.press("Enter")
    expect(says(page)).to_contain_text("That is what it writes by itself.")
    expect(next_of(page)).to_be_enabled()
    expect(page).to_have_url(re.compile(r"answers=2-k2\.6-w"))
    box.fill("python!")
    box.press("Enter")
    expect(says(page)).to_contain_text("It looks at p first")
    box.fill("P T O Y H N")
    box.press("Enter")
    expect(says(page)).to_contain_text("Right.")
    expect(page).to_have_url(re.compile(r"answers=2-k2\.6-r"))
    assert page.evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.slow
def test_before_a_class_hands_are_counted_and_the_answer_is_shown(page: Page) -> None:
    visit(page, "/lessons?lesson=oracle&screen=2&teach=on")
    hands = page.locator(".hand output")
    expect(hands).to_have_text(["0", "0", "0"])
    page.locator("h1").click()
    for key in ("b", "b", "a", "b", "Shift+B"):
        page.keyboard.press(key)
    expect(hands).to_have_text(["1", "2", "0"])
    expect(says(page)).to_be_empty()
    page.keyboard.press("r")
    expect(says(page)).to_contain_text("It is: k b d a c: it copies")
    expect(page.locator(".hand.right")).to_contain_text("it copies")
    page.keyboard.press("PageDown")
    expect(page.get_by_role("heading", name="Move where it looks")).to_be_visible()


@pytest.mark.slow
def test_a_lesson_in_a_file_asks_and_answers_with_no_network(
    window: BrowserContext, tmp_path: Path
) -> None:
    lesson = lessons()["sol-and-sun"]
    shown = screens_of(lesson)
    data = payload(lesson, shown, LessonPosition(answers={}), linked=False)
    file = tmp_path / "lesson.html"
    file.write_text(
        html_page(SCRIPT, STYLE, data, lesson.title, "A caption", lesson.language), encoding="utf-8"
    )
    page = window.new_page()
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(file.as_uri())
    page.get_by_role("button", name="Screen 3").click()
    page.get_by_role("radio").last.check()
    page.get_by_role("button", name="Place the bet").click()
    expect(says(page)).to_contain_text("Yes: it is in that direction.")
    next_of(page).click()
    page.get_by_role("slider", name="W turns the keys by").fill("8")  # -100 degrees
    expect(page.get_by_role("row", name="sun")).to_have_text("sun4.000.00")
    typed = page.get_by_role("textbox", name="W turns the keys by: a number")
    expect(typed).to_have_value("-100°")
    typed.fill("2")
    typed.press("Enter")
    expect(typed).to_have_value("0°")
    expect(page.get_by_role("row", name="sun")).to_have_text("sun-0.69-3.94")
    typed.press("ArrowDown")
    expect(page.get_by_role("slider", name="W turns the keys by")).to_have_value("17")
    page.get_by_text("As a table").click()
    expect(page.locator("details").get_by_role("row", name="sun")).to_have_text("sun2.000.00")
    assert asked == [file.as_uri()]
    page.close()


@pytest.mark.slow
def test_the_first_minute_is_walked_on_the_landing_page_by_keyboard(page: Page) -> None:
    visit(page, "/?variants=luong-concat")
    page.get_by_role("button", name="The first minute").press("Enter")
    expect(page.get_by_role("heading", name="Where does a translator look?")).to_be_visible()
    expect(page).to_have_url(re.compile("tour=on"))
    press(page, next_of(page))
    press(page, page.get_by_role("radio", name="black"), "Space")
    press(page, page.get_by_role("button", name="Place the bet"))
    expect(says(page)).to_contain_text("its ribbon is the widest")
    press(page, next_of(page))
    expect(page.locator(".card")).to_have_count(1)
    press(page, next_of(page))
    expect(
        outcome(page).get_by_text("It writes: J'ai un chat noir et un chien blanc.")
    ).to_be_visible()
    press(page, page.get_by_role("radio", name="the model"), "ArrowRight")
    expect(
        outcome(page).get_by_text("It writes: J'ai un noir chat et un blanc chien.")
    ).to_be_visible()
    press(page, next_of(page))
    expect(page.get_by_text("Bets that were right: 1 of 1.")).to_be_visible()
    expect(page).to_have_url(re.compile(r"screen=5&answers=2-k1"))
    page.wait_for_selector(READY)
    page.reload()
    expect(page.get_by_text("Bets that were right: 1 of 1.")).to_be_visible()
    page.get_by_role("button", name="To the maps").press("Enter")
    expect(page.get_by_role("textbox", name="English sentence")).to_be_visible()
    expect(page).not_to_have_url(re.compile("tour|screen|answers"))
