"""Notices that shared work shows on the page that waits for it.

No module of `serving` imports Streamlit: the app installs an object that shows these notices.
Without one, nothing is shown.
"""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, nullcontext


class Notices:
    """Notices that are discarded; the app installs a subclass that shows them on the page."""

    def problem(self, problem: object, *, icon: str, kind: str = "info", about: str = "") -> None:
        """Show an error as plain text; `about` comes before it, as Markdown."""

    def remark(self, text: str) -> None:
        """Show a sentence about the page's content as plain text."""

    def working(self, text: str) -> AbstractContextManager[object]:
        """Return a context that shows a text, such as "Loading the models", while it is open."""
        return nullcontext()

    def waiting(self) -> Callable[[int], None]:
        """Return a function that shows how many requests are served first; 0 clears the notice.

        It may raise, to end a page run that a later one has superseded.
        """
        return lambda before: None

    def stop(self) -> None:
        """End the page run: the page already shows why."""

    def person(self) -> Hashable:
        """Return a key of the person who views the page, the same in all their tabs."""
        return object()


_installed = Notices()


def install(shown: Notices) -> None:
    """Show all further notices with this object."""
    global _installed
    _installed = shown


def notices() -> Notices:
    """Return the object that shows notices."""
    return _installed
