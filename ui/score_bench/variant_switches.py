"""The five switches that define a variant, what each changes, and the training command."""

import shlex
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import streamlit as st

from alignoscope.interchange.file_names import slug
from alignoscope.models.layers.attention import known_scores
from alignoscope.records.catalogue.normalisers import NORMALISERS, SOFTMAX
from alignoscope.records.catalogue.tasks import MADE_UP
from alignoscope.records.escaping import plain
from alignoscope.records.trace import Trace
from alignoscope.records.variant import COPY, FEED, FIXED_CONTEXT, TIMINGS, parse_variant
from alignoscope.serving.model_store import load_all
from alignoscope.ui.exports.chart_panel import save_pressed, signed
from alignoscope.ui.exports.drawings import Drawing
from alignoscope.ui.exports.picture_options import PictureOptions
from alignoscope.ui.exports.save_dialog import save_pictures
from alignoscope.ui.player.map_view import layers_of
from alignoscope.ui.player.player import PlayerRequest, show_player
from alignoscope.ui.score_bench.comparison import compare_to_base
from alignoscope.ui.score_bench.svg_dataflow import (
    KEY,
    dataflow,
    dataflow_sheet,
    dataflow_text,
    switch_lines,
)
from alignoscope.ui.shell.link_parameters import SWITCHES
from alignoscope.ui.shell.messages import show_problem
from alignoscope.ui.shell.session_keys import (
    COPYING,
    DATAFLOW,
    DESCRIBED,
    FEEDING,
    NORMALISER,
    SAVED_PRINTS,
    SCORE,
    TIMING,
)
from alignoscope.ui.shell.switches import pick_switch
from alignoscope.ui.shell.url_parameters import warn_of_unknown
from alignoscope.ui.svg.ink import DARK, LIGHT


def warn_of_switches() -> None:
    """Warn of switch values in the link that do not exist.

    This runs outside the tabs, since nobody would see a warning in a closed tab.
    """
    allowed = (TIMINGS, known_scores(), NORMALISERS, SWITCHES, SWITCHES)
    keys = (TIMING, SCORE, NORMALISER, FEEDING, COPYING)
    for key, names in zip(keys, allowed, strict=True):
        warn_of_unknown(key, names)


def show_switches(pair: str, paths: Sequence[Path], sentences: tuple[str, str], width: int) -> None:
    """Show the five switches, what each changes, and the map of the variant they define.

    Args:
        pair: the language pair.
        paths: the checkpoints.
        sentences: the source and the target to force, or "".
        width: the beam width.
    """
    st.caption("Five independent design choices. Change one and watch the diagram.")
    left, right = st.columns(2, gap="large")
    with left:
        switches = _pick_switches()
        try:
            name = variant_name(*switches)
        except ValueError as error:
            show_problem(error, icon="block")
            return
        st.html(switch_lines(*switches))
    with right:
        _show_dataflow(*switches[:4], name)
        st.caption(f"One decoding step. {KEY}")
    shipped = [path for path in paths if path.stem == name]
    if not shipped:
        names = ", ".join(plain(path.stem) for path in paths)
        st.markdown(
            f"**{name}** is not installed. Installed models: {names}. This command trains it:"
        )
        st.code(training_command(name, pair), language=None)
        return
    if held := compare_to_base(list(load_all(shipped)), None, *sentences, width):
        _show_map(held.found[0], *sentences)


def variant_name(
    timing: str, score: str, feeding: bool, normaliser: str = SOFTMAX, copying: bool = False
) -> str:
    """Return the name of the variant that the switches define.

    Raises:
        ValueError: if there can be no such variant.
    """
    suffix = "" if normaliser == SOFTMAX else f"-{normaliser}"
    name = f"{timing}-{score}{suffix}{FEED * feeding}{COPY * copying}"
    variant = parse_variant(name)
    return FIXED_CONTEXT if variant == parse_variant(FIXED_CONTEXT) else name


def training_command(name: str, pair: str) -> str:
    """Return the command that trains a variant for a language pair.

    It contains `--reverse` for pairs into English, since English is the first column of a corpus
    file.
    """
    material = f"--task {pair}" if pair in MADE_UP else f"--corpus FILE --pair {shlex.quote(pair)}"
    reverse = " --reverse" * pair.endswith("-eng")
    return f"python -m training --variant {name} {material}{reverse}"


def _pick_switches() -> tuple[str, str, bool, str, bool]:
    """Return timing, score, input feeding, normaliser and copying, of the page or the link."""
    scores = known_scores()
    score = "additive" if "additive" in scores else scores[0]
    pick = partial(pick_switch, checked=True)
    timing = pick(TIMING, "Timing: which decoder state is the query", TIMINGS, TIMINGS[0])
    score = pick(SCORE, "Score: how query and key are compared", scores, score)
    about = "Normaliser: how scores become weights"
    normaliser = pick(NORMALISER, about, [*NORMALISERS], SOFTMAX)
    feeding = pick(FEEDING, "Input feeding", ["off", "on"], "off")
    copying = pick(COPYING, "Copying from the source", ["off", "on"], "off")
    return timing, score, SWITCHES[feeding], normaliser, SWITCHES[copying]


def _show_map(trace: Trace, source: str, target: str) -> None:
    """Show one map in a player of its own, whose step is independent of other players."""
    identity = f"{trace.id}\n{source}\n{target}"
    show_player(layers_of([trace]), PlayerRequest(identity=identity, key=DESCRIBED, main=False))


def _show_dataflow(timing: str, score: str, feeding: bool, normaliser: str, variant: str) -> None:
    """Show the data flow of one decoding step of a variant, and offer it as a picture.

    Args:
        timing: the timing.
        score: the score function.
        feeding: whether the variant uses input feeding.
        normaliser: the normaliser.
        variant: the name of the variant.
    """
    switches = (timing, score, feeding, normaliser)
    st.image(dataflow(*switches), alt=dataflow_text(*switches), width="stretch")
    title = f"One decoding step of {variant}"
    if save_pressed(DATAFLOW, title):

        def draw(look: PictureOptions) -> str:
            words = signed(KEY) if look.caption else ""
            return dataflow_sheet(*switches, look.title, words, DARK if look.dark else LIGHT)

        said = dataflow_text(*switches)
        drawing = Drawing(label="Step", name="step", help=said, draw=draw, title=title)
        save_pictures([drawing], slug(variant), SAVED_PRINTS)
