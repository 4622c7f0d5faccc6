"""Traces as files have them, in several directions of writing."""

import json

import numpy as np

from alignoscope.interchange.trace_json import from_json
from alignoscope.records.trace import Trace

HEBREW = ["הילדה", "קוראת", "ספר", "</s>"]
HINDI = ["लड़की", "किताब", "पढ़ती", "है", "</s>"]
ODD = ["<b>&", "e\u0301té", "=1+1", "\x00\x1b", "👩‍👩‍👧"]


def opened(source: list[str], target: list[str], **fields: object) -> Trace:
    """Return a trace whose target word i looks at source word i and a little at the others."""
    weights = np.full((len(target), len(source)), 0.1 / len(source))
    for i in range(len(target)):
        weights[i, min(i, len(source) - 1)] += 0.9
    trace = {"variant": "luong-dot", "source": source, "target": target, "mode": "free"}
    trace |= {"weights": weights.tolist()} | fields
    (found,) = from_json(json.dumps({"format": "alignoscope-trace-1", "traces": [trace]}))
    return found


TRACES = {
    "hebrew": opened(HEBREW, HINDI),
    "chinese": opened(["小", "女孩", "读", "书"], HEBREW),
    "odd": opened(ODD, [*ODD, "z"]),
    "no attention": opened(HEBREW, HINDI, weights=None),
    "scores": opened(
        ["a", "b", "c"], ["x", "y"], scores=[[1, None, -3], [None, 0.5, 2]], weights=[[1, 0, 0]] * 2
    ),
}
