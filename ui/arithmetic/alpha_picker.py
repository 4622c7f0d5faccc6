"""The slider of the normaliser's alpha, which shows maps under another alpha than the model's."""

from collections.abc import Sequence

import streamlit as st

from alignoscope.analysis.normalising import alpha_of
from alignoscope.analysis.renormalising import exact_zeros
from alignoscope.records.catalogue.normalisers import ALPHA_NAMES, FAMILY, NORMALISERS, alpha_name
from alignoscope.records.escaping import plain
from alignoscope.records.trace import Trace
from alignoscope.ui.shell.session_keys import ALPHA, ALPHA_MENU
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown

OWN = "own"


def pick_alpha(about: str, *, folded: bool = False) -> float | None:
    """Return the chosen alpha, or None for the models' own normalisers.

    Args:
        about: a sentence for the slider's tooltip.
        folded: whether the slider is in a menu, whose button shows the chosen alpha.
    """
    options = [OWN, *ALPHA_NAMES]
    warn_of_unknown(ALPHA, options, "own, and 1 to 2 in steps of 0.05")
    known = st.session_state.get(ALPHA) or linked(ALPHA)
    label = f"Alpha: {known if known in ALPHA_NAMES else OWN}"
    with st.popover(label, key=ALPHA_MENU) if folded else st.container():
        chosen = st.select_slider(
            "Alpha of the normaliser",
            options,
            key=ALPHA,
            help=f"{FAMILY}. “{OWN}” is the model's own normaliser. {about}",
            bind="query-params",
            width=420,
        )
    return ALPHA_NAMES.get(chosen)


def alpha_said(alpha: float) -> str:
    """Return the name of an alpha with its normaliser, if any: `alpha 1.5 (1.5-entmax)`."""
    names = {entry.alpha: entry.label for entry in NORMALISERS.values()}
    return f"{alpha_name(alpha)} ({names[alpha]})" if alpha in names else alpha_name(alpha)


def remarks_on_alpha(found: Sequence[Trace], alpha: float) -> list[str]:
    """Return sentences on maps under an alpha, and on the models whose own normaliser it is."""
    said = [
        f"What the maps would be under {alpha_said(alpha)}: the scores of each model, "
        "normalised with this alpha. Nothing is decoded again, so each model keeps its "
        "translation."
    ]
    attending = [trace for trace in found if trace.scores is not None]
    own = [plain(trace.label) for trace in attending if alpha_of(trace.variant) == alpha]
    if own:
        said.append(
            f"This is already the normaliser of {', '.join(own)}, so its numbers do not change."
        )
    return said


def show_zeros(found: Sequence[Trace], unit: str) -> None:
    """Show how many cells of each map are exactly 0."""
    counts = [(trace, exact_zeros(trace, unit)) for trace in found if trace.weights is not None]
    if counts:
        said = ", ".join(
            f"{zeros} of {cells} cells of {plain(trace.id)}" for trace, (zeros, cells) in counts
        )
        outside = any(trace.window is not None for trace, _ in counts)
        st.caption(f"Exactly 0: {said}{' (including cells outside a window)' * outside}.")
