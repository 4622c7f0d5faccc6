"""A lesson as Marp slides: Markdown with a rule between the slides, a bet and its answer apart."""

from collections.abc import Sequence

from alignoscope.lessons.record import Choice, Lesson
from alignoscope.lessons.shown import Shown, said, told
from alignoscope.lessons.words import Words, in_words

LETTERS = "ABCDEFGHI"


def marp(lesson: Lesson, found: Sequence[Shown], words: Words) -> str:
    """Return the slides of a lesson."""
    head = "---\nmarp: true\npaginate: true\n---\n"
    slides = [f"# {words['lesson']} {lesson.name}\n"]
    for shown in found:
        if shown.screen.kind != "link":
            slides += slides_of(shown, words)
    return f"{head}\n" + "\n---\n\n".join(slides)


def slides_of(shown: Shown, words: Words) -> list[str]:
    """Return what a screen says as Markdown, and apart from it the answer where it has one."""
    screen, ask = shown.screen, shown.screen.ask
    text = "\n\n".join([f"## {screen.title}", *said(shown, words)]) + "\n"
    if not ask or shown.problem:
        return [text]
    value = shown.values[ask.claim]
    text += f"\n**{ask.question}**\n"
    if not isinstance(ask, Choice):
        answer = f"**{in_words(value, words)}**\n\n{told(ask.right, shown, words)}\n"
        return [text, f"## {screen.title}\n\n{answer}"]
    options = [f"- {LETTERS[i]}. {option.text}" for i, option in enumerate(ask.options)]
    text += "\n" + "\n".join(options) + "\n"
    right = ask.right(value)
    if right is None:
        return [text]
    option = ask.options[right]
    says = told(option.says, shown, words)
    answer = f"{words['truth']} **{LETTERS[right]}.** {option.text}\n\n{says}\n"
    return [text, f"## {screen.title}\n\n{answer}"]
