"""One variant, one step at a time: its map, and beside it all that a step computed."""

from alignoscope.ui.anatomy.page import show
from alignoscope.ui.shell.page import introduce, start

start("Step by step")
introduce("Step by step")
show()
