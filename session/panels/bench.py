"""The score bench: variants held against a base, and the variant that three switches describe."""

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import streamlit as st

from alignoscope.analysis.distances import comparable, sums_below_one
from alignoscope.components.player.mount import player
from alignoscope.decoding.loop import force_sentences
from alignoscope.figures.views.differences import base_view, difference_scale, difference_view
from alignoscope.figures.views.maps import UNITS, Layers, layers_of
from alignoscope.figures.views.view import Position
from alignoscope.models.attention import known_scores
from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.trace import Trace, told_apart
from alignoscope.records.variant import FEED, FIXED_CONTEXT, TIMINGS, parse_variant
from alignoscope.session import cache, state
from alignoscope.session.links.parameters import warn_of_unknown
from alignoscope.session.place import SWITCHES, show_layers

TASKS = ("dates", "reverse")  # pairs that are made up, and need no corpus
NONE = "none"
File = tuple[Path, int]  # a checkpoint and when it changed


@dataclass(frozen=True, kw_only=True, eq=False)
class Held:
    """Variants on one sentence: `found` are drawn (the base first), `wrote` are what each wrote.

    With a base and no given target these differ: `found` are forced to the base's translation.
    """

    base: Trace | None
    found: tuple[Trace, ...]
    wrote: tuple[Trace, ...]

    @property
    def rows(self) -> list[Trace]:
        """The traces whose rows can be compared: with weights, and of the first one's target."""
        first = next((trace for trace in self.found if trace.weights is not None), None)
        return [trace for trace in self.found if first is not None and comparable(first, trace)]


def pick_base(paths: Sequence[Path]) -> Path | None:
    """Return the checkpoint to show differences from, or None."""
    names = {path.stem: path for path in paths if _score(path) != "none"}
    warn_of_unknown(state.BASE, [NONE, *names])
    chosen = st.selectbox(
        "Differences from",
        [NONE, *names],
        key=state.BASE,
        format_func=lambda name: "no variant: each map as it is" if name == NONE else name,
        help="The base: every other map then shows its weights minus the base's, and every row its "
        "distance from the base's row.",
        bind="query-params",
    )
    return names.get(chosen)


def hold(files: Sequence[File], base: Path | None, source: str, target: str) -> Held | None:
    """Return the variants' traces, or None, with a message, where there is nothing to show.

    The base is the first of the files; where it is not, it could not be read, and there is none.
    """
    try:
        wrote = told_apart(cache.decode(*file, source, target) for file in files)
    except ValueError as error:
        st.info(str(error), icon=":material/edit:")
        return None
    if not wrote:
        return None
    if files[0][0] != base or wrote[0].weights is None:
        return Held(base=None, found=tuple(wrote), wrote=tuple(wrote))
    found = wrote[:1]
    for file in files[1:]:
        try:
            found.append(_follow(*file, *files[0], source, target))
        except ValueError as error:
            st.warning(f"**{file[0].stem}** is left out of the differences. {error}")
    return Held(base=wrote[0], found=tuple(told_apart(found)), wrote=tuple(wrote))


def usable(paths: Sequence[Path], base: Path | None = None) -> list[File]:
    """Return the checkpoints that can be read, the base first; say what the others lack."""
    files = []
    for path in [*([base] if base else []), *(path for path in paths if path != base)]:
        try:
            file = (path, path.stat().st_mtime_ns)
            cache.load(*file)
            files.append(file)
        except (ValueError, OSError) as error:
            st.warning(f"**{path.stem}** is left out. {error}", icon=":material/warning:")
    return files


def remarks(held: Held, target: str) -> list[str]:
    """Return what a person must know to read the maps and distances, a sentence each."""
    said = []
    if held.base is not None and not target.strip():
        said.append(
            f"No target is given, so every variant is forced to what {held.base.label} wrote: "
            "rows can only be subtracted where the targets are the same."
        )
    bare = [trace.label for trace in held.found if trace.weights is None]
    if held.base is not None and bare:
        said.append(
            f"{_listed(bare)} attends to nothing, so there are no weights to subtract: "
            "left out of the maps and distances below."
        )
    below = [trace.label for trace in held.rows if sums_below_one(trace)]
    if below and len(held.rows) > 1:
        said.append(
            f"Rows of {_listed(below)} do not sum to 1: for the distances they are divided by "
            "their sums, while the maps show them as they are."
        )
    return said


def show_maps(held: Held, source: str, target: str) -> tuple[Layers, Position]:
    """Show the maps in the page's player, as they are or minus the base's; return all of them."""
    layers, identity = layers_of(held.found), f"{source}\n{target}"
    if held.base is not None:
        layers, identity = differences(held), f"{identity}\n{held.base.label}"
    return layers, show_layers(layers, identity=identity)


def differences(held: Held) -> Layers:
    """Return the base's map and all others minus it, over words and over pieces."""
    layers = {}
    for unit in UNITS:
        others = [difference_view(held.base, other, unit) for other in held.rows[1:]]
        views = [base_view(held.base, unit), *others]
        layers["difference", unit] = (views, difference_scale(held.base.label, views))
    return layers


def pick_switches() -> tuple[str, str, bool]:
    """Return the timing, the score and the input feeding that a person describes, or a link."""
    scores = known_scores()
    score = "additive" if "additive" in scores else scores[0]
    return (
        _pick_switch(state.TIMING, "Timing: which state asks", TIMINGS, TIMINGS[0]),
        _pick_switch(state.SCORE, "Score: how the query meets a key", scores, score),
        SWITCHES[_pick_switch(state.FEEDING, "Input feeding", ["off", "on"], "off")],
    )


def variant_name(timing: str, score: str, feeding: bool) -> str:
    """Return the name of the variant that the switches describe.

    Raises:
        ValueError: if there can be no such variant.
    """
    name = f"{timing}-{score}{FEED * feeding}"
    variant = parse_variant(name)
    return FIXED_CONTEXT if variant == parse_variant(FIXED_CONTEXT) else name


def training_command(name: str, pair: str) -> str:
    """Return the command that would train a variant of a pair; English is a file's first column."""
    material = f"--task {pair}" if pair in TASKS else f"--corpus FILE --pair {shlex.quote(pair)}"
    reverse = " --reverse" * pair.endswith("-eng")
    return f"python -m training --variant {name} {material}{reverse}"


def show_map(trace: Trace, source: str, target: str) -> None:
    """Show one map in a player of its own, which keeps its step to itself."""
    identity = f"{trace.id}\n{source}\n{target}"
    player(layers_of([trace]), step=0, identity=identity, key="described")


@st.cache_resource(max_entries=300, show_spinner=False)
def _follow(
    path: Path, changed: int, base: Path, base_changed: int, source: str, target: str
) -> Trace:
    """Force what the base wrote.

    Raises:
        ValueError: if the checkpoint and the base do not share their pieces.
    """
    checkpoint, leader = cache.load(path, changed), cache.load(base, base_changed)
    if not same_pieces(checkpoint, leader):
        raise ValueError(
            f"It reads other pieces than {base.stem}, so that their rows cannot be compared: train "
            "both on one corpus, with one vocabulary."
        )
    return follow(checkpoint, [cache.decode(base, base_changed, source, target)])[0]


def same_pieces(checkpoint: Checkpoint, base: Checkpoint) -> bool:
    """Return whether two checkpoints cut texts into the same pieces."""
    return checkpoint.tokenizer.to_json() == base.tokenizer.to_json()


def follow(checkpoint: Checkpoint, bases: Sequence[Trace]) -> list[Trace]:
    """Force the targets of the base's traces, token by token: a text might be cut otherwise."""
    sources, targets = [base.source for base in bases], [base.target for base in bases]
    with cache.SLOTS:
        return force_sentences(checkpoint, sources, targets)


def _pick_switch(key: str, label: str, options: Sequence[str], default: str) -> str:
    warn_of_unknown(key, options)
    chosen = st.segmented_control(
        label, options, key=key, default=default, required=True, wrap=True, bind="query-params"
    )
    return chosen or default  # the browser's way back can lead to a link that leaves it empty


def _score(path: Path) -> str:
    try:
        return parse_variant(path.stem).score
    except ValueError:
        return path.stem


def _listed(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))
