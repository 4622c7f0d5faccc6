"""A plan as one archive: what the teacher keeps, what the class gets, a script by the minute."""

import re
import zipfile
from io import BytesIO

import pytest

from alignoscope.course.kit.script import script
from alignoscope.course.plans import Plan
from alignoscope.course.player.kit import kit
from alignoscope.course.player.kit.kit import slides_page
from alignoscope.course.player.kit.pack import pack
from alignoscope.course.words import words_of
from tests.shared.made_lesson import made_lesson, untitled

PLAN = Plan(name="45 minutes", minutes=45, lessons=("made", "other"))
PAPERS = {"teacher/script", "teacher/slides"} | {
    f"{folder}-{kind}"
    for kind, name in (("key", "teacher"), ("sheet", "class"))
    for folder in (f"{name}/07-made", f"{name}/08-other")
}
REST = {
    *("teacher/slides.pptx", "teacher/quiz.gift.txt", "teacher/quiz-qti.zip"),
    *("teacher/lessons-scorm.zip", "teacher/exercise-solved.ipynb", "class/exercise.ipynb"),
    *("class/07-made.html", "class/08-other.html"),
}


def made(to_pdf=None) -> dict[str, bytes]:
    with made_lesson() as (lesson, screens):
        taught = [(lesson, screens), (untitled(lesson), screens)]
        file = pack("45", PLAN, taught, to_pdf)
        assert file.name == "plan-45.zip"
        with zipfile.ZipFile(BytesIO(file.make())) as files:
            return {name: files.read(name) for name in files.namelist()}


def test_a_pack_has_all_files_and_what_is_for_the_teacher_apart() -> None:
    files = made()
    assert {*files} == {f"{name}.html" for name in PAPERS} | REST
    answer = "Yes, <code>chat</code>."
    assert answer in files["teacher/07-made-key.html"].decode()
    assert answer in files["teacher/script.html"].decode()
    assert answer not in files["class/07-made-sheet.html"].decode()
    quiz = files["teacher/quiz.gift.txt"].decode()
    assert quiz.count("$CATEGORY") == 2
    assert quiz.count("::[html]") == 8


def test_papers_are_printed_where_a_browser_is() -> None:
    seen: list[str] = []

    def to_pdf(page: str) -> bytes:
        seen.append(page)
        return b"a PDF"

    files = made(to_pdf)
    assert {*files} == {f"{name}.pdf" for name in PAPERS} | REST
    assert len(seen) == len(PAPERS)
    assert {files[f"{name}.pdf"] for name in PAPERS} == {b"a PDF"}


def test_without_the_optional_packages_the_rest_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kit, "missing", lambda _: ["nbformat", "python-pptx"])
    assert {name for name in REST if name.endswith((".pptx", ".ipynb"))}.isdisjoint(made())


def test_slides_to_print_are_one_per_sheet() -> None:
    with made_lesson() as (lesson, screens):
        page = slides_page([(lesson, screens)], "A title", words_of())
    assert page.count("<svg") == page.count('width="1920" height="1080" viewBox') > 8
    assert "<?xml" not in page


def rows() -> list[tuple[int, str, str]]:
    with made_lesson() as (lesson, screens):
        text = script(PLAN, [(lesson, screens), (untitled(lesson), screens)], words_of())
    assert "<h1>45 minutes: script by the minute</h1>" in text
    assert text.count("<b>Ask the class.</b> The opener?") == 2
    assert "The class ends at minute 45." in text
    assert re.findall(r" · Minute (\d+)–(\d+)</h2>", text) == [("0", "22"), ("22", "45")]
    found = re.findall("<tr><td>(.*?)</td><td>(.*?)</td><td>.*?</td><td>(.*?)</td></tr>", text)
    return [(int(minute), title, out) for minute, title, out in found]


def test_a_script_fills_the_class_and_has_every_screen_in_order() -> None:
    minutes = [minute for minute, _, _ in rows()]
    assert minutes == sorted(minutes)
    assert minutes[0] == 0
    assert 40 < minutes[-1] < 45
    titles = [title for _, title, _ in rows()]
    half = titles[: len(titles) // 2]
    assert half == [
        *("Of another lesson", "Where it begins", "A bet", "Move it", "Another bet"),
        *("What came out", "A number", "Letters"),
    ]
    assert titles == half * 2
    assert minutes[len(half)] == 22  # both lessons are as long


def test_a_bet_takes_longer_than_a_hook() -> None:
    minutes = {title: minute for minute, title, _ in rows()[:8]}
    assert minutes["Move it"] - minutes["A bet"] > minutes["A bet"] - minutes["Where it begins"]


def test_a_script_has_the_answers_and_what_screens_say() -> None:
    out = {title: text for _, title, text in rows()}
    assert out["A bet"] == "<b><em>chat</em>: a {1}</b><br>Yes, <code>chat</code>."
    assert out["A number"] == "<b>0.25</b><br>Right."
    assert out["Another bet"] == "It grows."
    assert out["What came out"] == "The answer was chat."
