"""Translations of lessons: the English lesson with its texts replaced, and nothing else.

A translation is the same Markdown with texts only: `title`, `aim`, `opener` and `bridge` in the
front matter, one `## Title` per screen, and fences with the texts of a question (`question`, `text`
and `says` of options, `right`, `wrong` and `says` of hints, `says` and `drawn` of a drawing
question). Claims, values, labs and links are only in the English text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from alignoscope.course.markup import unbroken
from alignoscope.course.record import (
    ChoiceQuestion,
    DrawnAnswer,
    ExplainedAnswer,
    Hint,
    Lesson,
    Option,
    Paragraph,
    Question,
    Screen,
    TypedAnswer,
)
from alignoscope.course.sections import Section, names_in, sections_of

_Part = TypeVar("_Part", Option, Hint, ChoiceQuestion, TypedAnswer, DrawnAnswer, ExplainedAnswer)
HEAD = ("title", "aim", "opener", "bridge")  # The fields of the front matter that are prose.


def translated(lesson: Lesson, text: str, language: str) -> Lesson:
    """Return an English lesson with the texts of a translation.

    Raises:
        ValueError: if the text does not have the structure of the English lesson; it says where.
    """
    head, sections = sections_of(text)
    _expect_names(head, {*HEAD}, "The front matter")
    if len(sections) != len(lesson.screens):
        raise ValueError(
            f"It has {len(sections)} screens, and the English lesson {len(lesson.screens)}: each "
            "begins with a heading such as “## Title”."
        )
    screens = tuple(map(_screen, lesson.screens, sections))
    title, aim, opener, bridge = (unbroken(head[name]) for name in HEAD)
    return replace(
        lesson,
        title=title,
        aim=aim,
        opener=opener,
        bridge=bridge,
        screens=screens,
        language=language,
    )


def _screen(screen: Screen, section: Section) -> Screen:
    place = f"“{section.heading}” (in English “{screen.title}”)"
    if len(section.paragraphs) != len(screen.prose):
        raise ValueError(
            f"{place} has {len(section.paragraphs)} paragraphs, and the English screen "
            f"{len(screen.prose)}."
        )
    prose = tuple(
        Paragraph(text=_words(english.text, text, place), claim=english.claim)
        for english, text in zip(screen.prose, section.paragraphs, strict=True)
    )
    ask = _question(screen.ask, section.exact, place)
    return replace(screen, title=unbroken(section.heading), prose=prose, ask=ask)


def _question(ask: Question | None, exact: Mapping[str, Any], place: str) -> Question | None:
    if ask is None:
        _expect_names(exact, set(), place)
        return None
    if isinstance(ask, DrawnAnswer):
        _expect_names(exact, {"question", "says", "drawn"}, place)
        _expect_names(exact["drawn"], {*ask.drawn}, f"What is drawn of {place}")
        drawn = {lie: _words(text, exact["drawn"][lie], place) for lie, text in ask.drawn.items()}
        return replace(_reworded(ask, exact, ("question", "says"), place), drawn=drawn)
    if isinstance(ask, ExplainedAnswer):
        _expect_names(exact, {"question", "model"}, place)
        return _reworded(ask, exact, ("question", "model"), place)
    if isinstance(ask, TypedAnswer):
        _expect_names(exact, {"question", "right", "wrong", "hints"}, place)
        hints = _each(ask.hints, exact["hints"], ("says",), "hint", place)
        return replace(_reworded(ask, exact, ("question", "right", "wrong"), place), hints=hints)
    _expect_names(exact, {"question", "options"}, place)
    given = [{name: one[name] for name in one if name != "lab"} for one in exact["options"]]
    options = _each(ask.options, given, ("text", "says"), "option", place)
    return replace(_reworded(ask, exact, ("question",), place), options=options)


def _each(
    english: tuple[_Part, ...],
    given: Sequence[Mapping[str, Any]],
    names: tuple[str, ...],
    kind: str,
    place: str,
) -> tuple[_Part, ...]:
    if len(given) != len(english):
        raise ValueError(f"{place} has {len(given)} {kind}s, and the English one {len(english)}.")
    for one in given:
        _expect_names(one, {*names}, f"One {kind} of {place}")
    return tuple(_reworded(*both, names, place) for both in zip(english, given, strict=True))


def _reworded(
    english: _Part, given: Mapping[str, Any], names: tuple[str, ...], place: str
) -> _Part:
    """Return a part of a question with these fields translated."""
    words: dict[str, Any] = {
        name: _words(getattr(english, name), given[name], place) for name in names
    }
    return replace(english, **words)


def _words(english: str, text: str, place: str) -> str:
    """Return a translated text after checking that it has the same values as the English one."""
    wanted, found = names_in(english), names_in(text)
    if found != wanted:
        raise ValueError(
            f"{place} has {_listed(found)} in “{text[:40]}”, and the English one {_listed(wanted)}."
        )
    return unbroken(text)


def _expect_names(given: Mapping[str, Any], names: set[str], place: str) -> None:
    if set(given) != names:
        raise ValueError(
            f"{place} has the fields {', '.join(sorted(given)) or 'none'}, and a translation "
            f"{', '.join(sorted(names)) or 'none'} there: all else stands in the English text."
        )


def _listed(names: set[str]) -> str:
    return ", ".join(f"{{{name}}}" for name in sorted(names)) or "no values"
