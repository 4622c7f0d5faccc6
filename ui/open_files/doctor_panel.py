"""The findings of the doctor: the rules that maps in files keep and break."""

from collections.abc import Sequence

import streamlit as st

from alignoscope.analysis.doctor.findings import Finding
from alignoscope.analysis.doctor.rules import RULES, WEIGHTS
from alignoscope.analysis.doctor.self_attention_rules import ITSELF
from alignoscope.analysis.doctor.speech_rules import SPEECH
from alignoscope.interchange.foreign.examining import examine_files
from alignoscope.interchange.foreign.options import AUTOMATIC, Reading
from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.records.escaping import plain
from alignoscope.ui.open_files.uploaded_files import reading
from alignoscope.ui.shell.session_keys import EXAMINED_SCORES

LISTS = {"Source and target": RULES, "Speech": SPEECH, "Self-attention": ITSELF}
COUNT = sum(map(len, LISTS.values()))
MARKS = {False: "✗", None: "–", True: "✓"}  # Broken rules come first.
CODE = """weights = alignoscope.catch(attention, run)
again = alignoscope.catch(attention, run)
alone = [alignoscope.catch(attention, run_one) for run_one in one_by_one]
for finding in alignoscope.doctor(weights, sources, targets, again=again, alone=alone):
    print(finding)"""


def show_findings(files: Sequence[NamedBytes], said: Reading = AUTOMATIC) -> None:
    """Show, for each system in files, the rules that it breaks, with numbers and likely causes.

    All others are on demand.

    Args:
        files: the files.
        said: what a person has set of them, such as which side is time.
    """
    try:
        with reading(files):
            found = examine_files(files, said)
        wrong = {one.rule for _, each in found for one in each if one.kept is False}
        if WEIGHTS in wrong and st.toggle("Apply softmax over the source", key=EXAMINED_SCORES):
            found = examine_files(files, said, scores=True)
    except ValueError as error:
        st.info(plain(str(error)))
        return
    for name, findings in found:
        with st.container(border=True):
            st.markdown(f"**{plain(name)}** · {_counted(findings)}")
            broken, unknown, kept = (
                "\n".join(_said(one) for one in findings if one.kept is mark) for mark in MARKS
            )
            if broken:
                st.markdown(broken)
            with st.popover("What else was checked"):
                st.markdown(f"{unknown}\n{kept}")


def show_rules() -> None:
    """Offer all rules with their usual causes, and how to check a module in Python."""
    with st.expander("All checks", icon=":material/rule:"):
        for title, rules in LISTS.items():
            told = [f"- **{rule}.** {cause}" for rule, (_, cause) in rules.items()]
            st.markdown("\n".join([f"**{title}**", "", *told]))
        st.markdown(
            "Two checks need more than a file: whether dropout is off, and whether batching "
            "changes the weights. Check your own module in Python, with a second run and with "
            "each sentence on its own:"
        )
        st.code(CODE, language=None)  # Syntax colours are too pale in the dark theme.


def _counted(findings: Sequence[Finding]) -> str:
    kept, broken, unknown = (
        sum(one.kept is kind for one in findings) for kind in (True, False, None)
    )
    return f"{kept} passed, {broken} failed" + f", {unknown} not checkable" * bool(unknown)


def _said(finding: Finding) -> str:
    """Return a finding as a list item in Markdown."""
    mark, rule = f"- {MARKS[finding.kept]}", plain(finding.rule)
    if finding.kept is not False:
        return f"{mark} {rule}"
    return f"{mark} **{rule}**: {plain(finding.numbers)} {plain(finding.cause)}"
