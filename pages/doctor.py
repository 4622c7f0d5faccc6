"""Which rules do maps of attention keep, and which do they break? A file in, the findings out."""

from alignoscope.ui.open_files.doctor_page import show
from alignoscope.ui.shell.page import introduce, start

start("Doctor")
introduce("Doctor")
show()
