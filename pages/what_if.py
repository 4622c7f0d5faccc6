"""What if the model had written another token, or looked elsewhere? Both beside the original."""

from alignoscope.course.page.task import show_task
from alignoscope.ui.shell.page import introduce, start
from alignoscope.ui.what_if.page import show

start("What if")
introduce("What if")
show_task()
show()
