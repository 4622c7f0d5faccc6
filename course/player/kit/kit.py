"""All files of a lesson for teachers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal, get_args

from alignoscope.course.kit.notebook import notebook
from alignoscope.course.kit.qti import qti
from alignoscope.course.kit.questions import ComputedLessons
from alignoscope.course.kit.quiz import gift
from alignoscope.course.kit.scorm import scorm
from alignoscope.course.kit.sheets import sheet
from alignoscope.course.kit.slides import marp
from alignoscope.course.markup import plain_page
from alignoscope.course.player.kit.curves import curve_svg
from alignoscope.course.player.kit.drawn import drawn_slides, slides_zip
from alignoscope.course.player.payload import LessonPosition, payload
from alignoscope.course.player.script import SCORM_SCRIPT, SCRIPT, STYLE
from alignoscope.course.record import Lesson
from alignoscope.course.shown import Shown, heading
from alignoscope.course.words import Messages, words_of
from alignoscope.records.extras import missing, require
from alignoscope.records.version import VERSION
from alignoscope.ui.web.standalone_page import html_page

Name = Literal[
    "lesson",
    "sheet",
    "key",
    "print",
    "pptx",
    "slides",
    "svg",
    "quiz",
    "qti",
    "scorm",
    "notebook",
]
KIT: tuple[Name, ...] = get_args(Name)
PAPERS: tuple[Name, ...] = ("sheet", "key", "print")  # HTML that a browser can print as PDF.
_NEEDS = {"pptx": "python-pptx", "notebook": "nbformat"}  # The optional package of a file.
NOTEBOOK, ZIP = "application/x-ipynb+json", "application/zip"
PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
Printer = Callable[[str], bytes]  # Prints an HTML page as PDF.


_SHEETS = """
@page { size: 1920px 1080px; margin: 0 }
body { margin: 0; print-color-adjust: exact }
svg { display: block; width: 100%; height: auto; break-after: page }
"""


@dataclass(frozen=True, kw_only=True)
class KitFile:
    """A file of a lesson: its name, its MIME type, and the function that makes it."""

    name: str
    mime: str
    make: Callable[[], bytes]


def kit_names() -> list[Name]:
    """Return the files in `KIT` whose optional packages are installed."""
    absent = missing("course")
    return [name for name in KIT if _NEEDS.get(name) not in absent]


def kit_file(
    wanted: Name, lesson: Lesson, found: Sequence[Shown], notes: Sequence[Sequence[str]] = ()
) -> KitFile:
    """Return one of the files in `KIT`; "lesson" is the lesson as a standalone page.

    Args:
        wanted: the file's name in `KIT`.
        lesson: the lesson.
        found: its computed screens.
        notes: the notes of each screen; none if empty.
    """
    words = words_of(lesson.language)
    paper = partial(sheet, lesson, found, words, curve_svg)
    taught, title = [(lesson, found)], heading(lesson, words)
    kinds: dict[Name, tuple[str, str, Callable[[], str | bytes]]] = {
        "lesson": (".html", "text/html", partial(_page, lesson, found, notes)),
        "sheet": ("-sheet.html", "text/html", partial(paper, key=False)),
        "key": ("-key.html", "text/html", partial(paper, key=True)),
        "print": ("-slides.html", "text/html", partial(slides_page, taught, title, words)),
        "pptx": ("-slides.pptx", PPTX, partial(powerpoint, taught, words)),
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


def printed(page: KitFile, to_pdf: Printer) -> KitFile:
    """Return an HTML page as a PDF."""
    return KitFile(
        name=page.name.replace(".html", ".pdf"),
        mime="application/pdf",
        make=lambda: to_pdf(page.make().decode()),
    )


def powerpoint(taught: ComputedLessons, words: Messages) -> bytes:
    """Return the slides of lessons as one PowerPoint file.

    Raises:
        ValueError: if python-pptx is not installed.
    """
    require("course")
    from alignoscope.course.player.kit.deck import deck

    return deck(taught, words, made_by(words))


def slides_page(taught: ComputedLessons, title: str, words: Messages) -> str:
    """Return the slides of lessons as an HTML page to print, one per sheet."""
    drawings = (
        drawing.partition("?>")[2]
        for lesson, found in taught
        for drawing in drawn_slides(lesson, found, words, made_by(words))
    )
    return plain_page(title, _SHEETS, "".join(drawings), taught[0][0].language)


def png_file(lesson: Lesson, found: Sequence[Shown], to_png: Callable[[str], bytes]) -> KitFile:
    """Return the slides of a lesson as pictures; `to_png` converts SVG to PNG."""
    words = words_of(lesson.language)
    make = partial(slides_zip, lesson, found, words, made_by(words), "png", to_png)
    return KitFile(name=f"{lesson.stem}-slides-png.zip", mime=ZIP, make=make)


def _bytes(make: Callable[[], str | bytes]) -> bytes:
    made = make()
    return made.encode() if isinstance(made, str) else made


def scorm_package(taught: ComputedLessons, title: str) -> bytes:
    """Return lessons as a SCORM 1.2 package."""
    pages = {
        f"{lesson.stem}.html": (lesson, _page(lesson, found, script=SCORM_SCRIPT))
        for lesson, found in taught
    }
    return scorm(pages, title)


def _page(
    lesson: Lesson,
    found: Sequence[Shown],
    notes: Sequence[Sequence[str]] = (),
    script: str = SCRIPT,
) -> str:
    data = payload(lesson, found, LessonPosition(answers={}), notes, linked=False)
    caption = made_by(words_of(lesson.language))
    return html_page(script, STYLE, data, lesson.title, caption, lesson.language)


def made_by(words: Messages) -> str:
    """Return the note on a file's origin, with the app's version."""
    return words["made"].format(version=VERSION)
