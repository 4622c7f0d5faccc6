"""Lessons as people write them: Markdown with a heading a screen, and TOML where it is exact.

Front matter between lines of `+++` is TOML: the fields of a `Lesson`. A heading `## kind: title`
begins a screen; a fence `~~~toml` in it holds its question, lab or link. A paragraph after a line
`<!-- claim NAME -->` rests on that claim, and `{NAME}` in prose is a claim's value.
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

from alignoscope.lessons.claims import CLAIMS
from alignoscope.lessons.record import (
    KINDS,
    Choice,
    Kind,
    Lesson,
    Option,
    Paragraph,
    Screen,
    Value,
    Written,
)

TEXTS = Path(__file__).parent / "texts"
_HEADING = re.compile(r"^## (\w+): (.+)$", re.M)
_FENCE = re.compile(r"^~~~toml\n(.*?)^~~~$", re.M | re.S)
_CLAIM = re.compile(r"<!-- claim ([a-z.]+) -->\s*")
_VALUE = re.compile(r"\{([a-z.]+)\}")


@cache
def lessons(language: str = "en") -> dict[str, Lesson]:
    """Return all lessons of a language by id, in their order."""
    found = (read_lesson(path.read_text("utf-8")) for path in (TEXTS / language).glob("*.md"))
    return {lesson.id: lesson for lesson in sorted(found, key=lambda lesson: lesson.number)}


def read_lesson(text: str) -> Lesson:
    """Return the lesson of a text.

    Raises:
        ValueError: if a part of it is missing, unknown, or names a claim that does not exist.
    """
    _, head, body = text.split("+++\n", 2)
    fields = tomllib.loads(head)
    places = [*_HEADING.finditer(body)]
    ends = [*(match.start() for match in places[1:]), len(body)]
    screens = tuple(
        _screen(match[1], match[2], body[match.end() : end])
        for match, end in zip(places, ends, strict=True)
    )
    return Lesson(**{**fields, "misconceptions": tuple(fields["misconceptions"])}, screens=screens)


def claims_of(screen: Screen) -> set[str]:
    """Return the names of all claims that a screen rests on or has the values of."""
    says = [option.says for option in screen.ask.options] if isinstance(screen.ask, Choice) else []
    says += [screen.ask.right, screen.ask.wrong] if isinstance(screen.ask, Written) else []
    texts = [paragraph.text for paragraph in screen.prose] + says
    names = {name for text in texts for name in _VALUE.findall(text)}
    names |= {paragraph.claim for paragraph in screen.prose if paragraph.claim}
    return names | ({screen.ask.claim} if screen.ask else set())


def pairs_of(lesson: Lesson) -> list[str]:
    """Return the pairs whose models a lesson speaks of, such as "reverse"."""
    names = {name for screen in lesson.screens for name in claims_of(screen)}
    return sorted({file.partition("/")[0] for name in names for file in CLAIMS[name].of})


def filled(text: str, values: Mapping[str, Value]) -> str:
    """Return a text with the values of its claims."""
    return _VALUE.sub(lambda match: str(values[match[1]]), text)


def _screen(kind: str, title: str, body: str) -> Screen:
    if kind not in KINDS:
        raise ValueError(f"Unknown kind of screen {kind!r}: expected one of {', '.join(KINDS)}.")
    found: Kind = next(one for one in get_args(Kind) if one == kind)
    exact: dict[str, Any] = {}
    for fence in _FENCE.findall(body):
        exact |= tomllib.loads(fence)
    prose = tuple(
        _paragraph(part) for part in _FENCE.sub("", body).strip().split("\n\n") if part.strip()
    )
    screen = Screen(
        kind=found,
        title=title,
        prose=prose,
        ask=_question(exact),
        lab=exact.get("lab"),
        link=exact.get("link"),
    )
    if unknown := claims_of(screen) - CLAIMS.keys():
        raise ValueError(f"“{title}” names claims that do not exist: {', '.join(sorted(unknown))}.")
    return screen


def _paragraph(text: str) -> Paragraph:
    text = " ".join(text.split())
    match = _CLAIM.match(text)
    return Paragraph(text=text[match.end() :], claim=match[1]) if match else Paragraph(text=text)


def _question(exact: Mapping[str, Any]) -> Choice | Written | None:
    if "question" not in exact:
        return None
    question, claim = exact["question"], exact["claim"]
    if "options" not in exact:
        right, wrong = exact["right"], exact["wrong"]
        return Written(question=question, claim=claim, right=right, wrong=wrong)
    options = tuple(Option(**option) for option in exact["options"])
    return Choice(question=question, claim=claim, options=options)
