"""One variant, one step at a time: its map, and beside it all that a step computed."""

from alignoscope.course.page.task import show_task
from alignoscope.ui.anatomy.page import show
from alignoscope.ui.shell.page import introduce, start

start("Step by step")
introduce("Step by step")
show_task()
show()
