"""How free translations are decoded: the model shown large, and the others."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, NamedTuple

import streamlit as st

from alignoscope.records.trace import decoding_name
from alignoscope.ui.shell.link_parameters import DECODINGS
from alignoscope.ui.shell.session_keys import ARRIVED, DECODING, GONE_BACK, WHOLE, WIDTHS
from alignoscope.ui.shell.switches import pick_switch
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown

GREEDY, BEAM = decoding_name(1), decoding_name(5)
Whose = Literal["each", "lead", "others"]


class Decoding(NamedTuple):
    """The beam widths of free translations, 1 for greedy decoding.

    `lead` is of the model that a page shows large, `others` of all other models.
    """

    lead: int
    others: int

    def widths(self, paths: Sequence[Path], lead: str) -> dict[Path, int]:
        """Return the width of each checkpoint; `lead` is the name of the one shown large."""
        return {path: self.lead if path.stem == lead else self.others for path in paths}


OPENED = Decoding(lead=5, others=1)  # A beam translates better; fourteen take twice as long.


def pick_decoding(target: str, whose: Whose) -> Decoding:
    """Return how free translations are decoded; greedily if the target is forced.

    All pages share the choice, and each offers what it can show: "each" the lead and the others,
    "lead" the one model of the page, "others" all models alike, which are to be compared.
    """
    now = st.session_state.setdefault(WIDTHS, OPENED)
    options = _options(whose, now)
    current = next(name for name, widths in options.items() if widths == now)
    comes = st.session_state[ARRIVED] and not st.session_state.get(GONE_BACK)
    if (comes and not linked(DECODING)) or st.session_state.get(DECODING, current) not in options:
        st.session_state[DECODING] = current
    forced = bool(target.strip())
    help_ = (
        f"Greedily, a model writes the likeliest word at each step. {BEAM.capitalize()} keeps five "
        "translations at a time, and finds better ones."
    )
    if whose == "each":
        help_ += " “For one”: only the model whose flow is shown is decoded so."
    chosen = pick_switch(
        DECODING,
        "Decoding",
        [*options],
        opened_name(whose),
        disabled=forced,
        help_=help_,
        checked=True,
    )
    if forced:
        st.caption("Ignored while a translation is forced.")
        return Decoding(1, 1)
    st.session_state[WIDTHS] = options[chosen]
    return options[chosen]


def warn_of_decoding(whose: Whose) -> None:
    """Warn of a decoding in the link that the page does not offer."""
    warn_of_unknown(DECODING, _options(whose, OPENED))


def opened_name(whose: Whose) -> str:
    """Return the decoding that a page opens with."""
    return next(name for name, one in _options(whose, OPENED).items() if one == OPENED)


def other_name(whose: Whose, now: Decoding) -> str:
    """Return the decoding that is a click away: greedy, or the beam that the page opens with."""
    return opened_name(whose) if now.lead == 1 else GREEDY


def decode(name: str) -> None:
    """Choose a decoding; call it before the page runs again."""
    st.session_state[DECODING] = name
    st.session_state[WHOLE] = True


def _options(whose: Whose, now: Decoding) -> Mapping[str, Decoding]:
    if whose == "lead":
        return {GREEDY: Decoding(1, 1), BEAM: Decoding(5, now.others)}
    if whose == "others":
        return {GREEDY: Decoding(now.lead, 1), BEAM: Decoding(5, 5)}
    return {name: Decoding(*widths) for name, widths in DECODINGS.items()}
