"""The maps of the score bench, plain or minus the base's, and remarks on how to read them."""

from collections.abc import Sequence

import streamlit as st

from alignoscope.analysis.distances import sums_below_one
from alignoscope.analysis.telling import telling_step
from alignoscope.ui.arithmetic.alpha_picker import remarks_on_alpha, show_zeros
from alignoscope.ui.arithmetic.panel import show_arithmetic
from alignoscope.ui.exports.panel import show_exports
from alignoscope.ui.player.map_view import Layers, layers_of
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.player.table_panel import show_tables
from alignoscope.ui.score_bench.comparison import Comparison
from alignoscope.ui.score_bench.difference_view import difference_layers
from alignoscope.ui.shell.decoding_choice import BEAM
from alignoscope.ui.shell.doubt import say_doubts


def show_maps(
    made: Comparison, source: str, target: str, alpha: float | None, *, lead: str = ""
) -> None:
    """Show the maps, and the same numbers as tables.

    Args:
        made: the traces as decoded.
        source: the source sentence.
        target: the target to force, or "".
        alpha: the alpha to renormalise the maps with, or None.
        lead: see `PlayerRequest`.
    """
    held = made.under(alpha)
    layers = difference_layers(held.base, held.rows[1:]) if held.base else layers_of(held.found)
    _explore(made, held, layers, source, target, alpha, lead)


@st.fragment
def _explore(
    made: Comparison,
    held: Comparison,
    layers: Layers,
    source: str,
    target: str,
    alpha: float | None,
    lead: str,
) -> None:
    say_doubts(made.found, target, beam=BEAM)
    identity = f"{source}\n{target}" + (f"\n{made.base.label}" if made.base else "")
    request = PlayerRequest(identity=identity, lead=lead, step=telling_step(made.found, lead))
    position = show_player(layers, request)
    shown = held.rows if held.base else held.found
    if alpha is not None:
        show_zeros(shown, position.view.unit)
    # With a base, the number in a cell is a difference, which has no arithmetic.
    if held.base is None:
        paths = [path for path, _ in made.files]
        show_arithmetic(made.found, paths, position.cell, position.step, alpha)
    show_exports(shown, layers, position, source, target, lead=lead)
    show_tables(layers, position.view)


def remarks(held: Comparison, target: str, alpha: float | None) -> list[str]:
    """Return the remarks needed to read the maps and distances, one sentence each."""
    said = [] if alpha is None else remarks_on_alpha(held.found, alpha)
    if held.base is None:
        said.append("Choose a reference model above to show differences.")
    if held.base is not None and not target.strip():
        said.append(
            f"Every model is forced to the translation of {held.base.label}, because rows can "
            "only be subtracted if the targets are the same."
        )
    bare = [trace.label for trace in held.found if trace.weights is None]
    if held.base is not None and bare:
        said.append(
            f"{_listed(bare)} has no attention, so there are no weights to subtract: the maps "
            "and distances below omit it."
        )
    below = [trace.label for trace in held.rows if sums_below_one(trace)]
    if below and len(held.rows) > 1:
        said.append(
            f"The rows of {_listed(below)} do not sum to 1. The distances divide them by their "
            "sums; the maps show them unchanged."
        )
    return said


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
