"""A lesson as slides, also as Marp Markdown: each question, its answer, and each map by itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from alignoscope.course.answers import hints_of
from alignoscope.course.lab_text import points_of, spoken
from alignoscope.course.labs.record import Lab
from alignoscope.course.markup import plain
from alignoscope.course.record import ChoiceQuestion, DrawnAnswer, ExplainedAnswer, Lesson
from alignoscope.course.shown import Shown, heading, otherwise, replied, right_option, screen_text
from alignoscope.course.words import Messages, in_words
from alignoscope.records.trace import Trace

LETTERS = "ABCDEFGHI"


@dataclass(frozen=True, kw_only=True)
class Slide:
    """The text of a slide, in lesson markup; it shows a lab without its maps, or one map.

    `notes` are for the teacher.
    """

    title: str
    prose: tuple[str, ...] = ()
    question: str = ""
    options: tuple[str, ...] = ()
    lab: Lab | None = None
    map: Trace | None = None
    notes: tuple[str, ...] = ()


def slides(lesson: Lesson, found: Sequence[Shown], words: Messages) -> list[Slide]:
    """Return the slides of a lesson: its title, then its screens, each followed by its maps."""
    notes = [f"{words[name]} {text}" for name, text in lesson.notes.items()]
    first = Slide(title=heading(lesson, words), notes=tuple(notes))
    own = (slide for one in _told(found) for slide in slides_of(one, words))
    return [first, *(each for slide in own for each in (slide, *_maps(slide, words)))]


def _told(found: Sequence[Shown]) -> Iterator[Shown]:
    """Yield the screens that have slides: all but those of kind "link"."""
    return (one for one in found if one.screen.kind != "link")


def _maps(slide: Slide, words: Messages) -> Iterator[Slide]:
    for trace in spoken(slide.lab, words).first.maps if slide.lab else ():
        yield Slide(title=slide.title, map=trace)


def slides_of(shown: Shown, words: Messages) -> list[Slide]:
    """Return the slide of a screen and its question, followed by that of the answer, if any."""
    title, ask = shown.screen.title, shown.screen.ask
    prose = tuple(screen_text(shown, words))
    if not ask or shown.problem:
        return [Slide(title=title, prose=prose, lab=shown.lab)]
    if isinstance(ask, DrawnAnswer):
        assert shown.lab is not None
        asked = Slide(title=title, prose=prose, question=ask.question, lab=shown.lab.asked)
        points = ", ".join(f"{at} → **{share}**" for at, share in points_of(shown.lab.curve, words))
        answer = (replied(ask.says, ask, shown, words), points)
        return [asked, Slide(title=title, prose=answer, lab=shown.lab)]
    if isinstance(ask, ExplainedAnswer):
        asked = Slide(title=title, prose=prose, question=ask.question, lab=shown.lab)
        return [asked, Slide(title=title, prose=(replied(ask.model, ask, shown, words),))]
    value = shown.values[ask.claim]
    if not isinstance(ask, ChoiceQuestion):
        asked = Slide(title=title, prose=prose, question=ask.question, lab=shown.lab)
        wrong = (f"{in_words(one, words)}: {says}" for one, says in hints_of(ask, shown, words))
        told = (f"**{in_words(value, words)}**", replied(ask.right, ask, shown, words))
        return [asked, Slide(title=title, prose=(*told, *wrong))]
    options = tuple(option.text for option in ask.options)
    before, after = (None, shown.lab) if shown.screen.kind == "evidence" else (shown.lab, None)
    notes = tuple(
        f"{letter}. {plain(option.text)} → {plain(replied(option.says, ask, shown, words))}"
        for letter, option in zip(LETTERS, ask.options, strict=False)
    )
    asked = Slide(
        title=title,
        prose=prose,
        question=ask.question,
        options=options,
        lab=before,
        notes=notes,
    )
    right = right_option(ask, shown)
    if right is None:
        return [asked, Slide(title=title, prose=(otherwise(ask, shown, words),))]
    option = ask.options[right]
    truth = f"{words['truth']} **{LETTERS[right]}.** {option.text}"
    says = replied(option.says, ask, shown, words)
    return [asked, Slide(title=title, prose=(truth, says), lab=after)]


def marp(lesson: Lesson, found: Sequence[Shown], words: Messages) -> str:
    """Return the slides of a lesson as Marp Markdown."""
    head = "---\nmarp: true\npaginate: true\n---\n"
    first = f"# {heading(lesson, words)}\n"
    own = (markdown(slide) for one in _told(found) for slide in slides_of(one, words))
    return f"{head}\n" + "\n---\n\n".join([first, *own])


def markdown(slide: Slide) -> str:
    """Return the text of a slide as Markdown."""
    parts = [f"## {slide.title}", *slide.prose]
    if slide.question:
        parts.append(f"**{slide.question}**")
    if slide.options:
        options = zip(LETTERS, slide.options, strict=False)
        parts.append("\n".join(f"- {letter}. {text}" for letter, text in options))
    return "\n\n".join(parts) + "\n"
