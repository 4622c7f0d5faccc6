"""A lesson in another language: the English one with its words replaced, and nothing else.

A translation is the same Markdown with prose alone: `title`, `aim`, `opener` and `bridge` in the
front matter, `## Title` a screen, and fences that hold the words of a question (`question`, `text`
and `says` of options, `right` and `wrong`, `says` of what is drawn). Claims, values, labs and links
stand in the English text only.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from alignoscope.lessons.markup import unbroken
from alignoscope.lessons.record import (
    Choice,
    Drawn,
    Lesson,
    Option,
    Paragraph,
    Question,
    Screen,
)
from alignoscope.lessons.sections import Section, names_in, sections_of

HEAD = ("title", "aim", "opener", "bridge")  # of the front matter, what is prose


def translated(lesson: Lesson, text: str, language: str) -> Lesson:
    """Return an English lesson in the words of a translation's text.

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
    if not isinstance(ask, Choice):
        names = ("question", "says") if isinstance(ask, Drawn) else ("question", "right", "wrong")
        _expect_names(exact, {*names}, place)
        words = {name: _words(getattr(ask, name), exact[name], place) for name in names}
        return Drawn(claim=ask.claim, **words) if isinstance(ask, Drawn) else replace(ask, **words)
    _expect_names(exact, {"question", "options"}, place)
    if len(exact["options"]) != len(ask.options):
        raise ValueError(
            f"{place} has {len(exact['options'])} options, and the English one {len(ask.options)}."
        )
    options = tuple(
        _option(english, option, place)
        for english, option in zip(ask.options, exact["options"], strict=True)
    )
    return replace(ask, question=_words(ask.question, exact["question"], place), options=options)


def _option(english: Option, option: Mapping[str, Any], place: str) -> Option:
    _expect_names(option, {"text", "says"}, f"An option of {place}")
    text, says = (_words(getattr(english, name), option[name], place) for name in ("text", "says"))
    return replace(english, text=text, says=says)


def _words(english: str, text: str, place: str) -> str:
    """Return a translated text, which has the values of the English one."""
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
