"""Links edited by hand: stored in the session; the URL records only that some exist."""

from typing import NamedTuple

import streamlit as st

from alignoscope.analysis.links import Changes
from alignoscope.records.links import Links
from alignoscope.ui.alignment.link_editor import set_links
from alignoscope.ui.shell.link_parameters import SWITCHES
from alignoscope.ui.shell.session_keys import HAND, LINKS, SET_BY_HAND
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown, write


class YourLinks(NamedTuple):
    """The links of a pair that a person saw, and the changes made to them."""

    found: Links
    changes: Changes


def set_by_hand() -> dict[str, YourLinks]:
    """Return the edited links of this session, by the identity of their pair."""
    return st.session_state.setdefault(SET_BY_HAND, {})


def take(identity: str, words: tuple[int, int], found: Links) -> None:
    """Store the changes that the browser reports for a pair, with the links that it showed."""
    changes = set_links(LINKS, identity=identity, words=words)
    if changes:
        set_by_hand()[identity] = YourLinks(found, changes)
    elif changes is not None:
        set_by_hand().pop(identity, None)


def keep_in_link() -> None:
    """Record in the URL whether there are changes, so that their loss can be reported."""
    write(HAND, *(["on"] if set_by_hand() else []))


def say_lost() -> None:
    """Show a message if the URL records changes that this session does not have."""
    warn_of_unknown(HAND, SWITCHES)
    if linked(HAND) == "on" and SET_BY_HAND not in st.session_state:
        st.info("The server no longer has the links that you edited here. Please edit them again.")
    keep_in_link()
