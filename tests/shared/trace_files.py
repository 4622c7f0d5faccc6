"""Trace files as another tool would write them."""

import json

from alignoscope.interchange.trace_json import FORMAT

WEIGHTS = [[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]]


def minimal(**fields: object) -> dict:
    """Return a trace as another tool would write it, with some fields changed or added."""
    return {"variant": "mine", "source": ["a", "b", "c"], "target": ["x", "y"]} | fields


def document(*traces: dict, **fields: object) -> str:
    return json.dumps({"format": FORMAT, "traces": list(traces)} | fields)
