"""The landing page: a sentence in, the alignment map of every variant out, side by side."""

from alignoscope.course.page.first_visit import offer_first_visit
from alignoscope.course.page.task import show_task
from alignoscope.course.page.tour import offer_tour, show_tour
from alignoscope.ui.compare.page import show
from alignoscope.ui.open_files.page import go_to_handed
from alignoscope.ui.shell.page import introduce, start

start("Compare maps")
go_to_handed()
show_tour()
offer_first_visit()
with introduce("Compare maps"):
    offer_tour()
show_task()
show()
