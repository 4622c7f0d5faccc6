"""The notices of shared work (`serving.notices`), shown on the page with Streamlit."""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from alignoscope.records.escaping import plain
from alignoscope.serving import notices
from alignoscope.serving.people import COOKIE, named_in
from alignoscope.ui.shell.messages import show_problem


class PageNotices(notices.Notices):
    """Notices on the page that the current thread runs."""

    def problem(self, problem: object, *, icon: str, kind: str = "info", about: str = "") -> None:
        """Show an error as plain text; `about` comes before it, as Markdown."""
        show_problem(problem, icon=icon, kind=kind, about=about)

    def remark(self, text: str) -> None:
        """Show a plain sentence as a caption."""
        st.caption(plain(text))

    def working(self, text: str) -> AbstractContextManager[object]:
        """Return Streamlit's spinner; a download, which no page runs, has none."""
        return st.spinner(text) if _on_page() else super().working(text)

    def waiting(self) -> Callable[[int], None]:
        """Return a function that shows how many requests are served first.

        Streamlit ends a superseded run when the run sends something to the page. Every call of
        the function does, so it may raise Streamlit's exception for that.
        """
        if not _on_page():
            return super().waiting()
        place = st.empty()

        def show(before: int) -> None:
            if before:
                people = "person" if before == 1 else "people"
                place.caption(f"Waiting: {before} {people} ahead of you.")
            else:
                place.empty()

        return show

    def stop(self) -> None:
        """End the page run."""
        st.stop()

    def person(self) -> Hashable:
        """Return the name in the browser's cookie, or else its address, or else this machine."""
        if not _on_page():
            return object()
        cookie = st.context.cookies.get(COOKIE, "")
        return named_in(cookie) or st.context.ip_address or "this machine"


def _on_page() -> bool:
    """Return whether the current thread runs a page."""
    return get_script_run_ctx(suppress_warning=True) is not None


notices.install(PageNotices())
