"""The parameters of a link: which there are and whose, and the only reading and writing of them."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from urllib.parse import urlencode, urlsplit

import streamlit as st
from streamlit.errors import StreamlitAPIException

from alignoscope.ui.shell import session_keys as state

PARAMETERS = {  # by the modules of this room that read them, or whose widgets are bound to them
    "pickers": (
        *(state.PAIR, state.SENTENCE, state.TARGET, state.VARIANTS, state.VARIANT),
        *(state.DECODING, state.POSTERIOR, state.LIVE),
    ),
    "links.position": (
        *("measure", "unit", "scaling", "picture", "threshold", "transposed", "margins"),
        *("density", "step", "cell", "pinned"),
    ),
    "links.changes": ("branch", "edit", "keep"),
    "course.screens": (state.LESSON, state.TEACH),
    "course.place": (state.SCREEN, state.ANSWERS),
    "course.plan": (state.PLAN,),
    "course.tour": (state.TOUR,),
    "course.languages": (state.LANG,),
    "panels.beam": (state.WIDTH, state.PENALTY, "node"),
    "panels.alpha": (state.ALPHA,),
    "panels.bench.held": (state.BASE,),
    "panels.bench.tabs": (state.BENCH,),
    "panels.bench.switches": (state.TIMING, state.SCORE, state.NORMALISER, state.FEEDING),
    "panels.evolution": (state.FIXED,),
    "panels.opened": (state.OPENED_LINK,),
    "panels.lists.brought": (state.ALIGN_FILES, state.TRIAGE_FILES, state.EXAMINED, state.FILE),
    "panels.alignment.by_hand": (state.HAND,),
}
KNOWN = frozenset(name for names in PARAMETERS.values() for name in names)
HERE = ("localhost", "127.0.0.1", "::1")  # addresses that no other machine reaches
SWITCHES = {"on": True, "off": False}
MANY = frozenset(
    {state.VARIANTS, "pinned", "branch", "edit"}
)  # all others have one value: the last


def tidy() -> None:
    """Take what says nothing out of the link, and run the page on what is left.

    An empty value counts as absent, and of several values of one parameter the last counts, but
    for those of which there may be many.
    """
    changed = False
    for name in KNOWN:
        values = [value for value in all_linked(name) if value]
        values = values if name in MANY else values[-1:]
        if values != all_linked(name):
            # Of a widget that is there the browser keeps the value: cleared, it is empty in truth.
            with suppress(StreamlitAPIException):
                write(name, *values)
                changed = True
    if changed:
        st.rerun()


def linked(name: str) -> str | None:
    """Return what the link gives a parameter, or None."""
    values = all_linked(name)
    return values[-1] if values else None


def all_linked(name: str) -> list[str]:
    """Return all values that the link gives a parameter."""
    assert name in KNOWN, name
    return st.query_params.get_all(name)


def write(name: str, *values: str) -> None:
    """Give a parameter these values in the link, or take it out where there are none."""
    if list(values) == all_linked(name):
        return
    if values:
        st.query_params[name] = values
    else:
        del st.query_params[name]


def address(**given: Sequence[str]) -> str:
    """Return the page's whole address, with these values in the place of what it has."""
    values = {name: st.query_params.get_all(name) for name in st.query_params}
    return f"{st.context.url}?{urlencode(values | given, doseq=True)}"


def local_host(link: str) -> str:
    """Return the host of a link if no other machine reaches this one by it, else ""."""
    host = urlsplit(link).hostname or ""
    return host if host in HERE else ""


def listens_here_only() -> bool:
    """Return whether no other machine reaches the app."""
    return st.get_option("server.address") in HERE


def warn_of_unknown(parameter: str, names: Iterable[str], said: str = "") -> None:
    """Say which values a link gives a parameter that it cannot have, and which it can (`said`)."""
    names = list(names)
    unknown = [name for name in all_linked(parameter) if name and name not in names]
    if unknown:
        asked = ", ".join(map(_shown, unknown))
        warn_of_absent(
            f"{parameter} {asked}, which is not here. There are: {said or ', '.join(names)}."
        )


def warn_of_beyond(parameter: str, low: float, high: float) -> None:
    """Say which numbers a link gives a parameter that are none, or out of range."""
    for written in all_linked(parameter):
        try:
            fits = low <= float(written) <= high
        except ValueError:
            fits = False
        if written and not fits:
            warn_of_absent(f"a {parameter} of {_shown(written)}: expected {low} to {high:g}.")


def warn_of_absent(asked: str) -> None:
    """Say what a link asks for, and why it is not shown."""
    st.warning(f"This link asks for {asked}", icon=":material/link_off:")


def _shown(text: str) -> str:
    """Return the beginning of what a link says, not read as Markdown."""
    return re.sub(r"[^\w.~-]", "?", text[:40]).replace("~", r"\~")
