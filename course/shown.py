"""A screen with the values and the lab that models give it, and its prose for these models."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from alignoscope.course.claims import CLAIMS
from alignoscope.course.facts import FactValue
from alignoscope.course.files import Model
from alignoscope.course.labs.record import Lab
from alignoscope.course.labs.registry import LABS
from alignoscope.course.read import claims_of
from alignoscope.course.record import ChoiceQuestion, Lesson, Question, Screen, load_claim
from alignoscope.course.sections import filled, names_in
from alignoscope.course.words import Messages, in_words, words_of


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A screen with the values of its claims and its lab, or with the problem that prevents them.

    Values are already inserted into its question and options; other texts get them in `screen_text`
    and `replied`.
    """

    screen: Screen
    values: Mapping[str, FactValue]
    lab: Lab | None = None
    problem: str = ""


def shown_of(
    lesson: Lesson, value: Callable[[str], FactValue], lab: Callable[[str], Lab]
) -> list[Shown]:
    """Return a lesson's screens with the values of claims and the labs from two functions.

    If one of them raises a ValueError, that screen has only its text and the problem.
    """
    words = words_of(lesson.language)
    return [_shown(screen, value, lab, words) for screen in lesson.screens]


def computed(lesson: Lesson, load: Callable[[str], Model]) -> list[Shown]:
    """Return a lesson's screens, computed from the models that `load` returns by name."""
    return shown_of(
        lesson,
        lambda name: load_claim(CLAIMS[name], load),
        lambda name: LABS[name].make(*map(load, LABS[name].of)),
    )


def pairs_of(screen: Screen) -> list[str]:
    """Return the language pairs whose models a screen or its lab uses, such as "reverse"."""
    of = [CLAIMS[name].of for name in claims_of(screen)]
    if screen.lab:
        of.append(LABS[screen.lab].of)
    return sorted({file.partition("/")[0] for files in of for file in files})


def heading(lesson: Lesson, words: Messages) -> str:
    """Return the heading of a lesson: `Lesson 3: ...`, or only its name if it has no number."""
    return f"{words['lesson']} {lesson.name}" if lesson.number else lesson.name


def screen_text(shown: Shown, words: Messages) -> list[str]:
    """Return the screen's paragraphs.

    A claim that is false for the loaded models is replaced by the true value.
    """
    if shown.problem:
        return [shown.problem]
    return [
        fill_claims(paragraph.text, shown, words)
        if (claim := paragraph.claim) is None or _holds(claim, shown)
        else f"{words['otherwise']} {in_words(shown.values[claim], words)}"
        for paragraph in shown.screen.prose
    ]


def right_option(ask: ChoiceQuestion, shown: Shown) -> int | None:
    """Return the index of the option that is right for these models, or None."""
    claim, value = CLAIMS[ask.claim], shown.values[ask.claim]
    of_each = (replace(claim, expected=option.value).holds(value) for option in ask.options)
    found = [i for i, holds in enumerate(of_each) if holds]
    return found[0] if len(found) == 1 else None


def otherwise(ask: Question, shown: Shown, words: Messages) -> str:
    """Return the true answer for these models if it differs from the expected one, else ""."""
    if _holds(ask.claim, shown):
        return ""
    right = right_option(ask, shown) if isinstance(ask, ChoiceQuestion) else None
    if isinstance(ask, ChoiceQuestion) and right is not None:
        return f"{words['otherwise']} {ask.options[right].text}"
    return f"{words['otherwise']} {in_words(shown.values[ask.claim], words)}"


def replied(says: str, ask: Question, shown: Shown, words: Messages) -> str:
    """Return the reply to an answer, or the true value if it is false for these models."""
    if instead := otherwise(ask, shown, words):
        return instead
    false = [name for name in sorted(names_in(says)) if not _holds(name, shown)]
    values = ", ".join(in_words(shown.values[name], words) for name in false)
    return f"{words['otherwise']} {values}" if false else fill_claims(says, shown, words)


def fill_claims(text: str, shown: Shown, words: Messages) -> str:
    """Return a text with the values of a screen's claims, formatted for its language."""
    return filled(text, {name: in_words(value, words) for name, value in shown.values.items()})


def _holds(claim: str, shown: Shown) -> bool:
    return CLAIMS[claim].holds(shown.values[claim])


def _shown(
    screen: Screen, value: Callable[[str], FactValue], lab: Callable[[str], Lab], words: Messages
) -> Shown:
    try:
        values = {name: value(name) for name in sorted(claims_of(screen))}
        made = lab(screen.lab) if screen.lab else None
    except ValueError as error:
        return Shown(screen=screen, values={}, problem=str(error))
    shown = Shown(screen=screen, values=values, lab=made)
    ask = screen.ask and _asked(screen.ask, shown, words)
    return replace(shown, screen=replace(screen, ask=ask))


def _asked(ask: Question, shown: Shown, words: Messages) -> Question:
    """Return a question with the values of claims inserted into its text and options."""
    ask = replace(ask, question=fill_claims(ask.question, shown, words))
    if not isinstance(ask, ChoiceQuestion):
        return ask
    options = (replace(one, text=fill_claims(one.text, shown, words)) for one in ask.options)
    return replace(ask, options=tuple(options))
