"""The course: lessons with a bet before every answer, on the models that are here."""

from alignoscope.course.page.languages import linked_language
from alignoscope.course.page.screens import pick_lesson, show_index, show_lesson
from alignoscope.course.read import lessons
from alignoscope.ui.shell.page import start

start("Lessons")
language = linked_language()
found = lessons(language)
lesson = pick_lesson(found)
if lesson:
    show_lesson(lesson, language)
else:
    show_index(found, language)
