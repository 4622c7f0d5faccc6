"""The reader of lessons: Markdown with one heading per screen, and TOML for structured parts.

The front matter has the fields of a `Lesson`. A heading `## kind: title` begins a screen; a fence
in it holds its question, lab, formulas or link. A paragraph after a line `<!-- claim NAME -->`
depends on that claim. `{NAME}` is replaced by a claim's value, in prose, questions, options and
replies.
"""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, get_args

from alignoscope.course.claims import CLAIMS
from alignoscope.course.formulas.formulas import FORMULAS
from alignoscope.course.record import (
    KINDS,
    LIES,
    ChoiceQuestion,
    DrawnAnswer,
    ExplainedAnswer,
    Hint,
    Lesson,
    Option,
    Paragraph,
    Question,
    Screen,
    ScreenKind,
    TypedAnswer,
)
from alignoscope.course.sections import Section, names_in, sections_of
from alignoscope.course.translation import translated

TEXTS = Path(__file__).parent / "texts"
ENGLISH = "en"  # The language that lessons are written in.
_HEADING = re.compile(r"(\w+): (.+)")
_CLAIM = re.compile(r"<!-- claim ([a-z.]+) -->\s*")


@cache
def lessons(language: str = ENGLISH) -> dict[str, Lesson]:
    """Return all lessons by id, in order; lessons without a translation are in English.

    Raises:
        ValueError: if one cannot be read, or a translation does not fit its English lesson.
    """
    found = (_in_language(path, language) for path in (TEXTS / ENGLISH).glob("*.md"))
    return {lesson.id: lesson for lesson in sorted(found, key=lambda lesson: lesson.number)}


def read_lesson(text: str) -> Lesson:
    """Parse the English text of a lesson.

    Raises:
        ValueError: if a part of it is missing, unknown, or names a claim that does not exist.
    """
    fields, sections = sections_of(text)
    screens = tuple(map(_screen, sections))
    return Lesson(**{**fields, "misconceptions": tuple(fields["misconceptions"])}, screens=screens)


def claims_of(screen: Screen) -> set[str]:
    """Return the names of all claims that a screen depends on or shows values of."""
    return {name for _, names in sentences_of(screen) for name in names}


def sentences_of(screen: Screen) -> list[tuple[str, set[str]]]:
    """Return all texts of a screen, each with the names of the claims that it depends on."""
    ask = screen.ask
    found = [(one.text, {one.claim} if one.claim else set()) for one in screen.prose]
    if ask:
        found.append((ask.question, {ask.claim}))
    if isinstance(ask, ChoiceQuestion):
        found += [(text, set()) for one in ask.options for text in (one.text, one.says)]
    elif isinstance(ask, TypedAnswer):
        found += [(text, set()) for text in (ask.right, ask.wrong)]
        found += [(hint.says, {hint.claim} if hint.claim else set()) for hint in ask.hints]
    elif isinstance(ask, ExplainedAnswer):
        found.append((ask.model, set()))
    elif ask:
        found += [(text, set()) for text in (ask.says, *ask.drawn.values())]
    return [(text, names | names_in(text)) for text, names in found]


def _in_language(path: Path, language: str) -> Lesson:
    lesson = read_lesson(path.read_text("utf-8"))
    translation = TEXTS / language / path.name
    if language == ENGLISH or not translation.is_file():
        return lesson
    try:
        return translated(lesson, translation.read_text("utf-8"), language)
    except ValueError as error:
        raise ValueError(f"{language}/{path.name}: {error}") from error


def _screen(section: Section) -> Screen:
    heading = _HEADING.fullmatch(section.heading)
    if not heading:
        raise ValueError(f"“{section.heading}” has no kind: expected a heading “kind: title”.")
    kind, title = heading.groups()
    if kind not in KINDS:
        raise ValueError(f"Unknown kind of screen {kind!r}: expected one of {', '.join(KINDS)}.")
    found: ScreenKind = next(one for one in get_args(ScreenKind) if one == kind)
    exact = section.exact
    screen = Screen(
        kind=found,
        title=title,
        prose=tuple(map(_paragraph, section.paragraphs)),
        ask=_question(exact),
        lab=exact.get("lab"),
        link=exact.get("link"),
        formulas=tuple(exact.get("formulas", ())),
    )
    for kind, names, known in (
        ("claims", claims_of(screen), CLAIMS),
        ("formulas", {*screen.formulas}, FORMULAS),
    ):
        if unknown := names - known.keys():
            listed = ", ".join(sorted(unknown))
            raise ValueError(f"“{title}” names {kind} that do not exist: {listed}.")
    return screen


def _paragraph(text: str) -> Paragraph:
    match = _CLAIM.match(text)
    return Paragraph(text=text[match.end() :], claim=match[1]) if match else Paragraph(text=text)


def _question(exact: Mapping[str, Any]) -> Question | None:
    if "question" not in exact:
        return None
    question, claim = exact["question"], exact["claim"]
    if "says" in exact:
        drawn = {lie: exact["drawn"][lie] for lie in LIES}
        return DrawnAnswer(question=question, claim=claim, says=exact["says"], drawn=drawn)
    if "model" in exact:
        return ExplainedAnswer(question=question, claim=claim, model=exact["model"])
    if "options" not in exact:
        right, wrong = exact["right"], exact["wrong"]
        hints = tuple(Hint(**hint) for hint in exact["hints"])
        return TypedAnswer(question=question, claim=claim, right=right, wrong=wrong, hints=hints)
    options = tuple(_option(one, exact) for one in exact["options"])
    return ChoiceQuestion(question=question, claim=claim, options=options)


def _option(exact: Mapping[str, Any], asked: Mapping[str, Any]) -> Option:
    """Return an option; without a `value` it gets that of the only claim in its text.

    An option that is a lab gets the claim's value if it is the lab of its screen.
    """
    if "value" in exact:
        return Option(**exact)
    if "lab" in exact:
        lab = exact["lab"]
        value = CLAIMS[asked["claim"]].expected if lab == asked.get("lab") else lab
        return Option(value=value, text=exact["text"], says=exact["says"])
    names = [*names_in(exact["text"])]
    if len(names) != 1 or names[0] not in CLAIMS:
        raise ValueError(f"“{exact['text']}” has no value, and no claim in it to have one of.")
    return Option(**exact, value=CLAIMS[names[0]].expected)
