"""From weights to links: read off, held against gold links, set right by hand, saved."""

from alignoscope.ui.alignment.page import show_page
from alignoscope.ui.shell.glossary import show_words
from alignoscope.ui.shell.page import start

start("Alignment")
show_page()
show_words()
