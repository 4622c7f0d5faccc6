"""The data of the player in the browser."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from hashlib import blake2b
from math import isfinite
from typing import NamedTuple

import numpy as np

from alignoscope.records.axis import TimeAxis, WordlessAxis
from alignoscope.records.percentages import rounded
from alignoscope.ui.flow.notes import FlowNotes
from alignoscope.ui.player.map_view import Doubt, Layers, MapView
from alignoscope.ui.player.position import Cell, View
from alignoscope.ui.timing.diagram import Clock, sized


def payload(
    layers: Layers,
    step: int,
    identity: str,
    key: str,
    view: View,
    cell: Cell | None = None,
    joint: str = "",
    beat: str = "",
) -> dict[str, object]:
    """Return the player's data: where to start, and every map in every layer.

    Args:
        layers: the maps, by measure and unit.
        step: the step to start at, from 0.
        identity: names the sentence and the target that the maps are of.
        key: the key of the component.
        view: the view to start with.
        cell: the chosen cell to start with.
        joint: the words whose joint attention to start with; see `Position`.
        beat: the name of the flow's beat to start with; see `ui/flow/headline.js`.
    """
    start = {
        "step": step,
        "view": asdict(view),
        "cell": cell and asdict(cell),
        "joint": joint,
        "beat": beat,
    }
    return {"key": key, "identity": identity, "start": start} | drawn(layers)


class EncodedLayers(NamedTuple):
    """The layers as the browser gets them: a hash (`drawing`) and the JSON text (`drawn`)."""

    drawing: str
    drawn: str

    def sent(self, held: Sequence[object]) -> dict[str, str]:
        """Return the text to send to the browser: only its hash if its cache (`held`) has it."""
        return {"drawing": self.drawing} if self.drawing in held else self._asdict()


def encoded(layers: Layers) -> EncodedLayers:
    """Return every map in every layer as text, with its hash."""
    text = json.dumps(drawn(layers), allow_nan=False, separators=(",", ":"))
    return EncodedLayers(blake2b(text.encode(), digest_size=8).hexdigest(), text)


def drawn(layers: Layers) -> dict[str, object]:
    """Return every map in every layer, for the browser.

    Each list of labels is contained once: `columns`, `rows` and `tokens` are indices into `lists`.
    """
    every = [one for views, _ in layers.values() for one in views]
    lists = dict.fromkeys(labels for one in every for labels in (one.columns, one.rows, one.tokens))
    index_of = {labels: index for index, labels in enumerate(lists)}
    maps, _ = next(iter(layers.values()))
    clocks = [*dict.fromkeys(one.flow.clock for one in maps if one.flow and one.flow.clock)]
    return {
        "source": maps[0].source if every else "",
        "maps": [
            {
                "label": one.label,
                "id": one.id,
                "mode": one.mode,
                "origin": one.origin,
                "translation": one.translation,
                "tokens": index_of[one.tokens],
                "place": asdict(one.place),
                "next": one.next,
                **({} if one.log_prob is None else {"logProb": round(one.log_prob, 3)}),
                **({} if one.per_token is None else {"perToken": float(rounded(one.per_token, 4))}),
                "flow": one.flow and _flow(one.flow, clocks),
            }
            for one in maps
        ],
        "clocks": [sized(one) for one in clocks],
        "units": {
            unit: [_axes(one, index_of) for one in views]
            for (_, unit), (views, _) in layers.items()
        },
        "layers": [
            {
                "measure": measure,
                "unit": unit,
                "scale": asdict(scale),
                "cells": [None if one.cells is None else _rounded(one.cells) for one in views],
                "scales": [one.scale and asdict(one.scale) for one in views],
            }
            for (measure, unit), (views, scale) in layers.items()
        ],
        "lists": [list(labels) for labels in lists],
    }


def _flow(notes: FlowNotes, clocks: Sequence[Clock]) -> dict[str, object]:
    return {
        "values": notes.values,
        "sizes": notes.sizes,
        "twoWay": notes.two_way,
        "sourceEnds": notes.source_ends,
        "targetEnds": notes.target_ends,
        "kind": notes.kind,
        "updatesFirst": notes.updates_first,
        "sumsToOne": notes.sums_to_one,
        "formulas": notes.formulas,
        "clock": notes.clock and clocks.index(notes.clock),
        **({"heads": notes.heads} if notes.heads else {}),
        **({"selfHeads": notes.self_heads} if notes.self_heads else {}),
    }


def _axes(view: MapView, index_of: Mapping[tuple[str, ...], int]) -> dict[str, object]:
    return {
        "columns": index_of[view.columns],
        "rows": index_of[view.rows],
        "rowOfStep": [int(row) for row in view.row_of_step],
        **({"unread": view.unread} if view.unread else {}),
        **({"doubt": _doubt(view.doubt)} if view.doubt else {}),
        **({"copied": view.copied} if view.copied else {}),
        **_places(view),
    }


def _places(view: MapView) -> dict[str, object]:
    """Return what the places of each side are, if they are no words."""
    sides = {"rows": view.row_axis, "columns": view.column_axis}
    places = {side: _place(axis) for side, axis in sides.items() if axis}
    return {"places": places} if places else {}


def _place(axis: WordlessAxis) -> dict[str, object]:
    if isinstance(axis, TimeAxis):
        return {"seconds": axis.seconds, **({"start": axis.start} if axis.start else {})}
    return {"grid": [axis.height, axis.width, axis.marks]}


def _doubt(doubt: Doubt) -> dict[str, object]:
    return {"unsure": doubt.unsure, "rare": doubt.rare, "leftOut": doubt.left_out}


def _rounded(cells: np.ndarray) -> list[list[float | None]]:
    """Return cells rounded to 4 decimals, all that is shown; infinity is None, as JSON has none."""
    found = rounded(cells, 4)
    rows = found.tolist()
    if np.isfinite(found).all():
        return rows
    return [[value if isfinite(value) else None for value in row] for row in rows]
