"""Which pairs of a corpus are odd? Measures of maps and words, as a chart, a list and files."""

from alignoscope import session
from alignoscope.session.glossary import show_words
from alignoscope.session.panels.triage.page import show_page

session.start("Triage")
show_page()
show_words()
