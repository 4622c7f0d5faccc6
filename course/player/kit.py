"""All files of a lesson for teachers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, get_args

from alignoscope.course.kit.notebook import notebook
from alignoscope.course.kit.qti import qti
from alignoscope.course.kit.questions import Taught
from alignoscope.course.kit.quiz import gift
from alignoscope.course.kit.scorm import scorm
from alignoscope.course.kit.sheets import sheet
from alignoscope.course.kit.slides import marp
from alignoscope.course.player.curves import curve_svg
from alignoscope.course.player.drawn import slides_zip
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.player.script import SCORM_SCRIPT, SCRIPT, STYLE
from alignoscope.course.record import Lesson
from alignoscope.course.shown import Shown, heading
from alignoscope.course.words import Messages, words_of
from alignoscope.records.version import VERSION
from alignoscope.ui.web.standalone_page import html_page

Name = Literal["lesson", "sheet", "key", "slides", "svg", "quiz", "qti", "scorm", "notebook"]
KIT: tuple[Name, ...] = get_args(Name)
NOTEBOOK, ZIP = "application/x-ipynb+json", "application/zip"


@dataclass(frozen=True, kw_only=True)
class KitFile:
    """A file of a lesson: its name, its MIME type, and the function that makes it."""

    name: str
    mime: str
    make: Callable[[], bytes]


def kit_file(
    wanted: Name, lesson: Lesson, found: Sequence[Shown], notes: Sequence[str] = ()
) -> KitFile:
    """Return one of the files in `KIT`; "lesson" is the lesson as a standalone page.

    Args:
        wanted: the file's name in `KIT`.
        lesson: the lesson.
        found: its computed screens.
        notes: notes to show with the lesson.
    """
    words = words_of(lesson.language)
    paper = partial(sheet, lesson, found, words, curve_svg)
    taught, title = [(lesson, found)], heading(lesson, words)
    kinds: dict[Name, tuple[str, str, Callable[[], str | bytes]]] = {
        "lesson": (".html", "text/html", partial(_page, lesson, found, notes)),
        "sheet": ("-sheet.html", "text/html", partial(paper, key=False)),
        "key": ("-key.html", "text/html", partial(paper, key=True)),
        "slides": ("-slides.md", "text/markdown", partial(marp, lesson, found, words)),
        "svg": ("-slides-svg.zip", ZIP, partial(slides_zip, lesson, found, words, made_by(words))),
        "qti": (
            "-quiz-qti.zip",
            ZIP,
            partial(qti, taught, title, words),
        ),
        "scorm": (
            "-scorm.zip",
            ZIP,
            partial(scorm_package, taught, title),
        ),
        "quiz": ("-quiz.gift.txt", "text/plain", partial(gift, lesson, found, words)),
        "notebook": (".ipynb", NOTEBOOK, partial(notebook, lesson, found, words)),
    }
    end, mime, make = kinds[wanted]
    return KitFile(name=f"{lesson.stem}{end}", mime=mime, make=partial(_bytes, make))


def png_file(lesson: Lesson, found: Sequence[Shown], to_png: Callable[[str], bytes]) -> KitFile:
    """Return the slides of a lesson as pictures; `to_png` converts SVG to PNG."""
    words = words_of(lesson.language)
    make = partial(slides_zip, lesson, found, words, made_by(words), "png", to_png)
    return KitFile(name=f"{lesson.stem}-slides-png.zip", mime=ZIP, make=make)


def _bytes(make: Callable[[], str | bytes]) -> bytes:
    made = make()
    return made.encode() if isinstance(made, str) else made


def scorm_package(taught: Taught, title: str) -> bytes:
    """Return lessons as a SCORM 1.2 package."""
    pages = {
        f"{lesson.stem}.html": (lesson, _page(lesson, found, script=SCORM_SCRIPT))
        for lesson, found in taught
    }
    return scorm(pages, title)


def _page(
    lesson: Lesson, found: Sequence[Shown], notes: Sequence[str] = (), script: str = SCRIPT
) -> str:
    data = payload(lesson, found, LessonPosition(answers={}), notes, linked=False)
    caption = made_by(words_of(lesson.language))
    return html_page(script, STYLE, data, lesson.title, caption, lesson.language)


def made_by(words: Messages) -> str:
    """Return the note on a file's origin, with the app's version."""
    return words["made"].format(version=VERSION)
