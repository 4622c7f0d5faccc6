"""Which pairs of a corpus are odd? Measures of maps and words, as a chart, a list and files."""

from alignoscope.ui.shell.page import introduce, start
from alignoscope.ui.triage.page import show

start("Triage")
introduce("Triage")
show()
