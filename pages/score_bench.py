"""The score bench: every variant compared with a base, on one sentence or on a set of them."""

from alignoscope.course.page.task import show_task
from alignoscope.ui.score_bench.page import show
from alignoscope.ui.shell.page import introduce, start

start("Score bench")
introduce("Score bench")
show_task()
show()
