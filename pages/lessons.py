"""The course: lessons with a bet before every answer, on the models that are here."""

from alignoscope import session
from alignoscope.lessons.read import lessons
from alignoscope.session.course.languages import linked_language
from alignoscope.session.course.screens import pick_lesson, show_index, show_lesson

session.start("Lessons")
language = linked_language()
found = lessons(language)
lesson = pick_lesson(found)
if lesson:
    show_lesson(lesson, language)
else:
    show_index(found, language)
