"""The shipped models: what each reaches, how it learnt, and what the numbers do not say."""

from alignoscope.ui.model_results.page import show
from alignoscope.ui.shell.page import introduce, start

start("Models")
introduce("Models")
show()
