"""Training, played: the maps of a fixed sentence as they evolved, and when their rows got sharp."""

from alignoscope.course.page.task import show_task
from alignoscope.ui.shell.page import introduce, start
from alignoscope.ui.training_history.page import show

start("Training")
introduce("Training")
show_task()
show()
