"""The anatomy of a step: it gets all steps of one variant once, and follows a player at once.

What a step holds is decided in `figures.views.steps` and `figures.views.clock`; how it is drawn
and how it follows in the scripts beside this file.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import asdict
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np
import streamlit as st

from alignoscope.ui.anatomy.timing_diagram import BOX, HEIGHT, WIDTH, clock
from alignoscope.ui.web.js_bundle import script, style
from alignoscope.ui.web.session_memo import once

if TYPE_CHECKING:
    from alignoscope.ui.anatomy.step_view import StepsView, StepView

LEVELS = 32767  # of a number in a strip: 16 bits, over the largest magnitude of all steps


_mount = st.components.v2.component(
    "alignoscope_anatomy", css=style("ui/anatomy/anatomy.css"), js=script("ui/anatomy/anatomy.js")
)


def anatomy(view: StepsView, *, player: str, step: int, key: str) -> None:
    """Show one step of a variant, from then on the one of the player with the key `player`.

    `step` (from 0) is shown until the player is heard.
    """
    # The step stays as it was when the view was new: sent with each step, it would send all again.
    data = once(f"{key} view", view, lambda: {"player": player, "start": step, **payload(view)})
    _mount(key=key, data=data)


def payload(view: StepsView) -> dict[str, object]:
    """Return what the browser gets: short lists of numbers, and the vectors as base64."""
    plan = clock(view.timing, attends=view.attends, feeds=view.feeds)
    size = {"box": BOX, "width": WIDTH, "height": HEIGHT}
    return {
        "label": view.label,
        "mode": view.mode,
        "verb": view.verb,
        "attends": view.attends,
        "plan": plan and {**size, **asdict(plan)},
        "clock": view.clock,
        "first": view.first,
        "head": view.head,
        "columns": list(view.columns),
        "steps": [_step(step) for step in view.steps],
        "query": _vectors([step.query for step in view.steps]),
        "context": _vectors([step.context for step in view.steps]),
    }


def _step(step: StepView) -> dict[str, object]:
    return {
        "token": step.token,
        "logProb": _rounded([step.log_prob])[0],
        "asked": step.asked,
        "window": step.window,
        "given": step.given,
        "scores": None if step.scores is None else _rounded(step.scores),
        "weights": None if step.weights is None else _rounded(step.weights),
        "candidates": [
            [one.token, *_rounded([one.log_prob]), one.written] for one in step.candidates
        ],
    }


def _rounded(values: Sequence[float] | np.ndarray) -> list[float | None]:
    """Round to 6 decimals, so that those on show are right; JSON has no infinity."""
    return [round(float(value), 6) if isfinite(value) else None for value in values]


def _vectors(rows: Sequence[np.ndarray]) -> dict[str, object]:
    """Return vectors as 16-bit whole numbers, and the magnitude that the largest stands for."""
    values = np.stack(rows).astype(float)
    peak = max(float(np.abs(values).max(initial=0)), 1e-6)
    levels = np.round(values / peak * LEVELS).astype("<i2")
    return {
        "size": values.shape[1],
        "peak": peak,
        "levels": base64.b64encode(levels.tobytes()).decode("ascii"),
    }
