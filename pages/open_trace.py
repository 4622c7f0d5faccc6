"""Traces and files of other tools, shown as they were saved; no model is needed."""

from alignoscope.ui.open_files.open_page import show
from alignoscope.ui.shell.page import introduce, start

start("Open a trace")
introduce("Open a trace")
show()
