"""Translations have the structure and the values of the English lessons, or are refused."""

import re
from pathlib import Path

import pytest

from alignoscope.course.markup import marked, unbroken
from alignoscope.course.plans import PLANS
from alignoscope.course.read import ENGLISH, TEXTS, claims_of, lessons, read_lesson
from alignoscope.course.record import ChoiceQuestion, Lesson, Screen
from alignoscope.course.shown import pairs_of
from alignoscope.course.translation import translated
from alignoscope.course.words import in_words, languages, words_of
from alignoscope.records.catalogue.tasks import says_made_up
from tests.course.course import MOST_WORDS, count_words

OTHERS = [language for language in languages() if language != ENGLISH]
SCREENS = [
    (language, screen, english)
    for language in OTHERS
    for lesson in lessons(language).values()
    for screen, english in zip(lesson.screens, lessons()[lesson.id].screens, strict=True)
    if lesson.language == language
]
VERDICTS = ("takes", "refuses", "changes", "stays", "falls", "holds")
SOURCE = """+++
id = "x"
number = 1
title = "X"
minutes = 5
misconceptions = []
aim = "To see."
opener = "What?"
bridge = "There."
+++

## predict: What?

<!-- claim cats.own -->
It writes {cats.own}

Twice.

~~~toml
question = "Which?"
claim = "noir.looks"
lab = "noir"
link = "./"
[[options]]
value = "black"
text = "black"
says = "Yes."
[[options]]
value = "cat"
text = "cat"
says = "No: {noir.looks}."
~~~
"""
TRANSLATION = """+++
title = "Le X"
aim = "Voir."
opener = "Quoi ?"
bridge = "Là."
+++

## Quoi ?

Il écrit : {cats.own}

Deux fois.

~~~toml
question = "Lequel ?"
[[options]]
text = "noir"
says = "Oui."
[[options]]
text = "chat"
says = "Non : {noir.looks}."
~~~
"""


def read(text: str) -> Lesson:
    return translated(read_lesson(SOURCE), text, "fr")


def marks(text: str) -> list[str]:
    return [name for name, _ in marked(text) if name]


def shape(screen: Screen) -> tuple:
    """Return what a screen has in every language: its claims, and the marks of each paragraph."""
    return claims_of(screen), [marks(paragraph.text) for paragraph in screen.prose]


def test_a_translated_screen_is_short_and_says_the_same() -> None:
    assert len(SCREENS) > 100
    wrong = [
        (language, screen.title)
        for language, screen, english in SCREENS
        if not 0 < count_words(screen, language) <= MOST_WORDS or shape(screen) != shape(english)
    ]
    assert wrong == []


@pytest.mark.parametrize("language", OTHERS)
def test_every_lesson_is_in_every_language(language: str) -> None:
    assert {lesson.language for lesson in lessons(language).values()} == {language}


def test_spanish_opens_what_it_closes_and_has_no_spaces_before_its_marks() -> None:
    for path in (TEXTS / "es").rglob("*.*"):
        code = re.compile(r"```.*?```|`[^`]*`", flags=re.DOTALL)
        text = code.sub("x", path.read_text("utf-8"))
        for opening, closing in ("¿?", "¡!", "«»", "()"):
            assert text.count(opening) == text.count(closing), (path.name, closing)
        assert not re.search(r"[“”]| [?!:;»]|[«¿¡] ", text.partition("[said]")[0]), path.name


def test_every_translation_is_of_a_lesson_and_has_its_words() -> None:
    names = {path.name for path in (TEXTS / ENGLISH).iterdir()}
    for language in OTHERS:
        assert {path.name for path in (TEXTS / language).iterdir()} <= names
        words, english = words_of(language), words_of()
        said = {name for name in words if name.startswith("said: ")}
        assert set(words) - said == set(english)
        for name, text in english.items():
            assert set(re.findall(r"{\w+}", text)) == set(re.findall(r"{\w+}", words[name])), name


def test_what_stands_in_sentences_in_english_has_its_words() -> None:
    screens = [screen for lesson in lessons().values() for screen in lesson.screens]
    notes = {says_made_up(pair) for screen in screens for pair in pairs_of(screen)}
    for language in OTHERS:
        words = words_of(language)
        plans = (plan.name for plan in PLANS.values())
        for text in filter(None, {*plans, *notes, *VERDICTS}):
            assert f"said: {text}" in words
    assert in_words("March", words_of("fr")) == "March"


@pytest.mark.parametrize(
    ("language", "refuses", "quarter"),
    [
        ("de", "verweigert", "0,25"),
        ("en", "refuses", "0.25"),
        ("es", "rechaza", "0,25"),
        ("fr", "refuse", "0,25"),
    ],
)
def test_verdicts_and_decimals_are_those_of_the_language(
    language: str, refuses: str, quarter: str
) -> None:
    words = words_of(language)
    assert (in_words("refuses", words), in_words(0.25, words)) == (refuses, quarter)


@pytest.mark.parametrize(
    ("language", "pair"),
    [
        ("de", "„“"),
        ("es", "«»"),
        ("fr", "«»"),
    ],
)
def test_quotation_marks_are_those_of_the_language(language: str, pair: str) -> None:
    texts = [path.read_text("utf-8") for path in (TEXTS / language).rglob("*.md")]
    marks = re.findall("[«»„“”]", "".join([*texts, *words_of(language).values()]))
    assert marks
    assert "".join(marks) == pair * (len(marks) // 2)


def test_only_words_are_replaced() -> None:
    english, french = read_lesson(SOURCE), read(TRANSLATION)
    assert (french.title, french.id, french.language) == ("Le X", "x", "fr")
    (screen,), (other,) = french.screens, english.screens
    assert screen.title == "Quoi\N{NO-BREAK SPACE}?"
    assert [paragraph.claim for paragraph in screen.prose] == ["cats.own", None]
    assert (screen.kind, screen.lab, screen.link) == (other.kind, "noir", "./")
    assert isinstance(screen.ask, ChoiceQuestion)
    assert screen.ask.claim == "noir.looks"
    assert [option.value for option in screen.ask.options] == ["black", "cat"]
    assert [option.text for option in screen.ask.options] == ["noir", "chat"]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("## Quoi ?", "## Un\n\nMot.\n\n## Quoi ?", "It has 2 screens, and the English lesson 1"),
        (
            "Deux fois.\n",
            "",
            "“Quoi .” .in English “What.”. has 1 paragraphs, and the English .* 2",
        ),
        (
            "{cats.own}",
            "tout",
            "“Quoi.*has no values in “Il écrit : tout”, .* English one {cats.own}",
        ),
        (": {noir.looks}", "", "has no values in “Non .”, and the English one {noir.looks}"),
        ('[[options]]\ntext = "noir"\nsays = "Oui."\n', "", "“Quoi.* 1 options, .* English one 2"),
        ('text = "noir"', 'value = "noir"', "option of “Quoi.* fields says, value, .* says, text"),
        (
            'question = "Lequel ?"\n',
            "",
            "“Quoi.* has the fields options, .* options, question there",
        ),
        ("question", 'claim = "a.b"\nquestion', "all else stands in the English text"),
        ('"Oui."', "Oui.", "“Quoi .” has a fence that is no TOML"),
        (
            'title = "Le X"',
            "",
            "has the fields aim, bridge, opener, and a translation aim, bridge, opener, title",
        ),
        ("+++", "", "no front matter between two lines"),
    ],
)
def test_a_wrong_translation_is_refused_with_where_it_is_wrong(
    old: str, new: str, message: str
) -> None:
    assert old in TRANSLATION
    with pytest.raises(ValueError, match=message):
        read(TRANSLATION.replace(old, new))


def test_a_wrong_file_is_named_and_a_missing_one_leaves_the_english_lesson(
    tmp_path: Path, monkeypatch
) -> None:
    for language, text in (("en", SOURCE), ("fr", TRANSLATION.replace("Deux fois.", ""))):
        (tmp_path / language).mkdir()
        (tmp_path / language / "01-x.md").write_text(text, encoding="utf-8")
    monkeypatch.setattr("alignoscope.course.read.TEXTS", tmp_path)
    with pytest.raises(ValueError, match=r"^fr/01-x\.md: “Quoi"):
        lessons.__wrapped__("fr")
    (tmp_path / "fr" / "01-x.md").unlink()
    assert lessons.__wrapped__("fr") == lessons.__wrapped__()


def test_no_line_breaks_between_a_word_and_its_mark() -> None:
    assert unbroken("« Quoi ? »").split(" ") == ["«\xa0Quoi\xa0?\xa0»"]
    assert unbroken("54 % : a b") == "54\xa0%\xa0: a b"


def test_a_note_on_made_up_sentences_is_where_they_are() -> None:
    clock = next(one for one in lessons().values() if one.id == "clock")
    noted = [any(map(says_made_up, pairs_of(screen))) for screen in clock.screens]
    assert any(noted)
    assert not all(noted)


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_the_same_in_english_has_one_translation(language: str) -> None:
    """So a reader is addressed in one way, and a task that comes back has one name."""
    found: dict[str, set[str]] = {}
    for one, screen, english in SCREENS:
        if one == language:
            found.setdefault(english.title, set()).add(screen.title)
    assert [titles for titles in found.values() if len(titles) > 1] == []
