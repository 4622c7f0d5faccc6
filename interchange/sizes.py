"""Estimates of the memory of a trace, for caches and limits in bytes."""

import numpy as np

from alignoscope.records.sentence import Sentence
from alignoscope.records.trace import Candidates, Trace, TraceStep

# Bytes per object, besides its numbers and text.
_STEP, _CANDIDATE, _ARRAY, _WORD = 400, 200, 120, 60


def trace_bytes(trace: Trace) -> int:
    """Return the approximate size of a trace in memory (bytes)."""
    sides = sum(map(_sentence, (trace.source, trace.target)))
    return sides + _arrays(trace) + sum(map(_step, trace.steps))


def _step(step: TraceStep) -> int:
    words = 4 * sum(map(len, Candidates.of(step.candidates).tokens))
    return _STEP + _arrays(step) + _CANDIDATE * len(step.candidates) + words


def _arrays(record: Trace | TraceStep) -> int:
    parts = (getattr(record, name) for name in record.__dataclass_fields__)
    return sum(_ARRAY + part.nbytes for part in parts if type(part) is np.ndarray)


def _sentence(sentence: Sentence) -> int:
    texts = (sentence.text, *sentence.pieces, *sentence.words)
    return sum(_WORD + 4 * len(text) for text in texts)
