"""The training player: plays the maps of one sentence as they changed during training.

It shares drawing, pointing and controls with the step player, but moves through training steps
instead of decoding steps. The browser reports the snapshot on show, for the link.
"""

from collections.abc import Sequence
from dataclasses import asdict
from functools import partial

from alignoscope.analysis.words import merge_words
from alignoscope.records.variant import named_model
from alignoscope.ui.player.decoding_mode import GIVEN, MODES
from alignoscope.ui.player.map_placement import place_of
from alignoscope.ui.player.map_view import plain_words
from alignoscope.ui.player.script import STYLE as MAPS
from alignoscope.ui.svg.scale import Scale
from alignoscope.ui.training_history.evolution_view import (
    Evolution,
    common_steps,
    first_whole,
    latest,
    loss_by,
    note,
)
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.component_reports import reported
from alignoscope.ui.web.js_bundle import script
from alignoscope.ui.web.session_memo import once

SCRIPT = script("ui/training_history/evolution.js")
STYLE = (
    MAPS
    + """
.player .cell { cursor: default; }
.player .small .badge { display: inline; overflow: hidden; padding: 0; border: 0; font-size: 11px; }
.player .small .badge { text-overflow: ellipsis; white-space: nowrap; }
"""
)
_COMPONENT = Component("evolution", SCRIPT, STYLE)


def evolution_player(
    found: Sequence[Evolution], scale: Scale, *, identity: str, start: int, key: str
) -> int:
    """Show the snapshots of all variants side by side, over words, with one step control.

    Return the index of the snapshot on show.

    Args:
        found: the snapshots of each variant.
        scale: the colour scale.
        identity: a text that identifies the sentence; another one starts at `first_whole`.
        start: the index of the snapshot to show at first.
        key: the component's key in the session.
    """
    first: object = start
    if report := reported(key, "snapshot"):
        index, same = report.get("index"), report.get("identity") == identity
        steps = range(len(common_steps(found)))
        start = index if same and isinstance(index, int) and index in steps else first_whole(found)
        # After that the browser decides. A new start would send and draw all data again.
        first = report.get("start") if same else start
    data = once(f"{key} data", found, partial(payload, found, scale, identity=identity, key=key))
    _COMPONENT.mount(key=key, data=data | {"start": first}, on_snapshot_change=lambda: None)
    return start


def payload(
    found: Sequence[Evolution], scale: Scale, *, identity: str, key: str
) -> dict[str, object]:
    """Return the data for the browser: every snapshot once, and which one each step shows.

    At a step without a snapshot of its own, a variant shows its latest one; before its first, a
    map without weights that names the step of the first.

    Args:
        found: the snapshots of each variant.
        scale: the colour scale.
        identity: a text that identifies the sentence.
        key: the component's key in the session.
    """
    steps = common_steps(found)
    return {
        "key": key,
        "identity": identity,
        "scale": asdict(scale),
        "steps": steps,
        "maps": [
            {
                "label": one.label,
                "id": one.label,
                "mode": GIVEN,
                "origin": f"forced: {MODES['forced']}",
                "translation": one.target.text,
                "columns": plain_words(one.source),
                "rows": plain_words(one.target),
                "place": asdict(place_of(named_model(one.label).variant)),
                **_snapshots(one, steps),
            }
            for one in found
        ],
    }


def _snapshots(one: Evolution, steps: Sequence[int]) -> dict[str, object]:
    """Return the snapshots of a variant, their notes and losses, and their indices by step."""
    snapshots: list[list[list[float | None]]] = [
        merge_words(weights, one.source, one.target, "weights").round(3).tolist()
        for weights in one.maps
    ]
    notes = [note(one, i) for i in range(len(one.steps))]
    found = [loss_by(one, i) for i in range(len(one.steps))]
    losses = ["" if loss is None else f"{loss[1]:.2f}" for loss in found]
    first = one.steps[0]
    late = first > steps[0]  # as is a run that began from another model
    if late:
        snapshots.insert(0, [[None] * len(row) for row in snapshots[0]])
        notes.insert(0, f"First snapshot at step {first:,}")
        losses.insert(0, f"from {first:,}")  # A small card has little space.
    return {
        "snapshots": snapshots,
        "notes": notes,
        "losses": losses,
        "snapshotOf": [latest(one.steps, step) + late for step in steps],
    }
