"""The frame of every page: its title, the style sheet and the rail that leads to all pages."""

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from alignoscope.serving.model_store import ROOT
from alignoscope.ui.shell import notices  # noqa: F401 -- importing it shows the notices of shared work
from alignoscope.ui.shell.session_keys import ARRIVED, CHOSEN, GONE_BACK, HOW, PAGE, PAIR, SHARED
from alignoscope.ui.shell.url_parameters import linked, tidy

GROUPS = {
    "Learn": {
        "app.py": ("Compare maps", ":material/grid_view:"),
        "pages/lessons.py": ("Lessons", ":material/school:"),
        "pages/step_by_step.py": ("Step by step", ":material/footprint:"),
        "pages/training.py": ("Training", ":material/timeline:"),
    },
    "Explore": {
        "pages/score_bench.py": ("Score bench", ":material/balance:"),
        "pages/what_if.py": ("What if", ":material/alt_route:"),
        "pages/beam_tree.py": ("Beam search", ":material/account_tree:"),
        "pages/alignment.py": ("Alignment", ":material/join_inner:"),
        "pages/triage.py": ("Triage", ":material/troubleshoot:"),
    },
    "Data": {
        "pages/open_trace.py": ("Open a trace", ":material/upload_file:"),
        "pages/doctor.py": ("Doctor", ":material/stethoscope:"),
        "pages/models.py": ("Models", ":material/table_chart:"),
    },
}
A_DAY = 86_400  # seconds
PAGES = {path: page for group in GROUPS.values() for path, page in group.items()}


def start(title: str) -> None:
    """Set up a page: its title, its frame, and the rail that leads to all pages."""
    tidy()
    left = st.session_state.setdefault(PAGE, title)
    st.session_state[ARRIVED] = left != title
    _follow_history(left, title)
    if st.session_state[ARRIVED]:
        st.session_state[PAGE] = title
        for key in SHARED:
            if key in st.session_state:
                # Or a page that ran only once would hand on nothing: Streamlit keeps what a widget
                # had when the widget goes, not yet when another page has one of the same key.
                st.session_state[key] = st.session_state[key]
        if linked(PAIR):
            st.session_state.pop(PAIR, None)  # the link of a page that was gone back to decides
    st.set_page_config(
        page_title=f"{title} · Alignoscope",
        page_icon=str(ROOT / "docs" / "icon.svg"),
        layout="wide",
    )
    st.html(ROOT / "ui" / "shell" / "frame.css")
    with st.sidebar:
        for group, pages in GROUPS.items():
            st.caption(group)
            for path, (label, icon) in pages.items():
                st.page_link(path, label=label, icon=icon, width="stretch")
        _come_back()


def _follow_history(left: str, title: str) -> None:
    """Note that the browser's way back, or forward, led here; choose what was chosen here then.

    Of what this page and the one that is left both choose, Streamlit does not read the address.
    """
    chosen = st.session_state.setdefault(CHOSEN, {})
    if left != title:
        st.session_state.pop(GONE_BACK, None)
        chosen[left] = {key: st.session_state[key] for key in HOW if key in st.session_state}
    context = get_script_run_ctx()
    if not (context and context.is_history_navigation):
        return
    st.session_state[GONE_BACK] = True
    if left != title and title in chosen:
        st.session_state[PAGE] = title
        for key in SHARED:
            if key in st.session_state and not linked(key):
                st.session_state[key] = chosen[title].get(key, st.session_state[key])
        st.rerun()


@st.fragment(run_every=A_DAY)
def _come_back() -> None:
    """Have the page run again when its line to a server was cut and is there again.

    Streamlit does so where a fragment has a clock, and nowhere else. Without it, the page of a
    server that died would stay as it was, and its fragments, which another server does not know,
    would no longer answer.
    """
