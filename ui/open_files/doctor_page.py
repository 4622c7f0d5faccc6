"""The page “Doctor”: checks a file's attention maps against rules and shows the findings."""

from alignoscope.ui.open_files.doctor_panel import show_findings, show_rules
from alignoscope.ui.open_files.uploaded_files import LABEL, bring
from alignoscope.ui.shell.glossary import show_words
from alignoscope.ui.shell.session_keys import EXAMINED


def show() -> None:
    """Show the page “Doctor”."""
    brought = bring(LABEL, EXAMINED)
    if brought:
        show_findings(brought.files)
    show_rules(expanded=brought is None)
    show_words()
