"""What shared work says to the page that waits for it.

Nothing in this room knows Streamlit: the app installs an object that shows these notices, and
without one nothing is shown.
"""

from collections.abc import Callable, Hashable
from contextlib import AbstractContextManager, nullcontext


class Notices:
    """Notices that nobody reads; the app installs a subclass that shows them on the page."""

    def problem(self, problem: object, *, icon: str, kind: str = "info", about: str = "") -> None:
        """Show an error as plain text; `about` comes before it, as Markdown."""

    def remark(self, text: str) -> None:
        """Show a plain sentence about what is on the page."""

    def working(self, text: str) -> AbstractContextManager[object]:
        """Return a context that shows what is being done as long as it takes."""
        return nullcontext()

    def waiting(self) -> Callable[[int], None]:
        """Return a function that shows how many requests are served first; 0 clears the notice.

        It may raise, to end a page run that a later one has superseded.
        """
        return lambda before: None

    def stop(self) -> None:
        """End the page run: the page already shows why."""

    def person(self) -> Hashable:
        """Return a key of the person whose page this is, the same in all their tabs."""
        return object()


_installed = Notices()


def install(shown: Notices) -> None:
    """Show all further notices by this object."""
    global _installed
    _installed = shown


def notices() -> Notices:
    """Return the object that shows notices."""
    return _installed
