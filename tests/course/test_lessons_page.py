"""The lessons on their page: links restore, screens are whole, no model is lied about."""

import json
import re
import zipfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from io import BytesIO

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from alignoscope.course.claims import CLAIMS
from alignoscope.course.groups import GROUPS, grouped
from alignoscope.course.page import kit
from alignoscope.course.page.thumbnails import thumbnail
from alignoscope.course.plans import PLANS
from alignoscope.course.read import lessons
from alignoscope.course.record import ChoiceQuestion, DrawnAnswer, Lesson
from alignoscope.course.shown import Shown
from alignoscope.course.words import languages, words_of
from alignoscope.ui.exports import browser_printing as printing
from alignoscope.ui.shell.session_keys import KIT, PROGRESS, of
from tests.shared.app_pages import ROOT, open_page

PAGE = "pages/lessons.py"
TOURS = {  # what the first minute is called, by language
    "de": "Die erste Minute",
    "es": "El primer minuto",
    "fr": "La première minute",
}


def open_lesson(lesson: str = "oracle", **parameters: str) -> AppTest:
    test = open_page(PAGE, lesson=lesson, **parameters)
    assert not test.exception
    assert not test.warning
    return test


def sent(test: AppTest) -> dict:
    """Return what the browser was given of a lesson."""
    return json.loads(test.get("bidi_component")[0].proto.json)[0]


def title(test: AppTest) -> str:
    (heading,) = [one.proto.body for one in test.get("html") if "<h1>" in one.proto.body]
    return heading.removeprefix("<h1>").partition("</h1>")[0]


def press(test: AppTest, label: str) -> AppTest:
    next(button for button in test.button if button.label == label).click().run()
    assert not test.exception
    return test


@pytest.mark.parametrize("language", languages())
def test_no_card_says_its_name_twice(language: str) -> None:
    for lesson in lessons(language).values():
        first = next(screen.title for screen in lesson.screens if screen.kind == "hook")
        assert first.casefold() not in lesson.name.casefold()


def test_at_its_end_a_lesson_offers_the_link_that_holds_the_answers() -> None:
    test = open_lesson(screen="9", answers="2-k2.6-r")
    assert "lesson=oracle&screen=9&answers=2-k2.6-r" in test.code[0].value
    assert "it is no proof" in "".join(one.value for one in test.caption)
    for elsewhere in ({"screen": "8", "answers": "2-k2.6-r"}, {"screen": "9"}):
        assert not open_lesson(**elsewhere).code


def test_all_lessons_are_listed_and_one_begins() -> None:
    test = open_page(PAGE)
    assert [one.value for one in test.header] == [*GROUPS]
    assert [one.value for one in test.subheader] == [lesson.name for lesson in lessons().values()]
    press(test, "Begin")
    assert test.query_params["lesson"] == next(iter(lessons()))
    press(test, "All lessons")
    assert "lesson" not in test.query_params


def test_every_lesson_has_a_group_and_a_picture_of_its_own() -> None:
    found = grouped(lessons().values())
    assert {name: tuple(one.id for one in members) for name, members in found.items()} == GROUPS
    assert len({thumbnail(lesson) for lesson in lessons()}) == len(lessons())
    assert thumbnail("one that is new") == thumbnail("another")
    new = replace(lessons()["oracle"], id="new")
    assert grouped([new]) == {[*GROUPS][-1]: [new]}


def test_a_lesson_leads_to_the_next_one_and_the_last_to_none() -> None:
    *_, before, last = lessons().values()
    test = press(
        open_lesson(before.id, screen=str(len(before.screens)), answers=all_answers(before)),
        f"Next lesson: {last.name}",
    )
    assert test.query_params["lesson"] == last.id
    assert not {"screen", "answers"} & set(test.query_params)
    for one, screen in ((before, "1"), (last, str(len(last.screens)))):
        test = open_lesson(one.id, screen=screen, answers=all_answers(one))
        assert not any(button.label.startswith("Next lesson") for button in test.button)


def all_answers(lesson: Lesson) -> str:
    bets = (i for i, one in enumerate(lesson.screens, 1) if one.kind in ("predict", "evidence"))
    return ".".join(f"{number}-k1" for number in bets)


def index_with(kept: dict[str, object], language: str = "en") -> AppTest:
    """Open the list of lessons in a browser that has kept this progress."""
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    test.query_params["lang"] = language
    test.session_state[PROGRESS] = {"kept": kept}
    test.switch_page(PAGE).run()
    assert not test.exception
    return test


def done(lesson: str, at: int, **other: object) -> dict[str, object]:
    screens = len(lessons()[lesson].screens)
    return {"screen": screens, "screens": screens, "done": True, "answers": {}, "at": at} | other


def test_the_list_continues_where_one_left_and_asks_again_of_two_lessons_ago() -> None:
    checks = [i for i, one in enumerate(lessons()["one-vector"].screens, 1) if one.kind == "check"]
    answers = {"2": "k1", str(checks[-1]): "r"}
    left = {"screen": 3, "done": False, "answers": {"3": "k2"}}
    kept = {
        "factory": done("factory", 3) | left,
        "one-vector": done("one-vector", 1, answers=answers),
        "oracle": done("oracle", 2),
    }
    test = index_with(kept)
    said = [one.value for one in test.caption]
    assert sum("Done" in one for one in said) == 2
    assert any(f"Screen 3 of {len(lessons()['factory'].screens)}" in one for one in said)
    press(test, f"Continue: {lessons()['factory'].name}")
    assert sent(test)["start"] == {"screen": 3, "answers": {"3": "k2"}}
    test = press(index_with(kept), "Continue")
    assert sent(test)["start"] == {"screen": 3, "answers": {"3": "k2"}}
    test = press(index_with(kept), "Open again")
    assert sent(test)["start"] == {"screen": 1, "answers": {}}
    name = lessons()["one-vector"].name
    test = press(index_with(kept), f"Two lessons ago: {name}")
    assert sent(test)["start"] == {"screen": checks[-1], "answers": {"2": "k1"}}
    del kept["factory"]
    test = press(
        index_with(kept, "fr"),
        f"Leçon suivante\N{NO-BREAK SPACE}: {lessons('fr')['factory'].name}",
    )
    assert test.query_params["lesson"] == "factory"


@pytest.mark.parametrize(
    "kept",
    [
        {"no-lesson": {"screen": 1}},
        {"oracle": "done"},
        {"oracle": done("oracle", 1, screen=0)},
        {"oracle": done("oracle", 1, screens=99)},
        {"oracle": done("oracle", 1, answers=[])},
        {"oracle": done("oracle", 1) | {"at": "now"}},
    ],
)
def test_progress_that_is_of_no_lesson_here_is_ignored(kept: dict[str, object]) -> None:
    test = index_with(kept)
    labels = [button.label for button in test.button]
    assert labels.count("Begin") == len(lessons())
    assert not test.warning


def test_an_answer_in_the_kept_progress_that_cannot_be_read_is_left_out() -> None:
    kept = done("oracle", 1, done=False, answers={"2": "k1", "<x>": "k1", "3": ["k1"]})
    test = press(index_with({"oracle": kept}), "Continue")
    assert sent(test)["start"]["answers"] == {"2": "k1"}


@pytest.mark.parametrize("language", languages())
def test_a_page_that_a_lesson_leads_to_has_its_task_and_leads_back(language: str) -> None:
    lesson = lessons(language)["oracle"]
    number = len(lesson.screens)
    query = f"lesson=oracle&screen={number}&answers=2-k1&lang={language}&sentence=x"
    test = open_page("pages/what_if.py", task=query)
    assert not test.exception
    assert not test.warning
    (task,) = [one.value for one in test.markdown if one.value.startswith(f"**{lesson.name}.**")]
    assert lesson.screens[-1].prose[0].text in task
    back = words_of(language)["back_to_lesson"]
    (link,) = [one.proto for one in test.get("page_link") if one.proto.label == back]
    assert link.page == "lessons"
    assert link.query_string == f"lesson=oracle&screen={number}&answers=2-k1&lang={language}"


def test_the_link_says_where_one_is_and_what_was_answered() -> None:
    data = sent(open_lesson(screen="7", answers="2-k2.6-r.7-w"))
    assert data["start"] == {"screen": 7, "answers": {"2": "k2", "6": "r", "7": "w"}}
    assert (data["heading"], data["teaching"]) == ("Lesson 2. Ask the oracle", False)
    assert sent(open_lesson(teach="on"))["teaching"]


def test_points_that_were_drawn_are_in_the_link() -> None:
    data = sent(open_lesson("learning", answers="3-k1.6-d100_55_0_7_90"))
    assert data["start"]["answers"] == {"3": "k1", "6": "d100_55_0_7_90"}


@pytest.mark.parametrize("answers", ["6-d101_5", "6-d", "6-d5_", "6-d05"])
def test_what_is_no_answer_is_said(answers: str) -> None:
    test = open_page(PAGE, lesson="learning", answers=answers)
    assert "such as 2-k1.6-r" in test.warning[0].value


@pytest.mark.parametrize("lesson", lessons())
def test_every_screen_has_what_it_needs(lesson: str) -> None:
    data = sent(open_lesson(lesson))
    for shown, screen in zip(data["screens"], lessons()[lesson].screens, strict=True):
        assert shown["title"] == screen.title
        assert shown["kind"] == (screen.kind if screen.ask else "said")
        assert (shown["ask"] is None) == (screen.ask is None)
        drawn = isinstance(screen.ask, DrawnAnswer)  # then the question has its lab
        assert (shown["lab"] is None) == (screen.lab is None or drawn)
        if isinstance(screen.ask, ChoiceQuestion):
            assert shown["ask"]["right"] in range(len(screen.ask.options))


def test_a_screen_answers_the_bet_before_it_up_to_its_reveal() -> None:
    bets = {
        name: [screen["bet"] for screen in sent(open_lesson(name))["screens"]]
        for name in ("oracle", "factory")
    }
    assert bets["oracle"] == [None, None, 2, 2, *[None] * 5]
    assert bets["factory"] == [*[None] * 3, 3, 3, None, None, 7, *[None] * 5]


def test_of_other_models_a_sentence_says_what_is_true_of_them(monkeypatch) -> None:
    monkeypatch.setitem(CLAIMS, "cats.told", replace(CLAIMS["cats.told"], expected="Un chat."))
    prose = sent(open_lesson())["screens"][4]["prose"]
    words = "With these models the result differs: J'ai un noir chat et un blanc chien."
    assert [["", words]] in prose


def test_without_its_models_a_screen_says_what_it_needs(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr("alignoscope.serving.model_store.CHECKPOINTS", tmp_path)
    test = open_page(PAGE, lesson="oracle")
    assert not test.exception
    first = sent(test)["screens"][0]
    assert "This screen needs the model reverse" in first["prose"][0][0][1]
    assert (first["kind"], first["ask"], first["lab"]) == ("said", None, None)


def test_a_link_to_no_lesson_says_which_there_are() -> None:
    test = open_page(PAGE, lesson="no", screen="99")
    assert "Possible values: tour, one-vector, oracle" in test.warning[0].value


def test_answers_are_handed_in_as_text_where_no_link_opens() -> None:
    tour = lessons("en")["tour"]
    assert kit.answers_text(tour, {2: "k3"}) == "The first minute\n2. Place a bet: dog"
    heads = lessons("en")["heads"]
    assert kit.answers_text(heads, {3: "w"}).splitlines()[1] == "3. How many maps?: ✗"


def test_a_class_follows_the_lessons_of_a_plan_by_one_link() -> None:
    test = press(open_page(PAGE), "Follow this plan")
    assert test.query_params["plan"] == "45"
    test = open_page(PAGE, plan="45", lang="fr")
    assert title(test) == "45 minutes (30 minutes à l&#x27;écran, 15 pour les échanges)"
    plan = [lessons("fr")[one].name for one in PLANS["45"].lessons]
    assert [one.value for one in test.subheader] == plan
    assert test.code[0].value.endswith("plan=45&lang=fr")
    press(test, "Commencer")
    for number, following in enumerate(plan[1:], start=1):
        assert test.caption[0].value == f"45 minutes\N{NO-BREAK SPACE}: leçon {number} sur 4"
        press(test, f"Leçon suivante\N{NO-BREAK SPACE}: {following}")
        assert test.query_params["lesson"] == PLANS["45"].lessons[number]
    assert not any(button.label.startswith("Leçon suivante") for button in test.button)
    press(test, "45 minutes")
    assert [one.value for one in test.subheader] == plan
    press(test, "Toutes les leçons")
    assert len(test.subheader) == len(lessons())


def test_in_a_plan_a_lesson_begins_without_a_recall_of_one_that_is_left_out() -> None:
    alone, planned = (sent(open_lesson("mask", **link)) for link in ({}, {"plan": "90"}))
    assert [alone["screens"][0]["kind"], planned["screens"][0]["kind"]] == ["recall", "said"]
    assert len(planned["screens"]) == len(alone["screens"]) - 1


def choose(test: AppTest, language: str) -> AppTest:
    test.get("button_group")[0].set_value(language).run()
    assert not test.exception
    return test


@pytest.mark.parametrize(("language", "tour"), TOURS.items())
def test_the_language_is_chosen_on_the_page_and_kept_in_the_link_alone(
    language: str, tour: str
) -> None:
    words = words_of(language)
    test = choose(open_page(PAGE), language)
    assert title(test) == words["lessons"]
    assert [one.value for one in test.subheader][1:3] == [
        f"1. {lessons(language)['one-vector'].title}",
        f"2. {lessons(language)['oracle'].title}",
    ]
    press(test, words["begin"])
    data = sent(test)
    assert (data["heading"], data["words"]["lang"]) == (tour, language)
    assert test.query_params["lang"] == language
    press(choose(test, "en"), "All lessons")
    assert "lang" not in test.query_params


def test_a_lesson_in_french_is_french_with_its_labs() -> None:
    data = sent(open_lesson("factory", lang="fr", screen="9", answers="3-k3.7-k1"))
    assert data["start"] == {"screen": 9, "answers": {"3": "k3", "7": "k1"}}
    assert data["heading"] == "Leçon 3. La fabrique"
    asked = data["screens"][8]["ask"]
    assert (asked["answer"], data["screens"][2]["ask"]["right"]) == ("0,787", 2)
    refused = re.sub(r"\s+", " ", data["screens"][5]["prose"][0][-1][1])
    assert "il refuse donc une phrase de 102 jetons." in refused
    lab = data["screens"][3]["lab"]
    assert lab["controls"][0]["label"] == "Mots"
    assert [part for _, part in lab["outcomes"][0]["lines"][1]] == [
        "Nombres que l'attention a appris\N{NO-BREAK SPACE}: ",
        "131\u202f328",
        ".",
    ]
    assert lab["outcomes"][0]["maps"]["maps"][0]["label"].endswith(" · de lui-même")


@pytest.mark.parametrize(("language", "tour"), TOURS.items())
def test_the_first_minute_is_in_the_language_of_the_link(language: str, tour: str) -> None:
    test = open_page("app.py", tour="on", lang=language)
    assert sent(test)["heading"] == tour
    press(test, words_of(language)["to_maps"])
    assert tour in [button.label for button in test.button]


def test_the_first_minute_goes_on_where_its_link_says_and_begins_anew_when_it_was_left() -> None:
    test = open_page("app.py", tour="on", screen="4", answers="2-k3")
    assert sent(test)["start"] == {"screen": 4, "answers": {"2": "k3"}}
    press(test, "To the maps")
    assert not {"tour", "screen", "answers"} & set(test.query_params)
    press(test, "The first minute")
    assert sent(test)["start"] == {"screen": 1, "answers": {}}


def test_what_is_not_translated_is_in_english_with_a_note(monkeypatch) -> None:
    english = {"oracle": lessons()["oracle"]}
    monkeypatch.setattr("alignoscope.course.page.screens.lessons_in", lambda language: english)
    test = open_lesson(lang="fr")
    assert "pas encore traduite" in test.caption[0].value
    assert sent(test)["heading"] == "Lesson 2. Ask the oracle"
    assert "Toutes les leçons" in [button.label for button in test.button]


def test_a_sheet_that_cannot_be_printed_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def press_sheet(label: str, data: Callable[[], bytes], *_: object, **options: object) -> bool:
        if options["key"] != of(KIT, words_of("en")["kit_sheet"]):
            return False
        with suppress(RuntimeError):  # as when the browser asks for the file
            data()
        return True

    monkeypatch.setattr(kit, "find_browser", lambda: "browser")
    monkeypatch.setattr(printing, "find_browser", lambda: None)
    monkeypatch.setattr(st, "download_button", press_sheet)
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    test.query_params["lesson"] = "oracle"
    test.session_state[KIT] = True
    test.switch_page(PAGE).run()
    assert not test.exception
    assert [one.value.replace("\\", "") for one in test.warning] == [
        "This machine has no browser that can print."
    ]


def without_models(lesson: Lesson) -> list[Shown]:
    return [Shown(screen=one, values={}, problem="No model.") for one in lesson.screens]


def test_each_plan_has_its_pack(monkeypatch: pytest.MonkeyPatch) -> None:
    offered: dict[str, Callable[[], bytes]] = {}

    def offer(
        _: str, data: Callable[[], bytes], name: str, *more: object, **options: object
    ) -> bool:
        offered[name] = data
        return False

    monkeypatch.setattr(st, "download_button", offer)
    monkeypatch.setattr(kit, "find_browser", lambda: None)
    monkeypatch.setattr(kit, "screens_of", without_models)
    test = AppTest.from_file(str(ROOT / "app.py"), default_timeout=300)
    test.switch_page(PAGE).run()
    assert not test.exception
    assert [*offered] == [f"plan-{name}.zip" for name in PLANS]
    with zipfile.ZipFile(BytesIO(offered["plan-45.zip"]())) as files:
        sheets = [name for name in files.namelist() if name.endswith("-sheet.html")]
    assert len(sheets) == len(PLANS["45"].lessons)
