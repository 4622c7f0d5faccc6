"""All files of a class plan in one archive: a folder for the teacher, and one for the class."""

from collections.abc import Iterator
from functools import partial

from alignoscope.course.kit.exercise import exercise
from alignoscope.course.kit.qti import qti
from alignoscope.course.kit.questions import ComputedLessons
from alignoscope.course.kit.quiz import gift
from alignoscope.course.kit.script import script
from alignoscope.course.plans import Plan
from alignoscope.course.player.kit.kit import (
    ZIP,
    KitFile,
    Printer,
    kit_file,
    kit_names,
    powerpoint,
    printed,
    scorm_package,
    slides_page,
)
from alignoscope.course.words import Messages, in_words, words_of
from alignoscope.records.whole_file import archive

TEACHER, CLASS = "teacher", "class"  # The folders of a pack.


def pack(name: str, plan: Plan, taught: ComputedLessons, to_pdf: Printer | None) -> KitFile:
    """Return all files of a plan as a zip archive.

    Args:
        name: the plan's name in `PLANS`.
        plan: the plan.
        taught: its lessons in order; of a recall that it leaves out, the first screen is skipped.
        to_pdf: prints pages; without it they stay HTML.
    """
    words = words_of(taught[0][0].language)
    taught = [(lesson, found[-len(lesson.screens) :]) for lesson, found in taught]
    files = partial(_files, plan, taught, words, to_pdf)
    return KitFile(name=f"plan-{name}.zip", mime=ZIP, make=lambda: archive(files()))


def _files(
    plan: Plan, taught: ComputedLessons, words: Messages, to_pdf: Printer | None
) -> Iterator[tuple[str, str | bytes]]:
    title = in_words(plan.name, words)
    language = taught[0][0].language

    def paper(folder: str, page: KitFile) -> tuple[str, bytes]:
        file = printed(page, to_pdf) if to_pdf else page
        return f"{folder}/{file.name}", file.make()

    def page(name: str, text: str) -> KitFile:
        return KitFile(name=f"{name}.html", mime="text/html", make=text.encode)

    yield paper(TEACHER, page("script", script(plan, taught, words)))
    yield paper(TEACHER, page("slides", slides_page(taught, title, words)))
    if "pptx" in kit_names():
        yield f"{TEACHER}/slides.pptx", powerpoint(taught, words)
    quizzes = (gift(lesson, found, words) for lesson, found in taught)
    yield f"{TEACHER}/quiz.gift.txt", "\n".join(quizzes)
    yield f"{TEACHER}/quiz-qti.zip", qti(taught, title, words)
    yield f"{TEACHER}/lessons-scorm.zip", scorm_package(taught, title)
    if "notebook" in kit_names():
        yield f"{TEACHER}/exercise-solved.ipynb", exercise(language, solved=True)
        yield f"{CLASS}/exercise.ipynb", exercise(language)
    for lesson, found in taught:
        yield paper(TEACHER, kit_file("key", lesson, found))
        yield paper(CLASS, kit_file("sheet", lesson, found))
        own = kit_file("lesson", lesson, found)
        yield f"{CLASS}/{own.name}", own.make()
