"""The score functions, which compare a query with the keys.

The mask and the normaliser are in `models.layers.attention`.

Every class has the same constructor, a `project(keys)` that runs once per sentence, and a `forward`
that returns the scores [batch, n, src_len] of n queries and the projected keys. `past` are the
weights of each source token, summed over the earlier steps. Only a class with `sequential = True`
gets them, with one query at a time, since the next query depends on its weights.
"""

from alignoscope.models.scores.additive import Additive, Concat
from alignoscope.models.scores.base import ScoreClass
from alignoscope.models.scores.location import Coverage, Location, LocationSensitive
from alignoscope.models.scores.multiplicative import Dot, General, ScaledDot

SCORES: dict[str, ScoreClass] = {
    "dot": Dot,
    "scaled-dot": ScaledDot,
    "general": General,
    "concat": Concat,
    "additive": Additive,
    "location": Location,
    "location-sensitive": LocationSensitive,
    "coverage": Coverage,
}
