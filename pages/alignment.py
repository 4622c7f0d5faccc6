"""From weights to links: read off, compared with gold links, set right by hand, saved."""

from alignoscope.ui.alignment.page import show_page
from alignoscope.ui.shell.glossary import show_words
from alignoscope.ui.shell.page import introduce, start

start("Alignment")
introduce("Alignment")
show_page()
show_words()
