"""All files of a lesson that a teacher takes along."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from alignoscope.components.lesson.payload import Place, payload
from alignoscope.components.lesson.standalone import html_page
from alignoscope.lessons.kit.quiz import gift
from alignoscope.lessons.kit.sheets import sheet
from alignoscope.lessons.kit.slides import marp
from alignoscope.lessons.record import Lesson
from alignoscope.lessons.shown import Shown
from alignoscope.lessons.words import Words
from alignoscope.records.version import VERSION

Name = Literal["lesson", "sheet", "key", "slides", "quiz"]
MADE = f"Made by Alignoscope {VERSION}. Every number is computed of real models."


@dataclass(frozen=True, kw_only=True)
class KitFile:
    """A file of a lesson: its name, its type, and its text."""

    name: str
    mime: str
    text: str


def kit_file(
    wanted: Name, lesson: Lesson, found: Sequence[Shown], words: Words, notes: Sequence[str] = ()
) -> KitFile:
    """Return one file of a lesson: the lesson itself, a sheet, its key, slides or a quiz."""
    begin = f"{lesson.number:02}-{lesson.id}"
    if wanted == "lesson":
        data = payload(lesson, found, words, Place(answers={}), notes, linked=False)
        text = html_page(data, lesson.title, MADE)
        return KitFile(name=f"{begin}.html", mime="text/html", text=text)
    if wanted in ("sheet", "key"):
        text = sheet(lesson, found, words, key=wanted == "key")
        return KitFile(name=f"{begin}-{wanted}.html", mime="text/html", text=text)
    if wanted == "slides":
        return KitFile(
            name=f"{begin}-slides.md", mime="text/markdown", text=marp(lesson, found, words)
        )
    return KitFile(
        name=f"{begin}-quiz.gift.txt", mime="text/plain", text=gift(lesson, found, words)
    )


LABELS: Mapping[Name, tuple[str, str]] = {
    "lesson": (
        "Lesson as a file",
        "One HTML file that asks and answers with no server and network",
    ),
    "sheet": ("Sheet", "To fill in: bets as boxes, an empty map to shade; print it"),
    "key": ("Answer key", "All answers, what is said to each, and the weights of the map"),
    "slides": ("Slides", "Marp: Markdown with a bet and its answer on slides of their own"),
    "quiz": ("Quiz", "GIFT: Moodle and other platforms import it"),
}
