"""Reading, writing and checking the parameters of the app's links; `pages.py` lists them."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from urllib.parse import urlencode, urlsplit

import streamlit as st
from streamlit.errors import StreamlitAPIException

from alignoscope.ui.shell import session_keys as state
from alignoscope.ui.shell.pages import PAGES

KNOWN = frozenset(name for page in PAGES.values() for name in page.parameters)
HERE = ("localhost", "127.0.0.1", "::1")  # addresses that only this machine reaches
# Parameters with any number of values; of all others only the last value counts.
MANY = frozenset({state.VARIANTS, "pinned", "branch", "edit"})
# Parameters whose values are models.
MODELS = frozenset({state.VARIANTS, state.VARIANT, state.BASE, state.CARD})


def tidy() -> None:
    """Remove values without effect from the link, and rerun the page if there were any.

    An empty value counts as absent. Of several values of one parameter the last counts, except for
    the parameters in `MANY`.
    """
    changed = False
    for name in KNOWN:
        values = [value for value in all_linked(name) if value]
        values = values if name in MANY else values[-1:]
        if values != all_linked(name):
            # Streamlit lets no page write the parameter of a bound widget that is on the page. Its
            # empty value is right: a person has cleared the widget.
            with suppress(StreamlitAPIException):
                write(name, *values)
                changed = True
    if changed:
        st.rerun()


def linked(name: str) -> str | None:
    """Return the last value of a parameter in the link, or None."""
    values = all_linked(name)
    return values[-1] if values else None


def all_linked(name: str) -> list[str]:
    """Return all values of a parameter in the link."""
    assert name in KNOWN, name
    return st.query_params.get_all(name)


def write(name: str, *values: str) -> None:
    """Set the values of a parameter in the link, or remove it if there are none."""
    if list(values) == all_linked(name):
        return
    if values:
        st.query_params[name] = values
    else:
        del st.query_params[name]


def hand_on(name: str, default: object) -> None:
    """Write the value that a widget has from another page into the link, before it is bound.

    Streamlit does so only if that page has run more than once.
    """
    value = st.session_state.get(name)
    by_link = st.session_state.get(state.ARRIVED) and not st.session_state.get(state.GONE_BACK)
    if by_link and value not in (None, default) and not linked(name):
        with suppress(StreamlitAPIException):
            write(name, *([value] if isinstance(value, str) else value))


def links_only(*names: str) -> bool:
    """Return whether the page's address has no parameters but these."""
    return set(st.query_params) <= {*names}


def address(**given: Sequence[str]) -> str:
    """Return the page's full address, with these parameters added or replaced."""
    values = {name: st.query_params.get_all(name) for name in st.query_params}
    return f"{st.context.url}?{urlencode(values | given, doseq=True)}"


def local_host(link: str) -> str:
    """Return the host of a link if it works on this machine only, else ""."""
    host = urlsplit(link).hostname or ""
    return host if host in HERE else ""


def listens_here_only() -> bool:
    """Return whether only this machine can reach the app."""
    return st.get_option("server.address") in HERE


def warn_of_unknown(parameter: str, names: Iterable[str], said: str = "") -> None:
    """Warn of a parameter's values in the link that are not among its allowed values.

    Args:
        parameter: the parameter.
        names: the allowed values.
        said: a description of the allowed values; by default they are listed.
    """
    names = list(names)
    unknown = [name for name in all_linked(parameter) if name and name not in names]
    if not unknown:
        return
    if parameter in MODELS:
        which = "a model that is" if len(unknown) == 1 else "models that are"
        shown = " Showing the others." if len(all_linked(parameter)) > len(unknown) else ""
        warn_of_link(f"This link refers to {which} not installed ({_quoted(unknown)}).{shown}")
    else:
        asked, allowed = ", ".join(map(_shown, unknown)), said or ", ".join(names)
        warn_of_link(f"This link asks for {parameter} {asked}. Possible values: {allowed}.")


def warn_of_beyond(parameter: str, low: float, high: float) -> None:
    """Warn of a parameter's values in the link that are not numbers from `low` to `high`."""
    for written in all_linked(parameter):
        try:
            fits = low <= float(written) <= high
        except ValueError:
            fits = False
        if written and not fits:
            allowed = f"{low} to {high:g}"
            warn_of_link(
                f"This link asks for {parameter} {_shown(written)}. Possible values: {allowed}."
            )


def warn_of_others() -> None:
    """Warn of parameters in the link that no page has, such as a misspelt one."""
    unknown = [name for name in st.query_params if name not in KNOWN and not _is_tracking(name)]
    if unknown:
        which = "a parameter" if len(unknown) == 1 else "parameters"
        warn_of_link(f"This link has {which} that this app does not know ({_quoted(unknown)}).")


def _is_tracking(name: str) -> bool:
    """Return whether a parameter was added by a site or a mail program to follow visitors."""
    return name.startswith("utm_") or name.endswith("clid")


def warn_of_link(said: str) -> None:
    """Warn of something in the link that is not shown."""
    if said in st.session_state.get(state.REPEATED, []):
        return
    st.session_state.setdefault(state.WARNED, []).append(said)
    _show_warning(said)


def _show_warning(said: str) -> None:
    st.warning(said, icon=":material/link_off:")


def repeat_warnings() -> None:
    """Show this run's warnings in the next run too.

    For a run that ends in a rerun at once: its widgets have corrected the link by then.
    """
    st.session_state[state.REPEAT] = True


def begin_warnings() -> None:
    """Begin a run's warnings, with those of the run before if it asked for that."""
    before = st.session_state.get(state.WARNED, [])
    repeated = [*dict.fromkeys(before)] if st.session_state.pop(state.REPEAT, False) else []
    st.session_state[state.WARNED], st.session_state[state.REPEATED] = repeated, repeated
    for said in repeated:
        _show_warning(said)


def _quoted(values: Iterable[str]) -> str:
    return ", ".join(f"“{_shown(value)}”" for value in values)


def _shown(text: str) -> str:
    """Return the beginning of a text from a link, with Markdown characters replaced."""
    return re.sub(r"[^\w.~-]", "?", text[:40]).replace("~", r"\~").replace("www.", "www?")
