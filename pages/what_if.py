"""What if the model had written another token, or looked elsewhere? Both beside the original."""

from alignoscope.ui.shell.page import start
from alignoscope.ui.what_if.page import show

start("What if")
show()
