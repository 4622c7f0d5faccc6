"""Example files, to see what the pages for files do before one has a file of one's own."""

import streamlit as st

from alignoscope.interchange.readers.named_bytes import NamedBytes
from alignoscope.ui.shell.session_keys import of

_SOURCE, _TARGET = "the red car passed us", "la voiture rouge nous a dépassés"
_WEIGHTS = """,the,red,car,passed,us
la,0.86,0.02,0.06,0.03,0.03
voiture,0.04,0.10,0.81,0.03,0.02
rouge,0.02,0.88,0.07,0.02,0.01
nous,0.01,0.01,0.03,0.15,0.80
a,0.02,0.01,0.05,0.80,0.12
dépassés,0.01,0.02,0.02,0.87,0.08
"""
_OVER_TARGETS = """,the,red,car,passed,us
la,0.90,0.02,0.06,0.02,0.03
voiture,0.04,0.10,0.78,0.02,0.02
rouge,0.02,0.85,0.07,0.01,0.01
nous,0.01,0.01,0.03,0.08,0.75
a,0.02,0.01,0.05,0.41,0.11
dépassés,0.01,0.01,0.01,0.46,0.08
"""


def _files(**texts: str) -> list[NamedBytes]:
    return [
        NamedBytes(name=name.replace("_", "."), data=text.encode()) for name, text in texts.items()
    ]


EXAMPLES = {  # by what their buttons say
    "Weights as a table": _files(weights_csv=_WEIGHTS),
    "Links of an aligner": _files(
        links_align="0-0 1-2 2-1 3-4 3-5 4-3\n", links_en=f"{_SOURCE}\n", links_fr=f"{_TARGET}\n"
    ),
    "A softmax over the wrong side": _files(wrong_csv=_OVER_TARGETS),
}


def offer_examples(key: str, *names: str) -> None:
    """Show a button for each of these examples; `chosen_example` then returns its files."""

    def take(name: str) -> None:
        st.session_state[of(key, "example")] = name

    with st.container(horizontal=True, vertical_alignment="center"):
        st.caption("No file at hand? Try an example:", width="content")
        for name in names:
            st.button(name, key=of(key, name), on_click=take, args=(name,))


def chosen_example(key: str) -> list[NamedBytes]:
    """Return the files of the example whose button was just clicked, or none."""
    return list(EXAMPLES.get(st.session_state.pop(of(key, "example"), ""), []))
