"""The questions of a lesson as GIFT, which Moodle and other learning platforms import.

Format: https://docs.moodle.org/en/GIFT_format
"""

import re
from collections.abc import Sequence

from alignoscope.course.answers import is_number, spellings, within
from alignoscope.course.kit.numbers import block_html
from alignoscope.course.kit.questions import QuizQuestion, questions_of, wrong_answers
from alignoscope.course.markup import html
from alignoscope.course.record import DrawnAnswer, ExplainedAnswer, Lesson, TypedAnswer
from alignoscope.course.shown import Shown, replied, right_option
from alignoscope.course.words import Messages

_SPECIAL = re.compile(r"([~=#{}:\\])")
_TABLE = ' border="1" cellpadding="4" style="border-collapse:collapse"'


def gift(lesson: Lesson, found: Sequence[Shown], words: Messages) -> str:
    """Return the questions of a lesson, each with what it needs and the reply to each answer."""
    parts = [f"$CATEGORY: {lesson.number} {lesson.title}\n"]
    for one in questions_of(lesson, found, words):
        given = "".join(block_html(block, _TABLE) for block in one.given)
        text = _escaped(f"{given}<p>{html(one.ask.question)}</p>")
        parts.append(f"::{_escaped(one.name)}::[html]{text} {{{_answers(one, words)}\n}}\n")
    return "\n".join(parts)


def _answers(one: QuizQuestion, words: Messages) -> str:
    ask, shown = one.ask, one.shown
    if isinstance(ask, DrawnAnswer):  # A drawing becomes an essay question with one reply.
        return f"####{_marked(replied(ask.says, ask, shown, words))}"
    if isinstance(ask, ExplainedAnswer):
        return f"####{_marked(replied(ask.model, ask, shown, words))}"
    if isinstance(ask, TypedAnswer):
        return _typed(ask, shown, words)
    right = right_option(ask, shown)
    return "".join(
        f"\n\t{'=' if i == right else '~'}{_marked(option.text)}"
        f"#{_marked(replied(option.says, ask, shown, words))}"
        for i, option in enumerate(ask.options)
    )


def _typed(ask: TypedAnswer, shown: Shown, words: Messages) -> str:
    """Return the GIFT text of a typed answer, with its common wrong answers."""
    right = str(shown.values[ask.claim])
    own = [("", right, replied(ask.right, ask, shown, words))]
    own += [("%0%", value, says) for value, says in wrong_answers(ask, shown, words)]
    wrong = _marked(replied(ask.wrong, ask, shown, words))
    if not is_number(right):
        lines = [
            f"\n\t={share}{_escaped(text)}#{_marked(says)}"
            for share, value, says in own
            for text in spellings(value)
        ]
        return f"{''.join(lines)}\n\t=%0%*#{wrong}"
    lines = [f"\n\t={share}{value}:{within(value):g}#{_marked(says)}" for share, value, says in own]
    return f"#{''.join(lines)}\n\t~#{wrong}"


def _marked(text: str) -> str:
    return _escaped(html(text))


def _escaped(text: str) -> str:
    """Return a text on one line, with GIFT's special characters escaped."""
    return _SPECIAL.sub(r"\\\1", text).replace("\n", " ")
