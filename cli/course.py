"""`alignoscope course OUT`: write the course as a folder of files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
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
    from alignoscope.course.player.kit.kit import KitFile, Printer

_STYLE = "body { max-width: 46rem; margin: 2rem auto; font: 1.05rem/1.6 system-ui, sans-serif }"


@dataclass(frozen=True, kw_only=True)
class WrittenLesson:
    """A written lesson: the name of its page, and the first outcomes of its labs."""

    lesson: Lesson
    name: str
    shown: tuple[Outcome, ...]


def write_course(out: Path, language: str = ENGLISH) -> list[WrittenLesson]:
    """Write all lessons with their files, a pack per plan, and an index, to a new folder.

    The files need no server and no network. Where a browser can print, papers are PDF. Progress is
    printed.

    Raises:
        ValueError: if there is something at that path, or the lessons are not in that language.
        OSError: if a file cannot be written.
    """
    if language not in languages():
        raise ValueError(f"No lessons in {language!r}: there are {', '.join(languages())}.")
    check_new(out)
    to_pdf = _printer()
    written, taught, found = {}, [], {}
    for lesson in lessons(language).values():
        print(lesson.name, flush=True)
        found[lesson.id] = shown = computed(lesson, _load)
        written[lesson.id] = files = dict(_files(lesson, shown, to_pdf))
        for file in files.values():
            write_whole(out / file.name, file.make())
        name = files["lesson"].name
        taught.append(WrittenLesson(lesson=lesson, name=name, shown=_first_outcomes(shown)))
    packs = {file.name: file for file in _packs(language, found, to_pdf)}
    for name, file in packs.items():
        print(name, flush=True)
        write_whole(out / name, file.make())
    write_whole(out / "index.html", _index(written, [*packs], language).encode())
    return taught


def _printer() -> Printer | None:
    """Return the function that prints a page as PDF, or None if there is no browser for it.

    It tells of an installed browser that cannot print, and once of each script without a font,
    which a PDF shows as boxes.
    """
    from alignoscope.ui.exports.browser_printing import find_browser, page_to_pdf
    from alignoscope.ui.exports.fonts import scripts_without_font

    if find_browser() is None:
        return None
    try:
        page_to_pdf("<!doctype html><title>test</title>")
    except RuntimeError as error:
        print(f"{error} Papers are HTML instead of PDF.", flush=True)
        return None
    told: set[str] = set()

    @cache
    def to_pdf(page: str) -> bytes:
        for script in scripts_without_font("".join(set(page))):
            if script in told:
                continue
            told.add(script)
            print(
                f"This machine has no font for {script}: PDFs show boxes for its letters. Install "
                "one and write the course again; the HTML pages have the fonts of their reader.",
                flush=True,
            )
        try:
            return page_to_pdf(page)
        except RuntimeError as error:
            raise ValueError(str(error)) from error

    return to_pdf


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


def _files(
    lesson: Lesson, found: Sequence[Shown], to_pdf: Printer | None
) -> Iterator[tuple[str, KitFile]]:
    from alignoscope.course.player.kit.kit import PAPERS, kit_file, kit_names, printed

    for name in kit_names():
        file = kit_file(name, lesson, found)
        yield name, printed(file, to_pdf) if to_pdf and name in PAPERS else file


def _packs(
    language: str, found: Mapping[str, Sequence[Shown]], to_pdf: Printer | None
) -> Iterator[KitFile]:
    from alignoscope.course.player.kit.pack import pack

    for name, plan in PLANS.items():
        taught = [(one, found[one.id]) for one in lessons_of(plan, language) if one.id in found]
        if taught:
            yield pack(name, plan, taught, to_pdf)


def _index(
    written: Mapping[str, Mapping[str, KitFile]], packs: Sequence[str], language: str
) -> str:
    from alignoscope.course.player.kit.kit import made_by

    words = words_of(language)
    parts = []
    for lesson in lessons(language).values():
        links = ", ".join(
            _link(file.name, words[f"kit_{name}"]) for name, file in written[lesson.id].items()
        )
        parts.append(f"<h2>{escape(lesson.name)}</h2><p>{links}</p>")
    plans = "".join(
        f"<h3>{escape(said_of_plan(plan, language))}</h3>"
        + (f"<p>{_link(pack, words['pack'])}</p>" if (pack := f"plan-{name}.zip") in packs else "")
        + "<ol>"
        + "".join(
            f"<li>{_link(written[lesson.id]['lesson'].name, lesson.name)}</li>"
            for lesson in lessons_of(plan, language)
            if lesson.id in written
        )
        + "</ol>"
        for name, plan in PLANS.items()
    )
    title = words["lessons"]
    body = (
        f"<h1>{escape(title)}</h1>{''.join(parts)}"
        f"<h2>{escape(words['plans'])}</h2>{plans}<p>{escape(made_by(words))}</p>"
    )
    return plain_page(title, _STYLE, body, language)


def _link(name: str, text: str) -> str:
    return f'<a href="{escape(name)}">{escape(text)}</a>'
