"""From weights to links: read off, held against gold links, set right by hand, saved."""

from alignoscope import session
from alignoscope.session.glossary import show_words
from alignoscope.session.panels.alignment.page import show_page

session.start("Alignment")
show_page()
show_words()
