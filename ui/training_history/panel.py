"""The choice of sentence and the snapshots of the chosen variants on the page “Training”."""

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from pathlib import Path

import streamlit as st

from alignoscope.models.checkpoint import Checkpoint
from alignoscope.records.escaping import plain
from alignoscope.records.percentages import percentage
from alignoscope.records.variant import parse_variant
from alignoscope.ui.player.map_view import shared_scale
from alignoscope.ui.shell.session_keys import EVOLUTION, FIXED, FIXED_BOX, SNAPSHOT
from alignoscope.ui.shell.url_parameters import linked, warn_of_unknown, write
from alignoscope.ui.training_history.component import evolution_player
from alignoscope.ui.training_history.evolution_view import (
    Evolution,
    SnapshotPair,
    common_steps,
    evolution,
    first_whole,
    kept_pairs,
)

HOW = "Train again to record them."


def pick_sentence(checkpoints: Sequence[Checkpoint]) -> SnapshotPair:
    """Return the chosen fixed sentence and target, by default the one with most snapshots.

    If no checkpoint has snapshots, show a message and stop the page.
    """
    counts = Counter(pair for one in checkpoints for pair in kept_pairs(one.record))
    if not counts:
        st.info(f"None of these checkpoints has snapshots of its training. {HOW}")
        st.stop()
    pairs = {
        f"{source} → {target}": (source, target) for (source, target), _ in counts.most_common()
    }
    warn_of_unknown(FIXED, pairs)
    with st.container(key=FIXED_BOX):
        chosen = st.selectbox(
            "Sentence", pairs, key=FIXED, bind="query-params", label_visibility="collapsed"
        )
        # A phone shows this instead, in two lines: a selectbox has one.
        st.html(f'<p class="whole" aria-hidden="true">{escape(chosen)}</p>')
    return pairs[chosen]


def evolutions(checkpoints: Mapping[Path, Checkpoint], pair: SnapshotPair) -> list[Evolution]:
    """Return the snapshots of a sentence; show which variants have none, and why.

    If no variant has any, show a message and stop the page.
    """
    found, missing = [], []
    for path, one in checkpoints.items():
        source, target = map(one.tokenizer.encode, pair)
        try:
            if pair not in kept_pairs(one.record):
                raise ValueError(_why_not(one))
            found.append(evolution(path.stem, one.record, pair, source, target))
        except ValueError as error:
            missing.append(f"**{plain(path.stem)}**: {plain(str(error))}")
    if missing:
        st.caption("Not shown: " + " ".join(missing))
    if not found:
        st.info("Choose another sentence above, or other models above.")
        st.stop()
    return found


@st.fragment
def show_evolution(found: Sequence[Evolution], pair: SnapshotPair) -> None:
    """Show the training player with these snapshots; the link has the number of the current one."""
    count = len(common_steps(found))
    numbers = [str(number) for number in range(1, count + 1)]
    warn_of_unknown(SNAPSHOT, numbers, f"1 to {count}")
    asked = linked(SNAPSHOT)
    opening = first_whole(found)
    start = int(asked) - 1 if asked in numbers else opening
    scale, identity = shared_scale((), "weights"), "\n".join(pair)
    at = evolution_player(found, scale, identity=identity, start=start, key=EVOLUTION)
    write(SNAPSHOT, *([str(at + 1)] if at != opening else []))


def said_of_dropout(checkpoints: Sequence[Checkpoint]) -> str:
    """Return, as Markdown, how these maps differ from those of training with dropout."""
    shares = sorted({one.model.config.dropout for one in checkpoints} - {0})
    if not shares:
        return ""
    share = " or ".join(f"{percentage(share)}" for share in shares)
    return (
        "**These are not the maps of training itself.** During training, dropout removed "
        f"{share} of each model's values at random. Here nothing is removed, as on all pages. "
        "Training forces every word of the translation, as here; where a model reads its own "
        "words, its map shows “own translation”."
    )


def _why_not(checkpoint: Checkpoint) -> str:
    if parse_variant(checkpoint.variant).score == "none":
        return "it has no attention, so it has no map."
    if not kept_pairs(checkpoint.record):
        return f"its checkpoint has no snapshots. {HOW}"
    return "it was trained with other fixed sentences."
