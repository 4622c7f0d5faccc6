"""Typed answers: whether one is right, and the replies to common wrong ones."""

import re

from alignoscope.course.facts import FactValue
from alignoscope.course.record import TypedAnswer
from alignoscope.course.shown import Shown, replied
from alignoscope.course.words import Messages

_GROUPED = re.compile(r"-?[1-9][0-9]{0,2}([.,])[0-9]{3}(\1[0-9]{3})*")


def is_right(given: str, answer: str) -> bool:
    """Return whether a text is the answer, ignoring spaces and case (`isRight` in the browser).

    Letters may also be separated by commas.
    Numbers are compared after rounding to the answer's number of decimals. A comma may separate
    decimals or thousands; where no decimals are asked for, it separates thousands, as does a point.
    """
    one, other = _plain(given), _plain(answer)
    if other.isalpha():
        one = one.replace(",", "")
    digits = len(other.replace(",", ".", 1).partition(".")[2])
    return one == other or any(
        f"{number:.{digits}f}" == f"{exact:.{digits}f}"
        for number in _readings(one, digits)
        for exact in _readings(other, digits)
    )


def is_number(text: str) -> bool:
    """Return whether a text is a number."""
    return bool(_readings(_plain(text), 0))


def hints_of(ask: TypedAnswer, shown: Shown, words: Messages) -> list[tuple[FactValue, str]]:
    """Return the common wrong answers to a question, each with its reply.

    With other models, a wrong answer may be right, or equal to an earlier one: then it is left out.
    """
    taken, found = [str(shown.values[ask.claim])], []
    for hint in ask.hints:
        value = shown.values[hint.claim] if hint.claim else hint.value
        if not any(is_right(str(value), other) for other in taken):
            taken.append(str(value))
            found.append((value, replied(hint.says, ask, shown, words)))
    return found


def spellings(answer: str) -> list[str]:
    """Return an answer as a platform that compares letters should accept it.

    Single letters may be written with spaces, with commas, or without.
    """
    letters = answer.split()
    single = len(letters) > 1 and all(len(letter) == 1 for letter in letters)
    return [answer, "".join(letters), ", ".join(letters)] if single else [answer]


def within(number: str) -> float:
    """Return how far an answer may be from a number: half of the number's last digit."""
    return 0.5 * 10 ** -len(number.partition(".")[2])


def _plain(text: str) -> str:
    return "".join(text.lower().split())


def _readings(text: str, digits: int) -> list[float]:
    """Return the numbers that a text without spaces can mean; `digits` decimals are asked for."""
    if not digits and _GROUPED.fullmatch(text):
        return [float(re.sub("[.,]", "", text))]
    found = []
    for number in {text.replace(",", ".", 1), text.replace(",", "")}:
        try:
            found.append(float(number))
        except ValueError:
            continue
    return found
