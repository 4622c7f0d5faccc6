"""The course: lessons with a bet before every answer, on the models that are here."""

from alignoscope.course.page.screens import show
from alignoscope.ui.shell.page import start

start("Lessons")
show()
