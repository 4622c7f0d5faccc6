"""The anatomy of a step as a component: it gets all steps once and follows a player's step.

The content of a step is decided in `step_view` and `ui.timing.diagram`. The scripts beside this
file draw it and follow the player, by an event in the browser, without waiting for Python.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from alignoscope.ui.timing.diagram import clock, sized
from alignoscope.ui.web.component import Component
from alignoscope.ui.web.js_bundle import script, style
from alignoscope.ui.web.session_memo import once

if TYPE_CHECKING:
    from alignoscope.ui.anatomy.step_view import StepsView, StepView

LEVELS = 32767  # 16-bit code of the largest magnitude of a vector's entries in all steps


COMPONENT = Component(
    "anatomy",
    script("ui/anatomy/anatomy.js"),
    style("ui/anatomy/anatomy.css", "ui/timing/clock.css", "ui/web/picture.css"),
)


def anatomy(view: StepsView, *, player: str, step: int, key: str) -> None:
    """Show one step of a trace.

    Args:
        view: the steps of the trace.
        player: the key of the player that is followed.
        step: the step to show, from 0, until the player reports its own.
        key: the key of the component.
    """
    # The memo keeps the step of the first call: with a new step, all data would be sent again.
    data = once(f"{key} view", view, lambda: {"player": player, "start": step, **payload(view)})
    COMPONENT.mount(key=key, data=data)


def payload(view: StepsView) -> dict[str, object]:
    """Return the component's data: short lists as numbers, and the vectors as base64."""
    plan = clock(view.timing, attends=view.attends, feeds=view.feeds)
    return {
        "label": view.label,
        "mode": view.mode,
        "verb": view.verb,
        "attends": view.attends,
        "plan": plan and sized(plan),
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
        "place": step.place,
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
    """Return values rounded to 6 decimals, more than are shown; infinity is None, as in JSON."""
    return [round(float(value), 6) if isfinite(value) else None for value in values]


def _vectors(rows: Sequence[np.ndarray]) -> dict[str, object]:
    """Return vectors as 16-bit integers in base64, with the magnitude that `LEVELS` encodes."""
    values = np.stack(rows).astype(float)
    peak = max(float(np.abs(values).max(initial=0)), 1e-6)
    levels = np.round(values / peak * LEVELS).astype("<i2")
    return {
        "size": values.shape[1],
        "peak": peak,
        "levels": base64.b64encode(levels.tobytes()).decode("ascii"),
    }
