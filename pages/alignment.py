"""From weights to links: read off, held against gold links, set right by hand, saved."""

from alignoscope import session
from alignoscope.session.panels.alignment.page import show_page

session.start("Alignment")
show_page()
