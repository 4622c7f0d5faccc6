"""The notices of shared work (`serving.notices`), shown on the page with Streamlit."""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager
from itertools import cycle

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from alignoscope.records.escaping import plain
from alignoscope.serving import notices
from alignoscope.ui.shell.messages import show_problem

COOKIE = "_streamlit_xsrf"  # "2|mask|masked token|time": the token is constant, the mask is not


class PageNotices(notices.Notices):
    """Notices on the page that the current thread runs."""

    def problem(self, problem: object, *, icon: str, kind: str = "info", about: str = "") -> None:
        """Show an error as plain text; `about` comes before it, as Markdown."""
        show_problem(problem, icon=icon, kind=kind, about=about)

    def remark(self, text: str) -> None:
        """Show a plain sentence as a caption."""
        st.caption(plain(text))

    def working(self, text: str) -> AbstractContextManager[object]:
        """Return Streamlit's spinner."""
        return st.spinner(text)

    def waiting(self) -> Callable[[int], None]:
        """Return a function that shows how many requests are served first.

        Streamlit ends a superseded run when the run sends something to the page. Every call of
        the function does, so it may raise Streamlit's exception for that.
        """
        place = st.empty()

        def show(before: int) -> None:
            if before:
                place.caption(f"Others are being served: {before} before you.")
            else:
                place.empty()

        return show

    def stop(self) -> None:
        """End the page run."""
        st.stop()

    def person(self) -> Hashable:
        """Return a key of the browser, the same in all its tabs; without the cookie, of the tab."""
        _, mask, token, *_ = [*st.context.cookies.get(COOKIE, "").split("|"), "", "", ""]
        try:
            known = bytes(a ^ b for a, b in zip(bytes.fromhex(token), cycle(bytes.fromhex(mask))))
        except ValueError:
            known = b""
        context = get_script_run_ctx()
        return known or (context.session_id if context else object())


notices.install(PageNotices())
