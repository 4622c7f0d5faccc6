"""The frame of every page: its title, its style sheet and the navigation to all pages."""

from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator
from streamlit.runtime.scriptrunner import get_script_run_ctx

from alignoscope.serving.model_store import ROOT
from alignoscope.ui.shell import notices  # noqa: F401 -- importing it shows the notices of shared work
from alignoscope.ui.shell.frame import frame_style
from alignoscope.ui.shell.glossary import explained
from alignoscope.ui.shell.pages import GROUPS, PAGES
from alignoscope.ui.shell.session_keys import (
    ALIGN,
    ARRIVED,
    CHOSEN,
    GONE_BACK,
    HEADING,
    HOW,
    PAGE,
    PAIR,
    SHARED,
)
from alignoscope.ui.shell.url_parameters import begin_warnings, linked, tidy, warn_of_others

A_DAY = 86_400  # seconds


def start(title: str) -> None:
    """Set up a page: its title, its frame and the navigation to all pages."""
    tidy()
    left = st.session_state.setdefault(PAGE, title)
    st.session_state[ARRIVED] = left != title
    _follow_history(left, title)
    if st.session_state[ARRIVED]:
        st.session_state[PAGE] = title
        for key in SHARED:
            if key in st.session_state:
                # Setting a value to itself carries it over to this page. Otherwise a page that ran
                # only once would pass nothing on: Streamlit does not yet carry the value of a
                # widget over to a widget with the same key on another page.
                st.session_state[key] = st.session_state[key]
        if linked(PAIR):
            st.session_state.pop(PAIR, None)  # the pair in the link of this page takes precedence
    st.set_page_config(
        page_title=f"{title} · Alignoscope",
        page_icon=str(ROOT / "docs" / "icon.svg"),
        layout="wide",
    )
    st.html(f"<style>{frame_style()}</style>")
    begin_warnings()
    warn_of_others()
    with st.sidebar:
        for group, pages in GROUPS.items():
            st.caption(group)
            for page in pages:
                st.page_link(page.path, label=page.title, icon=page.icon, width="stretch")
        _come_back()


def introduce(title: str, purpose: str = "") -> DeltaGenerator:
    """Show a page's title and purpose in one line, and return the line for controls beside them.

    `purpose` is needed for a title that is not of `PAGES`.
    """
    said = escape(purpose) or explained(PAGES[title].purpose)
    line = st.container(key=HEADING, horizontal=True, vertical_alignment="center", gap="small")
    line.html(f"<h1>{escape(title)}</h1> <p>{said}</p>", width="stretch")
    return line


def _follow_history(left: str, title: str) -> None:
    """Note that the browser's back or forward button led here, and restore the page's choices.

    Streamlit does not read the address for widgets that both this page and the one just left have.
    """
    chosen = st.session_state.setdefault(CHOSEN, {})
    if left != title:
        st.session_state.pop(GONE_BACK, None)
        chosen[left] = {key: st.session_state[key] for key in HOW if key in st.session_state}
    context = get_script_run_ctx()
    if not (context and context.is_history_navigation):
        return
    st.session_state[GONE_BACK] = True
    st.session_state.pop(PAIR, None)  # Its box is not bound to the address, which now decides.
    if not linked(ALIGN):
        st.session_state.pop(ALIGN, None)  # Streamlit would keep a kind that the address lacks.
    if left != title and title in chosen:
        st.session_state[PAGE] = title
        for key in SHARED:
            if key not in st.session_state or linked(key):
                continue
            if key in HOW and key not in chosen[title]:
                del st.session_state[key]  # the page ran once, with the first value of its widget
            else:
                st.session_state[key] = chosen[title].get(key, st.session_state[key])
        st.rerun()


@st.fragment(run_every=A_DAY)
def _come_back() -> None:
    """Have the page run again when its connection to the server was lost and is restored.

    Streamlit reruns a page then only if it has a fragment with a timer (`run_every`). Without one,
    the page of a server that died would stay as it was, and its fragments, which the new server
    does not know, would no longer respond.
    """
