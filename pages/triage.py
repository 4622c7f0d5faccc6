"""Which pairs of a corpus are odd? Measures of maps and words, as a chart, a list and files."""

from alignoscope.ui.shell.glossary import show_words
from alignoscope.ui.shell.page import introduce, start
from alignoscope.ui.triage.page import show_page

start("Triage")
introduce("Triage")
show_page()
show_words()
