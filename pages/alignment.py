"""From weights to links: read off, compared with gold links, set right by hand, saved."""

from alignoscope.ui.alignment.page import show
from alignoscope.ui.shell.page import introduce, start

start("Alignment")
introduce("Alignment")
show()
