"""Beam search as a tree: what was kept, what ended, what was pruned; any of it as a map."""

from alignoscope.ui.beam_tree.page import show
from alignoscope.ui.shell.page import introduce, start

start("Beam search")
introduce("Beam search")
show()
