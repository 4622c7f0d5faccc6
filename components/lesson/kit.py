"""All files of a lesson that a teacher takes along."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from alignoscope.components.lesson.payload import Place, payload
from alignoscope.components.lesson.standalone import html_page
from alignoscope.lessons.kit.quiz import gift
from alignoscope.lessons.kit.sheets import sheet
from alignoscope.lessons.kit.slides import marp
from alignoscope.lessons.record import Lesson
from alignoscope.lessons.shown import Shown
from alignoscope.lessons.words import Words, words_of
from alignoscope.records.version import VERSION

Name = Literal["lesson", "sheet", "key", "slides", "quiz"]
KIT: tuple[Name, ...] = get_args(Name)


@dataclass(frozen=True, kw_only=True)
class KitFile:
    """A file of a lesson: its name, its type, and its text."""

    name: str
    mime: str
    text: str


def kit_file(
    wanted: Name, lesson: Lesson, found: Sequence[Shown], notes: Sequence[str] = ()
) -> KitFile:
    """Return one file of a lesson: the lesson itself, a sheet, its key, slides or a quiz."""
    words = words_of(lesson.language)
    begin = f"{lesson.number:02}-{lesson.id}"
    if wanted == "lesson":
        data = payload(lesson, found, Place(answers={}), notes, linked=False)
        text = html_page(data, lesson.title, made_by(words), lesson.language)
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


def made_by(words: Words) -> str:
    """Return what a file says of where it comes from."""
    return words["made"].format(version=VERSION)
