"""`alignoscope course OUT`: write the course as a folder of files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

from alignoscope.course.files import Model, load_model, model_path
from alignoscope.course.labs.record import Outcome
from alignoscope.course.markup import plain_page
from alignoscope.course.plans import PLANS, lessons_of, said_of_plan
from alignoscope.course.read import ENGLISH, lessons
from alignoscope.course.record import Lesson
from alignoscope.course.shown import Shown, computed
from alignoscope.course.words import languages, words_of
from alignoscope.models.folder import CHECKPOINTS
from alignoscope.records.whole_file import check_writable, write_whole

if TYPE_CHECKING:
    from alignoscope.course.player.kit import KitFile

_STYLE = "body { max-width: 46rem; margin: 2rem auto; font: 1.05rem/1.6 system-ui, sans-serif }"


@dataclass(frozen=True, kw_only=True)
class WrittenLesson:
    """A written lesson: the name of its page, and the first outcomes of its labs."""

    lesson: Lesson
    name: str
    shown: tuple[Outcome, ...]


def write_course(out: Path, language: str = ENGLISH) -> list[WrittenLesson]:
    """Write all lessons with worksheets, keys, slides and quizzes, and an index, to a new folder.

    The files need no server and no network. Progress is printed.

    Raises:
        ValueError: if there is something at that path, or the lessons are not in that language.
        OSError: if a file cannot be written.
    """
    if language not in languages():
        raise ValueError(f"No lessons in {language!r}: there are {', '.join(languages())}.")
    check_new(out)
    written, taught = {}, []
    for lesson in lessons(language).values():
        print(lesson.name, flush=True)
        found = computed(lesson, _load)
        written[lesson.id] = files = list(_files(lesson, found))
        for file in files:
            write_whole(out / file.name, file.make())
        taught.append(
            WrittenLesson(lesson=lesson, name=files[0].name, shown=_first_outcomes(found))
        )
    write_whole(out / "index.html", _index(written, language).encode())
    return taught


def check_new(out: Path) -> None:
    """Create the folder, and check that it is empty and writable before long work begins.

    Raises:
        ValueError: if it is there and holds something.
        OSError: if it cannot be made.
    """
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise ValueError(f"{out} is there and not empty: name a folder that is new.")
    check_writable(out / "index.html")


@cache
def _load(name: str) -> Model:
    return load_model(model_path(CHECKPOINTS, name))


def _first_outcomes(found: Sequence[Shown]) -> tuple[Outcome, ...]:
    return tuple(one.lab.first for one in found if one.lab)


def _files(lesson: Lesson, found: Sequence[Shown]) -> Iterable[KitFile]:
    from alignoscope.course.player.kit import KIT, kit_file

    return (kit_file(name, lesson, found) for name in KIT)


def _index(written: dict[str, list[KitFile]], language: str) -> str:
    from alignoscope.course.player.kit import KIT, made_by

    words = words_of(language)
    parts = []
    for lesson in lessons(language).values():
        links = ", ".join(
            f'<a href="{escape(file.name)}">{escape(words[f"kit_{name}"])}</a>'
            for file, name in zip(written[lesson.id], KIT, strict=True)
        )
        parts.append(f"<h2>{escape(lesson.name)}</h2><p>{links}</p>")
    plans = "".join(
        f"<h3>{escape(said_of_plan(plan, language))}</h3><ol>"
        + "".join(
            f'<li><a href="{escape(written[lesson.id][0].name)}">{escape(lesson.name)}</a></li>'
            for lesson in lessons_of(plan, language)
            if lesson.id in written
        )
        + "</ol>"
        for plan in PLANS.values()
    )
    title = words["lessons"]
    body = (
        f"<h1>{escape(title)}</h1>{''.join(parts)}"
        f"<h2>{escape(words['plans'])}</h2>{plans}<p>{escape(made_by(words))}</p>"
    )
    return plain_page(title, _STYLE, body, language)
