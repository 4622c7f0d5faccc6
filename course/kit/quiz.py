"""The questions of a lesson as GIFT, which Moodle and other learning platforms import.

Format: https://docs.moodle.org/en/GIFT_format
"""

import re
from collections.abc import Sequence

from alignoscope.course.answers import hints_of, is_number
from alignoscope.course.markup import marked
from alignoscope.course.record import ChoiceQuestion, DrawnAnswer, Lesson, TypedAnswer
from alignoscope.course.shown import Shown, replied, right_option, said
from alignoscope.course.words import Messages

_SPECIAL = re.compile(r"([~=#{}:\\])")


def gift(lesson: Lesson, found: Sequence[Shown], words: Messages) -> str:
    """Return all questions of a lesson that have a right answer, with the reply to each answer."""
    parts = [f"$CATEGORY: {lesson.number} {lesson.title}\n"]
    for number, shown in enumerate(found, start=1):
        ask = shown.screen.ask
        if shown.problem or not ask:
            continue
        if isinstance(ask, ChoiceQuestion):
            right = right_option(ask, shown)
            if right is None:
                continue
            answers = [
                f"\n\t{'=' if i == right else '~'}{_plain(option.text)}"
                f"#{_plain(replied(option.says, ask, shown, words))}"
                for i, option in enumerate(ask.options)
            ]
        elif isinstance(ask, DrawnAnswer):  # A drawing becomes an essay question with one reply.
            answers = [f"####{_plain(replied(ask.says, ask, shown, words))}"]
        else:
            answers = [_typed(ask, shown, words)]
        how = [words["drawn_elsewhere"]] if isinstance(ask, DrawnAnswer) else []
        text = _plain(" ".join([*said(shown, words), ask.question, *how]))
        lines = "".join(answers)
        parts.append(f"::{_plain(lesson.id)} {number}::{text} {{{lines}\n}}\n")
    return "\n".join(parts)


def _typed(ask: TypedAnswer, shown: Shown, words: Messages) -> str:
    """Return the GIFT text of a typed answer, with its common wrong answers."""
    right = str(shown.values[ask.claim])
    own = [("", right, replied(ask.right, ask, shown, words))]
    own += [("%0%", str(value), says) for value, says in hints_of(ask, shown, words)]
    wrong = _plain(replied(ask.wrong, ask, shown, words))
    if not is_number(right):
        lines = [f"\n\t={share}{_plain(value)}#{_plain(says)}" for share, value, says in own]
        return f"{''.join(lines)}\n\t=%0%*#{wrong}"
    lines = [f"\n\t={share}{value}:{_within(value):g}#{_plain(says)}" for share, value, says in own]
    return f"#{''.join(lines)}\n\t~#{wrong}"


def _within(number: str) -> float:
    """Return the tolerance of a number: half of its last digit."""
    return 0.5 * 10 ** -len(number.partition(".")[2])


def _plain(text: str) -> str:
    """Return a text without markup, with GIFT's special characters escaped."""
    return _SPECIAL.sub(r"\\\1", "".join(part for _, part in marked(text))).replace("\n", " ")
